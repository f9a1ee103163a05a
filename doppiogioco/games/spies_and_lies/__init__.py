"""Spies & Lies: A Stratego Story."""
