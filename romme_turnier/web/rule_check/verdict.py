"""An answer of Regel-Check."""

from dataclasses import dataclass
from enum import Enum

from romme_turnier.web.rule_check.drawn import ShownMeld


class Verdict(Enum):
    YES = "yes"
    NO = "no"
    TOLD = "told"  # a figure that is neither
    ASKED_BACK = "asked_back"  # something is missing or cannot be read


@dataclass(frozen=True, slots=True)
class Answer:
    """`clause`: where the source allows it. `also`: what would be possible instead, or beside it. `remedy`: what is
    ordered if it was done all the same. `parts`: where several questions are answered at once.
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
        """The headline, and the clause behind it, before a colon."""
        if not self.clause:
            return self.headline
        colon = ":" if self.headline.endswith(":") else ""
        return f"{self.headline.removesuffix(':')} ({self.clause}){colon}"


@dataclass(frozen=True, slots=True)
class Part:
    """One of several questions that are answered together."""

    question: str
    answer: Answer
