"""What one can type, in words, for `/help` and `/keys`."""

from types import MappingProxyType

from sheep_client.i18n import N_, _, alternatives
from sheep_client.text_layout import pad, width_of, wrap
from sheep_client.text_ui import table_text

COMMANDS = MappingProxyType({
    "/board": N_("shows the board, the table"),
    "/words": N_("says the board in words"),
    "/options": N_("lists all that you may do"),
    "/rules": N_("tells the rules in short"),
    "/keys": N_("tells what you may type when it is your turn"),
    "/hint": N_("suggests what you might do, and says why (/hint no stops the thinking)"),
    "/history [N]": N_("tells the last N steps again"),
    "/say TEXT": N_("says something to the table"),
    "/phrase WORD": N_("says a quick phrase, which each reads in their own language"),
    "/tables": N_("lists the tables of this host"),
    "/sit [TABLE [SEAT]]": N_("takes a seat"),
    "/watch TABLE": N_("watches a table"),
    "/new GAME SEATS [KEY=VALUE…]": N_("opens a table: {games}"),
    "/ready": N_("you are ready; the game starts when everybody is (/ready no takes it back)"),
    "/rematch": N_("plays again with the same seats when a game is over"),
    "/undo [N]": N_("asks the others to take back the last actions ({undoable})"),
    "/resign": N_("asks the others to break the game off"),
    "/stand-in SEAT": N_("asks the others that a bot plays for who is away"),
    "/vote yes|no": N_("answers such a question"),
    "/leave": N_("gives up your seat, or stops watching"),
    "/quit": N_("leaves; your seat is kept while the game runs"),
})  # fmt: skip
OWNERS = MappingProxyType({
    "/start": N_("starts without waiting for everybody to be ready"),
    "/bot SEAT [LEVEL]": N_("puts a bot on a free seat (level none: takes it off)"),
    "/kick SEAT": N_("takes a player off a seat"),
    "/ban SEAT": N_("the same, and does not let them back in"),
    "/use TABLE": N_("chooses the table that is meant, when there are several"),
})  # fmt: skip
CONSOLE = MappingProxyType({
    "/tables": COMMANDS["/tables"],
    "/new GAME SEATS [KEY=VALUE…]": COMMANDS["/new GAME SEATS [KEY=VALUE…]"],
    **OWNERS,
    "/rematch": COMMANDS["/rematch"],
    "/say TEXT": N_("says something to the table, or to everybody"),
    "/close [TABLE]": N_("closes a table, whatever goes on there"),
    "/sit [TABLE [SEAT]]": COMMANDS["/sit [TABLE [SEAT]]"],
    "/status": N_("says how the host stands: connections, pace, memory, what was refused"),
    "/quit": N_("stops the host; games are kept"),
})  # fmt: skip


def commands(width: int, *, console: bool = False) -> list[str]:
    """List the commands with what they do; seats are numbers or names."""
    if console:
        return _listed(dict(CONSOLE), width)
    return [*_listed(dict(COMMANDS), width), _("Who runs the table also has:"), *_listed(dict(OWNERS), width)]


def keys() -> list[str]:
    """Tell about the keys of the prompt."""
    return [
        _("Tab completes, the arrows up and down bring back earlier lines, Ctrl-C leaves."),
    ]


def _games() -> dict[str, str]:
    """Return what a text can say of the games that there are."""
    from sheep_common.games import GAMES  # the first frame of a screen does not wait for the games

    return {
        "games": alternatives(list(GAMES)),
        "undoable": ", ".join(table_text.title(game.name) for game in GAMES.values() if game.undoable),
    }


def _listed(texts: dict[str, str], width: int) -> list[str]:
    wide = max(width_of(command) for command in texts if width_of(command) < 22)
    lines: list[str] = []
    games = _games()
    for command, text in texts.items():
        line = f"{pad(command, wide)}  {_(text).format(**games)}"
        lines += wrap(
            line.replace(command, command.replace(" ", "\N{NO-BREAK SPACE}"), 1), width, " " * (wide + 2)
        )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
