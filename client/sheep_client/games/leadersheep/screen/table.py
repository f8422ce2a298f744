"""The screen of Leadersheep: the row of regions, the players round the table, piles, and one's own hand."""

from collections.abc import Sequence

from sheep_common.games.leadersheep import LeadersheepView

from sheep_client.game_api import players
from sheep_client.game_api.canvas import Box, Canvas, cut
from sheep_client.game_api.screen import Shown
from sheep_client.game_api.text import Scene
from sheep_client.games.leadersheep.screen import cards, controls, hand
from sheep_client.games.leadersheep.screen.picking import Picking
from sheep_client.games.leadersheep.text import piles
from sheep_client.games.leadersheep.words import colour, promises, region_name, sheep_by_colour
from sheep_client.i18n import _, labelled, ngettext
from sheep_client.text_layout import width_of

_MOST_COLOURS = 8
"""With more colours than that they are told and not shown side by side."""
_NARROWEST, _SHORTEST = 3, 8
"""Columns of a colour, and of a region's name, at the least: the sheep must be seen."""


def title(scene: Scene) -> str:
    """Say which round it is, who leads and who starts."""
    view: LeadersheepView = scene.view
    if not view.round:
        return "Leadersheep"
    text = _("Round {round} of {rounds}").format(round=view.round, rounds=len(view.deck.regions))
    if view.leader is not None:
        text += " · " + _("{name} leads").format(name=scene.name(view.leader))
    return text + " · " + _("{name} starts").format(name=scene.name(view.starter))


def paint(canvas: Canvas, shown: Shown[Picking]) -> None:
    """Paint the table into the body."""
    scene, picking, box = shown.scene, shown.state, shown.where.body
    view: LeadersheepView = scene.view
    if view.phase == "deal":
        canvas.put(box.x + 1, box.y + 1, _("The cards are about to be dealt."))
        return
    players = len(view.scores) + 1
    least = _least(scene, box.width)
    if box.height - (len(view.row) + 1) - players < least:
        _small(canvas, box, picking, scene, least)
        return
    spare = box.height - (len(view.row) + 1) - players - cards.CARD_HEIGHT
    y = _row(canvas, box._replace(height=len(view.row) + 1), scene) + (spare > 2)
    y = _players(canvas, box._replace(y=y, height=players), picking, scene) + (spare > 3)
    if spare > 0:
        canvas.put(box.x + 1, y, cut(_piles(scene), box.width - 1), "class:dim")
        canvas.click(Box(box.x, y, box.width, 1), "T")
        y += 1 + (spare > 4)
    rest = Box(box.x, y, box.width, max(0, box.end - y))
    if scene.legal and view.phase == "answer":
        wanted = len(controls.choices(scene)) + 1
        if rest.height < wanted + cards.CARD_HEIGHT:
            _answers(canvas, rest, picking, scene)
            return
        _answers(canvas, rest._replace(height=wanted - 1), picking, scene)
        below = rest._replace(y=rest.y + wanted, height=rest.height - wanted)
        hand.paint(canvas, below, Picking(cursor=-1), scene)
    elif scene.seat is not None:
        hand.paint(canvas, rest, picking, scene)


def _least(scene: Scene, width: int) -> int:
    """Return how many rows are wanted for what one chooses from, at the least."""
    view: LeadersheepView = scene.view
    if scene.seat is None:
        return 0
    if scene.legal and view.phase == "answer":
        return min(2, len(controls.choices(scene)))
    return len(hand.rows(view.hand, hand.blocked(scene), width - 1))


def _small(canvas: Canvas, box: Box, picking: Picking, scene: Scene, least: int) -> None:
    """Paint what matters most: what one chooses from, the region in play, and players as there is room."""
    view: LeadersheepView = scene.view
    regions = min(2, len(view.row) + 1) if view.row else 0
    own = min(least, max(1, box.height - regions - 1)) if least else 0
    y = _row(canvas, box._replace(height=regions), scene)
    _players(canvas, box._replace(y=y, height=max(0, box.end - own - y)), picking, scene)
    rest = Box(box.x, box.end - own, box.width, own)
    if own and scene.legal and view.phase == "answer":
        _answers(canvas, rest, picking, scene)
    elif own:
        hand.paint(canvas, rest, picking, scene)


def _piles(scene: Scene) -> str:
    view: LeadersheepView = scene.view
    if view.mine:
        return _("You have laid face down: {cards}.").format(cards=promises(view.mine))
    return piles(scene)


# --- regions ------------------------------------------------------------------------------------


def _row(canvas: Canvas, box: Box, scene: Scene) -> int:
    """Paint the regions that lie open, the one in play first; return the row below."""
    view: LeadersheepView = scene.view
    heads = [_("in play"), _("next"), _("then")]
    if not view.row:
        return box.y
    head = max(map(width_of, heads)) + 4
    if len(view.deck.colours) > _MOST_COLOURS:
        return _row_in_words(canvas, box, scene, heads, head)
    names = 25 if box.width >= 76 else 20
    names = max(_SHORTEST, min(names, box.width - head - _NARROWEST * len(view.deck.colours) - 6))
    x0 = box.x + head + names
    at = _columns(view.deck.colours, x0, box.x + box.width - 6)
    letters = cards.letters(view.deck.colours)
    for column, word in enumerate(view.deck.colours):
        wide = at[column + 1] - at[column] - 1
        text = cards.lettered(word, letters[word])
        text = text if width_of(text) < wide else letters[word]
        canvas.fit(at[column], box.y, f"{text:^{wide}}", wide, cards.style(word))
    canvas.put(at[-1], box.y, _("sheep"), "class:dim")
    sheep = {region.id: region.sheep for region in view.deck.regions}
    for number, (label, region) in enumerate(zip(heads[: box.height - 1], view.row, strict=False)):
        y, first = box.y + 1 + number, number == 0
        canvas.put(box.x + 1, y, f"{'▶' if first else ' '} {label}", "class:picked" if first else "class:dim")
        canvas.put(
            box.x + head, y, cut(region_name(view, region), names - 1), "class:picked" if first else ""
        )
        for column, n in enumerate(sheep.get(region, ())):
            style = cards.style(view.deck.colours[column]) if first and n else ""
            wide = at[column + 1] - at[column] - 1
            canvas.put(at[column], y, f"{n or '-':^{wide}}", style)
        canvas.put(at[-1] + 1, y, f"{sum(sheep.get(region, ())):>3}")
    return box.end


def _columns(colours: Sequence[str], x: int, end: int) -> list[int]:
    """Return where each colour's column begins, and where the last one ends: names in full where they fit."""
    wides = [width_of(colour(word)) + 3 for word in colours]
    if x + sum(wides) > end:
        wides = [max(_NARROWEST, (end - x) // len(colours))] * len(colours)
    found = [x]
    for wide in wides:
        found.append(found[-1] + wide)
    return found


def _row_in_words(canvas: Canvas, box: Box, scene: Scene, heads: list[str], head: int) -> int:
    view: LeadersheepView = scene.view
    for number, (label, region) in enumerate(zip(heads[: box.height - 1], view.row, strict=False)):
        text = labelled(region_name(view, region), sheep_by_colour(view, region))
        style = "class:picked" if number == 0 else ""
        canvas.put(box.x + 1, box.y + 1 + number, f"{'▶' if number == 0 else ' '} {label}", style)
        canvas.put(box.x + head, box.y + 1 + number, cut(text, box.width - head), style)
    return box.end


# --- players ------------------------------------------------------------------------------------


def _players(canvas: Canvas, box: Box, picking: Picking, scene: Scene) -> int:
    """Paint a row a player below the heads, as far as there is room; return the row below.

    Where there is none for all, the heads go first, then those who are neither aimed at nor on turn.
    """
    view: LeadersheepView = scene.view
    seats = len(view.scores)
    headed = box.height > seats
    aimed = _aimed(picking, scene)
    middle = aimed if aimed is not None else min(view.to_act, default=0)
    room = min(seats, box.height - headed)
    first = max(0, min(middle - room // 2, seats - room))
    heads = [_("sheep"), _("cards"), _("laid")]
    x0 = box.x + _name_width(scene, box.width) + 2
    at = [x0]
    for head in heads:
        at.append(at[-1] + width_of(head) + 2)
    if headed:
        for x, head in zip(at, heads, strict=False):
            canvas.put(x, box.y, head, "class:dim")
        canvas.put(at[-1], box.y, cut(_("scandals"), 10), "class:dim")
        canvas.put(at[-1] + 11, box.y, cut(_("regions"), box.x + box.width - at[-1] - 11), "class:dim")
    for row, seat in enumerate(range(first, first + room)):
        _player(canvas, box, box.y + headed + row, at, seat, scene, on=aimed == seat)
    return box.y + headed + room


def _name_width(scene: Scene, width: int) -> int:
    """Return how wide the column of names is; wider where a bot is to be told of."""
    least, most = (24, 32) if width >= 76 else (18, 20)
    listed = [width_of(scene.listed(seat)) for seat in range(len(scene.names)) if scene.note(seat)]
    return min(most, max(least, max(listed, default=0) + 6))


def _aimed(picking: Picking, scene: Scene) -> int | None:
    """Return the seat at which the player aims, or whom they are about to ask."""
    view: LeadersheepView = scene.view
    if scene.legal and view.phase == "scandals" and picking.aiming:
        return picking.target
    if scene.legal and view.phase == "gift-ask":
        found = controls.choices(scene)
        return int(found[min(picking.target, len(found) - 1)].split()[1])
    return None


def _player(canvas: Canvas, box: Box, y: int, at: list[int], seat: int, scene: Scene, *, on: bool) -> None:
    view: LeadersheepView = scene.view
    acts = seat in view.to_act
    style = "class:row" if on else "class:picked" if acts else ""
    if on:
        canvas.fill(Box(box.x, y, box.width, 1), style)
    marks = ("★" if seat == view.leader else "") + ("•" if seat == view.starter else "")
    room = at[0] - box.x - 5 - len(marks)
    canvas.put(box.x + 1, y, "▶" if acts else " ", style)
    x = canvas.put(box.x + 3, y, players.listed(scene, seat, room), style)
    canvas.put(x + 1, y, marks, style)
    laid = view.laid[seat]
    values = [view.scores[seat], view.hands[seat], "-" if laid is None else laid]
    for column, value in enumerate(values):
        canvas.put(at[column], y, f"{value:>{at[column + 1] - at[column] - 3}}", style)
    x, letters = at[-1], cards.letters(view.deck.colours)
    for word in view.before[seat]:
        if x + 3 > box.x + box.width:
            break
        x = cards.chip(canvas, x, y, word, letters[word])
    regions = ", ".join(region_name(view, region) for region in view.regions[seat])
    x = max(x + 1, at[-1] + 11)
    canvas.put(x, y, cut(regions or "-", box.x + box.width - x), style or "class:dim")
    canvas.click(Box(box.x, y, box.width, 1), f"seat:{seat}")


# --- what is answered ---------------------------------------------------------------------------


def _answers(canvas: Canvas, box: Box, picking: Picking, scene: Scene) -> None:
    """Paint what a scandal can be answered, with what each answer costs."""
    found = controls.choices(scene)
    on = min(picking.target, len(found) - 1)
    first = max(0, min(on - box.height + 2, len(found) - box.height))
    for row, number in enumerate(range(first, min(len(found), first + box.height))):
        text = cut(f" {number + 1} {answer_text(found[number], scene)}", box.width)
        style = "class:row" if number == on else ""
        canvas.fit(box.x, box.y + row, text, box.width, style)
        canvas.click(Box(box.x, box.y + row, box.width, 1), f"choose:{number}")


def answer_text(action: str, scene: Scene) -> str:
    """Say what an answer does and what it costs."""
    view: LeadersheepView = scene.view
    pending = view.pending
    if pending is None:
        return action
    if action == "accept":
        n = view.hand.count(pending.colour)
        text = _("accept it: no {colour} from you this round").format(colour=colour(pending.colour))
        held = _("you hold {n}").format(n=n)
        return f"{text} ({held})"
    region = action.split()[1]
    n = sum(next((r.sheep for r in view.deck.regions if r.id == region), ()))
    text = ngettext("give {name} {region}: you lose {n} sheep", "give {name} {region}: you lose {n} sheep", n)
    return text.format(name=scene.name(pending.thrower), region=region_name(view, region), n=n)
