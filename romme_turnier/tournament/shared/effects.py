"""Effects of an act beyond its rows: public pages and rankings become outdated, and listeners learn of final facts.

Before an act deletes a player or a club, this module also locks the seasons that may count their results.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.tournament.models import PublicVersion, Ranking, Result, Season, Series
from romme_turnier.tournament.shared.service import at_end, finish, part_of_service


@part_of_service
def invalidate_public_pages(event_id: int) -> None:
    """Marks the public pages of the event as outdated. Each service that changes their content calls this."""
    PublicVersion.objects.bulk_create([PublicVersion(event_id=event_id)], ignore_conflicts=True)
    PublicVersion.objects.filter(event=event_id).update(number=F("number") + 1)


class Final(StrEnum):
    """The facts of a series that can become final."""

    SEATS = "seats"
    STANDINGS = "standings"


became_final = Signal()  # sender: a member of `Final`; argument: `series`
rankings_outdated = Signal()  # sender: the model `Season`; argument: `season`, a primary key


def tell(what: Final, series: Series) -> None:
    """Sends `became_final` to its listeners after the transaction. Their errors are logged, never raised."""
    transaction.on_commit(lambda: became_final.send_robust(what, series=series), robust=True)


OrganiserDay = tuple[str, date]  # a day with published lists: the number of the organiser, and the day


def published_lists(results: QuerySet[Result]) -> set[OrganiserDay]:
    """Returns the organiser's number and the day of each result whose event is public."""
    public = results.filter(event__published_at__isnull=False)
    return set(public.order_by().values_list("organiser__number", "day").distinct())


@part_of_service
def outdate_rankings(seasons: Iterable[int | None], above: Iterable[OrganiserDay] = ()) -> None:
    """Marks the rankings of these seasons (primary keys, None is ignored) and others with the same lists as outdated.

    This happens at the end of the act. The other rankings are those of later seasons that reach back over months, or
    that count an event until it is held again. `above` holds the organiser and the day of changed public lists, which
    rankings of the organisers above may count, too. Listeners of `rankings_outdated` are called after the transaction;
    their errors are logged, never raised.
    """
    facts: set[int | OrganiserDay] = {*filter(None, seasons), *above}
    at_end(_outdate, facts, last=True)


def outdate_now() -> None:
    """Marks the rankings that the current act outdates now, not at its end, so that the act can also renew them."""
    finish(_outdate, last=True)


def _outdate(facts: set[int | OrganiserDay]) -> None:
    """Marks as outdated the rankings that use these seasons (primary keys), or lists of these organisers and days.

    Sends `rankings_outdated` for each season after the transaction. An act locks all its rankings here, with one
    statement and in one order, because acts that lock the same rankings in different orders could block each other.
    """
    changed = {fact for fact in facts if isinstance(fact, int)}
    others = _others_with(facts)
    outdated = Ranking.objects.filter(Q(season__in=changed) | Q(pk__in=[pk for pk, _season in others]))
    locked = Ranking.objects.filter(pk__in=outdated.values("pk")).select_for_update(no_key=True).order_by("pk")
    Ranking.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).update(outdated_since=timezone.now())
    for season in sorted(changed | {season for _pk, season in others}):
        tell_all = partial(rankings_outdated.send_robust, Season, season=season)
        transaction.on_commit(tell_all, robust=True)


def _others_with(facts: set[int | OrganiserDay]) -> set[tuple[int, int]]:
    """Returns the rankings of other seasons that use these facts, as primary keys of ranking and season."""
    changed = {fact for fact in facts if isinstance(fact, int)}
    above = {fact for fact in facts if not isinstance(fact, int)}
    longer = Q(versions__formula__has_key="months") | Q(versions__formula__has_key="until_again")
    rolling = Ranking.objects.filter(longer, season__in=_following(changed))
    higher = Ranking.objects.none()
    if within := set(_seasons_above(above)):
        in_window = Q(season__in=within) | (longer & Q(season__in=_following(within)))
        higher = Ranking.objects.filter(in_window, versions__formula__has_key="organisers_below")
    return {*rolling.values_list("pk", "season"), *higher.values_list("pk", "season")}


@part_of_service
def lock_seasons_with(results: QuerySet[Result]) -> None:
    """Locks the seasons whose rankings may count these results, before an act deletes their player or their club.

    An act that issues an edition locks its season, too, so that no edition names the deleted row.
    """
    own = set(results.filter(season__isnull=False).order_by().values_list("season", flat=True).distinct())
    seasons = own | {season for _ranking, season in _others_with({*own, *published_lists(results)})}
    list(Season.objects.select_for_update(no_key=True).filter(pk__in=seasons).order_by("pk").values_list("pk"))


def _following(seasons: set[int]) -> set[int]:
    """Returns the seasons (primary keys) that follow these directly or through others."""
    known, newest = set(seasons), seasons
    while newest := set(Season.objects.filter(previous__in=newest).values_list("pk", flat=True)) - known:
        known |= newest
    return known - seasons


def _seasons_above(lists: Iterable[OrganiserDay]) -> Iterable[int]:
    """Yields the seasons (primary keys) of higher organisers that include the day of one of these lists."""
    days: defaultdict[str, set[date]] = defaultdict(set)
    for organiser, day in lists:
        for number in chain_of(organiser)[:-1]:
            days[number].add(day)
    if days:
        seasons = Season.objects.filter(organiser__number__in=days)
        for pk, number, first, last in seasons.values_list("pk", "organiser__number", "first_day", "last_day"):
            if any(first <= day <= last for day in days[number]):
                yield pk
