"""A record on the full screen: steps, jumps, whose eyes, and nothing that a seat was not to see."""

from dataclasses import replace
from pathlib import Path

import pytest
from sheep_client import i18n
from sheep_client.game_api.screen import Look
from sheep_client.replay_ui import screen
from sheep_client.replay_ui.analysis_text import Analysis
from sheep_client.replay_ui.screen import Walk
from sheep_client.text_layout import width_of
from sheep_client.thinking.review import Judged, Loss
from sheep_common.games import GAMES
from sheep_common.records import Action
from sheep_common.replay import replay

CASES = Path(__file__).parents[2] / "common" / "cases" / "records"
LOOK = Look(80, 24)


def walk(name: str, seat: int | None = None) -> Walk:
    """Open a record."""
    return screen.begin(list(replay((CASES / name).read_bytes().splitlines(), GAMES)), seat)


def pressed(here: Walk, *keys: str) -> Walk:
    """Press keys that do not end the walk."""
    for key in keys:
        after = screen.press(here, key, LOOK)
        assert after is not None
        here = after
    return here


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["right"] * 3, 3),
        (["right", "left"], 0),
        (["down"], 10),
        (["2", "3", "enter"], 23),
        (["wheel-down"], 1),
    ],
)
def test_keys_go_from_step_to_step(keys: list[str], step: int) -> None:
    """One, ten, or to a number."""
    assert pressed(walk("battle-sheep-00.jsonl"), *keys).at == step


def test_the_end_shows_who_has_won() -> None:
    """With the reason."""
    assert "The end" in screen.paint(pressed(walk("battle-sheep-00.jsonl"), "end"), LOOK).text()


@pytest.mark.parametrize("name", ["battle-sheep-00.jsonl", "leadersheep-00.jsonl"])
def test_what_was_done_is_said_in_words(name: str) -> None:
    """Not in the notation of records."""
    here = walk(name)
    for at, reached in enumerate(here.reached):
        entry = reached.entry
        if isinstance(entry, Action) and entry.seat is not None:
            row = screen.paint(replace(here, at=at), LOOK).text().splitlines()[-2]
            assert row.strip("| ").startswith(here.reached[0].header.seats[entry.seat] + ": ")
            assert entry.action not in row or " " not in entry.action


def test_from_a_players_eyes_their_own_splits_are_marked_too() -> None:
    """In a game only those of the others are, since the player knows theirs."""
    for seat in (0, 1):
        here = walk("battle-sheep-00.jsonl", seat)
        splits = [
            at
            for at, reached in enumerate(here.reached)
            if isinstance(reached.entry, Action) and reached.entry.action.startswith("split")
        ]
        for at in splits:
            assert "˙" in screen.paint(replace(here, at=at), LOOK).text(), (seat, at)


def test_it_plays_by_itself_to_the_end_and_stops() -> None:
    """At a speed that can be changed."""
    here = pressed(walk("battle-sheep-00.jsonl"), "end", "left", "left", "p", ">")
    assert here.pause < walk("battle-sheep-00.jsonl").pause
    for _ in range(5):
        here = screen.tick(here)
    assert (here.at, here.playing) == (here.last, False)


def test_tab_looks_with_other_eyes() -> None:
    """A spectator, then seat after seat."""
    here = pressed(walk("leadersheep-00.jsonl"), "down")
    hands = []
    for _ in range(3):
        here = pressed(here, "tab")
        hands.append(screen.told(here)[1].tables["record"].update.view["hand"])  # type: ignore[union-attr]
    assert len(set(map(tuple, hands))) == 3


def test_with_a_seat_nothing_else_is_seen() -> None:
    """Tab changes nothing, and actions are not quoted: they could tell a hand."""
    here = pressed(walk("leadersheep-00.jsonl", 0), "down", "tab")
    assert here.seat == 0
    for _ in range(40):
        here = pressed(here, "right")
        assert "promise " not in screen.paint(here, LOOK).rows[22][0][1]


@pytest.mark.parametrize("name", ["battle-sheep-01.jsonl", "leadersheep-01.jsonl"])
@pytest.mark.parametrize(("width", "height"), [(40, 12), (60, 20), (120, 40)])
def test_rows_are_equally_wide(name: str, width: int, height: int) -> None:
    """At every size."""
    for keys in ([], ["down"], ["end"], ["f1"]):
        frame = screen.paint(pressed(walk(name), *keys), Look(width, height))
        assert {sum(width_of(text) for _, text in row) for row in frame.rows} == {width}


# --- where most was lost ------------------------------------------------------------------------

LOSSES = {
    "battle-sheep-00.jsonl": (
        Loss(
            number=14, seat=1, played="split 4,-2 SW 2", best="split 4,-2 W 7", could=0.99, had=0.02,
            reason="takes-land", values={"seat": 0, "pastures": 8},
        ),
        Loss(number=9, seat=0, played="start 1,-3", best="start 0,0", could=0.84, had=0.0),
    ),
    "leadersheep-00.jsonl": (
        Loss(
            number=79, seat=2, played="trade nouvelle-aquitaine", best="accept", could=0.53, had=0.3,
            reason="harmless", values={"colour": "black", "region": "bourgogne-franche-comte"},
        ),
        Loss(number=35, seat=2, played="promise blue", best="promise blue yellow", could=0.66, had=0.49),
    ),
}  # fmt: skip


def listed(name: str, *, over: bool = True, seat: int | None = None) -> Walk:
    """Open a record whose worst turns are known, and their list."""
    here = pressed(walk(name, seat), "a")
    found = Analysis(total=5)
    for loss in LOSSES[name]:
        found = found.after(Judged(number=loss.number, loss=loss))
    return replace(here, analysis=found.ended() if over else found)


@pytest.mark.parametrize("name", sorted(LOSSES))
@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(40, 12), (60, 20), (80, 24), (200, 60)])
def test_the_list_of_losses_fits_every_screen(name: str, language: str, width: int, height: int) -> None:
    """Each line of it, and of what is said about the turn that is on."""
    i18n.use(language)
    try:
        for here in (listed(name), pressed(listed(name), "down"), pressed(listed(name), "enter")):
            frame = screen.paint(here, Look(width, height))
            assert {sum(width_of(text) for _, text in row) for row in frame.rows} == {width}
    finally:
        i18n.use("en")


def test_the_list_says_what_was_played_what_was_better_why_and_what_it_cost() -> None:
    """Of the turn that is on; and how far the analysis has come."""
    text = screen.paint(listed("battle-sheep-00.jsonl", over=False), LOOK).text()
    for words in (
        "Looked at 2 of 5 turns",
        "-97%  14  Bo   move 2 sheep south-west, from f4 to e7",
        "-84%   9  Ana  put your stack on c3",
        "Played: move 2 sheep south-west",
        "Better: move 7 sheep west, from f4 to c4. It takes 8 pastures that Ana",
        "The chance to win: 2%; it would have been 99%.",
    ):
        assert words in text


@pytest.mark.parametrize("way", [("down", "enter"), ("line:1", "line:1")])
def test_enter_goes_to_where_it_was_chosen_with_that_players_eyes(way: tuple[str, ...]) -> None:
    """There it is said what will be lost, and with the next step it happens."""
    here = pressed(listed("leadersheep-00.jsonl"), *way)
    assert (here.at, here.seat, here.listing) == (34, 2, False)
    assert "Chloé loses 17% now. Better: lay face down: blue, yellow." in screen.paint(here, LOOK).text()
    assert "loses" not in screen.paint(pressed(here, "right"), LOOK).text()
    assert pressed(here, "a").chosen == 35


def test_the_turn_that_is_on_stays_so_when_worse_ones_are_found() -> None:
    """The list grows above it."""
    here = pressed(listed("battle-sheep-00.jsonl", over=False), "down")
    assert here.analysis is not None
    worse = Loss(number=12, seat=1, played="split 4,-2 SE 1", best="split 4,-2 W 1", could=1.0, had=0.0)
    here = replace(here, analysis=here.analysis.after(Judged(number=12, loss=worse)))
    assert pressed(here, "enter").at == 8


def test_the_list_can_be_closed_and_opened_and_the_walk_left_at_any_time() -> None:
    """Also while there is nothing in it yet."""
    here = replace(pressed(walk("battle-sheep-00.jsonl"), "a"), analysis=Analysis(total=29))
    assert "Looked at 0 of 29 turns" in screen.paint(here, LOOK).text()
    here = pressed(here, "enter", "down")
    assert screen.press(here, "q", LOOK) is None
    here = pressed(here, "escape")
    assert not here.listing
    assert pressed(here, "right").at == 1
    assert pressed(here, "a").listing


def test_the_keys_of_a_walk_are_told() -> None:
    """With the analysis; what is for players at a table is not there."""
    here = pressed(walk("battle-sheep-00.jsonl"), "f1")
    text = screen.paint(here, LOOK).text()
    assert "a       analysis" in text
    assert "whose eyes" in text
    assert "/say" not in text
    assert any(key == "a" for key, _ in screen.keys(walk("battle-sheep-00.jsonl")))


@pytest.mark.parametrize("name", sorted(LOSSES))
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_would_have_been_better_is_read_on_the_smallest_screen(name: str, language: str) -> None:
    """One turn at a time with its sentences; the next by a key."""
    i18n.use(language)
    try:
        here = listed(name)
        for loss in LOSSES[name]:
            text = screen.paint(here, Look(40, 12)).text()
            assert f" {loss.number} " in text
            assert {"en": "Better", "fr": "Mieux"}[language] in text
            here = pressed(here, "down")
    finally:
        i18n.use("en")
