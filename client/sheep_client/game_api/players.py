"""Players in little room: the name, and that a bot plays. What must give way is cut, the note last."""

from sheep_client.game_api.canvas import cut
from sheep_client.game_api.text import Scene
from sheep_client.i18n import _
from sheep_client.text_layout import width_of

LEAST = 4
"""With less room than this beside its note a name is no name any more."""


def listed(scene: Scene, seat: int, room: int) -> str:
    """Return a player as lists have them, within so many columns."""
    text = scene.listed(seat)
    if width_of(text) <= room or not scene.note(seat):
        return cut(text, room)
    for note in (f" ({scene.note(seat)})", f" ({_('bot')})"):
        if room - width_of(note) >= min(LEAST, width_of(scene.name(seat))):
            return cut(scene.name(seat), room - width_of(note)) + note
    return cut(text, room)
