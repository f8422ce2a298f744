"""The lines of `sheep-replay --check`: agreed cases, the form, and what is hashed."""

import dataclasses
import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from sheep_common.check import check, view_hash
from sheep_common.games import GAMES
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.records import RecordError

CASES = Path(__file__).parent / "cases" / "records"
HEADER = '{"record": "sheep/1", "game": "tiny", "seats": ["Ana", "Bo"]}'
PLAYED = [
    HEADER,
    '{"seat": null, "action": "heap 5"}',
    '{"seat": 1, "action": "bid  3"}',
    '{"seat": 0, "action": "bid 2"}',
]
NOTHING = "e3b0c44298fc"


def portable(line: str) -> str:
    """Return what of a line two programs can compare: all but the hashes of views."""
    return line.partition(" view0=")[0]


@pytest.mark.parametrize("case", sorted(CASES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_recorded_game_is_replayed_as_other_programs_do(case: Path) -> None:
    """Line by line up to the legal actions, and the outcome."""
    with case.open("rb") as lines:
        found = [portable(line) for line in check(lines, GAMES)]
    assert found == case.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


def test_there_are_cases_of_both_games() -> None:
    """A moved folder does not make the test above vacuous."""
    games = {case.stem.rpartition("-")[0] for case in CASES.glob("*.jsonl")}
    assert games >= {"battle-sheep", "leadersheep", "leadersheep-small"}


def test_each_step_is_a_line_of_the_contract() -> None:
    """Start, chance, several to act at once, the end; actions in their one form."""
    lines = list(check(PLAYED, {"tiny": TINY}))
    bids = hashlib.sha256(b"bid 1\nbid 2\nbid 3").hexdigest()[:12]
    both = hashlib.sha256(b"bid 1\nbid 2\nbid 3\nbid 1\nbid 2\nbid 3").hexdigest()[:12]
    assert [portable(line) for line in lines] == [
        f"0 - start | to_act=table legal=0:{NOTHING}",
        f"1 table heap 5 | to_act=0,1 legal=6:{both}",
        f"2 1 bid 3 | to_act=0 legal=3:{bids}",
        f"3 0 bid 2 | to_act=- legal=0:{NOTHING}",
        "outcome scores=2,3 tiebreaks=0,0 winners=1",
    ]


def test_each_line_hashes_the_view_of_every_seat_and_of_a_spectator() -> None:
    """In seat order, then the spectator's."""
    line = list(check(PLAYED, {"tiny": TINY}))[2]
    state = TINY.apply(TINY.apply(TINY.initial(2, {}), None, "heap 5").state, 1, "bid 3").state
    views = [view_hash(TINY.view(state, seat)) for seat in (0, 1, None)]
    assert line.split(" ")[-3:] == [f"view0={views[0]}", f"view1={views[1]}", f"spectator={views[2]}"]
    assert views[0] == views[2] != views[1]


def test_a_view_is_hashed_as_sorted_compact_json_that_is_not_escaped() -> None:
    """So that another program can make the same hash."""
    view = GAMES["leadersheep"].view(GAMES["leadersheep"].initial(3, {}), 0)
    text = json.dumps(
        json.loads(msgspec.json.encode(view)), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert "Provence-Alpes-Côte" in text
    assert view_hash(view) == hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def test_several_winners_are_joined_by_commas() -> None:
    """A tie in the tiny game has all of them."""
    tie = [*PLAYED[:2], '{"seat": 0, "action": "bid 3"}', '{"seat": 1, "action": "bid 3"}']
    assert list(check(tie, {"tiny": TINY}))[-1] == "outcome scores=0,0 tiebreaks=0,0 winners=0,1"


def test_an_outcome_is_printed_whether_or_not_it_is_written() -> None:
    """Once; and none for a game that still runs."""
    written = [*PLAYED, '{"outcome": {"scores": [2, 3], "tiebreaks": [0, 0], "winners": [1]}}']
    assert list(check(written, {"tiny": TINY})) == list(check(PLAYED, {"tiny": TINY}))
    assert not list(check(PLAYED[:3], {"tiny": TINY}))[-1].startswith("outcome")


def test_an_undo_has_a_line_of_its_own() -> None:
    """Numbered like an action, by nobody, with the state it leads back to."""
    undoable = dataclasses.replace(TINY, undoable=True)
    lines = list(check([*PLAYED[:3], '{"undo": 1}', *PLAYED[2:]], {"tiny": undoable}))
    assert lines[3].startswith("3 - undo 1 | to_act=0,1 ")
    assert lines[3].partition(" | ")[2] == lines[1].partition(" | ")[2]
    assert lines[4].startswith("4 1 bid 3 | ")


def test_all_that_is_right_is_printed_before_the_first_wrong_line() -> None:
    """The error comes after the lines that were good."""
    lines = check([*PLAYED[:2], "nonsense"], {"tiny": TINY})
    assert next(lines).startswith("0 - start")
    assert next(lines).startswith("1 table")
    with pytest.raises(RecordError):
        next(lines)
