"""The menu of what can be done besides playing, and the form of a new table, as lines to be chosen."""

from collections.abc import Set
from dataclasses import replace

from sheep_common.games import GAMES

from sheep_client.core.model import Model
from sheep_client.game_registry import screen_of
from sheep_client.i18n import _
from sheep_client.screen_ui import history, option_text
from sheep_client.screen_ui import seen as scenes
from sheep_client.screen_ui.state import Form, Result, Ui
from sheep_client.text_layout import width_of
from sheep_client.text_ui import table_text

AGAIN = ("/rematch", "/ready")
"""The lines of who would like another game: that is being ready for it."""

# --- the menu -----------------------------------------------------------------------------------


def menu(ui: Ui, model: Model) -> list[tuple[str, str]]:
    """Return what the menu offers now, each with the line or key that it stands for."""
    at, info, own = model.at, model.info(model.current), scenes.own_seat(model.at)
    found: list[tuple[str, str]] = [(_("Keys"), "f1"), (_("Rules in short"), "f2")]
    playing = info is not None and info.state == "playing"
    if playing and own is not None and at is not None and at.update is not None and info is not None:
        game = GAMES.get(info.game)
        painter, scene = scenes.made_of(at.update, info)
        screen = screen_of(painter)
        if game is None or game.undoable:
            found += _undos(ui, own, screen.marks)
        if screen.finish is not None and at.update.legal and screen.finish.able(scene):
            found.append((screen.finish.label(), "finish"))
        for number, seat in enumerate(info.seats):
            if seat is not None and not seat.here and seat.bot is None and seat.stand_in is None:
                text = _("Ask that a bot plays for {name}").format(name=table_text.seat_names(info)[number])
                found.append((text, f"/stand-in {number}"))
        found.append((_("Ask to break the game off"), "/resign"))
    if info is not None and info.state == "over" and own is not None:
        found.append((_("Play again with the same seats"), "rematch"))
    if info is not None:
        found.append((_("Quick phrases"), "phrases"))
        leave = _("Leave the table") if own is not None else _("Stop watching")
        found.append((leave, "leave" if playing and own is not None else "/leave"))
    return [*found, (_("Leave this host"), "/quit")]


def _undos(ui: Ui, own: int, types: Set[str]) -> list[tuple[str, str]]:
    """Offer to take back the player's own last move, with all that came after it, and what was done last."""
    count = history.since_own(ui, own, types)
    mine = [(_("Ask to take back my last move"), f"/undo {count}")] if count is not None else []
    last = [] if count == 1 else [(_("Ask to take back the last action"), "/undo")]
    return [*mine, *last]


# --- a new table --------------------------------------------------------------------------------


def form_lines(form: Form) -> list[str]:
    """Return the form of a new table as lines: a choice each, and the button."""
    rows = [(label, shown) for label, shown, _key in _rows(form)]
    wide = max(width_of(label) for label, _shown in rows)
    lines = [f"{label}{' ' * (wide - width_of(label))}  ◂ {shown} ▸" for label, shown in rows]
    return [*lines, "[ " + _("Open the table and sit down") + " ]"]


def _rows(form: Form) -> list[tuple[str, str, str]]:
    names = list(GAMES)
    game = GAMES[names[form.game % len(names)]]
    chosen = dict(form.chosen)
    rows = [(_("game"), table_text.title(game.name), "game"), (_("players"), str(form.seats), "seats")]
    for name, values in _values(form).items():
        rows.append(
            (
                option_text.option(game.name, name),
                option_text.value(game.name, name, chosen.get(name, values[0])),
                name,
            )
        )
    return rows


def _values(form: Form) -> dict[str, list[str]]:
    """Return the options that can be chosen, each with its values, the default first."""
    names = list(GAMES)
    game = GAMES[names[form.game % len(names)]]
    first = sorted(option_text.FIRST, key=lambda word: word != game.first)
    found = {"first": [*first, *map(str, range(form.seats))]}
    for option in game.options:
        if len(option.values) > 1 and option.name != "first":
            found[option.name] = list(map(str, option.values))
    return found | {"hints": ["on", "off"], "move-time": ["0", "30", "60", "120", "300"]}


def press_form(ui: Ui, key: str) -> Result | None:
    """Return what a key does in the form."""
    rows = _rows(ui.form)
    if key in ("left", "right", "h", "l", " ", "+", "-") and ui.top < len(rows):
        step = -1 if key in ("left", "h", "-") else 1
        return Result(replace(ui, form=_changed(ui.form, rows[ui.top][2], step)))
    if key != "enter":
        return None
    if ui.top < len(rows):
        return Result(replace(ui, form=_changed(ui.form, rows[ui.top][2], 1)))
    names = list(GAMES)
    values = _values(ui.form)
    options = [
        f"{name}={word}" for name, word in ui.form.chosen if word in values.get(name, ()) and word != "0"
    ]
    options += [f"first={word}" for name, word in ui.form.chosen if (name, word) == ("first", "0")]
    line = " ".join(["/new", names[ui.form.game % len(names)], str(ui.form.seats), *options])
    return Result(replace(ui, overlay=None, top=0), (line,))


def _changed(form: Form, what: str, step: int) -> Form:
    names = list(GAMES)
    if what == "game":
        number = (form.game + step) % len(names)
        return Form(game=number, seats=max(2, GAMES[names[number]].offered[0]))
    if what == "seats":
        offered = list(GAMES[names[form.game % len(names)]].offered)
        place = offered.index(form.seats) if form.seats in offered else 0
        return replace(form, seats=offered[(place + step) % len(offered)])
    values, chosen = _values(form)[what], dict(form.chosen)
    place = values.index(chosen[what]) if chosen.get(what) in values else 0
    chosen[what] = values[(place + step) % len(values)]
    return replace(form, chosen=tuple(chosen.items()))
