"""A painted screen as text that a person can read and a test can compare: its rows, then its styles."""

from sheep_client.game_api.canvas import Frame
from sheep_client.text_layout import width_of


def written(frame: Frame) -> str:
    """Return rows between bars, so that blanks at their ends are seen, and below them each row's styles."""
    rows = [f"|{''.join(text for _, text in row)}|" for row in frame.rows]
    return "\n".join([*rows, *_styles(frame)]) + "\n"


def _styles(frame: Frame) -> list[str]:
    """Say where styles begin, `column style`, once for neighbouring rows that agree."""
    lines: list[str] = []
    before, first = "", 0
    for number, row in enumerate([*frame.rows, ()]):
        column, parts = 0, []
        for style, text in row:
            if style:
                parts.append(f"{column} {style.replace('class:', '')}")
            column += width_of(text)
        line = ", ".join(parts)
        if line != before or number == len(frame.rows):
            if before:
                lines.append(
                    f"{first}-{number - 1}: {before}" if first < number - 1 else f"{first}: {before}"
                )
            before, first = line, number
    return lines
