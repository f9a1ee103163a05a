"""Measurements: what the command `doppiogioco bench` runs."""
