"""The tables of the database: one log of events per table of players, and what a list of tables needs."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, MetaData, String, Table, Text, text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

# What happened at a table. A table is its events folded in order; nothing here is ever changed or removed.
event = Table(
    "event",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # two writers cannot both have the same one
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("at", Double, nullable=False),  # seconds since 1970
)

# Where each table stands: follows from its events, kept here for the lists of the home page and for a restart.
entry = Table(
    "entry",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("stage", String(8), nullable=False),  # open, playing, over, closed; pruned: its events are gone
    Column("listed", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),  # of the event after which it stands so
    Column("due", Double),  # when somebody has to look at it by themselves, or earlier: a bot, a clock, nobody came
    Column("minder", String(16)),  # the process that does
    Index("ix_entry_stage_listed_at", "stage", "listed", "at"),
    Index("ix_entry_due", "due", sqlite_where=text("due IS NOT NULL"), postgresql_where=text("due IS NOT NULL")),
)

# What a player writes down during a game, for themselves alone. It belongs to who holds the seat, not to the seat:
# whoever sits down there later finds it empty.
notebook = Table(
    "notebook",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("holder", String(24), primary_key=True),  # the first nonce of the seat's person
    Column("pages", Text, nullable=False),  # JSON
)

# Codes that take a seat to another device, each good once and not for long.
code = Table(
    "code",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("nonce", String(24), nullable=False),  # of the seat: with a new one the code is good for nothing
    Column("until", Double, nullable=False),  # seconds since 1970
)

# The processes that serve this database together, and when each was last heard of by the database's clock.
process = Table(
    "process",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("seen", Double, nullable=False),
)

# A few facts of the server itself, such as the key that signs seats.
setting = Table(
    "setting",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
