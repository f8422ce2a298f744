"""`docs/contract.md` and the code say the same of games: members, views and events."""

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from sheep_common.game import Event, Game, View
from sheep_common.games import battle_sheep, leadersheep
from sheep_common.games.battle_sheep import events as battle_sheep_events
from sheep_common.games.leadersheep import events as leadersheep_events
from sheep_support.documents import pages

PAGE = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
EVENTS: Mapping[str, ModuleType] = {"battle-sheep": battle_sheep_events, "leadersheep": leadersheep_events}
VIEWS: Mapping[str, type[View]] = {
    "battle-sheep": battle_sheep.GAME.view_type,
    "leadersheep": leadersheep.GAME.view_type,
}
WORD = re.compile(r"`([a-z_]+)[^`]*`")


def test_every_member_of_a_game_is_on_the_page_and_the_reverse() -> None:
    """In the order of the code, each once."""
    members = [WORD.findall(member)[0] for member, _ in pages.table(PAGE, "member", "meaning")]
    assert members == [field.name for field in dataclasses.fields(Game)]


def test_members_that_are_called_have_their_arguments_on_the_page() -> None:
    """As many as the function takes."""
    for member, _ in pages.table(PAGE, "member", "meaning"):
        written = re.search(r"`([a-z_]+)\((.*?)\)", member)
        value = getattr(battle_sheep.GAME, WORD.findall(member)[0])
        assert callable(value) == (written is not None) or isinstance(value, type), member
        if written is not None:
            assert value.__code__.co_argcount == len(written[2].split(", ")), member


@pytest.mark.parametrize("game", EVENTS)
def test_every_event_is_on_the_page_with_its_fields_and_the_reverse(game: str) -> None:
    """In the order of the code: the page tells a client's author all there is."""
    classes = [
        one
        for one in vars(EVENTS[game]).values()
        if isinstance(one, type) and issubclass(one, Event) and one is not Event
    ]
    expected = [(str(one.__struct_config__.tag), list(one.__struct_fields__)) for one in classes]
    written, current = [], ""
    for name, event, fields in pages.table(PAGE, "game", "event", "fields"):
        current = name or current
        if current == game:
            named = [WORD.findall(part)[0] for part in fields.split(", ") if part.startswith("`")]
            written.append((event.strip("`"), named))
    assert written == expected


@pytest.mark.parametrize("game", VIEWS)
def test_every_field_of_a_view_is_on_the_page_and_the_reverse(game: str) -> None:
    """Those of both games in one line, its own in another; each is followed by what it is."""
    both = re.search(r"^Both: (.*)$", PAGE, re.MULTILINE)
    own = re.search(rf"^`{game}`: (.*)$", PAGE, re.MULTILINE)
    assert both is not None
    assert own is not None
    shared = WORD.findall(both[1])
    assert shared == list(View.__struct_fields__)
    fields = [names for part in own[1].split(" · ")[1:] for names in _names(part)]
    assert fields == [name for name in VIEWS[game].__struct_fields__ if name not in shared]


def _names(part: str) -> list[str]:
    """Return the fields that a part of the line is about: those before its explanation."""
    beginning = re.match(r"(?:`[a-z_]+`(?:, )?)+", part)
    assert beginning is not None, part
    return WORD.findall(beginning[0])
