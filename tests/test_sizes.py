"""Functions stay short enough to be read at a glance."""

from __future__ import annotations

from statistics import median

from tests.source import functions, modules

LONGEST = 60
MEDIAN = 10


def lengths(*folders: str) -> dict[str, int]:
    """Return the lines of every function, its head and docstring counted."""
    return {
        f"{source.path}:{function.lineno} {function.name}": (function.end_lineno or 0) - function.lineno + 1
        for source in modules(*folders)
        for function in functions(source.tree)
    }


def test_no_function_is_long() -> None:
    """No function is longer than sixty lines, in the tests neither."""
    long = {name: lines for name, lines in lengths("engines", "pbem", "tests", "bench").items() if lines > LONGEST}

    assert long == {}


def test_most_functions_are_short() -> None:
    """The median function is shorter than ten lines."""
    assert median(lengths("engines", "pbem").values()) < MEDIAN
