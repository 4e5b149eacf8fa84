"""The bytes of mails apart from what becomes of them"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Move the bytes of the mails, and the texts of ours, into tables of their own."""
    op.create_table(
        "inbox_raw",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["id"], ["inbox.id"], name=op.f("fk_inbox_raw_id_inbox")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox_raw")),
    )
    op.create_table(
        "outbox_raw",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["id"], ["outbox.id"], name=op.f("fk_outbox_raw_id_outbox")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_raw")),
    )
    op.execute("INSERT INTO inbox_raw (id, raw) SELECT id, raw FROM inbox")
    op.execute("INSERT INTO outbox_raw (id, raw, text) SELECT id, raw, text FROM outbox")
    op.drop_column("inbox", "raw")
    op.drop_column("outbox", "raw")
    op.drop_column("outbox", "text")


def downgrade() -> None:
    """Put them back."""
    op.add_column("inbox", sa.Column("raw", sa.LargeBinary(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("raw", sa.LargeBinary(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("text", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE inbox SET raw = (SELECT raw FROM inbox_raw WHERE inbox_raw.id = inbox.id)")
    op.execute("UPDATE outbox SET raw = (SELECT raw FROM outbox_raw WHERE outbox_raw.id = outbox.id)")
    op.execute("UPDATE outbox SET text = (SELECT text FROM outbox_raw WHERE outbox_raw.id = outbox.id)")
    op.drop_table("outbox_raw")
    op.drop_table("inbox_raw")
