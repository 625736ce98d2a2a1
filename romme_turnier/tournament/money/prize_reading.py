"""The prizes of an event: as they would be awarded now, as released, and as handed out."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import cast

from romme_turnier.core.money import prizes as core
from romme_turnier.core.standings.ranks import Standing
from romme_turnier.tournament import models
from romme_turnier.tournament.money.words import ranking_label
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.tournament.standings.rankings import Source, category_standings, series_standings
from romme_turnier.tournament.standings.reading import rankings_now

Kind = models.Prize.Ranking
Who = tuple[str, int]  # ("player" or "team", primary key)
PLAYER, TEAM = "player", "team"


def ranking_key(prize: models.Prize) -> str:
    match prize.ranking:
        case Kind.SERIES:
            return f"{Kind.SERIES}-{prize.series_number}"
        case Kind.CATEGORY:
            return f"{Kind.CATEGORY}-{prize.category_id}"
    return str(prize.ranking)


def fines_received(event: models.Event) -> Decimal:
    amounts = event.ledger.filter(kind=models.LedgerEntry.Kind.FINE).values_list("amount", flat=True)
    return sum(amounts, Decimal(0))


@dataclass(frozen=True)
class PrizeState:
    """The awards that a release would store now, and the released ones.

    `pool` is the sum of fines given out as prizes, `pool_without_prize` the sum for which the plan has no money prize.
    """

    event: models.Event
    plan: tuple[models.Prize, ...]
    rankings: dict[str, core.Ranking]
    outcome: core.Outcome
    awards: tuple[models.PrizeAward, ...]
    pool: Decimal
    pool_without_prize: Decimal
    absent: dict[str, frozenset[int]]  # by ranking: the registrations passed over as absent

    @cached_property
    def released(self) -> set[tuple[str, int]]:
        """The pairs (ranking key, rank) of all released awards."""
        return {(ranking_key(award.prize), award.rank) for award in self.awards}

    @cached_property
    def to_release(self) -> tuple[core.Award, ...]:
        return tuple(award for award in self.outcome.awards if (award.item.ranking, award.rank) not in self.released)

    @cached_property
    def changed(self) -> bool:
        """Whether the released ranks would now have other winners, amounts or things."""
        now = {_facts(award) for award in self.outcome.awards if (award.item.ranking, award.rank) in self.released}
        return now != {(award.prize_id, award.rank, winner(award), award.amount, award.thing) for award in self.awards}

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the awards that a release would store: line of the plan, rank, winner, amount and thing."""
        return hashlib.sha256(repr(sorted(map(_facts, self.to_release), key=repr)).encode()).hexdigest()[:16]

    @property
    def promised(self) -> Decimal:
        return self.outcome.money


def undecided_players(state: PrizeState) -> list[tuple[str, int, list[int]]]:
    """Returns the ties of players that block prizes, each as (ranking as text, rank, primary keys of registrations)."""
    labels = {ranking_key(prize): ranking_label(prize) for prize in state.plan}
    return [
        (labels[tie.ranking], tie.rank, [pk for _kind, pk in (cast(Who, who) for who in tie.who)])
        for tie in state.outcome.undecided
        if cast(Who, tie.who[0])[0] == PLAYER
    ]


def _facts(award: core.Award) -> tuple[object, ...]:
    return award.item.key, award.rank, award.who, award.amount, award.thing


def winner(award: models.PrizeAward) -> Who:
    if award.registration_id is not None:
        return PLAYER, award.registration_id
    return TEAM, award.team_id or 0


def prize_state(event: models.Event, *, absent: Collection[Who] = ()) -> PrizeState:
    """Computes the awards without storing them.

    If the announcement requires presence, `absent` players are passed over, but not teams. A player who was passed over
    at an earlier release of a ranking is then passed over there again, and the winners of that release are treated as
    present.
    """
    plan = tuple(event.prize_plan.select_related("category"))
    rankings = _rankings(event, plan)
    items = [
        core.Item(ranking_key(prize), prize.first_rank, prize.last_rank, prize.amount, prize.thing, key=prize.pk)
        for prize in plan
    ]
    pool = max(fines_received(event), Decimal(0)) if event.fines_handed_out else Decimal(0)
    with_pool = core.with_pool(items, pool, [Kind.EVENT.value, Kind.TEAM.value])
    taken = sum((item.money for item in with_pool), Decimal(0)) - sum((item.money for item in items), Decimal(0))
    awards = tuple(
        models.PrizeAward.objects.filter(prize__event=event).select_related(
            "prize__category", "prize__event", "registration__player", "registration__club", "team", "ledger_entry"
        )
    )
    away = _absent(rankings, awards, absent) if event.prizes_only_if_present else {}
    outcome = core.award(
        rankings,
        with_pool,
        core.Settings(one_each=event.one_prize_each, shared=event.prizes_shared),
        absent={key: {(PLAYER, pk) for pk in pks} for key, pks in away.items()},
        decisions=_decisions(event),
    )
    return PrizeState(event, plan, rankings, outcome, awards, taken, pool - taken, away)


def _absent(
    rankings: Iterable[str], awards: Iterable[models.PrizeAward], now: Iterable[Who]
) -> dict[str, frozenset[int]]:
    """Returns the players to pass over in each ranking, as primary keys of registrations.

    These are the players passed over at earlier releases of the ranking, and the players absent `now` that have not won
    a prize in it.
    """
    missing = {pk for kind, pk in now if kind == PLAYER}
    absent = dict.fromkeys(rankings, frozenset(missing))
    by_ranking: dict[str, list[models.PrizeAward]] = {}
    for award in awards:
        by_ranking.setdefault(ranking_key(award.prize), []).append(award)
    for key, released in by_ranking.items():
        winners = {award.registration_id for award in released}
        absent[key] = frozenset(missing - winners).union(*(award.absent for award in released))
    return absent


def _decisions(event: models.Event) -> list[list[list[Who]]]:
    """Returns the results of play-offs, oldest first. Each is a list of groups of tied players, best group first."""
    by_number = dict(event.registrations.values_list("number", "pk"))
    return [
        [[(PLAYER, by_number[number]) for number in group] for group in play_off.groups]
        for play_off in standings_reading.play_offs(event)
    ]


def _rankings(event: models.Event, plan: Sequence[models.Prize]) -> dict[str, core.Ranking]:
    """Returns the rankings of the plan whose series are all closed, by `ranking_key`."""
    closed = set(event.series.exclude(closed_at=None).values_list("number", flat=True))
    all_closed = closed >= set(range(1, event.series_count + 1))
    final = {
        ranking_key(prize): prize
        for prize in plan
        if (prize.series_number in closed if prize.series_number else all_closed)
    }
    if not final:
        return {}
    source = rankings_now(event, event.series_count)
    players = dict(event.registrations.values_list("number", "pk"))
    teams = dict(event.teams.values_list("key", "pk"))
    return {key: _ranking(prize, source, players, teams) for key, prize in final.items()}


def _ranking(
    prize: models.Prize, source: Source, players: Mapping[int | None, int], teams: Mapping[str, int]
) -> core.Ranking:
    """Returns the places of the prize's ranking as the page shows them; players and teams are given as primary keys."""
    if prize.ranking == Kind.TEAM:
        places = tuple(core.Place(row.rank, (TEAM, teams[row.key])) for row in source.team_rows if row.rank)
        return core.Ranking(places, teams=True)
    ranks = [(row.rank, row.number) for row in source.rows]
    if prize.ranking == Kind.SERIES:
        ranks = _ranks(series_standings(source, prize.series_number or 1))
    elif prize.ranking == Kind.CATEGORY:
        ranks = _ranks(category_standings(source, prize.category.name if prize.category else ""))
    return core.Ranking(tuple(core.Place(rank, (PLAYER, players[number])) for rank, number in ranks if rank))


def _ranks(standings: Sequence[Standing]) -> list[tuple[int | None, int | None]]:
    return [(row.rank, row.entrant.number) for row in standings]
