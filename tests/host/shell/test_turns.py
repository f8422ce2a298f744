"""One turn: stored, then adopted, then told; and what happens when it cannot be stored."""

import logging
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from sheep_common.messages import Message, Ok, Refused
from sheep_host.core.state.effects import (
    Announce,
    AppendLine,
    Cut,
    DropBot,
    Effect,
    Log,
    Send,
    WantBot,
    WriteRecord,
)
from sheep_host.core.state.events import Behind, Gone, Stimulus
from sheep_host.process.commit import PATIENCE, Turns
from sheep_host.store.store import StoreError

LINE = AppendLine("a", 1, 0, "{}")
GONE = Gone("r1")


class Script:
    """A core that does as it is told, a store, a link; `happened` is what they saw, in order."""

    def __init__(self, *effects: Effect) -> None:
        self.effects: Sequence[Effect] = effects
        self.happened: list[Any] = []
        self.full = False
        self.poison: Stimulus | None = None
        self.problem: Stimulus | None = None
        self.given: list[list[Stimulus]] = []
        self.turns = Turns(
            self,
            "host 0",
            Random(0),
            ledger=self,
            outlet=self,
            tell=lambda line: self.happened.append(("told", line)),
            write_record=lambda record: self.happened.append(("file", record.table)),
        )

    # the core
    def handle(self, host: Any, stimuli: Sequence[Stimulus], now: float, rng: Random) -> Any:
        self.given.append(list(stimuli))
        if self.poison in stimuli:
            raise KeyError("a secret card")
        return f"{host}'", list(self.effects)

    def next_deadline(self, host: Any) -> float | None:
        return 5.0

    def refuse_storage(self, host: Any, stimuli: Sequence[Stimulus]) -> list[Effect]:
        return [Send("r1", Refused(re=1, code="storage", text=host))]

    def still_due(self, stimuli: Sequence[Stimulus]) -> list[Stimulus]:
        return [stimulus for stimulus in stimuli if isinstance(stimulus, Gone)]

    # the store
    def commit(self, effects: Sequence[Effect]) -> None:
        if self.full:
            raise StoreError("the disk is full")
        self.happened.append(("stored", list(effects), self.turns.host))

    # the link
    def send(self, name: str, message: Message) -> Stimulus | None:
        self.happened.append(("sent", name, message, self.turns.host))
        return self.problem

    def cut(self, name: str, now: float) -> None:
        self.happened.append(("cut", name, now))


def test_what_is_stored_is_stored_before_it_is_adopted_and_before_anything_is_told():
    script = Script(Send("r1", Ok()), LINE, Announce({"event": "over"}))
    script.turns.take([], 1.0)
    assert script.happened == [
        ("stored", [LINE], "host 0"),
        ("sent", "r1", Ok(), "host 0'"),
        ("told", {"event": "over"}),
    ]


def test_a_turn_with_nothing_to_store_commits_nothing():
    script = Script(Send("r1", Ok()))
    script.turns.take([], 1.0)
    assert [kind for kind, *_ in script.happened] == ["sent"]


def test_a_turn_that_cannot_be_stored_is_refused_and_changes_nothing():
    script = Script(LINE, Send("r1", Ok()))
    script.full = True
    script.turns.take([GONE], 1.0)
    assert script.happened == [("sent", "r1", Refused(re=1, code="storage", text="host 0"), "host 0")]
    assert script.turns.host == "host 0"


def test_what_nobody_repeats_comes_again_after_it_could_not_be_stored():
    script = Script(LINE)
    script.full = True
    script.turns.take([GONE, Behind("r2")], 1.0)
    script.full = False
    script.turns.take([Behind("r3")], 2.0)
    assert script.given[-1] == [GONE, Behind("r3")]
    script.turns.take([], 3.0)
    assert script.given[-1] == []


def test_a_host_that_cannot_store_tries_again_after_a_while_and_not_at_once():
    script = Script(LINE)
    script.full = True
    script.turns.take([GONE], 100.0)
    assert script.turns.deadline() == 100.0 + PATIENCE


@pytest.mark.parametrize("problem", [Gone("r1"), Behind("r1")])
def test_what_sending_shows_is_for_the_next_turn(problem):
    script = Script(Send("r1", Ok()))
    script.problem = problem
    assert script.turns.take([], 1.0) == [problem]


@pytest.mark.parametrize(
    ("effect", "happened"),
    [
        (Cut("r1"), ("cut", "r1", 1.0)),
        (WantBot("a", 1, "easy"), ("told", {"want": "bot", "table": "a", "seat": 1, "level": "easy"})),
        (DropBot("key"), ("told", {"drop": "key"})),
        (WriteRecord("a", 1, ()), ("file", "a")),
    ],
)
def test_other_effects_reach_those_they_are_for(effect, happened):
    script = Script(effect)
    script.turns.take([], 1.0)
    assert script.happened == [happened]


def test_lines_for_the_log_are_logged_at_their_level(caplog):
    with caplog.at_level(logging.DEBUG):
        Script(Log("warning", "100 % sure")).turns.take([], 1.0)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "100 % sure")
    ]


def test_a_message_that_the_core_fails_at_costs_itself_alone(caplog):
    """And the log has the place, but not the values: they may be somebody's cards."""
    script = Script(Send("r1", Ok()))
    script.poison = Behind("bad")
    script.turns.take([GONE, Behind("bad"), Behind("r3")], 1.0)
    assert script.given[1:] == [[GONE], [Behind("bad")], [Behind("r3")]]
    assert len(script.happened) == 2
    assert "KeyError in test_turns.py" in caplog.text
    assert "secret" not in caplog.text
