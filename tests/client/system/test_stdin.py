"""Standard input as lines, whatever it is."""

import asyncio
import os
import threading
import tracemalloc

import pytest
from sheep_client.system.stdin import StandardInput


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


def test_what_has_no_end_does_not_fill_the_memory() -> None:
    """A line of gigabytes keeps its beginning, and the next one is whole."""
    near, far = os.pipe()

    def write() -> None:
        for _ in range(2000):
            os.write(far, b"x" * 65536)
        os.write(far, b"\nnext\n")
        os.close(far)

    writer = threading.Thread(target=write)
    writer.start()
    tracemalloc.start()
    source = StandardInput(near)
    first, second = source.read_line(), source.read_line()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    writer.join()
    os.close(near)
    assert (first, second) == ("x" * (1 << 20), "next")
    assert peak < 10 << 20


def test_who_writes_without_end_waits_while_there_is_no_room() -> None:
    """What was taken is bounded, the loop goes on, and nothing is lost once there is room again."""
    near, far = os.pipe()
    lines = [str(number) for number in range(2000)]
    os.write(far, "".join(f"{line}\n" for line in lines).encode())
    os.close(far)

    async def main() -> tuple[int, list[str]]:
        found: list[str] = []
        over, free = asyncio.Event(), threading.Event()
        StandardInput(near).start(found.append, over.set, lambda: len(found) >= 100 and not free.is_set())
        async with asyncio.timeout(10):
            while len(found) < 100:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            waited = len(found)
            free.set()
            await over.wait()
        return waited, found

    waited, found = asyncio.run(main())
    assert waited <= 100 + 64
    assert found == lines
    os.close(near)
