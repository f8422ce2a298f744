"""Frames of every hostile kind through wire and core; `scripts/fuzz` runs the same at any length."""

import os
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheep_common.messages import CODES, Refused
from sheep_host.core import Limits
from sheep_host.core.state.events import Broken, Came, read
from sheep_host.supervisor import memory
from sheep_support.attacks.core import Siege
from sheep_support.attacks.hostile import TAGS, Hostile
from sheep_support.host_room import Room

ROUTE, KEY = "route 1", "key of Ana"

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.binary(max_size=20),
    st.sampled_from(TAGS),
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=20,
)
fields = st.sampled_from(
    ["table", "seat", "version", "action", "options", "game", "seats", "protocol", "name"]
)
near_messages = st.builds(
    lambda tag, number, more: {"type": tag, "id": number, **more},
    st.one_of(st.sampled_from(TAGS), leaves),
    st.one_of(st.integers(1, 9), leaves),
    st.dictionaries(fields, anything, max_size=5),
)
frames = st.one_of(st.binary(max_size=200), st.builds(msgpack.packb, st.one_of(anything, near_messages)))


@settings(max_examples=150, deadline=None)
@given(st.lists(frames, min_size=1, max_size=4))
def test_any_bytes_are_answered_with_a_code_and_the_core_lives(course: list[bytes]) -> None:
    """One refusal for each frame that is no message, and no exception for any."""
    room = Room()
    ana = room.join("Ana")
    for frame in course:
        ana.take_all()
        stimulus = read(ana.route, ana.key, None, frame)
        room.turn(stimulus)
        if isinstance(stimulus, Broken):
            (answer,) = ana.take(Refused)
            assert answer.code == stimulus.code
            assert answer.re == stimulus.request_id
        for refused in ana.take(Refused):
            assert refused.code in CODES


@pytest.mark.parametrize("seed", [1, 2])
def test_a_siege_breaks_nothing_and_every_kind_of_answer_comes(seed: int) -> None:
    """Games are played, begun and ended meanwhile, so that what is refused is refused in every state."""
    siege = Siege(seed)
    siege.run(4_000)
    siege.check_bounds()
    assert {"malformed", "too-big", "version", "not-seated", "Who", "Welcome", "Update"} <= set(siege.said)


def test_a_siege_under_the_real_limits_is_mostly_silence() -> None:
    """Beyond the rate there is one word a second and connection, and nothing else grows."""
    siege = Siege(3, Limits(requests_a_second=1, requests_at_once=5))
    siege.run(3_000)
    siege.check_bounds()
    assert sum(siege.said.values()) < 3_000
    assert siege.said["too-fast"] > 10


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_memory_stays_flat_under_siege() -> None:
    """A single frame taken at its word would be hundreds of megabytes."""
    siege = Siege(4)
    siege.run(1_000)
    before = memory.resident(os.getpid())
    siege.run(5_000)
    after = memory.resident(os.getpid())
    assert before is not None
    assert after is not None
    assert after - before < 16 * 2**20


KINDS: list[Callable[[Hostile], bytes]] = [Hostile.bomb, Hostile.noise]


@pytest.mark.parametrize("kind", KINDS)
def test_bombs_and_noise_are_refused(kind: Callable[[Hostile], bytes]) -> None:
    """None of them is taken for a message."""
    hostile = Hostile(Random(5))
    for _ in range(2_000):
        stimulus: Any = read(ROUTE, KEY, None, kind(hostile))
        assert isinstance(stimulus, Broken)
        assert stimulus.code in {"malformed", "too-big"}


def test_real_frames_are_messages() -> None:
    """What is mutated is the real thing: most of it gets as far as the core."""
    hostile = Hostile(Random(6))
    hostile.tables = ["abcd"]
    came = sum(isinstance(read(ROUTE, KEY, None, hostile.real()), Came) for _ in range(1_000))
    assert came > 600
