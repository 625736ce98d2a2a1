"""Practice problems made by the rules engine, each with a single answer and the engine's own solution."""

from collections.abc import Callable, Mapping
from random import Random

from romme_turnier.core.practice.decisions import may_discard, may_take
from romme_turnier.core.practice.laying import lay_most, may_open
from romme_turnier.core.practice.problem import Kind, Level, Problem
from romme_turnier.core.practice.rebuilding import rebuild
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.core.rules.system.registry import DEFAULT, get_ruleset

_MAKERS: Mapping[Kind, Callable[..., Problem]] = {
    Kind.LAY_MOST: lay_most,
    Kind.MAY_OPEN: may_open,
    Kind.REBUILD: rebuild,
    Kind.MAY_TAKE: may_take,
    Kind.MAY_DISCARD: may_discard,
}
# Only one system has rearranging; all other problems use the tournament rules.
_SYSTEMS = {kind: get_ruleset(DEFAULT) for kind in Kind} | {
    Kind.REBUILD: with_options(get_ruleset("rommee"), {"rearranging": True})
}


def problem(kind: Kind, level: Level, rng: Random) -> Problem:
    """Returns a problem; equal states of ``rng`` give equal problems."""
    return _MAKERS[kind](_SYSTEMS[kind], level, rng)


__all__ = ["Kind", "Level", "Problem", "problem"]
