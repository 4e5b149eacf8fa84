"""Every sample mail is taken for what it is, and gives exactly the orders that its writer typed."""

from __future__ import annotations

import random

import pytest

from tests.pbem.mail.post import EXPECTED, alike, handled, sample


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_gives_its_kind_and_its_orders(name: str) -> None:
    """Kind and orders are those that stand in expected.json."""
    expected = EXPECTED[name]

    result = handled(sample(name))

    assert result.kind == expected["kind"], result
    assert len(result.orders) == len(expected["orders"]), result
    assert all(alike(wanted)(given) for wanted, given in zip(expected["orders"], result.orders, strict=True)), result


def test_the_order_of_arrival_changes_nothing() -> None:
    """One mail never spoils the next, in whatever order they come."""
    names = list(EXPECTED)
    alone = {name: handled(sample(name)) for name in names}
    random.Random(4).shuffle(names)

    together = {name: handled(sample(name)) for name in names}

    assert together == alone
