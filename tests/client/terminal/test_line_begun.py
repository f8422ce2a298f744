"""What a line at the prompt was begun with: its numbers are of the list that was read then."""

import asyncio
from typing import Any, cast

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from sheep_client.core.model import Model
from sheep_client.session import Session
from sheep_client.terminal.line_prompt import Terminal
from sheep_client.text_ui.line_view import PlainFace


class Listening(PlainFace):
    """A face that keeps with which model each line was begun."""

    def __init__(self) -> None:
        super().__init__(80)
        self.lines: list[tuple[str, str | None]] = []

    def meant(self, text: str, model: Model, begun: Model | None = None) -> str:
        self.lines.append((text, None if begun is None else begun.name))
        return ""


class Standing:
    """A session whose model a test changes."""

    def __init__(self) -> None:
        self.model = Model(name="before")

    def feed(self, event: object) -> None:
        """Nothing happens."""

    async def run(self) -> Any:
        """Go on for ever."""
        await asyncio.Event().wait()


async def typed(before: str, after: str) -> list[tuple[str, str | None]]:
    """Type something, let the model change, and type on."""
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        face, session = Listening(), Standing()
        terminal = Terminal(face, None, source)
        running = asyncio.ensure_future(terminal.run(cast("Session", session)))
        source.send_text(before)
        await asyncio.sleep(0.3)
        session.model = Model(name="after")
        source.send_text(after)
        async with asyncio.timeout(20):
            while not face.lines:
                await asyncio.sleep(0.02)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return face.lines


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("2", "\r", ("2", "before")),
        ("1", "2\r", ("12", "before")),
        ("2\x7f", "2\r", ("2", "after")),
        ("", "2\r", ("2", "after")),
    ],
)
def test_a_line_is_of_what_was_known_at_its_first_letter(
    before: str, after: str, line: tuple[str, str]
) -> None:
    """A line that was wiped out is begun anew."""
    assert asyncio.run(typed(before, after)) == [line]
