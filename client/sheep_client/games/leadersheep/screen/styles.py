"""The colours of the cards."""

from types import MappingProxyType

from sheep_client.game_api.style import Style, Styles

CARDS = MappingProxyType({
    "red": ("#b92c2c", "#ffffff"),
    "blue": ("#2459c4", "#ffffff"),
    "green": ("#1f7d2b", "#ffffff"),
    "yellow": ("#e0b622", "#1b1b1f"),
    "black": ("#2a2a2e", "#ffffff"),
})  # fmt: skip
"""The colour of a card, and what is written on it; those of other decks look alike."""

STYLES: Styles = {
    **{f"card-{name}": Style(f"bg:{back} {front}") for name, (back, front) in CARDS.items()},
    "card-other": Style("bg:#3a4a40 #ffffff"),
    "struck": Style("strike", "strike"),
}
