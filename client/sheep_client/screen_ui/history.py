"""Earlier views of a game: what led to one, and how far back one's own last action lies."""

from collections.abc import Set

from sheep_common.messages import Plain, Update

from sheep_client.screen_ui.state import Ui


def doer(event: Plain) -> int | None:
    """Return the seat that did what an event tells."""
    return event.get("owner", event.get("seat"))


def led_to(ui: Ui, types: Set[str]) -> tuple[Plain, ...]:
    """Return what was done last before the earlier view that is looked at, where that is known."""
    if ui.looking is None or ui.looking >= len(ui.past):
        return ()
    return marks(ui.past[ui.looking], types)[-1:]


def marks(update: Update, types: Set[str]) -> tuple[Plain, ...]:
    """Return the actions in the steps of an update: the events of these types."""
    events = [event for step in update.steps for event in step.events]
    return tuple(event for event in events if event.get("type") in types)


def since_own(ui: Ui, seat: int, types: Set[str]) -> int | None:
    """Count the actions from a seat's last one on, with it.

    None where it was not seen, or where something was undone or done by the table since.
    """
    count = 0
    for update in reversed(ui.past):
        done = marks(update, types)
        if not done:
            return None
        for event in reversed(done):
            count += 1
            if event.get("seat") in (seat, None):
                return count if event.get("seat") == seat else None
    return None
