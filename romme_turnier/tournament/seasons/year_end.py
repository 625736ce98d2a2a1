"""The end of a season: honours of members, the surplus that they share, and names that vanish from public pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from django.db.models import Count, Max, Q, Sum

from romme_turnier.core.seasons.quotas import Method, apportion
from romme_turnier.tournament import models
from romme_turnier.tournament.models.public_names import PODIUM, years_later
from romme_turnier.tournament.money.reading import ZERO
from romme_turnier.tournament.organisers.retention import NamesEnd, names_ends
from romme_turnier.tournament.seasons.editions import current_edition
from romme_turnier.tournament.seasons.reading import of_known_people, rows_of

CENT = Decimal("0.01")


class Most(StrEnum):
    """The counts whose highest value in a season is honoured."""

    LISTS = "lists"
    EVENINGS = "evenings"
    HANDROMMES = "handrommes"


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's season as a member: lists that counted, evenings with such a list, and Handrommés."""

    player: models.Player
    lists: int
    evenings: int
    handrommes: int

    def number_of(self, most: Most) -> int:
        return {Most.LISTS: self.lists, Most.EVENINGS: self.evenings, Most.HANDROMMES: self.handrommes}[most]


def tallies_of(season: models.Season) -> list[Tally]:
    """Returns the tallies of the season, most lists first, then by name. Lists played as a guest do not count.

    An erased person gets neither an honour nor a share of the surplus.
    """
    return [tally for tally in tallies_with_erased(season) if tally.player.erased_at is None]


def tallies_with_erased(season: models.Season) -> list[Tally]:
    """Returns the tallies of all players, including erased ones, whose certificates may still exist on paper."""
    as_member = season.results.filter(counts=True, guest=False).order_by().values_list("player")
    evenings = Count("event", distinct=True, filter=Q(kind=models.Event.Kind.EVENING))
    sums = list(as_member.annotate(lists=Count("pk"), evenings=evenings, handrommes=Sum("handrommes")))
    players = models.Player.objects.select_related("club").in_bulk([player for player, *_sums in sums])
    tallies = [Tally(players[player], *of_player) for player, *of_player in sums]
    return sorted(tallies, key=lambda tally: (-tally.lists, tally.player.name_order, tally.player.pk))


def places_of_honour(
    season: models.Season, *, with_erased: bool = False
) -> list[tuple[models.Edition, list[models.EditionRow]]]:
    """Returns the current edition of each ranking that is not paused, with the rows of ranks 1 to 3 and the last rank.

    Rows of erased people are left out unless `with_erased`.
    """
    places = []
    for ranking in season.rankings.filter(rests=False):
        edition = current_edition(ranking)
        if edition is not None:
            last = rows_of(edition).aggregate(last=Max("rank"))["last"] or 0
            rows = rows_of(edition).filter(Q(rank__lte=PODIUM) | Q(rank=last))
            places.append((edition, list(rows if with_erased else of_known_people(rows))))
    return places


def most_of(tallies: Sequence[Tally]) -> list[tuple[Most, Tally]]:
    """Returns (figure, tally) pairs: the players with the most lists, evenings and Handrommés.

    All tied players are included; a figure of 0 is never honoured.
    """
    highest = {most: max((tally.number_of(most) for tally in tallies), default=0) for most in Most}
    return [(most, tally) for most in Most for tally in tallies if tally.number_of(most) == highest[most] > 0]


@dataclass(frozen=True, slots=True)
class Share:
    """A member's part of the surplus, in the currency of the surplus."""

    player: models.Player
    lists: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Surplus:
    """The receipts less payments of a season in one currency, without the float.

    The shares add up to `total`; there are none without a surplus, or without members to share it.
    """

    currency: str
    total: Decimal
    shares: Sequence[Share]


def events_with_money(season: models.Season) -> list[models.Event]:
    """Returns the events of the season whose ledger has entries, except those of organisers below."""
    booked = models.LedgerEntry.objects.filter(event__season=season).values("event")
    return list(season.events.filter(held_by=season.organiser_id, pk__in=booked))


def surpluses_of(season: models.Season, tallies: Sequence[Tally]) -> list[Surplus]:
    """Returns the surplus of each currency in which the season has entries, shared in proportion to the lists."""
    entries = models.LedgerEntry.objects.filter(event__in=events_with_money(season))
    entries = entries.exclude(kind=models.LedgerEntry.Kind.FLOAT).order_by("event__currency")
    sums = entries.values_list("event__currency").annotate(Sum("amount"))
    exact = [(currency, total.quantize(CENT)) for currency, total in sums]  # some versions of SQLite sum up floats
    return [Surplus(currency, total, _shares(total, tallies)) for currency, total in exact]


def _shares(total: Decimal, tallies: Sequence[Tally]) -> list[Share]:
    """Returns the members' shares, by largest remainder.

    If remainders are equal, the first members in `tallies` get the remaining cents.
    """
    if total <= ZERO or not tallies:
        return []
    lists = {str(tally.player.pk): tally.lists for tally in tallies}
    cents = apportion(lists, int(total / CENT), Method.LARGEST_REMAINDER)
    favoured = set(cents.equal[: cents.by_lot])
    return [
        Share(tally.player, tally.lists, (cents.places[key] + (key in favoured)) * CENT)
        for tally, key in zip(tallies, lists, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class NamesEnding:
    """Tables and events whose public pages lose most names.

    `tables` are pairs of a season and its first day without names: the organiser's other seasons that lose their names
    in the year after this season, then this season itself. `events` are the organiser's events that lose theirs in that
    year.
    """

    tables: Sequence[tuple[models.Season, date]]
    events: Sequence[NamesEnd]


def names_ending(season: models.Season) -> NamesEnding | None:
    """Returns the season's own table, and the tables and events that lose names in the year after the season.

    Returns None if names stay for ever.
    """
    organiser, years = season.organiser, season.organiser.names_years
    if years is None:
        return None
    over = years_later(season.last_day, 1)
    others = organiser.seasons.exclude(pk=season.pk).order_by("last_day")
    ends = [(table, years_later(table.last_day, years) + timedelta(days=1)) for table in [*others, season]]
    return NamesEnding(
        [(table, day) for table, day in ends if table == season or season.last_day < day <= over],
        [end for end in names_ends(organiser, years) if season.last_day < end.day <= over],
    )
