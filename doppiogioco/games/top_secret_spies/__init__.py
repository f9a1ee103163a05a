"""Top Secret Spies."""
