"""Awards prizes to the cent, according to the prize plan, its settings, and the rankings with their ties.

Each prize of the plan ends up in exactly one part of the outcome: awarded, undecided, unclaimed, or waiting for a
ranking that is not final. No money is gained or lost.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import groupby

from romme_turnier.core.money.amounts import split

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the prize plan: each rank from ``first`` to ``last`` gets the amount, the thing, or both."""

    ranking: str  # its key
    first: int
    last: int
    amount: Decimal | None = None
    thing: str = ""
    key: Hashable = None  # the caller's handle

    def covers(self, rank: int) -> bool:
        return self.first <= rank <= self.last

    @property
    def money(self) -> Decimal:
        """The total amount for all ranks of the line."""
        return (self.amount or ZERO) * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Place:
    """A player or team with a rank; entries with the same rank are tied."""

    rank: int
    who: Hashable


@dataclass(frozen=True, slots=True)
class Ranking:
    """The places in order, best first. ``one_each`` and play-offs do not apply to teams: tied teams share money."""

    places: tuple[Place, ...]
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The announcement's rules for the prizes."""

    one_each: bool = False  # players with a prize are skipped in later rankings of the plan
    shared: bool = False  # tied players share the money of their ranks


@dataclass(frozen=True, slots=True)
class Award:
    """A prize awarded to `who`, a player or team; `amount` is None for a prize without money."""

    item: Item  # its line in the plan; the first of several shared lines
    rank: int
    who: Hashable
    amount: Decimal | None
    thing: str
    equals: int = 1  # the number of tied players


@dataclass(frozen=True, slots=True)
class Undecided:
    """Tied players or teams whose different prizes are still undecided; each of ``items`` is for one rank."""

    ranking: str
    rank: int
    who: tuple[Hashable, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of awarding the prizes."""

    awards: tuple[Award, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    unclaimed: tuple[Item, ...] = ()  # prizes of ranks without a player
    waiting: tuple[Item, ...] = ()  # lines of rankings not yet settled

    @property
    def money(self) -> Decimal:
        """The total money of the plan, in all parts of the outcome."""
        left = [*self.unclaimed, *self.waiting, *(item for tie in self.undecided for item in tie.items)]
        return sum((award.amount or ZERO for award in self.awards), ZERO) + sum((item.money for item in left), ZERO)


def award(
    rankings: Mapping[str, Ranking],
    plan: Sequence[Item],
    settings: Settings,
    *,
    absent: Mapping[str, Collection[Hashable]] | None = None,
    decisions: Sequence[Sequence[Collection[Hashable]]] = (),
) -> Outcome:
    """Returns the outcome of awarding the prizes of a plan.

    Rankings are settled in the order of the plan. The prizes of a missing ranking, which is not final yet, are waiting.
    With ``one_each``, so are the prizes of later rankings of players while an earlier ranking is missing or has
    undecided prizes for players. ``absent`` holds, by ranking, the players who are absent when its prizes are handed
    out: they are skipped, and the next players move up. Each of ``decisions`` is the result of a play-off, best first;
    it orders tied players if all of them took part. If several apply, the last one counts.

    Tied players with equal prizes get one each. Otherwise they share the money if the settings or the ranking allow it
    and the things are equal; cents that cannot be shared go to the first players. In all other cases the prizes are
    undecided. Raises ValueError if the shared money has fractions of a cent.
    """
    away = {name: frozenset(players) for name, players in (absent or {}).items()}
    progress = _Progress(settings, away, [*decisions])
    for name in dict.fromkeys(item.ranking for item in plan):
        items = [item for item in plan if item.ranking == name]
        ranking = rankings.get(name)
        passes_over = settings.one_each and not (ranking is not None and ranking.teams)
        if ranking is None or (passes_over and progress.blocked):
            progress.waiting += items
            progress.blocked = progress.blocked or ranking is None or not ranking.teams
        else:
            progress.settle(name, ranking, items)
    return Outcome(
        tuple(progress.awards), tuple(progress.undecided), tuple(progress.unclaimed), tuple(progress.waiting)
    )


def with_pool(plan: Sequence[Item], pool: Decimal, rankings: Sequence[str]) -> tuple[Item, ...]:
    """Returns the plan with ``pool`` (the fines received) added to the first of ``rankings`` with money prizes.

    The pool is divided in proportion to these prizes, and their lines are split into one for each rank. Without money
    prizes or a positive pool, the plan is unchanged. Raises ValueError if the pool has fractions of a cent.
    """
    name = next((name for name in rankings if any(i.ranking == name and i.amount for i in plan)), None)
    if name is None or pool <= 0:
        return tuple(plan)
    single = [prize for item in plan for prize in (_by_rank(item) if item.ranking == name and item.amount else [item])]
    priced = [index for index, item in enumerate(single) if item.ranking == name and item.amount]
    shares = split(pool, [single[index].amount or ZERO for index in priced])
    for index, share in zip(priced, shares, strict=True):
        single[index] = replace(single[index], amount=(single[index].amount or ZERO) + share)
    return tuple(single)


def _by_rank(item: Item) -> Iterator[Item]:
    for rank in range(item.first, item.last + 1):
        yield replace(item, first=rank, last=rank)


@dataclass
class _Progress:
    settings: Settings
    absent: Mapping[str, frozenset[Hashable]]
    decisions: list[Sequence[Collection[Hashable]]]
    awards: list[Award] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)
    unclaimed: list[Item] = field(default_factory=list)
    waiting: list[Item] = field(default_factory=list)
    has_one: set[Hashable] = field(default_factory=set)
    blocked: bool = False  # open prizes keep "one each" from continuing

    def settle(self, name: str, ranking: Ranking, items: Sequence[Item]) -> None:
        last, position = max(item.last for item in items), 1
        away = self.absent.get(name, frozenset())
        passed_over = away | (self.has_one if self.settings.one_each and not ranking.teams else set())
        for group in self._groups(ranking, passed_over):
            if position > last:
                break
            ranks = range(position, position + len(group))
            bundles = [[replace(item, first=rank, last=rank) for item in items if item.covers(rank)] for rank in ranks]
            if any(bundles):
                self._give(name, position, group, bundles, shared=self.settings.shared or ranking.teams)
                if self.undecided and self.undecided[-1].ranking == name and not ranking.teams:
                    self.blocked = True
            position += len(group)
        self.unclaimed += [prize for item in items for prize in _by_rank(item) if prize.first >= position]
        if not ranking.teams:
            self.has_one |= {award.who for award in self.awards if award.item.ranking == name}

    def _groups(self, ranking: Ranking, passed_over: Collection[Hashable]) -> Iterator[list[Hashable]]:
        """Yields the candidates for prizes in order, in groups that no play-off has separated."""
        for _rank, places in groupby(ranking.places, key=lambda place: place.rank):
            if equals := [place.who for place in places if place.who not in passed_over]:
                yield from self._separated(equals)

    def _separated(self, equals: list[Hashable]) -> Iterator[list[Hashable]]:
        """Yields ``equals`` in groups, as separated by play-offs of all of them; the last play-off decides first."""
        for decision in reversed(self.decisions):
            parts = [part for group in decision if (part := [who for who in equals if who in group])]
            if len(parts) > 1 and sum(map(len, parts)) == len(equals):
                for part in parts:
                    yield from self._separated(part)
                return
        yield equals

    def _give(
        self, name: str, rank: int, group: Sequence[Hashable], bundles: Sequence[Sequence[Item]], *, shared: bool
    ) -> None:
        if _all_same(bundles, lambda bundle: (sum((item.money for item in bundle), ZERO), _things(bundle))):
            for who, bundle in zip(group, bundles, strict=True):
                self.awards += [Award(item, rank, who, item.amount, item.thing, len(group)) for item in bundle]
        elif shared and _all_same(bundles, _things):
            self._share(rank, group, bundles)
        else:
            items = tuple(item for bundle in bundles for item in bundle)
            self.undecided.append(Undecided(name, rank, tuple(group), items))

    def _share(self, rank: int, group: Sequence[Hashable], bundles: Sequence[Sequence[Item]]) -> None:
        priced = [item for bundle in bundles for item in bundle if item.amount]
        parts = split(sum((item.amount or ZERO for item in priced), ZERO), [Decimal(1)] * len(group))
        for who, part, bundle in zip(group, parts, bundles, strict=True):
            if part:
                self.awards.append(Award(priced[0], rank, who, part, "", len(group)))
            self.awards += [Award(item, rank, who, None, item.thing, len(group)) for item in bundle if item.thing]


def _all_same(bundles: Sequence[Sequence[Item]], look: Callable[[Sequence[Item]], object]) -> bool:
    return all(look(bundle) == look(bundles[0]) for bundle in bundles)


def _things(bundle: Sequence[Item]) -> object:
    return sorted(item.thing for item in bundle if item.thing)
