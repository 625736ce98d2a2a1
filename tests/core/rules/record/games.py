"""Whole games by chance, in all systems and with their options, as records."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

from romme_turnier.core.rules.play import Position, cutter, deal, whole_pack
from romme_turnier.core.rules.record.acts import Act, Check, Line, Verb
from romme_turnier.core.rules.record.fair import commitment
from romme_turnier.core.rules.record.judging import forbidden
from romme_turnier.core.rules.record.moments import Moment, as_one, due, laid_together
from romme_turnier.core.rules.record.next_moment import after
from romme_turnier.core.rules.record.notation import Record
from romme_turnier.core.rules.record.opening_deal import chance
from romme_turnier.core.rules.record.replay import row_of
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.record.player import next_acts
from tests.core.rules.written import rules

SYSTEMS = {
    "rommeordnung": rules("rommeordnung"),
    "classic": rules("classic"),
    "classic simple": rules("classic", simple=True),
    "classic without laying out": rules("classic", without_laying_out=True),
    "classic one suit, many cards": rules("classic", one_suit=True, take_many=True),
    "rommee": rules("rommee", minimum=40, rounds=2),
    "rommee knocking, rearranging": rules("rommee", knocking=True, rearranging=True),
    "treppenromme": rules("treppenromme"),
    "contract": rules("contract", joker_25=True),
    "contract, free": rules("contract", free_contract=True, jokers_by_players=True, round7_discard=True),
    "contract, no jokers": rules("contract", no_jokers=True),
}
TURNS = 300
# Games that end, and in which as much as possible happens.
SEEDS = {"rommee knocking, rearranging": (1, 2), "contract, no jokers": (0, 1)}


def started(ruleset: RuleSet, seed: int) -> tuple[Record, Position]:
    """A record with its tags and deal, and the first position; the shuffle is a fair one."""
    rng = random.Random(seed)
    players = ruleset.seats_min + seed % (min(ruleset.seats_max, 4) - ruleset.seats_min + 1)
    secret, game, dealer = rng.randbytes(32), 1 + seed % 7, rng.randrange(players) + 1
    record = Record(
        rules=rules(ruleset.key, players, **dict(ruleset.agreed)),
        seats=tuple(str(10 + seat) for seat in range(players)),
        event="Lindenhof-Pokal",
        game=game,
        dealer=dealer,
        shuffle=commitment(secret),
        words=tuple(rng.choice(("", "apfel", "ß")) for _ in range(players)),
        seed=secret,
    )
    pack = chance(record, 0).order(whole_pack(record.rules, players))
    joker_cut = ruleset.play.cuts_joker and pack[0] == JOKER
    position = deal(record.rules, pack, players, dealer=dealer, round_number=record.round_number, joker_cut=joker_cut)
    kept = (JOKER,) if joker_cut else ()
    cut_by = cutter(dealer, players)
    lines: list[Line] = [Act(cut_by, Verb.CUT, kept)] if kept else []
    for seat, hand in enumerate(position.hands, start=1):
        dealt = hand[: len(hand) - len(kept)] if seat == cut_by else hand
        lines.append(Act(0, Verb.DEAL, dealt, number=seat))
    lines += [Act(0, Verb.TURNED, position.pile)] if position.pile else []
    return replace(record, lines=tuple(lines)), position


def seeds(name: str) -> tuple[int, ...]:
    return SEEDS.get(name, (2, 3))


@lru_cache(maxsize=64)
def played(name: str, seed: int) -> tuple[Record, tuple[Moment, ...]]:
    """A game until it is over or too long: its record, with the hands and the row at the end, and every moment of it.

    Each act is judged before it is carried out.
    """
    record, position = started(SYSTEMS[name], seed)
    rng, moments, lines = random.Random(seed), [Moment.of(position)], list(record.lines)
    while not moments[-1].position.over and moments[-1].position.number <= TURNS:
        for acts in laid_together(next_acts(moments[-1], rng)):
            act = as_one(acts)
            if act.verb in {Verb.SHUFFLE, Verb.DRAW, Verb.ALLOW, Verb.CLAIM}:
                act = replace(act, cards=_by_chance(record, lines, moments[-1], act))
            assert not forbidden(moments[-1], act), (name, seed, act, forbidden(moments[-1], act))
            moments.append(after(moments[-1], act))
            lines += acts if act.verb is Verb.LAY else [act]
    last = moments[-1].position
    lines.append(Check("stock", (len(last.stock),)))
    lines += [Check("hand", (seat,), hand) for seat, hand in enumerate(last.hands, start=1)]
    return replace(record, lines=tuple(lines), result=row_of(last)), tuple(moments)


def _by_chance(record: Record, lines: list[Line], moment: Moment, act: Act) -> tuple[Card, ...]:
    """The new stock as the seed shuffles it, or the next cards of the stock."""
    if act.verb is not Verb.SHUFFLE:
        return moment.position.stock[: -len(act.cards) - 1 : -1]
    shuffles = sum(isinstance(line, Act) and line.verb is Verb.SHUFFLE for line in lines)
    return chance(record, shuffles + 1).order(sorted(due(moment.position)))
