"""Lines to another process: none is lost or cut, whatever the pipe takes at once."""

import io
import os
import sys

import pytest
from sheep_host.pipes.outbox import Outbox


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_a_pipe_that_does_not_block_gets_every_line_whole() -> None:
    """Somebody else may have set it so: a pipe's ends are shared by whoever inherited them."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    lost: list[OSError] = []
    outbox = Outbox(io.FileIO(writer, "wb"), lost.append)
    lines = [b"%0999d\n" % number for number in range(200)]  # more than a pipe holds
    for line in lines:
        outbox.send(line)
    outbox.close(0.1)
    with os.fdopen(reader, "rb") as pipe:
        assert pipe.read() == b"".join(lines)
    assert lost == []


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_why_it_cannot_be_written_is_told() -> None:
    """Once."""
    reader, writer = os.pipe()
    os.close(reader)
    lost: list[OSError] = []
    outbox = Outbox(io.FileIO(writer, "wb"), lost.append)
    outbox.tell({"a": 1})
    outbox.tell({"b": 2})
    outbox.close(5.0)
    assert [type(error) for error in lost] == [BrokenPipeError]
