"""Why the rules of Leadersheep say no: every reason code, for clients to translate."""

from enum import StrEnum

from sheep_common.errors import RuleError


class Reason(StrEnum):
    """The `reason` of an `illegal` refusal."""

    WRONG_PHASE = "wrong-phase"
    NOT_ANOTHER_PLAYER = "not-another-player"
    NO_CARDS = "no-cards"
    MUST_GIVE = "must-give"
    NO_SUCH_CARD = "no-such-card"
    NOT_YOUR_REGION = "not-your-region"
    SAME_COLOUR_TWICE = "same-colour-twice"
    BLOCKED_COLOUR = "blocked-colour"
    MUST_PROMISE = "must-promise"
    NOT_THE_REGIONS = "not-the-regions"
    NOT_THE_CARDS = "not-the-cards"


REASONS: tuple[str, ...] = tuple(reason.value for reason in Reason)
"""Every reason there is, for clients that translate them."""


def illegal(reason: Reason, text: str) -> RuleError:
    """Make the refusal of a well-written action."""
    return RuleError("illegal", text, reason.value)
