"""Codes that take a seat to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nobody has asked for one yet."""
    op.create_table(
        "code",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("nonce", sa.String(24), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_code"),
    )


def downgrade() -> None:
    """Links that were not opened yet open nothing."""
    op.drop_table("code")
