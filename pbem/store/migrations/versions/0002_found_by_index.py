"""Rows that each pass looks for, found by an index"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Index sent mails by their time, for the day's limit, and questions by whom they are about."""
    op.create_index("ix_outbox_sent", "outbox", ["sent"])
    op.create_index("ix_hold_seat", "hold", ["game_id", "seat", "address_id"])


def downgrade() -> None:
    """Remove both."""
    op.drop_index("ix_hold_seat", "hold")
    op.drop_index("ix_outbox_sent", "outbox")
