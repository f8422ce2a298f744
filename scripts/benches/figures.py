"""What a bench found: figures with their limits, medians of runs, tables, JSON. Measures nothing itself."""

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal


@dataclass(frozen=True)
class Figure:
    """One figure; `ratio` compares it with what it was measured beside.

    `limit` is what the ratio, or without one the value, has to keep; `better` says to which side of it.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    ratio: float | None = None
    better: Literal["more", "less"] = "less"
    spread: tuple[float, float] | None = None
    """The least and the greatest value of the runs whose median this is."""
    note: str = ""

    def beside(self, ratio: float, limit: float | None, better: Literal["more", "less"]) -> "Figure":
        """Return it with its ratio to what it was measured beside, and what that has to keep."""
        return replace(self, ratio=ratio, limit=limit, better=better)

    @property
    def keeps(self) -> bool | None:
        """Tell whether the limit is kept; None without one."""
        if self.limit is None:
            return None
        held = self.value if self.ratio is None else self.ratio
        return held >= self.limit if self.better == "more" else held <= self.limit

    def as_line(self) -> str:
        """Return the figure as one JSON object."""
        fields = {
            "name": self.name,
            "value": _rounded(self.value),
            "unit": self.unit,
            "limit": self.limit,
            "ratio": None if self.ratio is None else _rounded(self.ratio),
            "better": self.better,
            "spread": None if self.spread is None else [_rounded(end) for end in self.spread],
            "note": self.note,
        }
        return json.dumps(fields, ensure_ascii=False)


@dataclass
class Run:
    """What one run gave: how much was done in how long, each one's latency in ms, and CPU seconds."""

    done: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """From an action to its own update."""
    others: list[float] = field(default_factory=list)
    """From an action to the update of the next to act."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of updates."""
    host_cpu: float | None = None
    load_cpu: float = 0.0

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.done / self.seconds if self.seconds else 0.0

    @property
    def host_us(self) -> float | None:
        """CPU of the server for each, in µs; None where the system does not tell."""
        return None if self.host_cpu is None or not self.done else self.host_cpu / self.done * 1e6


def percentile(samples: Sequence[float], share: float) -> float:
    """Return what this share (0 to 1) of the samples stays under, by nearest rank; 0 with no samples."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def middle(
    name: str, unit: str, values: Sequence[float], limit: float | None = None, note: str = ""
) -> Figure:
    """Return the median of several runs' values, and their spread."""
    spread = (min(values), max(values))
    return Figure(name, statistics.median(values), unit, limit=limit, spread=spread, note=note)


def ratio(values: Sequence[float], beside: Sequence[float]) -> float:
    """Return the median of each run's value by the one that alternated with it."""
    return statistics.median(a / b for a, b in zip(values, beside, strict=True))


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as text, a line each."""
    width = max(len(figure.name) for figure in figures)
    lines = [f"{'':{width}}  {'median':>11} {'unit':7} {'least … most':>19}  {'ratio':>6}  limit"]
    for figure in figures:
        spread = "" if figure.spread is None else " … ".join(_short(end) for end in figure.spread)
        share = "" if figure.ratio is None else _short(figure.ratio)
        lines.append(
            f"{figure.name:{width}}  {_short(figure.value):>11} {figure.unit:7} {spread:>19}  {share:>6}"
            f"  {_limit(figure)}  {figure.note}".rstrip()
        )
    return "\n".join(lines)


def compare(figures: Iterable[Figure], before: Iterable[str]) -> list[str]:
    """Say how each figure stands to the one of its name in lines of an earlier `--json`; ValueError."""
    earlier = {fields["name"]: fields for fields in map(json.loads, before) if "value" in fields}
    lines: list[str] = []
    for figure in figures:
        was = earlier.get(figure.name)
        if was is None:
            lines.append(f"{figure.name}: new")
        elif was["unit"] != figure.unit or not was["value"]:
            lines.append(f"{figure.name}: {was['value']} {was['unit']} before, not to be compared")
        else:
            share = figure.value / was["value"]
            change = f"{_short(was['value'])} -> {_short(figure.value)} {figure.unit}"
            lines.append(f"{figure.name}: {change}, {share:.2f} times")
    return lines


def _limit(figure: Figure) -> str:
    if figure.limit is None:
        return ""
    side = "≥" if figure.better == "more" else "≤"
    return f"{side} {_short(figure.limit)} {'kept' if figure.keeps else 'MISSED'}"


def _rounded(value: float) -> float:
    return float(f"{value:.5g}")


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
