"""The easy bot: any legal action, each as likely as the next. Looks at nothing else."""

from collections.abc import Sequence
from random import Random

from sheep_common.messages import Plain


def choose(view: Plain, legal: Sequence[str], rng: Random) -> str:
    """Return one of `legal`, which is not empty."""
    del view
    return rng.choice(legal)
