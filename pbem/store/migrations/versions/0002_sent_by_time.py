"""Mails of the outbox by the time they were sent, for the day's limit"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the index; without it, each sending would count through all mails there ever were."""
    op.create_index("ix_outbox_sent", "outbox", ["sent"])


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_outbox_sent", "outbox")
