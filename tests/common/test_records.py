"""Records: what a line may be, what is refused and with which line, and taking back."""

import contextlib
import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheep_common.game import Game, Outcome
from sheep_common.laws.tiny_game import GAME as TINY
from sheep_common.records import (
    MAX_LINE,
    Action,
    End,
    Entry,
    Header,
    Record,
    RecordError,
    Undo,
    parse,
    read,
    write,
)
from sheep_common.replay import Reached, replay

UNDOABLE = dataclasses.replace(TINY, undoable=True)
HEADER = '{"record": "sheep/1", "game": "tiny", "seats": ["Ana", "Bo"], "options": {"first": 1}}'
HEAP = '{"seat": null, "action": "heap 5"}'


def bid(seat: int, number: int) -> str:
    return f'{{"seat": {seat}, "action": "bid {number}"}}'


PLAYED = [HEADER, HEAP, bid(0, 2), bid(1, 3)]
OVER = '{"outcome": {"scores": [2, 3], "tiebreaks": [0, 0], "winners": [1]}}'


def run(*lines: str | bytes, game: Game[Any] = TINY) -> list[Reached[Any]]:
    return list(replay(lines, {"tiny": game}))


def refusal(*lines: str | bytes, game: Game[Any] = TINY) -> tuple[int, str]:
    """Return line and text of what is wrong."""
    with pytest.raises(RecordError) as caught:
        run(*lines, game=game)
    return caught.value.line, str(caught.value)


# --- a line ---------------------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(0, 2**70)
ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(
        Header,
        game=WORDS,
        seats=st.lists(WORDS).map(tuple),
        options=st.dictionaries(WORDS, st.integers() | WORDS),
    ),
    st.builds(Action, seat=NUMBERS | st.none(), action=WORDS, ms=NUMBERS | st.none()),
    st.builds(Undo, undo=st.integers(1)),
    st.builds(
        End,
        outcome=st.builds(
            Outcome,
            scores=st.lists(st.integers()).map(tuple),
            tiebreaks=st.lists(st.integers()).map(tuple),
            winners=st.lists(st.integers()).map(tuple),
        ),
    ),
)


@given(ENTRIES)
def test_what_is_written_is_read_back(entry: Entry) -> None:
    """From text and from bytes, and it is one line whatever a name holds."""
    line = write(entry)
    assert "\n" not in line
    assert parse(line) == entry
    assert parse(line.encode()) == entry


@given(st.binary() | st.text())
def test_any_line_is_read_or_refused(line: str | bytes) -> None:
    """Nothing but RecordError leaves; what was read is written and read again."""
    with contextlib.suppress(RecordError):
        entry = parse(line)
        assert parse(write(entry)) == entry


def test_lines_are_written_as_in_the_contract() -> None:
    """Keys and blanks as in its example; names are not escaped."""
    header = Header(game="battle-sheep", seats=("Ana", "Chloé"), options={"first": 0})
    assert write(header) == (
        '{"record": "sheep/1", "game": "battle-sheep", "seats": ["Ana", "Chloé"], "options": {"first": 0}}'
    )
    assert write(Action(seat=0, action="tile 0,0 2", ms=5120)) == (
        '{"seat": 0, "action": "tile 0,0 2", "ms": 5120}'
    )
    assert write(Action(seat=None, action="shuffle red,blue!")) == (
        '{"seat": null, "action": "shuffle red,blue!"}'
    )
    assert write(Undo(undo=2)) == '{"undo": 2}'
    assert write(End(outcome=Outcome(scores=(16, 11), tiebreaks=(10, 5), winners=(0,)))) == (
        '{"outcome": {"scores": [16, 11], "tiebreaks": [10, 5], "winners": [0]}}'
    )


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ('{"seat": 0, "action": "x", "note": {"deep": [1.5, null]}}', Action(seat=0, action="x")),
        ('{"seat": 0, "action": "x", "ms": null}', Action(seat=0, action="x")),
        ('  {"undo":2}  \r\n', Undo(undo=2)),
        (b'{"undo":2}\r\n', Undo(undo=2)),
        ('{"record": "sheep/1", "game": "x", "seats": []}', Header(game="x", seats=())),
        (
            '{"record": "sheep/1", "game": "x", "seats": [], "options": {"position": null}, "host": 1}',
            Header(game="x", seats=()),
        ),
        ('{"seat": 0, "action": "\\ud83d\\udc11"}', Action(seat=0, action="🐑")),
    ],
)
def test_a_line_may_hold_more_or_be_written_otherwise(line: str | bytes, entry: Entry) -> None:
    """Unknown keys, other blanks, a carriage return, null for what is left out, escaped pairs."""
    assert parse(line) == entry


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("", "a blank line"),
        (" \t\r\n", "a blank line"),
        ("{", "bad JSON"),
        ('{"undo": 1} {"undo": 1}', "bad JSON"),
        ("{'undo': 1}", "bad JSON"),
        ('{"undo": 1,}', "bad JSON"),
        ('{"undo": 01}', "bad JSON"),
        ('{"seat": 0, "action": "a\tb"}', "bad JSON"),
        ("\ufeff" + '{"undo": 1}', "bad JSON"),
        ('{"undo": 1, "x": NaN}', "bad JSON: NaN"),
        ('{"undo": 1, "x": -Infinity}', "bad JSON: -Infinity"),
        ('{"undo": 1, "undo": 2}', "a key comes twice"),
        ('{"undo": 1, "x": {"a": 1, "a": 1}}', "a key comes twice"),
        ('{"undo": 1, "x": ' + "9" * 5000 + "}", "a giant number"),
        ('{"undo": 1, "x": ' + "[" * 100_000 + "}", "too deep"),
        ('{"undo": 1, "x": "' + "x" * MAX_LINE + '"}', "characters"),
        (b'{"undo": 1, "x": "\xff"}', "bad UTF-8"),
        (b'{"undo": 1, "x": "\xed\xa0\x80"}', "bad UTF-8"),
        ('{"undo": 1, "x": "\\ud800"}', "half of a surrogate"),
        ('{"undo": 1, "\\udc11": 0}', "half of a surrogate"),
        ("[]", "a JSON object"),
        ("null", "a JSON object"),
        ("{}", "neither"),
        ('{"seat": 0}', "neither"),
        ('{"seat": 0, "action": "x", "undo": 1}', "action and undo in one line"),
        ('{"record": "sheep/1", "game": "x", "seats": [], "outcome": {}}', "record and outcome"),
        ('{"action": "x"}', "seat"),
        ('{"seat": -1, "action": "x"}', "$.seat"),
        ('{"seat": true, "action": "x"}', "$.seat"),
        ('{"seat": 0.0, "action": "x"}', "$.seat"),
        ('{"seat": "0", "action": "x"}', "$.seat"),
        ('{"seat": 0, "action": ["x"]}', "$.action"),
        ('{"seat": 0, "action": null}', "$.action"),
        ('{"seat": 0, "action": "x", "ms": -1}', "$.ms"),
        ('{"seat": 0, "action": "x", "ms": "1"}', "$.ms"),
        ('{"undo": 0}', "$.undo"),
        ('{"undo": true}', "$.undo"),
        ('{"undo": null}', "$.undo"),
        ('{"outcome": null}', "$.outcome"),
        ('{"outcome": {"scores": [1], "winners": [0]}}', "tiebreaks"),
        ('{"outcome": {"scores": [true], "tiebreaks": [0], "winners": [0]}}', "$.outcome.scores"),
        ('{"record": "sheep/2", "game": "x", "seats": []}', "'sheep/2'"),
        ('{"record": 1, "game": "x", "seats": []}', "the record is 1"),
        ('{"record": "sheep/1", "seats": []}', "game"),
        ('{"record": "sheep/1", "game": "x"}', "seats"),
        ('{"record": "sheep/1", "game": "x", "seats": 2}', "$.seats"),
        ('{"record": "sheep/1", "game": "x", "seats": [null]}', "$.seats"),
        ('{"record": "sheep/1", "game": "x", "seats": [], "options": []}', "$.options"),
        ('{"record": "sheep/1", "game": "x", "seats": [], "options": {"a": true}}', "$.options"),
        ('{"record": "sheep/1", "game": "x", "seats": [], "options": {"a": [1]}}', "$.options"),
    ],
)
def test_a_wrong_line_is_refused_in_words(line: str | bytes, what: str) -> None:
    """The text names what is wrong and is short, also when the line is not."""
    with pytest.raises(RecordError) as caught:
        parse(line)
    assert what in str(caught.value)
    assert len(str(caught.value)) < 200


# --- a whole record -------------------------------------------------------------------------


def test_a_record_is_read_without_being_replayed() -> None:
    """Also one of a game that is not here, unfinished, with actions taken back."""
    other = HEADER.replace("tiny", "chess")
    unfinished = read([other, HEAP, bid(0, 2), '{"undo": 1}'])
    assert unfinished == Record(
        Header(game="chess", seats=("Ana", "Bo"), options={"first": 1}),
        (Action(seat=None, action="heap 5"), Action(seat=0, action="bid 2"), Undo(undo=1)),
        None,
    )
    assert read([HEADER, OVER]).outcome == Outcome(scores=(2, 3), tiebreaks=(0, 0), winners=(1,))


def test_a_replay_yields_every_state_and_what_each_was_told() -> None:
    """The start is number 0; actions come back in their one form."""
    reached = run(HEADER, HEAP, '{"seat": 1, "action": " bid   3 ", "ms": 7}', bid(0, 2), OVER)
    assert [now.number for now in reached] == [0, 1, 2, 3]
    assert reached[0].step is None
    assert reached[2].entry == Action(seat=1, action="bid 3", ms=7)
    assert reached[2].seen_by(0) != reached[2].seen_by(1)
    assert reached[0].seen_by(None) == ()
    assert TINY.outcome(reached[3].state) is not None
    assert reached[3].state.scores == (2, 3)


def test_options_that_are_left_out_have_their_defaults() -> None:
    """A header without options is whole."""
    bare = '{"record": "sheep/1", "game": "tiny", "seats": ["Ana", "Bo"]}'
    assert run(bare)[0].state == TINY.initial(2, {})


def test_a_byte_order_mark_before_the_header_is_passed_over() -> None:
    """Some editors write one; in text and in bytes."""
    assert len(run("\ufeff" + HEADER)) == 1
    assert len(run(b"\xef\xbb\xbf" + HEADER.encode())) == 1


def test_an_unfinished_record_and_a_finished_one_without_outcome_are_fine() -> None:
    """The last line may be missing; an empty rest too."""
    assert len(run(HEADER)) == 1
    assert len(run(*PLAYED)) == 4
    assert len(run(*PLAYED, OVER)) == 4


def test_what_was_right_is_yielded_before_the_first_wrong_line() -> None:
    """A reader sees how far the record goes."""
    replayed = replay([HEADER, HEAP, bid(0, 2), "{", bid(0, 2)], {"tiny": TINY})
    assert [next(replayed).number for _ in range(3)] == [0, 1, 2]
    with pytest.raises(RecordError) as caught:
        next(replayed)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        ([], 1, "no header"),
        (["{"], 1, "bad JSON"),
        ([HEAP], 1, "no header"),
        ([OVER], 1, "no header"),
        ([HEADER, HEADER], 2, "a second header"),
        ([HEADER.replace("tiny", "chess")], 1, "unknown game 'chess'; there is tiny"),
        ([HEADER.replace("tiny", "x" * 999)], 1, "unknown game"),
        ([HEADER.replace(', "Bo"', ', "Bo"' * 9)], 1, "seats"),
        ([HEADER.replace("first", "last")], 1, "options"),
        ([HEADER.replace("1}", "2}")], 1, "first is a seat"),
        ([HEADER, ""], 2, "a blank line"),
        ([HEADER, HEAP, ""], 3, "a blank line"),
        ([HEADER, bid(0, 2)], 2, "not to act"),
        ([HEADER, HEAP, HEAP], 3, "not to act"),
        ([HEADER, HEAP, bid(0, 2), bid(0, 2)], 4, "not to act"),
        ([HEADER, HEAP, bid(0, 4)], 3, "a bid is 1 to 3"),
        ([HEADER, HEAP, bid(2, 1)], 3, "there is no seat 2"),
        ([HEADER, HEAP, bid(10**400, 1)], 3, "there is no seat a giant number"),
        ([HEADER, HEAP, '{"seat": 0, "action": "bit 1"}'], 3, "write bid N"),
        ([HEADER, HEAP, OVER], 3, "an outcome too early"),
        ([*PLAYED, OVER.replace("[1]", "[0]")], 5, '"winners": [1]'),
        ([*PLAYED, OVER.replace("[2, 3]", "[3, 2]")], 5, "not the outcome"),
        ([*PLAYED, OVER.replace("[0, 0]", "[0]")], 5, "not the outcome"),
        ([*PLAYED, OVER, OVER], 6, "after the outcome"),
        ([*PLAYED, OVER, ""], 6, "after the outcome"),
        ([*PLAYED, bid(0, 1)], 5, "not to act"),
    ],
)
def test_the_first_wrong_line_is_named(lines: list[str], line: int, what: str) -> None:
    """By its number from 1, with what is wrong."""
    number, text = refusal(*lines)
    assert (number, what in text) == (line, True), text


def test_a_mark_before_a_later_line_is_bad_json() -> None:
    """It is passed over at the beginning of a file only."""
    assert refusal(HEADER, "\ufeff" + HEAP)[0] == 2


# --- taking back ----------------------------------------------------------------------------


def test_undo_takes_back_the_last_actions_and_play_goes_on_from_there() -> None:
    """Undos are numbered like actions."""
    reached = run(HEADER, HEAP, bid(0, 1), '{"undo": 1}', bid(0, 2), bid(1, 3), OVER, game=UNDOABLE)
    assert reached[3].state == reached[1].state
    assert [now.number for now in reached] == [0, 1, 2, 3, 4, 5]
    assert reached[3].step is None
    assert reached[5].state.scores == (2, 3)


def test_what_was_taken_back_does_not_count_again() -> None:
    """Two undos of one action take back two actions."""
    lines = (HEADER, HEAP, bid(0, 1), bid(1, 1), bid(1, 2), '{"undo": 1}', '{"undo": 2}')
    reached = run(*lines, game=UNDOABLE)
    assert reached[-1].state == reached[1].state
    assert refusal(*lines, '{"undo": 1}', game=UNDOABLE) == (
        8,
        "an action of the table is not taken back",
    )


def test_an_action_taken_back_may_be_followed_by_another_undo_of_what_is_left() -> None:
    """Actions before and after an undo stand together."""
    lines = (HEADER, HEAP, bid(0, 1), bid(1, 1), '{"undo": 1}', bid(1, 2), '{"undo": 2}')
    reached = run(*lines, game=UNDOABLE)
    assert reached[-1].state == reached[1].state


def test_undo_of_a_finished_game_takes_back_its_end() -> None:
    """As long as no outcome is written."""
    reached = run(*PLAYED, '{"undo": 1}', bid(1, 1), game=UNDOABLE)
    assert TINY.outcome(reached[-1].state) is None


def test_undo_is_refused_where_nothing_may_be_taken_back() -> None:
    """In a game that has secrets, past the start, past the table."""
    assert refusal(*PLAYED[:3], '{"undo": 1}') == (4, "no action of tiny is taken back")
    assert refusal(*PLAYED[:3], '{"undo": 2}', game=UNDOABLE)[0] == 4
    assert refusal(HEADER, '{"undo": 1}', game=UNDOABLE) == (2, "undo 1, but 0 actions stand")
    giant = refusal(HEADER, '{"undo": ' + "9" * 4000 + "}", game=UNDOABLE)
    assert giant == (2, "undo a giant number, but 0 actions stand")


def test_a_long_record_replays_in_time_that_grows_with_its_length() -> None:
    """Also when all of it is taken back at once."""
    lines = [HEADER, HEAP] + [bid(0, 1), '{"undo": 1}'] * 5000 + [bid(0, 1), bid(1, 1), '{"undo": 2}']
    assert run(*lines, game=UNDOABLE)[-1].state == run(HEADER, HEAP)[-1].state


def test_the_tiny_game_is_as_long_as_one_wishes() -> None:
    """The heap of its option, taken one by one."""
    alone = '{"record": "sheep/1", "game": "tiny", "seats": ["Ana"], "options": {"heap": "300"}}'
    reached = run(alone, '{"seat": null, "action": "heap 300"}', *[bid(0, 1)] * 300)
    assert TINY.outcome(reached[-2].state) is None
    assert TINY.outcome(reached[-1].state) == Outcome(scores=(300,), tiebreaks=(0,), winners=(0,))


def test_names_with_line_separators_stay_in_their_line() -> None:
    """Only a line feed ends a line, and JSON escapes it."""
    names = ("A\u2028B", "C\u0085D\nE")
    line = write(Header(game="tiny", seats=names))
    assert line.encode().count(b"\n") == 0
    assert json.loads(line)["seats"] == list(names)
