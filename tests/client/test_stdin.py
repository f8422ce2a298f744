"""Standard input as lines, whatever it is."""

import asyncio
import os

import pytest
from sheep_client.shell.stdin import StandardInput


def reading(*chunks: bytes) -> list[str | None]:
    """Return the lines of some chunks, up to the end."""
    near, far = os.pipe()
    for chunk in chunks:
        os.write(far, chunk)
    os.close(far)
    source, found = StandardInput(near), list[str | None]()
    while (line := source.read_line()) is not None:
        found.append(line)
    os.close(near)
    return found


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ((b"a\nb\n",), ["a", "b"]),
        ((b"a", b"b\n", b"c\n"), ["ab", "c"]),
        ((b"a\r\n\r\n",), ["a", ""]),
        ((b"no end",), ["no end"]),
        ((), []),
        (("é\n".encode(), b"\xff\n"), ["é", "\ufffd"]),
    ],
)
def test_lines_are_cut_at_their_ends(chunks: tuple[bytes, ...], lines: list[str]) -> None:
    """However they come, with either kind of end, and what is no UTF-8 is marked."""
    assert reading(*chunks) == lines


def test_a_thread_hands_the_lines_to_the_loop() -> None:
    """One by one, then the end."""
    near, far = os.pipe()
    os.write(far, b"a\nb\n")
    os.close(far)

    async def main() -> list[str]:
        found: list[str] = []
        over = asyncio.Event()
        StandardInput(near).start(found.append, over.set)
        async with asyncio.timeout(10):
            await over.wait()
        return found

    assert asyncio.run(main()) == ["a", "b"]
    os.close(near)
