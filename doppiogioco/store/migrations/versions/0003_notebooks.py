"""What players write down for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has written anything yet."""
    op.create_table(
        "notebook",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(24), nullable=False),
        sa.Column("pages", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "holder", name="pk_notebook"),
    )


def downgrade() -> None:
    """Notebooks are lost."""
    op.drop_table("notebook")
