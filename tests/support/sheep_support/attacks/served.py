"""A host process of its own, without a supervisor: limits and bounds as one likes. For tests and scripts."""

import contextlib
import json
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sheep_host.supervisor import memory


class Served:
    """`python -m sheep_host.process.main` on loopback and any free ports, from `with` to its end."""

    def __init__(self, data: Path, **serve: Any) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "sheep_host.process.main"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[str] = []
        self.told: list[dict[str, Any]] = []
        self._order({"serve": {"data": str(data), "host_name": "Fold", "bind": "127.0.0.1", **serve}})
        first = self._stdout.readline()
        self.where: dict[str, Any] = json.loads(first or "{}")
        self._threads = [
            threading.Thread(target=self._read_log, daemon=True),
            threading.Thread(target=self._read_told, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        if self.where.get("event") != "listening":
            raise RuntimeError(f"the host does not listen: {first} {self._stderr.read()}")

    @property
    def pid(self) -> int:
        """The process's id."""
        return self.process.pid

    @property
    def server(self) -> str:
        """Its public key."""
        return str(self.where["key"])

    @property
    def port(self) -> int:
        """The game's port."""
        return int(self.where["port"])

    def resident(self) -> float:
        """Return the megabytes of memory that it holds; 0 where the system does not say."""
        return (memory.resident(self.pid) or 0) / 2**20

    def threads(self) -> int:
        """Return how many threads it has (Linux)."""
        return len([*Path(f"/proc/{self.pid}/task").iterdir()])

    def descriptors(self) -> int:
        """Return how many files and connections it has open (Linux)."""
        return len([*Path(f"/proc/{self.pid}/fd").iterdir()])

    def stop(self) -> int:
        """End it in order; return its exit status."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()  # type: ignore[union-attr]
        return self.process.wait(20)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for thread in self._threads:
            thread.join(5)
        self._stdout.close()
        self._stderr.close()

    @property
    def _stdout(self) -> Any:
        return self.process.stdout

    @property
    def _stderr(self) -> Any:
        return self.process.stderr

    def _order(self, order: dict[str, Any]) -> None:
        stdin: Any = self.process.stdin
        stdin.write(json.dumps(order) + "\n")
        stdin.flush()

    def _read_log(self) -> None:
        for line in self._stderr:
            self.log.append(line)

    def _read_told(self) -> None:
        for line in self._stdout:
            self.told.append(json.loads(line))
