"""Write playthroughs again, or a new one; see scripts/playthrough."""

import argparse
from pathlib import Path

from sheep_common.games import GAMES
from sheep_common.laws.playthrough import Recipe, playthrough, recipe_of
from sheep_common.streams import settled

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "common" / "playthroughs"


def main() -> int:
    """Write the new one that is asked for, else all that are there, from their own first lines."""
    parser = argparse.ArgumentParser(prog="playthrough", description="Write whole games as text.")
    parser.add_argument("--new", metavar="NAME", help="a new one; the name of its file, without .txt")
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    chosen = parser.parse_args()
    if chosen.new is None:
        for file in sorted(FOLDER.glob("*.txt")):
            write(file, recipe_of(file.read_text(encoding="utf-8")))
        return 0
    if chosen.game is None or chosen.seats is None:
        parser.error("a new one needs --game and --seats")
    options = dict(option.split("=", 1) for option in chosen.option)
    recipe = Recipe(game=chosen.game, seats=chosen.seats, options=options, seed=chosen.seed)
    write(FOLDER / f"{chosen.new}.txt", recipe)
    return 0


def write(file: Path, recipe: Recipe) -> None:
    """Play the game of a recipe into a file."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(playthrough(recipe, GAMES), encoding="utf-8", newline="\n")
    print(file)


if __name__ == "__main__":
    raise SystemExit(settled("scripts/playthrough", main))
