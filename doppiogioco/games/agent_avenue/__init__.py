"""Agent Avenue."""
