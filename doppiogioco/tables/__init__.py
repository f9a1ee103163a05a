"""Tables: people and bots around a match, what is saved of it, and who is told.

No HTTP in here: the web gives refusals their codes, and hands in what carries word of a turn elsewhere.
"""

from .table import Table
from .tables import Tables
from .watchers import Watchers

__all__ = ["Table", "Tables", "Watchers"]
