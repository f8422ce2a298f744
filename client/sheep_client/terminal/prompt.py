"""What a prompt has on every face: completion from what can be done now, and the lines of earlier games."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from sheep_client.core import Model


class LineCompleter(Completer):
    """Completes a line by what the model says can be typed."""

    def __init__(self, model: Callable[[], Model | None]) -> None:
        self._model = model

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the last word of each line that goes on from what stands there."""
        from sheep_client.text_ui.completion import completions  # with it come the games: not at the start

        del complete_event
        model = self._model()
        if model is None:
            return
        text = document.text_before_cursor
        for line in completions(text, model):
            kept = text.rfind(" ") + 1  # the words before the last one stand already
            yield Completion(line[kept:], start_position=kept - len(text))


def pasted(text: str) -> list[str]:
    """Return the lines of a pasted text, the last one without an end; what no line can have is left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return ["".join(letter for letter in line.replace("\t", " ") if letter.isprintable()) for line in lines]


def typed(lines: list[str]) -> list[KeyPress]:
    """Return the keys that type lines: all but the last with Enter."""
    keys = [KeyPress(letter) for letter in lines[0]]
    for line in lines[1:]:
        keys += [KeyPress(Keys.ControlM, "\r"), *map(KeyPress, line)]
    return keys


class KeptHistory(FileHistory):
    """Lines of earlier games; where they cannot be kept, they are not."""

    def store_string(self, string: str) -> None:
        """Keep a line."""
        with contextlib.suppress(OSError):
            Path(str(self.filename)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            super().store_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines kept, the newest first."""
        try:
            return list(super().load_history_strings())
        except OSError:
            return []
