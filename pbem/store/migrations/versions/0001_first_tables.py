"""The first tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the first tables."""
    _create_act()
    _create_inbox()
    _create_person()
    _create_setting()
    _create_tally()
    _create_address()
    _create_game()
    _create_entry()
    _create_hold()
    _create_outbox()
    _create_press()
    _create_seat()


def downgrade() -> None:
    """Remove them; their indices go with them."""
    op.drop_table("seat")
    op.drop_table("press")
    op.drop_table("outbox")
    op.drop_table("hold")
    op.drop_table("entry")
    op.drop_table("game")
    op.drop_table("address")
    op.drop_table("tally")
    op.drop_table("setting")
    op.drop_table("person")
    op.drop_table("inbox")
    op.drop_table("act")


def _create_act() -> None:
    op.create_table(
        "act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_act")),
    )
    with op.batch_alter_table("act", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_act_game_id"), ["game_id"], unique=False)


def _create_inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("arrived", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("digest", "recipient", name=op.f("uq_inbox_digest")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index("ix_inbox_state", ["state", "id"], unique=False)


def _create_person() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("banned", sa.Boolean(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("ascii", sa.Boolean(), nullable=False),
        sa.Column("mails", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )


def _create_setting() -> None:
    op.create_table(
        "setting",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )


def _create_tally() -> None:
    op.create_table(
        "tally",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", "hour", name=op.f("pk_tally")),
    )


def _create_address() -> None:
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column("preferred", sa.Boolean(), nullable=False),
        sa.Column("hard_bounces", sa.Integer(), nullable=False),
        sa.Column("soft_bounces", sa.Integer(), nullable=False),
        sa.Column("bounced", sa.Integer(), nullable=False),
        sa.Column("confirmed_on", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_address_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("mailbox", name=op.f("uq_address_mailbox")),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_person_id"), ["person_id"], unique=False)


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=False),
        sa.Column("last_entry", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("counter", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Integer(), nullable=False),
        sa.Column("policy", sa.String(), nullable=False),
        sa.Column("created", sa.Integer(), nullable=False),
        sa.Column("started", sa.Integer(), nullable=True),
        sa.Column("ended", sa.Integer(), nullable=True),
        sa.Column("standings", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["person.id"], name=op.f("fk_game_host_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_state"), ["state"], unique=False)


def _create_entry() -> None:
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("draw", sa.Integer(), nullable=True),
        sa.Column("purpose", sa.String(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("reveals", sa.Boolean(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_entry")),
    )


def _create_hold() -> None:
    op.create_table(
        "hold",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("address_id", sa.Integer(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("phase", sa.Integer(), nullable=True),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["address_id"], ["address.id"], name=op.f("fk_hold_address_id_address")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hold")),
    )


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("address_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("phase", sa.Integer(), nullable=True),
        sa.Column("at_entry", sa.Integer(), nullable=False),
        sa.Column("menu", sa.Text(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("hold_id", sa.Integer(), nullable=True),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["address_id"], ["address.id"], name=op.f("fk_outbox_address_id_address")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_game_id"), ["game_id"], unique=False)
        batch_op.create_index("ix_outbox_state", ["state", "priority", "id"], unique=False)


def _create_press() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("to_seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_game_id"), ["game_id"], unique=False)


def _create_seat() -> None:
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("phrase", sa.String(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=True),
        sa.Column("alarm", sa.Integer(), nullable=True),
        sa.Column("left", sa.Integer(), nullable=True),
        sa.Column("seen_entry", sa.Integer(), nullable=False),
        sa.Column("seen_press", sa.Integer(), nullable=False),
        sa.Column("lists", sa.Integer(), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("thread", sa.String(), nullable=False),
        sa.Column("owed", sa.Integer(), nullable=False),
        sa.Column("owed_at", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index("ix_seat_alarm", ["alarm"], unique=False)
        batch_op.create_index("ix_seat_owed_at", ["owed_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_code"), ["code"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_person_id"), ["person_id"], unique=False)
