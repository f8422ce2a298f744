"""What players read, in their language: gettext, with English as the language of the source.

`use` chooses the language once, at the start; `_` and `ngettext` look a text up when it is shown.
`N_` marks a text that is looked up later. The wire, records and `--headless` know no language.
A game of another distribution has a `catalogue` of its own; the house's games have the house's.
"""

import gettext
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("en", "fr")
DOMAIN = "sheepfold"
LOCALE = Path(__file__).parent / "locale"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")

_language = ["en"]


class Catalogue(NamedTuple):
    """The texts of one distribution, in the language that is on."""

    gettext: Callable[[str], str]
    """Translate a text."""
    ngettext: Callable[[str, str, int], str]
    """Translate a text whose form depends on a number."""
    mark: Callable[[str], str]
    """Mark a text for translation and return it as it is."""


def catalogue(domain: str, folder: Path) -> Catalogue:
    """Return `(_, ngettext, N_)` for the texts of a domain, which follow `use`.

    `folder` has `LANGUAGE/LC_MESSAGES/DOMAIN.mo`; a language that is not there is shown in English.
    """
    found: dict[str, gettext.NullTranslations] = {"en": gettext.NullTranslations()}

    def current() -> gettext.NullTranslations:
        language = _language[0]
        if language not in found:
            found[language] = gettext.translation(domain, folder, languages=[language], fallback=True)
        return found[language]

    return Catalogue(
        lambda text: current().gettext(text),
        lambda one, many, n: current().ngettext(one, many, n),
        lambda text: text,
    )


_, ngettext, N_ = catalogue(DOMAIN, LOCALE)


def use(language: str) -> None:
    """Show texts in a language of `LANGUAGES` from now on; raise ValueError for any other."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}")
    _language[0] = language


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, English when it is none of ours."""
    for name in VARIABLES:
        if value := environment.get(name, ""):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


def labelled(label: str, text: str) -> str:
    """Put a label before a text, with the signs that the language puts between them."""
    return _("{label}: {text}").format(label=label, text=text)


def alternatives(words: Sequence[str]) -> str:
    """List words of which one is to be chosen."""
    *some, last = words
    return _("{some} or {last}").format(some=", ".join(some), last=last) if some else last
