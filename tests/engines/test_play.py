"""The driver: atomic mails, the reveal rule, waiting lines, undo, try, standing answers, replay."""

from __future__ import annotations

import hmac

import pytest

from engines import play
from engines.api import Ask, Illegal, Roll, Shuffle
from engines.chance import Script, Stream
from tests.toy import ENGINE as TOY
from tests.toy import State

PLAYERS = ["Ann", "Bob", "Cem"]
DEAL = [3, 4, 5, 1, 2, 6, 1, 2, 3, 4, 5, 6]


def dealt(*faces: int) -> tuple[State, Script]:
    """Return a game in which Ann holds 3, Bob 4, Cem 5, the next cards are 1 2 6, and the dice show these faces."""
    script = Script([DEAL, *[[face] for face in faces]])
    return play.start(TOY, PLAYERS, {}, script).state, script


def results(played: play.Played | play.Trial) -> list[str]:
    """Return what became of each line."""
    return [line.result for line in played.lines]


def test_lines_before_and_after_another_seats_answer() -> None:
    """A line that needs another seat's answer first is kept, and plays on after the answer."""
    state, script = dealt(5)
    state = state._replace(pebbles=(0, 2, 0))
    laid = play.play(TOY, state, 1, ["lay 3", "roll"], script)

    assert [("lay 3", "done"), ("roll", "waits")] == [line[:2] for line in laid.lines]
    assert Ask((2,), "toll", 1) == TOY.pending(laid.state)

    answered = play.play(TOY, laid.state, 2, ["give"], script)
    rolled = play.play(TOY, answered.state, 1, ["roll"], script)

    assert (9, 1, 0) == rolled.state.pebbles
    assert Ask((2,), "turn", 2) == TOY.pending(rolled.state)


def test_the_last_steps_of_a_compact_line_wait_too() -> None:
    """`lay 3 roll` lays at once and keeps `roll`, and lines after it, until the toll is answered."""
    state, script = dealt()
    played = play.play(TOY, state, 1, ["lay 3 roll", "draw"], script)

    assert [("lay 3 roll", "done"), ("roll", "waits"), ("draw", "waits")] == [line[:2] for line in played.lines]


def test_a_failure_before_a_reveal_takes_the_whole_mail_back() -> None:
    """Nothing is left of a mail whose later line fails, and the lines say so."""
    state, script = dealt()
    state = state._replace(phase="luck", hands=((3,), (), (5,)), deck=(1,))
    played = play.play(TOY, state, 1, ["stop", "draw", "xyzzy"], script)

    assert ["taken_back", "refused", "unread"] == results(played)
    assert "not_your_turn" == played.lines[1].why.code
    assert (state, ()) == (played.state, played.entries)


def test_a_failure_after_a_reveal_leaves_what_was_played() -> None:
    """A nonsense line cannot take a rolled die back."""
    state, script = dealt(6)
    state = state._replace(phase="luck", deck=(), hands=((3,), (), ()))
    played = play.play(TOY, state, 1, ["roll", "xyzzy", "lay 3"], script)

    assert ["done", "refused", "unread"] == results(played)
    assert (6, 0, 0) == played.state.pebbles
    assert 2 == played.counter


def test_a_draw_before_the_failure_stays_in_the_record() -> None:
    """Draws are never hidden: a mail taken back after a silent draw leaves its entries, marked as taken back."""

    class Silent(type(TOY)):
        def resolve(self, state, outcome):
            return super().resolve(state, outcome)._replace(reveals=False)

    engine, script = Silent(), Script([DEAL, [2]])
    started = play.start(engine, PLAYERS, {}, script)
    state = started.state._replace(phase="luck", deck=(), hands=((3,), (), ()))
    played = play.play(engine, state, 1, ["roll", "xyzzy"], script)

    assert ["taken_back", "refused"] == results(played)
    assert state == played.state
    assert ["roll", None, play.TAKEN_BACK] == [entry.order for entry in played.entries]
    assert [2] == list(played.entries[-1].outcome)
    assert [] == play.standing_entries(played.entries)
    assert 2 == played.counter


def test_undo_takes_an_order_back_while_the_other_seat_has_not_answered() -> None:
    """A question that nobody has answered yet does not hold an order fast."""
    state, script = dealt(6)
    played = play.play(TOY, state, 1, ["lay 3", "undo", "draw"], script)

    assert ["done", "done", "done"] == results(played)
    assert ["lay 3", "undo", "draw"] == [entry.order for entry in played.entries]


def start_entries() -> list[play.Entry]:
    """Return the entries of the deal."""
    return list(play.start(TOY, PLAYERS, {}, Script([DEAL])).entries)


def test_undo_within_a_mail() -> None:
    """An order may be taken back by a later line of the same mail; the record keeps both."""
    state, script = dealt(6)
    state = state._replace(phase="luck")
    played = play.play(TOY, state, 1, ["stop", "undo", "roll"], script)

    assert ["done", "done", "done"] == results(played)
    assert ["stop", "undo", "roll", None] == [entry.order for entry in played.entries]
    assert (6, 0, 0) == played.state.pebbles


def test_undo_from_an_earlier_mail_and_undo_all() -> None:
    """`undo all` goes back to the limit; with nothing left to take back it is refused with the reason."""
    started = play.start(TOY, PLAYERS, {}, Script([DEAL]))
    laid = play.play(TOY, started.state, 1, ["lay 3"], Script([]))
    record = [*started.entries, *laid.entries]
    points = play.timeline(TOY, PLAYERS, {}, record).points
    undone = play.play(TOY, laid.state, 2, ["undo"], Script([]), past=points)

    assert "nothing_to_undo" == undone.lines[0].why.reason

    kept = play.play(TOY, laid.state, 2, ["keep"], Script([]))
    stopped = play.play(TOY, kept.state, 1, ["stop"], Script([]))
    record += [*kept.entries, *stopped.entries]
    points = play.timeline(TOY, PLAYERS, {}, record).points
    undone = play.play(TOY, stopped.state, 1, ["undo all"], Script([]), past=points)

    assert kept.state == undone.state
    assert kept.state == play.replay(TOY, PLAYERS, {}, [*record, *undone.entries])


def test_undo_is_refused_after_a_reveal() -> None:
    """A drawn card stays drawn."""
    started = play.start(TOY, PLAYERS, {}, Script([DEAL]))
    drawn = play.play(TOY, started.state, 1, ["draw"], Script([]))
    points = play.timeline(TOY, PLAYERS, {}, [*started.entries, *drawn.entries]).points
    undone = play.play(TOY, drawn.state, 1, ["undo"], Script([]), past=points)

    assert "undo_after_reveal" == undone.lines[0].why.reason
    assert drawn.state == undone.state


def test_a_standing_answer_counts_as_another_seats_act_and_a_reveal() -> None:
    """The answer is entered by the seat it belongs to, and what came before it can no longer be taken back."""
    state, script = dealt(1)
    state = state._replace(pebbles=(0, 1, 0))
    played = play.play(TOY, state, 1, ["lay 3 stop", "xyzzy"], script, standing={2: {"toll": "give"}})

    assert ["done", "refused"] == results(played)
    assert [("lay 3", "seat"), ("give", "standing"), ("stop", "seat")] == [(e.order, e.by) for e in played.entries]
    assert [False, True, False] == [entry.reveals for entry in played.entries]


def test_try_stops_at_chance_and_touches_nothing() -> None:
    """A trial shows the way up to the die, however often it is tried."""
    state, _ = dealt()
    state = state._replace(phase="luck")
    tried = play.trial(TOY, state, 1, ["roll", "stop"])

    assert ["done", "unread"] == results(tried)
    assert tried.stopped
    assert Roll(1, 6, "pebbles") == TOY.pending(tried.state)
    assert tried == play.trial(TOY, state, 1, ["roll", "stop"])


def test_try_does_not_show_a_drawn_card() -> None:
    """The state of a trial stays before the step that would reveal."""
    state, _ = dealt()
    tried = play.trial(TOY, state, 1, ["draw"])

    assert (["done"], state, True) == (results(tried), tried.state, tried.stopped)


def test_try_stops_at_another_seats_answer() -> None:
    """What the other seat will say is not guessed."""
    state, _ = dealt()
    tried = play.trial(TOY, state, 1, ["lay 3", "roll"])

    assert ["done", "unread"] == results(tried)
    assert tried.stopped


def test_try_reports_a_refused_line() -> None:
    """A wrong line is refused in a trial as in earnest."""
    state, _ = dealt()
    tried = play.trial(TOY, state, 1, ["lay 6", "draw"])

    assert ["refused", "unread"] == results(tried)


def test_an_unknown_seat_is_refused() -> None:
    """Lines of a seat that does not exist change nothing."""
    state, script = dealt()
    played = play.play(TOY, state, 9, ["draw"], script)

    assert "no_such_seat" == played.lines[0].why.code


def test_draws_follow_the_published_formula() -> None:
    """A die and a shuffle, recomputed here by the formula that players are given."""
    key, stream = b"k" * 32, Stream(b"k" * 32, 7)

    def part(n: int, purpose: str, i: int, m: int) -> int:
        k = 0
        while True:
            value = int.from_bytes(hmac.new(key, f"{n}|{purpose}|{i}|{k}".encode(), "sha256").digest()[:8], "big")
            if value < 2**64 // m * m:
                return value % m
            k += 1

    assert (7, [1 + part(7, "dice", 0, 6), 1 + part(7, "dice", 1, 6)]) == stream.draw(Roll(2, 6, "dice"))
    items = ["a", "b", "c", "d"]
    for i in (3, 2, 1):
        j = part(8, "deck", i, i + 1)
        items[i], items[j] = items[j], items[i]
    assert (8, items) == stream.draw(Shuffle(("a", "b", "c", "d"), "deck"))
    assert 9 == stream.counter


def test_a_script_that_has_ended_says_so() -> None:
    """A test that rolls more often than it wrote down fails loudly."""
    with pytest.raises(ValueError, match="no outcome left for dice"):
        Script([]).draw(Roll(1, 6, "dice"))


def test_fingerprints_tell_states_apart() -> None:
    """Equal states have equal fingerprints, others do not."""
    state, _ = dealt()

    assert play.fingerprint(TOY, state) == play.fingerprint(TOY, state._replace())
    assert play.fingerprint(TOY, state) != play.fingerprint(TOY, state._replace(turn=2))


def test_a_replayed_record_must_fit_the_game() -> None:
    """An order that its state does not allow is refused, not skipped."""
    with pytest.raises(Illegal):
        play.replay(TOY, PLAYERS, {}, [*start_entries(), play.Entry(1, "lay 6")])


def test_steps_that_a_seat_wrote_itself_are_not_answered_for_it() -> None:
    """Within one line of several steps the seat's own standing answers wait until the line is through."""

    class Eager(type(TOY)):
        def standing(self, state, seat, answers):
            return TOY.legal(state, seat)[0] if state.phase == "luck" else None

    engine = Eager()
    state, script = dealt(6)
    state = state._replace(pebbles=(0, 0, 0))
    played = play.play(engine, state._replace(phase="luck"), 1, ["stop"], script)
    assert [("stop", "seat")] == [(entry.order, entry.by) for entry in played.entries]

    class Silent(Eager):
        def _lay(self, state, seat, action):
            return (
                super()
                ._lay(state, seat, action)
                ._replace(state=super()._lay(state, seat, action).state._replace(phase="luck"))
            )

    laid = play.play(Silent(), state, 1, ["lay 3 stop"], script)
    assert [("lay 3", "seat"), ("stop", "seat")] == [(entry.order, entry.by) for entry in laid.entries]
