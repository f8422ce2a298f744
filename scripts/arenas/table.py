"""An arena's findings for people."""

from typing import Any

from .pairs import KINDS


def table(found: dict[str, Any]) -> str:
    """Write the result as lines."""
    head = f"{'level':10} {'games':>6} {'rate':>7} {'95 %':>15} {'Elo':>6} {'points':>7}"
    lines = [f"{head} {'ms p50':>8} {'p99':>8}"]
    for name, level in found["levels"].items():
        spread = f"{level['low']:.1%} - {level['high']:.1%}"
        lines.append(
            f"{name:10} {level['games']:6} {level['rate']:7.1%} {spread:>15} {level['elo']:6}"
            f" {level['points']:7.2f} {level['ms_p50']:8.1f} {level['ms_p99']:8.1f}"
        )
    seats = ", ".join(f"{seat['seat']}: {seat['rate']:.1%}" for seat in found["seats"])
    lines.append(f"wins by seat: {seats}")
    if found["pairs"]:
        lines += _pairs(found["pairs"])
    if found["hurried"]:
        lines.append(f"the clock ended {found['hurried']} thoughts: another run may differ")
    return "\n".join(lines)


def _pairs(pairs: dict[str, Any]) -> list[str]:
    kinds = ", ".join(f"{kind} {pairs[kind]}" for kind in KINDS)
    lines = [
        f"pairs: {pairs['level']} won {pairs['rate']:.1%} of the games of {pairs['pairs']} pairs"
        f" (95 %: {pairs['low']:.1%} - {pairs['high']:.1%}; fair: {pairs['fair']:.0%})",
        f"       {kinds}",
        f"top tied in points: {pairs['tied']} games, {pairs['level']} won {pairs['tied_won']:g}"
        f" where an even share is {pairs['tied_even']:g}",
    ]
    if pairs["answer"]:
        lines.append(f"sequential test: rather {pairs['answer']}")
    return lines
