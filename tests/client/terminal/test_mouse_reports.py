"""Bytes from a terminal end no program: reports of the mouse that cannot be read are ignored."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
import sheep_client
from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import DummyOutput
from sheep_client.game_api.canvas import Frame, Mouse
from sheep_client.terminal import mouse_reports
from sheep_client.terminal.surface import Surface

CASES = Path(__file__).parents[1] / "cases" / "input" / "terminal-bytes.jsonl"
ODD = [bytes.fromhex(json.loads(line)["hex"]) for line in CASES.read_text(encoding="utf-8").splitlines()]
CLICK = b"\x1b[<0;3;2M"
PIECES = (
    *(*ODD, CLICK, b"\x1b", b"\x1b[", b"\x1b[M", b"\x1b[<", b"1;1", b"M", b"m", b"9" * 40),
    *(b";", b"R", b"\x1bO", b"\xff", "é".encode(), b"a", b"\x1b[M !!", b"\x1b[1;1R", b"0;0"),
)
"""What random input is made of: each half right."""


def empty(width: int, height: int) -> Frame:
    return Frame(rows=(((("", " " * width)),),) * height)


async def on_screen(data: bytes) -> tuple[list[Mouse], list[object]]:
    """Let a full screen read bytes; return what it heard of the mouse, and what has failed."""
    heard: list[Mouse] = []
    failed: list[object] = []
    bindings = mouse_reports.add(KeyBindings())
    bindings.add("<any>")(lambda _event: None)
    bindings.add("c-q", eager=True)(lambda event: event.app.exit())
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failed.append(context))
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        app: Application[None] = Application(
            layout=Layout(Surface(empty, heard.append, lambda: False)),
            key_bindings=bindings,
            full_screen=True,
            mouse_support=True,
        )
        app.ttimeoutlen = app.timeoutlen = 0.01

        def send() -> None:
            app.renderer.height_is_known or app.renderer.report_absolute_cursor_row(1)
            source.send_bytes(data)
            asyncio.get_running_loop().call_later(0.1, lambda: source.send_bytes(b"\x11"))

        await asyncio.wait_for(
            app.run_async(
                pre_run=lambda: asyncio.get_running_loop().call_soon(send), set_exception_handler=False
            ),
            20,
        )
    return heard, failed


async def at_prompt(data: bytes) -> str:
    """Let a prompt read bytes and then a line; return that."""
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        session: PromptSession[str] = PromptSession(key_bindings=mouse_reports.add(KeyBindings()))
        source.send_bytes(data + b"hello\r")
        return await asyncio.wait_for(session.prompt_async(set_exception_handler=False), 20)


@pytest.mark.parametrize("data", ODD, ids=bytes.hex)
def test_what_cannot_be_read_is_ignored_at_a_prompt(data: bytes) -> None:
    assert asyncio.run(at_prompt(data)) == "hello"


@pytest.mark.parametrize("data", ODD, ids=bytes.hex)
def test_what_cannot_be_read_is_ignored_on_a_full_screen(data: bytes) -> None:
    """And a click after it counts."""
    heard, failed = asyncio.run(on_screen(data + CLICK))
    assert failed == []
    assert heard == [Mouse("click", 2, 1)]


def test_a_report_of_an_old_terminal_counts() -> None:
    assert asyncio.run(on_screen(b'\x1b[M #"')) == ([Mouse("click", 2, 1)], [])


@pytest.mark.parametrize(
    "report", ["\x1b[<0;0;1M", "\x1b[<0;1;0m", "\x1b[M  !", "\x1b[M ! ", "\x1b[0;1M", "\x1b[<;;M"]
)
def test_a_place_outside_of_every_screen_is_no_report(report: str) -> None:
    assert not mouse_reports.readable(report)


def test_random_input_ends_no_screen() -> None:
    """Nothing raises, whatever comes in which order."""
    rng = Random(7)
    data = b"".join(rng.choice(PIECES) for _ in range(1500))
    _, failed = asyncio.run(on_screen(data + b"\x1b[201~"))
    assert failed == []


def test_every_screen_and_prompt_of_the_client_has_these_bindings() -> None:
    """The library adds its own to any application that has none of ours."""
    for file in Path(sheep_client.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        made = text.count("] = Application(") + text.count("] = PromptSession(")
        assert made == text.count("key_bindings="), file
        assert text.count("KeyBindings()") == text.count("mouse_reports.add(KeyBindings())"), file
