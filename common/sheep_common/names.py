"""Text that one person writes and another reads: names and chat, made safe for a terminal."""

import unicodedata

from wcwidth import wcswidth

NAME_COLUMNS = 24
"""The widest name, in terminal columns."""

CHAT_CHARACTERS = 400
"""The longest line of chat, in characters."""

_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidirectional, zero-width, joiners), surrogate, private, unassigned, separators."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks without a glyph, by which two names could look the same."""

_MARKS_ON_A_LETTER = 2


def name_problem(name: str) -> str | None:
    """Say what is wrong with a player's name, or return None for a good one.

    A good name is 1 to 24 columns of printable characters in any script, with no blank at either end
    and at most two marks on a letter. Emoji are good; those that are joined, or followed by a selector
    of their form, are not: terminals disagree on their width.
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
    if _thin_marks(name) != name:
        return "a name has at most two marks on a letter"
    width = wcswidth(name)
    if not 1 <= width <= NAME_COLUMNS:
        return f"a name is at most {NAME_COLUMNS} columns wide"
    return None


def numbered(name: str, number: int) -> str:
    """Return a good name with a number behind it, cut so that it is a good one again."""
    end = f" {number}"
    while wcswidth(name) + len(end) > NAME_COLUMNS:
        name = name[:-1]
    return name.rstrip() + end


def clean(text: str, limit: int = CHAT_CHARACTERS) -> str:
    """Return foreign text as one harmless line: what could move, hide or reorder becomes U+FFFD.

    Used by the host on what it passes on and by clients on everything they show. Selectors of a form
    (of emoji) are dropped.
    """
    plain = "".join(character for character in text[: limit * 4] if not _is_selector(character))
    line = " ".join(plain.split())
    kept = "".join("\ufffd" if _is_refused(character) else character for character in line)
    return _thin_marks(kept)[:limit].strip()


def harmless(text: str) -> str:
    """Return foreign text as it is but for what could move, hide or reorder: that becomes U+FFFD.

    Unlike `clean` it keeps length and blanks, which may have a meaning where the text is not shown; line
    feeds and tabs become blanks.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_harmless(character) for character in text)


def _harmless(character: str) -> str:
    if character in "\t\n\r":
        return " "
    return "\ufffd" if _is_refused(character) else character


def fold(name: str) -> str:
    """Return the form under which two names count as the same (case and compatible forms aside)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def _is_refused(character: str) -> bool:
    return (
        unicodedata.category(character) in _REFUSED
        or character in _UNSEEN
        or _is_selector(character)
        or (character.isspace() and character != " ")  # other blanks imitate the one
    )


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_mark(character: str) -> bool:
    """Tell whether a character is drawn over the one before: not by its combining class, which is often 0."""
    return unicodedata.category(character) in ("Mn", "Me")


def _thin_marks(text: str) -> str:
    """Drop every mark after the second on a letter, and those on none, at the beginning."""
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if _is_mark(character) else 0
        if run <= _MARKS_ON_A_LETTER and (kept or not (run or character == " ")):
            kept.append(character)
    return "".join(kept)
