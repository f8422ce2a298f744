"""Generic code has no name of a game in it: what is special to a game stands in the game's own folder."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("battle-sheep", "leadersheep", "battle sheep", "battle_sheep")
OWN = ("sheep_common/games/", "sheep_client/games/")
"""Where the games are."""
KNOWN = {
    "client/sheep_client/game_registry.py": "names the house's games as text, so that nobody imports them",
    "client/sheep_client/cli.py": "what the help says the program is",
    "common/sheep_common/laws/canaries.py": "a search of one game's cards, for tests",
    "host/sheep_host/cli.py": "examples in the help",
}


def names_in(source: str) -> Iterator[int]:
    """Give the lines of the strings, docstrings left out, that name a game."""
    tree = ast.parse(source)
    told = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node in told:
            continue
        if any(name in node.value.lower() for name in NAMES):
            yield node.lineno


def generic() -> Iterator[Path]:
    """Give the modules that are no game's."""
    for side in ("common", "host", "client"):
        for path in sorted((ROOT / side).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if where not in KNOWN and not any(own in where and "/" in where.split(own)[1] for own in OWN):
                yield path


def test_no_game_is_named_in_generic_code() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in generic()
        for line in names_in(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_the_exceptions_are_still_needed() -> None:
    for where in KNOWN:
        assert list(names_in((ROOT / where).read_text(encoding="utf-8"))), where


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('if game == "battle-sheep":\n    pass', [1]),
        ('"""Battle Sheep in a docstring."""', []),
        ('def f():\n    """Leadersheep."""\n    return f"{n} of Leadersheep"', [3]),
        ("leadersheep = 1", []),
    ],
)
def test_a_name_is_found_where_it_is_a_value(source: str, found: list[int]) -> None:
    assert list(names_in(source)) == found
