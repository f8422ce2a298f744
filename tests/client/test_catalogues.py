"""The catalogues are whole: all is translated, nothing is stale, what is compiled is what is written."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load `scripts/messages`' own module."""
    spec = importlib.util.spec_from_file_location("_messages", ROOT / "scripts" / "_messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_catalogue_for_each_language(tool: ModuleType) -> None:
    """English is the language of the source and needs none."""
    from sheep_client.i18n import LANGUAGES

    assert {path.parts[-3] for path in tool.catalogues()} == set(LANGUAGES) - {"en"}


def test_every_text_is_translated_and_none_is_stale(tool: ModuleType) -> None:
    """`scripts/messages` gathers them; a person translates them."""
    found = tool.template()
    for path in tool.catalogues():
        assert tool.problems(tool.load(path), found) == []


def test_the_compiled_catalogues_are_those_that_are_written(tool: ModuleType) -> None:
    """A fresh clone has no build step."""
    for path in tool.catalogues():
        assert path.with_suffix(".mo").read_bytes() == tool.compiled(tool.load(path))


def test_a_lost_placeholder_is_found(tool: ModuleType) -> None:
    """It would be an error at a player's terminal."""
    catalog = tool.Catalog(locale="fr")
    catalog.add("{name} wins.", "Gagné.")
    assert len(tool.problems(catalog, catalog)) == 1


def test_french_signs_are_set_as_the_french_do(tool: ModuleType) -> None:
    """A no-break space before : ; ! and ?, and typographic apostrophes."""
    (path,) = [path for path in tool.catalogues() if path.parts[-3] == "fr"]
    for message in tool.load(path):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if not message.id:
            continue
        for text in strings:
            assert not any(f" {sign}" in text for sign in ":;!?»"), text
            assert "'" not in text, text
