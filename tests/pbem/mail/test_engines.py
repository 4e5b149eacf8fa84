"""The games' own tables are read as the games mean them, and the prose of players is left alone by all of them."""

from __future__ import annotations

from functools import cache

import pytest

import engines
from engines.api import Ask, Engine, Illegal
from engines.chance import Stream
from engines.play import start
from pbem.mail.commands import Grammar, clashes
from pbem.mail.orderform import items_of

GAMES = sorted(engines.discover())
PLAYERS = ("Ann", "Bob", "Cem")
PROSE = (
    """
Sent from my iPhone|Verstuurd vanaf mijn iPhone|Enviado desde mi iPhone|Gesendet von meinem iPad|Get Outlook for iOS
Von meinem Galaxy gesendet|Envoy\u00e9 de mon iPhone|Love, Ann|Love|Love,|Tak|Tak for turen|Hi|Hi all|Hello|Dear all
Thanks|Thanks!|Thank you|Merci|Danke|Gracias|Best|Best,|Best wishes|Cheers|Regards|Kind regards|Please|Dear robot
Ann|Bob|Cem|Dia|Eli|Roy|Amy|Ned|Max|Tom|Rolf|Carl|Ray|Here we go|See you soon|Have fun|Ok|OK!|Yes|No|no idea|Later
Moin|Salut|Ciao|mfg|lg|On this turn I go to the mosque:|My orders:|Orders:|Good luck everyone|That was fun|cu|---
Well done|Nice move|Greetings from Rome|Mit freundlichen Gr\u00fc\u00dfen|Can't wait|I hope this works|Placing my bets
Je n'ai pas eu de retour sur ma pr\u00e9cision de 2 jours|La informaci\u00f3n contenida en este mensaje es confidencial
Se ricevete questo messaggio per errore, Vi preghiamo di restituircelo|Se lei non \u00e8 il destinatario della presente
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


@cache
def grammar(name: str) -> Grammar:
    """Return the grammar for the first question of a match."""
    engine: Engine = engines.discover()[name]
    state = start(engine, PLAYERS, {option.name: option.default for option in engine.options}, Stream(b"s" * 32)).state
    asked = engine.pending(state)
    assert isinstance(asked, Ask)

    def code(text: str) -> str:
        try:
            engine.parse(state, asked.seats[0], text)
        except Illegal as illegal:
            return illegal.code
        return ""

    return Grammar(
        engine.orders, lambda text: code(text) != "unreadable", legal=lambda text: not code(text), writer="Rolf"
    )


@pytest.mark.parametrize("name", GAMES)
def test_no_game_takes_a_word_of_the_mail_commands(name: str) -> None:
    """An order is never a command."""
    assert clashes(order.verb for order in engines.discover()[name].orders) == ()


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_read_as_its_order(name: str) -> None:
    """As it stands, in capitals, and with a list mark."""
    for order in engines.discover()[name].orders:
        for line in (order.example, order.example.upper(), f"1. {order.example}"):
            (item,), trial = items_of([line], grammar(name))
            assert (item.kind, item.verb, item.trailing, trial) == ("order", order.verb, "", False)


@pytest.mark.parametrize("name", GAMES)
def test_verbs_may_be_shortened(name: str) -> None:
    """To what is unique among orders and commands, before an argument of the example."""
    verbs = grammar(name).verbs
    for order in engines.discover()[name].orders:
        verb, _, rest = order.example.partition(" ")
        short = next(verb[:n] for n in range(2, len(verb) + 1) if sum(v.startswith(verb[:n]) for v in verbs) == 1)
        items, _ = items_of([f"{short} {rest}"], grammar(name))
        assert [(item.kind, item.verb) for item in items if rest] in ([], [("order", order.verb)])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("line", PROSE)
def test_prose_is_a_remark_in_every_game(name: str, line: str) -> None:
    """Greetings, signatures and chat never become an order, and so never spoil a mail."""
    items, _ = items_of([line], grammar(name))

    assert {item.kind for item in items} <= {"unread"}
