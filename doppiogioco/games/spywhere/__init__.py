"""Spywhere."""
