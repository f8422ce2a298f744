"""Odd names, for every place where a name is taken: each is to be refused in words. For tests alone."""

ODD: dict[str, str] = {
    "empty": "",
    "blank": "   ",
    "blank at the ends": " Ana ",
    "two blanks": "a  b",
    "ten thousand characters": "x" * 10_000,
    "too wide": "羊" * 13,
    "right to left": "a\u202eb",
    "isolated": "a\u2066b",
    "NUL": "a\0b",
    "a line": "a\nb",
    "a tab": "a\tb",
    "an escape sequence": "\x1b[2Jx",
    "nothing but a combining mark": "\u0301",
    "a heap of combining marks": "a" + "\u0301" * 60,
    "zero width": "a\u200bb",
    "a soft hyphen": "a\u00adb",
    "a blank that is none": "a\u2800b",
    "a surrogate": "a\ud800b",
    "a private letter": "a\ue000b",
    "an unassigned letter": "a\u0378b",
}
"""By what is odd about them."""
