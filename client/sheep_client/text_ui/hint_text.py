"""Hints in words: what might be done, and why. Thinks of none."""

from sheep_client.game_api.bot import Choice
from sheep_client.game_api.text import GameText, Scene
from sheep_client.i18n import _


def thinking(seconds: int = 0) -> str:
    """Say that a hint is being thought of, and since when."""
    text = _("Thinking about a hint…")
    return f"{text} {_('{n} s').format(n=seconds)}" if seconds else text


def hint(thought: Choice | None, painter: GameText, scene: Scene) -> str:
    """Say a hint with its reason, or that there is none."""
    if thought is None:
        return _("No hint came of it; ask again, or decide by yourself.")
    what, why = painter.suggestion(thought.action, scene), painter.why(thought.reason, thought.values, scene)
    return _("Hint: {what}. {why}").format(what=what, why=why).strip()
