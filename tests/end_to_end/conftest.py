"""Hosts on loopback and people who join them; what a person is, `sheep_support.people` says."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sheep_support.host_processes import RunningHost
from sheep_support.people import Person, started


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Callable[..., RunningHost]]:
    """Return a maker of hosts on loopback with one data folder; they end with the test."""
    with ExitStack() as stack:

        def make(*arguments: str, **options: Any) -> RunningHost:
            return stack.enter_context(RunningHost(tmp_path / "host", *arguments, **options))

        yield make


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """Return a maker of people who join at a port; they end with the test."""
    with ExitStack() as stack:

        def make(where: int | str, name: str, *arguments: str, start: Callable[..., Any] = started) -> Person:
            address = where if isinstance(where, str) else f"127.0.0.1:{where}"
            made = Person(tmp_path / "people", name, address, *arguments, start=start)
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def seated(person: Callable[..., Person]) -> Callable[..., list[Person]]:
    """Return a way to let people with these names join, sit down, get ready and play."""

    def make(port: int, *names: str, table: str | None = None, ready: bool = True) -> list[Person]:
        people = [person(port, name) for name in names]
        for seat, each in enumerate(people):
            where = f"/sit {table} {seat}" if table else "/sit"
            assert each.ask(where)["event"] == "table"
        for each in people:
            each.plays = ready
            if ready:
                assert each.ask("/ready")["event"] == "table"
        return people

    return make
