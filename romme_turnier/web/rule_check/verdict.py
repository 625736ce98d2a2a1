"""An answer of Regel-Check."""

from dataclasses import dataclass
from enum import Enum

from romme_turnier.web.rule_check.card_images import ShownMeld


class Verdict(Enum):
    YES = "yes"
    NO = "no"
    TOLD = "told"  # a result that is neither yes nor no
    ASKED_BACK = "asked_back"  # something is missing or cannot be read


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. `clause` allows the act. `also` are other possible melds, introduced by `also_words`.

    `remedy` is the order after a forbidden act. `parts` are the answers if several questions were asked together.
    """

    verdict: Verdict
    headline: str
    reasons: tuple[str, ...] = ()
    melds: tuple[ShownMeld, ...] = ()
    also_words: str = ""
    also: tuple[ShownMeld, ...] = ()
    parts: tuple["Part", ...] = ()
    clause: str = ""
    remedy: str = ""

    @property
    def with_clause(self) -> str:
        """The headline with the clause in brackets, placed before a final colon."""
        if not self.clause:
            return self.headline
        colon = ":" if self.headline.endswith(":") else ""
        return f"{self.headline.removesuffix(':')} ({self.clause}){colon}"


@dataclass(frozen=True, slots=True)
class Part:
    """One of several questions answered together, and its answer."""

    question: str
    answer: Answer
