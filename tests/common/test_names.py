"""Text of strangers: which names are good, what chat becomes, which names count as the same."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sheep_common.names import CHAT_CHARACTERS, NAME_COLUMNS, clean, fold, name_problem
from wcwidth import wcswidth

ANY = st.text(st.characters()) | st.text(
    st.sampled_from("aB \t\n\0\x1b\x9b\u0301\u0489\u200b\u200d\u202e\u2066\ufe0f\ufeff\u3164é中🐑👩\ud800"),
    max_size=40,
)


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "a",
        "7",
        "Léo",
        "Chloé-Marie d'Arc",
        "Ana the 2nd!",
        "/ana",
        "Ωμέγα",
        "Иван",
        "שלום",
        "محمد",
        "ภาณุพงศ์",
        "नमस्ते",
        "羊飼い",
        "🐑",
        "🐑🐏",
        "👍🏽",
        "x" * NAME_COLUMNS,
        "中" * (NAME_COLUMNS // 2),
    ],
)
def test_a_good_name_is_taken_in_any_script(name: str) -> None:
    """Right to left, wide, with marks; emoji too."""
    assert name_problem(name) is None


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "visible"),
        ("   ", "visible"),
        ("\u3000", "visible"),
        (" Ana", "blanks"),
        ("Ana ", "blanks"),
        ("Ana\n", "blanks"),
        ("A  B", "blanks"),
        ("A\nB", "printable"),
        ("A\tB", "printable"),
        ("A\0B", "printable"),
        ("\x1b[2JAna", "printable"),
        ("A\x9bB", "printable"),
        ("A\u00a0B", "printable"),
        ("A\u3000B", "printable"),
        ("A\u2028B", "printable"),
        ("\u202eanA", "printable"),
        ("A\u2066B", "printable"),
        ("A\u200bna", "printable"),
        ("A\u200dna", "printable"),
        ("A\u00adna", "printable"),
        ("\ufeffAna", "printable"),
        ("\u3164", "printable"),
        ("\u2800", "printable"),
        ("A\u034fna", "printable"),
        ("Ana\ufe0f", "printable"),
        ("A\U000e0100", "printable"),
        ("A\U000e0041", "printable"),
        ("A\ue000", "printable"),
        ("A\U0010ffff", "printable"),
        ("A\ud800", "printable"),
        ("👩\u200d🌾", "printable"),
        ("Le\u0301o", "composed"),
        ("\u0301", "marks"),
        ("\u0334Ana", "marks"),
        ("Z\u0334\u0335\u0336", "marks"),
        ("Z\u0489\u0489\u0489", "marks"),
        ("x" * (NAME_COLUMNS + 1), "columns"),
        ("中" * (NAME_COLUMNS // 2 + 1), "columns"),
        ("x" * 10_000, "columns"),
        ("\u0334" * 10_000, "columns"),
    ],
)
def test_a_name_that_hides_moves_or_sprawls_is_refused(name: str, what: str) -> None:
    """And the text says why, without repeating it."""
    problem = name_problem(name)
    assert problem is not None
    assert what in problem
    assert problem.isascii()


@given(ANY)
def test_a_name_that_is_taken_is_drawn_as_it_is_measured(name: str) -> None:
    """Between 1 and 24 columns, one line, and cleaning changes nothing in it."""
    if name_problem(name) is None:
        assert 1 <= wcswidth(name) <= NAME_COLUMNS
        assert clean(name) == name
        assert unicodedata.is_normalized("NFC", name)
        name.encode()


@given(ANY)
@example("0 \ufe00 0")
@example("\ufe00\r\u0300")
@example("a" + " " * 399 + "b")
@example("\u0301" * 10)
def test_cleaned_text_is_one_harmless_line(text: str) -> None:
    """Nothing that moves, hides or reorders is left; cleaning again changes nothing."""
    line = clean(text)
    categories = {unicodedata.category(character) for character in line}
    assert categories.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
    assert not any(character.isspace() and character != " " for character in line)
    assert line == line.strip()
    assert len(line) <= CHAT_CHARACTERS
    assert clean(line) == line
    line.encode()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hello", "hello"),
        ("", ""),
        ("\n", ""),
        (" two \r\n lines\t", "two lines"),
        ("\x1b]0;title\x07", "\ufffd]0;title\ufffd"),
        ("a\u202eb", "a\ufffdb"),
        ("a\0b", "a\ufffdb"),
        ("a\ud800b", "a\ufffdb"),
        ("❤\ufe0f", "❤"),
        ("👩\u200d🌾", "👩\ufffd🌾"),
        ("Le\u0301o", "Le\u0301o"),
        ("Z" + "\u0334" * 9, "Z\u0334\u0334"),
        ("Z" + "\u0489" * 9, "Z\u0489\u0489"),
    ],
)
def test_foreign_text_is_shown_with_what_is_odd_replaced(text: str, line: str) -> None:
    """Line ends become blanks, what steers the terminal a sign, piled-up marks are thinned."""
    assert clean(text) == line


def test_long_text_is_cut() -> None:
    """At the limit, also a limit of one's own."""
    assert clean("x" * 10_000_000) == "x" * CHAT_CHARACTERS
    assert clean("x" * 100, 10) == "x" * 10


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ANA"), ("Straße", "STRASSE"), ("Ana", "Ａｎａ"), ("Léo", "LE\u0301O"), ("ﬁ", "FI")],
)
def test_names_that_differ_in_case_or_form_alone_count_as_the_same(one: str, other: str) -> None:
    """So that nobody passes for another by them."""
    assert fold(one) == fold(other)


def test_other_names_differ() -> None:
    """Accents make a difference."""
    assert len({fold(name) for name in ("Ana", "Anna", "Aña", "Ana 2", "אנה")}) == 5


@given(ANY)
def test_folding_twice_changes_nothing(name: str) -> None:
    """The form of a form is itself."""
    assert fold(fold(name)) == fold(name)
