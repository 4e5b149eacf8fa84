"""The archive of a match: complete, readable, the same every time, and without anybody's address."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engines import play
from engines.api import Event
from engines.chance import Stream
from engines.play import Entry
from pbem.errors import NotFound, Refused
from pbem.service import archive, fairness, moderate
from pbem.service.acts import Request
from pbem.service.create import Bot
from tests.pbem.house import SEED, House, text_of

NAMES = ("Ann", "Bob", "Cem")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a fresh house."""
    return House(tmp_path)


def exported(house: House, game: int = 1) -> dict[str, str]:
    """Return the files of a match's archive."""
    return unpacked(built(house, game))


def built(house: House, game: int = 1) -> bytes:
    """Return a match's archive."""
    with house.office.database.read() as unit:
        return archive.build(house.office, unit, game)


def unpacked(data: bytes) -> dict[str, str]:
    """Return the files in a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name).decode() for name in opened.namelist()}


def lines(text: str) -> list[dict[str, object]]:
    """Return the values of JSON Lines."""
    return [json.loads(line) for line in text.splitlines()]


def played(house: House) -> None:
    """Play a game to its end, with a question, an undo, a word and an act of the host on the way."""
    house.new_game(*NAMES)
    house.reply("Ann", "draw\nsay good luck")
    house.reply("Bob", "say to Ann psst")
    house.reply("Bob", "draw")
    with house.office.database.write() as unit:
        moderate.undo(Request(house.office, unit, 1, house.now, "wrong button"))
    house.app.tick()
    for _ in range(80):
        match = house.match()
        if match.over:
            return
        name = match.names[match.asked()[0]]
        found = re.search(r"^For example:  (.*)$", text_of(house.newest(name)), re.MULTILINE)
        assert found
        house.reply(name, found[1])
    raise AssertionError("the game does not end")


def test_an_archive_of_a_finished_game_holds_everything(house: House) -> None:
    """What was played, by whom, how it ended, and what the dice rest on."""
    played(house)
    files = exported(house)
    game = json.loads(files["game.json"])
    match = house.match()

    assert (1, "toy", "Pebbles", "over", 1, {}) == tuple(
        game[name] for name in ("game", "engine", "title", "state", "rules_version", "options")
    )
    assert (SEED, fairness.commitment(bytes.fromhex(SEED))) == (game["seed"], game["commitment"])
    assert [("Ann", ""), ("Bob", ""), ("Cem", "")] == [(seat["name"], seat["phrase"]) for seat in game["seats"]]
    assert [standing.seat for standing in match.standings()] == [standing["seat"] for standing in game["standings"]]
    assert play.fingerprint(match.engine, match.state) == game["fingerprint"]
    assert [("undo: Bob: draw", "wrong button")] == [(act["what"], act["reason"]) for act in game["acts"]]
    assert "FOR THE HOST ONLY" not in files["README.txt"]


def test_the_record_can_be_replayed_and_its_draws_checked(house: House) -> None:
    """With what is in the archive alone."""
    played(house)
    files = exported(house)
    game, rows = json.loads(files["game.json"]), lines(files["entries.jsonl"])
    record = [
        Entry(row["seat"], row["order"], row["outcome"], row["draw"], row["purpose"], row["by"], row["reveals"])
        for row in rows
    ]
    match = house.match()
    state = play.replay(match.engine, ["1", "2", "3"], game["options"], record)
    key = fairness.key(bytes.fromhex(game["seed"]), [seat["phrase"] for seat in game["seats"]])
    setup = match.engine.pending(match.engine.setup(["1", "2", "3"], {}))

    assert game["fingerprint"] == play.fingerprint(match.engine, state)
    assert list(range(1, len(rows) + 1)) == [row["number"] for row in rows]
    assert list(range(game["draws"])) == [row["draw"] for row in rows if row["draw"] is not None]
    assert rows[0]["outcome"] == list(Stream(key, 0).draw(setup).outcome)


def test_the_record_is_readable_and_marks_what_was_undone(house: House) -> None:
    """Orders with their players, draws with their numbers, and the public news; hidden cards are not in the news."""
    played(house)
    files = exported(house)
    text, rows = files["entries.txt"], lines(files["entries.jsonl"])

    assert "    1  draw 0 (deal): " in text
    assert re.search(r"^ +\d+  Ann: draw\n +Ann drew a card\.$", text, re.MULTILINE)
    assert re.search(r"^ +\d+  Bob: draw  \[undone\]$", text, re.MULTILINE)
    assert re.search(r"^ +\d+  Bob: undo  \(moderator\)$", text, re.MULTILINE)
    assert "You drew" not in text
    assert [("Bob", "draw")] == [(row["player"], row["order"]) for row in rows if row["undone"]]
    assert all(datetime.fromisoformat(str(row["made"])).tzinfo == UTC for row in rows)


def test_boards_are_there_from_every_seat(house: House) -> None:
    """One at the beginning of each turn and the last one; each seat sees its own hand, an onlooker none."""
    played(house)
    files = exported(house)
    scenes = lines(files["boards/onlooker.jsonl"])

    assert {
        f"boards/{who}.{kind}" for who in ("onlooker", "seat-1", "seat-2", "seat-3") for kind in ("txt", "jsonl")
    } == {name for name in files if name.startswith("boards/")}
    assert 1 == scenes[0]["entry"]
    assert len(lines(files["entries.jsonl"])) == scenes[-1]["entry"]
    assert all(scene["view"]["hand"] is None for scene in scenes)
    assert len(scenes) == files["boards/onlooker.txt"].count("after entry")
    assert "after entry 1, Ann\n==================\n" in files["boards/onlooker.txt"]
    assert "Your hand" not in files["boards/onlooker.txt"]
    assert len(scenes) == files["boards/seat-2.txt"].count("Your hand")


def test_mails_and_words_are_there(house: House) -> None:
    """Each mail as it was written; words to all in a file of their own, those between two in their mails alone."""
    played(house)
    files = exported(house)
    written = [text for name, text in files.items() if name.startswith("mails/")]

    assert len(house.sink.sent) == len(written)
    assert sorted(name for name in files if name.startswith("mails/"))[0] == "mails/0001-seat-1-turn.txt"
    assert "Your move, Ann" in files["mails/0001-seat-1-turn.txt"]
    assert [("Ann", "good luck")] == [(row["player"], row["text"]) for row in lines(files["press.jsonl"])]
    assert any("psst" in text for text in written)


def test_check_sums_stand_beside_the_files(house: House) -> None:
    """As sha256sum reads them, for every other file."""
    house.new_game(*NAMES)
    files = exported(house)
    sums = dict(reversed(line.split("  ", 1)) for line in files.pop("SHA256SUMS").splitlines())

    assert {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()} == sums


def test_the_same_game_gives_the_same_bytes(house: House) -> None:
    """Whenever it is written."""
    played(house)
    first = built(house)
    house.clock.pass_by(days=400)

    assert first == built(house)


def test_no_address_is_in_it(house: House) -> None:
    """No player's, whoever wrote it where, and no reply address of ours."""
    house.new_game(*NAMES)
    house.reply("Ann", "list\nsay write to Ann.Bell+games@example.org or ann@EXAMPLE.org\nnote bob@example.org")
    house.reply("Ann", "draw")
    with house.office.database.write() as unit:
        moderate.pause(Request(house.office, unit, 1, house.now, "ask cem@example.org"))
    files = exported(house)

    assert [] == [name for name, text in files.items() if "@" in text]
    assert any("write to (an address) or (an address)" in " ".join(text.split()) for text in files.values())


def test_of_a_running_game_it_is_for_the_host_alone(house: House) -> None:
    """It says so at its top, and the seed is not in it anywhere."""
    house.new_game(*NAMES)
    files = exported(house)

    assert files["README.txt"].startswith("FOR THE HOST ONLY. Pebbles, game 1, is not over.")
    assert None is json.loads(files["game.json"])["seed"]
    assert not any(SEED in text for text in files.values())


def test_a_game_of_stand_ins_has_an_archive(house: House) -> None:
    """Nobody was mailed."""
    house.new_game(bots=(Bot("Una", 1), Bot("Duo", 2)))
    files = exported(house)

    assert not any(name.startswith("mails/") for name in files)
    assert "(stand-in)" in files["entries.txt"]


def test_what_has_not_begun_has_no_archive(house: House) -> None:
    """Nor has what is not there."""
    house.new_game("Ann", seats=2)
    with pytest.raises(Refused, match="not started"):
        built(house)
    with pytest.raises(NotFound):
        built(house, 9)


def test_what_was_undone_is_known_however_it_was_withdrawn() -> None:
    """Undone orders go with their draws; a taken-back mail goes whole, and with it the undo that it held."""

    def order(text: str) -> Entry:
        return Entry(1, text, events=(Event("done", {}),))

    draw, undo = Entry(None, None, [3], 0, "dice"), Entry(1, play.UNDO)
    void = Entry(None, play.TAKEN_BACK, [2])

    assert set() == archive.undone([draw, order("a"), order("b")])
    assert {2, 3} == archive.undone([draw, order("a"), order("b"), draw, undo])
    assert {1, 2, 3} == archive.undone([draw, order("a"), order("b"), draw, undo, undo])
    assert {1, 2} == archive.undone([order("a"), undo, draw, void])
