"""Latencies and rates as rows of a table, and as JSON. Measures nothing itself."""

from dataclasses import dataclass, field


@dataclass
class Figures:
    """What one run gave: how much was done in how long, and each one's latency in milliseconds."""

    name: str
    done: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    note: str = ""

    def percentile(self, share: float) -> float:
        """Return the latency that this share (0 to 1) stays under, by nearest rank; 0 with no samples."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def as_map(self) -> dict[str, object]:
        """Return the figures for JSON."""
        return {
            "name": self.name,
            "per_second": round(self.done / self.seconds, 1) if self.seconds else 0.0,
            "p50_ms": round(self.percentile(0.50), 3),
            "p99_ms": round(self.percentile(0.99), 3),
            "samples": len(self.latencies),
            "seconds": round(self.seconds, 2),
            "note": self.note,
        }


def table(rows: list[Figures]) -> str:
    """Return the rows as text, the first column as wide as it must be."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}  {'a second':>10}  {'p50 ms':>8}  {'p99 ms':>8}  {'samples':>8}  note"]
    for row in rows:
        rate = row.done / row.seconds if row.seconds else 0.0
        lines.append(
            f"{row.name:{width}}  {rate:10,.0f}  {row.percentile(0.5):8.2f}  {row.percentile(0.99):8.2f}"
            f"  {len(row.latencies):8}  {row.note}"
        )
    return "\n".join(line.rstrip() for line in lines)
