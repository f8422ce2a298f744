"""The three ways in which a game can say no; nothing else is raised for what a person or peer did wrong."""


class NotationError(ValueError):
    """An action's text breaks the notation; looked at before any rule."""


class OptionError(ValueError):
    """A table cannot be opened so: unknown option, bad value, or wrong number of seats."""


class RuleError(ValueError):
    """A well-written action that the rules refuse now.

    `code` is `not-your-turn` or `illegal`; `reason` is None or a code of the game's own
    (kebab-case, translated by clients); the text is plain English for logs and scripts.
    """

    def __init__(self, code: str, text: str, reason: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.reason = reason


def not_your_turn(seat: int | None) -> RuleError:
    """Make the refusal for a seat (None: the table) that is not to act."""
    who = "the table" if seat is None else f"seat {seat}"
    return RuleError("not-your-turn", f"{who} is not to act now")
