"""What players read, in their language: gettext, with English as the language of the source.

`use` chooses the language once, at the start; `_` and `ngettext` look a text up when it is shown.
`N_` marks a text that is looked up later. The wire, records and `--headless` know no language.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("en", "fr")
DOMAIN = "sheepfold"
LOCALE = Path(__file__).parent / "locale"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")

_current: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def use(language: str) -> None:
    """Show texts in a language of `LANGUAGES` from now on."""
    if language == "en":
        _current[0] = gettext.NullTranslations()
    else:
        _current[0] = gettext.translation(DOMAIN, LOCALE, languages=[language])


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, English when it is none of ours."""
    for name in VARIABLES:
        if value := environment.get(name, ""):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


def _(text: str) -> str:
    """Translate a text."""
    return _current[0].gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Translate a text whose form depends on a number."""
    return _current[0].ngettext(one, many, n)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text for translation and return it as it is."""
    return text


def labelled(label: str, text: str) -> str:
    """Put a label before a text, with the signs that the language puts between them."""
    return _("{label}: {text}").format(label=label, text=text)
