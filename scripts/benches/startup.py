"""From `sheep-join ADDRESS` to its first frame, beside what the import of its two large libraries takes."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sheep_support.host_processes import RunningHost

from benches.figures import Figure, Run, percentile

if sys.platform != "win32":
    from sheep_support.fake_terminal import PseudoTerminal

IMPORTS = "import prompt_toolkit, zmq"


def measure(quick: bool) -> list[Figure]:
    """Measure both in turns, so that what else the machine does strikes both."""
    imports, first = Run(), Run()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        RunningHost(Path(folder) / "host") as host,
    ):
        port = host.listening().port
        for _ in range(2 if quick else 40):
            imports.waits.append(_imports())
            first.waits.append(_first_frame(port, folder))
    beside = percentile(imports.waits, 0.5)
    frame = percentile(first.waits, 0.5)
    return [
        Figure("sheep-join to its first frame", frame, "ms", ratio=frame / beside),
        Figure(f'  python -c "{IMPORTS}"', beside, "ms"),
    ]


def _imports() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", IMPORTS], check=True)
    return (time.perf_counter() - start) * 1000


def _first_frame(port: int, folder: str) -> float:
    places = {"HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8"}
    program = Path(sys.executable).with_name("sheep-join")
    if sys.platform != "win32":
        start = time.perf_counter()
        with PseudoTerminal(
            [str(program), f"127.0.0.1:{port}", "--name", "Ana"], environment={**os.environ, **places}
        ) as seen:
            while b"\x1b[?1049h" not in seen.said or b"Connecting" not in seen.said:
                time.sleep(0.001)
            return (time.perf_counter() - start) * 1000
    raise SystemExit("bench startup needs a pseudo-terminal, which this system has not")
