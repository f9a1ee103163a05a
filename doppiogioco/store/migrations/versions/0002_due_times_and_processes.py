"""When a table needs somebody to look at it, who does, and which processes there are."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Games in play are due at once: the first look at each says when it is really due."""
    op.add_column("entry", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.add_column("entry", sa.Column("due", sa.Double))
    op.add_column("entry", sa.Column("minder", sa.String(16)))
    op.execute(
        "UPDATE entry SET number = (SELECT coalesce(max(number), 0) FROM event WHERE event.table_id = entry.table_id)"
    )
    op.execute("UPDATE entry SET due = at WHERE stage IN ('open', 'playing')")
    op.drop_index("ix_entry_stage_at", "entry")
    op.create_index("ix_entry_stage_listed_at", "entry", ["stage", "listed", "at"])
    due = sa.text("due IS NOT NULL")
    op.create_index("ix_entry_due", "entry", ["due"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "process",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_process"),
    )


def downgrade() -> None:
    """As the first version knew it."""
    op.drop_table("process")
    for index in ("ix_entry_due", "ix_entry_stage_listed_at"):
        op.drop_index(index, "entry")
    op.create_index("ix_entry_stage_at", "entry", ["stage", "at"])
    for column in ("minder", "due", "number"):
        op.drop_column("entry", column)
