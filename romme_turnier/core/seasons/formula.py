"""The formula of a ranking over a season, as data; `ranking.py` applies it, `formula_json.py` reads and writes it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import NamedTuple, assert_never

Number = int | Fraction  # exact; never a float


class Result(NamedTuple):
    """One list of one player. ``day`` is written YYYY-MM-DD; ``series`` counts from 1 within the event.

    ``group``, such as a state, is needed only by formulas that keep the best per group. ``event_players`` and
    ``event_series`` are the sizes of the event, which formulas for large events need.
    """

    player: str
    event: str
    day: str
    kind: str
    series: int
    result: Number
    scoring_points: Number
    table_points: Number
    ended: int
    handrommes: int
    guest: bool
    group: str = ""
    event_players: int = 0
    event_series: int = 0


class Value(StrEnum):
    """The figure of a list that a formula counts."""

    RESULT = "result"
    SCORING_POINTS = "scoring_points"
    TABLE_POINTS = "table_points"
    LISTS = "lists"  # each list is worth 1

    @property
    def fewest_win(self) -> bool:
        return self is Value.RESULT


class UnitKind(StrEnum):
    """The unit that is kept, averaged and counted: a list, or the sum of a player's lists in an event or a month."""

    LIST = "list"
    EVENT = "event"
    MONTH = "month"


UnitKey = tuple[str | int, ...]  # (day, event, series), (day, event) or (YYYY-MM,)


def unit_key(kind: UnitKind) -> Callable[[Result], UnitKey]:
    """Returns a function that maps a result to the key of its unit."""
    match kind:
        case UnitKind.LIST:
            return attrgetter("day", "event", "series")
        case UnitKind.EVENT:
            return attrgetter("day", "event")
        case UnitKind.MONTH:
            return lambda result: (result.day[:7],)
    assert_never(kind)


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """Points for a player's place among all players of a unit, instead of the sum of the unit's lists.

    ``points`` holds those for the first place, the second and so on; places beyond them get 0. With ``from_last``, it
    begins with the last place, and all better places get the last number.
    """

    points: tuple[int, ...]
    from_last: bool = False

    def of(self, place: int, players: int) -> int:
        at = players - place if self.from_last else place - 1
        if at < len(self.points):
            return self.points[at]
        return self.points[-1] if self.from_last else 0


@dataclass(frozen=True, slots=True)
class PlacePercent:
    """The percentage of the other players of a unit whom a player beats, instead of the sum of the unit's lists.

    A player with the same place counts as half beaten, so the mean over all players of a unit is 50. The only player of
    a unit also gets 50.
    """

    def of(self, place: int, sharing: int, players: int) -> Number:
        """Returns the percentage for a place shared by ``sharing`` players, including this one."""
        if players == 1:
            return 50
        beaten, tied = players - place + 1 - sharing, sharing - 1
        return Fraction(100 * (2 * beaten + tied), 2 * (players - 1))


@dataclass(frozen=True, slots=True)
class Take:
    """The results that count at all; None takes every kind of event, or every series.

    Events with fewer players or series than ``least_players`` and ``least_series`` do not count.
    """

    kinds: frozenset[str] | None = None
    series: frozenset[int] | None = None
    least_players: int = 0
    least_series: int = 0

    def takes(self, result: Result) -> bool:
        return (
            (self.kinds is None or result.kind in self.kinds)
            and (self.series is None or result.series in self.series)
            and result.event_players >= self.least_players
            and result.event_series >= self.least_series
        )


@dataclass(frozen=True, slots=True)
class KeepBest:
    """The best ``number`` units of a player count."""

    number: int


@dataclass(frozen=True, slots=True)
class DropWorst:
    """All units of a player except the worst ``number`` count."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepBestPerGroup:
    """The best ``number`` units of a player in each group count."""

    number: int


Keep = KeepBest | DropWorst | KeepBestPerGroup


class Missing(StrEnum):
    """The existing unit whose value replaces each missing unit, unless a fixed number does."""

    OWN_WORST = "own_worst"  # the worst unit that the player keeps
    WORST = "worst"  # the worst unit of all players, before units are dropped


class Join(StrEnum):
    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class MeanOfAtLeast:
    """The mean of the units kept. If there are fewer than ``number``, each missing one counts as ``missing``."""

    number: int
    missing: Number | Missing = 0


@dataclass(frozen=True, slots=True)
class Need:
    """The units that a player needs: ``number`` or, with ``of``, ``number`` of every ``of`` units offered."""

    number: int
    of: int | None = None

    def after(self, offered: int) -> int:
        """Returns the number needed after this many offered units."""
        return self.number if self.of is None else -(-self.number * offered // self.of)


@dataclass(frozen=True, slots=True)
class Minus:
    """The deduction for missed units: (missed − over)^power × times; 0 for fewer than ``start`` missed units."""

    over: int
    start: int
    power: int
    times: Number = 1

    def amount(self, missed: int) -> Number:
        return 0 if missed < self.start else (missed - self.over) ** self.power * self.times


@dataclass(frozen=True, slots=True)
class MinusTable:
    """The deduction of the last step that the missed units reach, 0 before the first step.

    Each step is a number of missed units and its deduction; the numbers ascend.
    """

    steps: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        return self.steps[0][0]

    def amount(self, missed: int) -> int:
        return next((amount for start, amount in reversed(self.steps) if start <= missed), 0)


class Tie(StrEnum):
    """A criterion that decides between equal values."""

    ENDED = "ended"  # more games ended
    HANDROMMES = "handrommes"  # more Handrommés
    FEWER_UNITS = "fewer_units"
    LAST = "last"  # the better last unit, then the previous ones in turn; a player who runs out of units is first


@dataclass(frozen=True, slots=True)
class Formula:
    """A ranking as data. The default is the sum of the results of all lists.

    A month with fewer than ``month_needs`` lists is not a unit; ``positive`` drops units that are not above 0. If
    ``places``, ``keep``, ``need`` and ``minus`` are None, a unit is worth the sum of its lists, all units are kept,
    none are required, and missed ones cost nothing.

    Five fields describe the results that the caller passes:

    - ``months``: the results of this number of past months,
    - ``key_day``: the results up to that day,
    - ``organisers_below``: also the results of published events that organisers below hold during the season,
    - ``until_again``: the results of each event, even from an earlier season, until it is held again,
    - ``member_months``: only the results of players who, on the list's day, had been members for this number of months.

    ``weights`` are pairs of a kind of event and the factor of its lists, or of its points by place; other kinds have
    the factor 1.
    """

    take: Take = Take()
    guests: bool = False
    unit: UnitKind = UnitKind.LIST
    month_needs: int = 1
    positive: bool = False
    value: Value = Value.RESULT
    places: PlacePoints | PlacePercent | None = None
    keep: Keep | None = None
    join: Join | MeanOfAtLeast = Join.SUM
    need: Need | None = None
    minus: Minus | MinusTable | None = None
    ties: tuple[Tie, ...] = ()
    months: int | None = None
    key_day: str | None = None  # YYYY-MM-DD
    until_again: bool = False
    member_months: int | None = None
    organisers_below: bool = False
    weights: tuple[tuple[str, Number], ...] = ()

    @property
    def fewest_win(self) -> bool:
        return self.value.fewest_win and self.places is None


class FormulaFault(StrEnum):
    """A contradiction in a formula that can still be computed; the value names the field to change."""

    MISSING_HELPS = "join.missing"  # the fewest win, and missing units count at most 0: staying away helps
    FEWER_HELP = "join"  # the fewest win, and sums of different numbers of units are compared
    MINUS_HELPS = "minus"  # missing more units can be better than missing fewer
    MINUS_STEPS_HELP = "minus_steps"  # a later step deducts less
    NEED_ABOVE_OFFER = "need"  # more units are needed than are offered at the end
    WORSE_PLACE_HELPS = "places.points"  # a worse place gets more points than a better one
    WEIGHT_PUNISHES = "weights"  # the fewest win, and lists of some kinds are multiplied
    WEIGHT_OF_MONTHS = "weights.unit"  # a place of a month belongs to no kind of events
    PLACES_BY_LISTS = "places"  # the number of lists decides the places
    GUESTS_AS_MEMBERS = "who.guests"  # guests count although only members should
    # A missing percentage is better than the mean of everybody, below 0, or the worst of all, which is nearly always 0.
    MISSING_PERCENT = "join.missing of percentages"


def formula_faults(formula: Formula) -> Iterator[FormulaFault]:
    """Yields every contradiction that an editor refuses; `rank` still computes such formulas."""
    join, keep, need, minus = formula.join, formula.keep, formula.need, formula.minus
    if formula.fewest_win and isinstance(join, MeanOfAtLeast):
        if not isinstance(join.missing, Missing) and join.missing <= 0:
            yield FormulaFault.MISSING_HELPS
    elif formula.fewest_win and join is Join.SUM:
        always = need.number if need is not None and need.of is None else 0
        if minus is None and not (isinstance(keep, KeepBest) and keep.number <= always):
            yield FormulaFault.FEWER_HELP
    if isinstance(minus, Minus) and (minus.times < 0 or minus.start < minus.over):
        yield FormulaFault.MINUS_HELPS
    if isinstance(minus, MinusTable) and list(minus.steps) != sorted(minus.steps, key=itemgetter(1)):
        yield FormulaFault.MINUS_STEPS_HELP
    if need is not None and need.of is not None and need.number > need.of:
        yield FormulaFault.NEED_ABOVE_OFFER
    if formula.weights and formula.fewest_win:
        yield FormulaFault.WEIGHT_PUNISHES
    if formula.weights and formula.places is not None and formula.unit is UnitKind.MONTH:
        yield FormulaFault.WEIGHT_OF_MONTHS
    if formula.guests and formula.member_months is not None:
        yield FormulaFault.GUESTS_AS_MEMBERS
    yield from _place_faults(formula)


def _place_faults(formula: Formula) -> Iterator[FormulaFault]:
    if isinstance(formula.places, PlacePoints):
        points = formula.places.points
        if list(points) != sorted(points, reverse=not formula.places.from_last):
            yield FormulaFault.WORSE_PLACE_HELPS
    if formula.places is not None and formula.value is Value.LISTS:
        yield FormulaFault.PLACES_BY_LISTS
    if isinstance(formula.places, PlacePercent) and isinstance(formula.join, MeanOfAtLeast):
        missing = formula.join.missing
        if missing is Missing.WORST or (not isinstance(missing, Missing) and not 0 <= missing <= 50):
            yield FormulaFault.MISSING_PERCENT
