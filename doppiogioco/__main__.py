"""`python -m doppiogioco`."""

from __future__ import annotations

from doppiogioco.cli import main

main()
