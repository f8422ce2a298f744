"""Text that one person writes and another reads: names and chat, made safe for a terminal."""

import unicodedata

from wcwidth import wcswidth

NAME_COLUMNS = 24
"""The widest name, in terminal columns."""

CHAT_CHARACTERS = 400
"""The longest line of chat, in characters."""

_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidirectional, zero-width), surrogate, private, unassigned, line and paragraph separators."""


def name_problem(name: str) -> str | None:
    """Say what is wrong with a player's name, or return None for a good one.

    A good name is 1 to 24 columns of printable characters, with no blank at either end, at most two
    marks on a letter, and at least one character that is seen.
    """
    if not name.strip():
        return "a name needs at least one visible character"
    if len(name) > NAME_COLUMNS * 3:
        return f"a name is at most {NAME_COLUMNS} columns wide"
    if name != name.strip() or "  " in name:
        return "a name has no blanks at its ends and no two in a row"
    if any(_is_refused(character) for character in name):
        return "a name has printable characters only"
    if unicodedata.normalize("NFC", name) != name:
        return "a name is written in composed characters (NFC)"
    if _most_marks(name) > 2:
        return "a name has at most two marks on a letter"
    width = wcswidth(name)
    if not 1 <= width <= NAME_COLUMNS:
        return f"a name is at most {NAME_COLUMNS} columns wide"
    return None


def clean(text: str, limit: int = CHAT_CHARACTERS) -> str:
    """Return foreign text as one harmless line: what could move, hide or reorder becomes U+FFFD.

    Used by the host on what it passes on and by clients on everything they show.
    """
    line = " ".join(text[: limit * 4].split())
    kept = "".join("\ufffd" if _is_refused(character) else character for character in line)
    return _thin_marks(kept)[:limit]


def fold(name: str) -> str:
    """Return the form under which two names count as the same (case and compatible forms aside)."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_refused(character: str) -> bool:
    if unicodedata.category(character) in _REFUSED:
        return True
    # Blanks other than U+0020 and letters without a glyph (Hangul fillers, braille blank) imitate or hide.
    return (
        character.isspace() and character != " "
    ) or character in "\u115f\u1160\u2800\u3164\uffa0\u034f"


def _most_marks(text: str) -> int:
    most = run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        most = max(most, run)
    return most


def _thin_marks(text: str) -> str:
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= 2:
            kept.append(character)
    return "".join(kept)
