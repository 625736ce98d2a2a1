"""Ties that need a play-off (§ 1.5), because a title or a prize depends on them."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby

from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.standings.ranks import Standing
from romme_turnier.tournament.models import Event, Prize, Registration

Tie = tuple[int, tuple[Hashable, ...]]  # the shared rank, and the keys of the entrants who share it


def ties_in(standings: Iterable[Standing]) -> list[Tie]:
    """Returns the ties that no play-off has decided, in order."""
    tied = (row for row in standings if row.play_off_needed and row.rank is not None)
    return [
        (rank or 0, tuple(row.entrant.key for row in group)) for rank, group in groupby(tied, key=lambda row: row.rank)
    ]


def ties_to_play_off(event: Event, standings: Sequence[Standing]) -> frozenset[Hashable]:
    """Returns keys (primary keys of registrations) of the players who must play for their rank.

    If the rule system demands play-offs, a tie for rank 1, the title, is always played off; so is every tie if there is
    no plan of prizes. Other rule systems demand none, and club evenings have no title. In any case, tied players play
    if the plan gives them different prizes of the event or of a category, apart from money that they share.
    """
    ties = ties_in(standings)
    plan = list(event.prize_plan.all()) if ties else []
    demanded = Criterion.PLAY_OFF in event.rules.criteria and not event.is_evening
    if not plan:
        return frozenset(key for _rank, keys in ties for key in keys if demanded)
    groups = _groups(plan)
    of_event = [prize for prize in plan if prize.ranking == Prize.Ranking.EVENT]
    needed: set[Hashable] = set()
    for rank, keys in ties:
        title = demanded and rank == 1
        if title or _parted(of_event, range(rank, rank + len(keys)), shared=event.prizes_shared):
            needed.update(keys)
            continue
        for category, members in groups.items():
            ranks = _ranks_within(standings, members, keys)
            if _parted([prize for prize in plan if prize.category_id == category], ranks, shared=event.prizes_shared):
                needed.update(members & set(keys))
    return frozenset(needed)


def _groups(plan: Sequence[Prize]) -> Mapping[int, set[Hashable]]:
    """Returns the members of each category that has prizes."""
    categories = {prize.category_id for prize in plan if prize.category_id is not None}
    members: dict[int, set[Hashable]] = {category: set() for category in categories}
    memberships = Registration.categories.through.objects.filter(category_id__in=categories) if categories else ()
    for membership in memberships:
        members[membership.category_id].add(membership.registration_id)
    return members


def _ranks_within(standings: Sequence[Standing], members: set[Hashable], tied: Sequence[Hashable]) -> range:
    """Returns the ranks within a category that its tied members share."""
    keys = [row.entrant.key for row in standings if row.rank is not None]
    first = next(place for place, key in enumerate(keys) if key in tied)
    ahead = sum(key in members for key in keys[:first])
    return range(ahead + 1, ahead + 1 + sum(key in members for key in tied))


def _parted(prizes: Sequence[Prize], ranks: Sequence[int], *, shared: bool) -> bool:
    """Returns whether the prizes of these ranks differ, apart from money that is shared anyway."""
    given = [[prize for prize in prizes if prize.first_rank <= rank <= prize.last_rank] for rank in ranks]
    things = [sorted(prize.thing for prize in bundle if prize.thing) for bundle in given]
    money = [sum(prize.amount or 0 for prize in bundle) for bundle in given]
    return any(other != things[0] for other in things) or (not shared and any(other != money[0] for other in money))
