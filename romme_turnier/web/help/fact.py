"""One line of the status page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """`why`: a sentence of explanation; `problem`: the line needs attention."""

    label: str
    value: str
    why: str = ""
    problem: bool = False
