"""The plan of an event: the numbers of players and series, the terms, and the frequency of mistakes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from romme_turnier.core.lists.length import Length, bounds_of, units_of, usual_length
from romme_turnier.core.lists.scoring_points import USUAL, PointsPerGame
from romme_turnier.core.lists.sheet import BonusMode
from romme_turnier.core.rules.system.options import announced_options, option_faults
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import LengthUnit

NAME = "Simulation"
_SIZES = ((14, 3, 4), (40, 4, 4), (80, 6, 2), (16, 3, 12))  # the most players, series and games of a list
_WEIGHTS = (12, 3, 1, 4)
FINES = ((1, Decimal("0.20")), (9, Decimal("0.50")))
_DEARER_FROM = Fraction(3, 4)  # of the games of a list, as in ``FINES`` for twelve games


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The plan of an event. All random choices follow from `seed`.

    `trouble` is the frequency of mistakes; 1 is a lively hall. In a `mirrored` event every second table gets the same
    cards as the previous one, which causes ties. `fines` are (first lost game, amount). With `self_registration` most
    register online before the day; a `closed` event needs an invitation, and with a `capacity` latecomers wait. With
    `members` the organiser keeps the participants as members, and limits the years for which events name them in
    public; with `offices`, officials of other organisers keep members and propose to merge them. Acts in `surely`
    happen at the first opportunity, regardless of chance.
    """

    slug: str
    name: str = NAME
    players: int = 40
    series: int = 3
    seed: int = 1
    games: int = 12
    ruleset: str = "rommeordnung"
    bonus_mode: str = BonusMode.PER_LIST.value
    bonus_four: int = 20
    bonus_three: int = 15
    bonus_handromme: int = 50
    clubs: int = 6
    teams: bool = True
    entry_fee: Decimal = Decimal("10.00")
    fines: tuple[tuple[int, Decimal], ...] = FINES
    hall_tables: str = ""
    trouble: float = 1.0
    mirrored: bool = False
    self_registration: bool = False
    closed: bool = False
    capacity: int | None = None
    scoring: str = field(default="sum", repr=False)
    points_per_game: PointsPerGame | None = field(default=None, repr=False)
    table_size: int | None = field(default=None, repr=False)
    length: Length | None = field(default=None, repr=False)
    stake: Decimal | None = field(default=None, repr=False)
    stake_booked: bool = field(default=False, repr=False)
    members: bool = field(default=False, repr=False)
    offices: bool = field(default=False, repr=False)
    options: Mapping[str, bool | int] = field(default_factory=dict, hash=False, repr=False)
    surely: frozenset[str] = field(default=frozenset(), repr=False)

    def rng(self) -> random.Random:
        """Returns the random generator of this event.

        It depends on the fields that the representation shows, except the address and the name.
        """
        return random.Random(repr(replace(self, slug="", name="")))  # noqa: S311 - repeatable, not secret


def any_scenario(seed: int, *, small: bool = False) -> Scenario:
    """Returns a random event with 3 to 80 players and 1 to 6 series; a `small` one runs in under a second."""
    rng = random.Random(f"scenario {seed} {small}")  # noqa: S311 - repeatable, not secret
    # Most are small: faults occur in halls of any size, and sooner with tables of three.
    most_players, most_series, most_games = (8, 2, 2) if small else rng.choices(_SIZES, _WEIGHTS)[0]
    series = rng.randint(1, most_series)
    players = rng.randint(3, most_players)
    scenario = Scenario(
        slug=f"simulation-{seed}",
        players=players,
        series=series,
        seed=seed,
        games=rng.randint(1, most_games),
        ruleset=rng.choice(["rommeordnung"] * 7 + [key for key in RULE_SYSTEMS if key != DEFAULT]),
        bonus_mode=rng.choice([mode.value for mode in BonusMode]),
        bonus_four=rng.choice([20, 20, 0, 25]),
        bonus_three=rng.choice([15, 15, 0, 20]),
        bonus_handromme=rng.choice([50, 50, 0, 100]),
        clubs=rng.randint(0, max(1, players // 3)),
        teams=rng.random() < 0.6,
        entry_fee=rng.choice([Decimal("10.00"), Decimal("0.00"), Decimal("7.50")]),
        fines=rng.choice([FINES, (), ((1, Decimal("0.10")),), ((3, Decimal("1.00")),)]),
        hall_tables=rng.choice(["", "", "3-40", "1-4, 11-60"]),
        trouble=rng.choice([0.3, 1.0, 2.0]),
        mirrored=rng.random() < (0.6 if series == 1 else 0.1),
        members=seed % 2 == 0,
        offices=seed % 20 == 0,
        **announced_by(rng, players),
    )
    return replace(scenario, **any_terms(scenario.ruleset, most_games, rng))


def any_terms(ruleset: str, most_games: int, rng: random.Random) -> dict[str, Any]:
    """Returns random fields of a scenario under a rule system: options, scoring, table size, stake and length.

    With a target score, `trouble` is 0 as well.
    """
    rules = get_ruleset(ruleset)
    terms: dict[str, Any] = {
        "options": any_options(ruleset, rng),
        **any_scoring(ruleset, rng),
        "table_size": rng.choice([None, *rules.sizes]) if not rules.size_fixed else None,
        "stake": rng.choice([None, Decimal("0.001"), Decimal("0.01")]) if rules.settles else None,
    }
    terms["stake_booked"] = terms["stake"] is not None and rng.random() < 0.5
    unit = rng.choice(units_of(rules))
    least, most = bounds_of(rules, unit) or (1, 1)
    match unit:
        case LengthUnit.GAMES:
            return {**terms, "games": max(least, rng.randint(1, min(most, most_games)))}
        case LengthUnit.ROUNDS:
            return {**terms, "length": Length(unit, rng.randint(least, min(most, 2)))}
        case LengthUnit.TARGET:
            # A correction would end such a list earlier or later than it was played.
            return {**terms, "length": Length(unit, rng.choice([60, 120])), "trouble": 0.0}


def any_scoring(ruleset: str, rng: random.Random) -> dict[str, Any]:
    """Returns a random scoring that the rule system allows, with random scoring points."""
    scoring = rng.choice(["sum"] * 3 + ["table_points", "scoring_points"])
    if scoring != "scoring_points" or get_ruleset(ruleset).highest_wins:
        return {"scoring": "sum" if scoring == "scoring_points" else scoring}
    ended = rng.choice([5, 5, 1, 10])
    given = sorted(rng.sample(range(ended + 1), rng.randint(0, min(4, ended))), reverse=True)
    limits = sorted(rng.sample(range(2, 120), len(given)))
    points = PointsPerGame(ended, rng.choice([8, 8, 3, 0]), tuple(zip(limits, given, strict=True)))
    return {"scoring": scoring, "points_per_game": rng.choice([USUAL, points])}


def demo_of(ruleset: str) -> Scenario:
    """Returns a demo event for a rule system: two series of the usual length, with a stake if the rules have one."""
    rules = get_ruleset(ruleset)
    length = usual_length(rules) or Length(LengthUnit.GAMES, 8)
    counted = length.unit is LengthUnit.GAMES
    four, three, handromme = rules.usual_bonus
    first_fine, (_from, dearer) = FINES
    from_game = int((length.games(rules.seats_min) or 0) * _DEARER_FROM)  # the second fine has to occur in a list
    return Scenario(
        slug=f"vorfuehrung-{ruleset}",
        name=f"Vorführung {rules.name}",
        players=11,
        series=2,
        ruleset=ruleset,
        games=length.number if counted else 0,
        length=None if counted else length,
        bonus_four=four,
        bonus_three=three,
        bonus_handromme=handromme,
        fines=(first_fine,) if from_game < 2 else (first_fine, (from_game, dearer)),
        stake=Decimal("0.001") if rules.settles else None,
        trouble=0.0 if length.unit is LengthUnit.TARGET else 0.3,
    )


def any_options(ruleset: str, rng: random.Random) -> dict[str, bool | int]:
    """Returns some of the options of the rule system, in a valid combination."""
    rules = get_ruleset(ruleset)
    chosen: dict[str, bool | int] = {}
    for name, option in announced_options(rules).items():
        if rng.random() < 0.3 and not option_faults(
            rules, with_one := {**chosen, name: rng.choice(option.values or (True,))}
        ):
            chosen = with_one
    return chosen


def announced_by(rng: random.Random, players: int) -> dict[str, Any]:
    """Returns random values for online registration, the number of places, and the need for an invitation."""
    alone = rng.random() < 0.5
    places = max(4, round(players * rng.choice([0.5, 0.6, 0.8])))
    full = alone and rng.random() < 0.7
    return {
        "self_registration": alone,
        "closed": alone and rng.random() < 0.2,
        "capacity": places if full else None,
    }
