"""The names of a season's players, in the form in which readers other than officials may see them."""

from django.conf import settings
from django.utils import timezone

from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament import models
from romme_turnier.tournament.models.public_names import PODIUM, years_later
from romme_turnier.tournament.participants.register.duplicates import names_version

_PLACES_KEPT = 3600  # seconds


class SeasonNames:
    """Gives the name of each player of a season.

    Unless `in_full`, only players who consented to it for the season's table are shown with their full name. Once the
    organiser's years with names are over, only players of ranks 1 to 3 in the newest editions keep a name, as well as
    players who consented to this at an event. All other players, and erased people, are nameless.
    """

    def __init__(self, season: models.Season, *, in_full: bool) -> None:
        self._in_full = in_full
        self._lasting = lasting_players(season)
        self._agreed = frozenset(season.players.filter(publish_name=True).values_list("player", flat=True))

    @property
    def have_ended(self) -> bool:
        """Whether the years with names are over, so that most players have none."""
        return self._lasting is not None

    @property
    def are_short(self) -> bool:
        """Whether players without consent to their full name appear with a short one."""
        return not self._in_full

    def of(self, player: models.Player) -> PersonName:
        if player.erased_at is not None or (self._lasting is not None and player.pk not in self._lasting):
            return NAMELESS
        return player.full_name if self._in_full or player.pk in self._agreed else player.full_name.short

    def places(self, edition: models.Edition) -> dict[int, int]:
        """Returns each row's place, from 0, in the alphabetical order of the players' names, by the row's primary key.

        Equal names share a place. The places are cached for an hour, or until a name changes, because sorting 10,000
        names takes half a second.
        """
        key = f"places:{edition.pk}:{names_version()}:{hash((self._in_full, self._agreed, self._lasting))}"
        places: dict[int, int] | None = remembered.get(key)
        if places is None:
            read = (f"entrant__player__{name}" for name in ("first_name", "last_name", "erased_at"))
            rows = edition.rows.select_related("entrant__player").only("edition", *read)
            orders = {row.pk: self.of(row.entrant.player).order for row in rows if row.entrant is not None}
            place = {order: place for place, order in enumerate(sorted(set(orders.values())))}
            places = {pk: place[order] for pk, order in orders.items()}
            remembered.set(key, places, _PLACES_KEPT)
        return places


def public_names_of(season: models.Season) -> SeasonNames:
    """Returns the names for public pages: the same as in the club room, but on the internet full only with consent."""
    return SeasonNames(season, in_full=settings.MODE != "public" and season.names == models.Event.Names.HALL)


def room_names_of(season: models.Season) -> SeasonNames:
    """Returns the names for paper in the club room."""
    return SeasonNames(season, in_full=season.names == models.Event.Names.HALL)


def lasting_players(season: models.Season) -> frozenset[int] | None:
    """Returns the primary keys of the players whose names may still be shown today; None if all may be shown."""
    years = season.organiser.names_years
    if years is None or timezone.localdate() <= years_later(season.last_day, years):
        return None
    agreed = models.Registration.objects.filter(
        event__season=season, consents__purpose=models.Consent.Purpose.YEARS, consents__withdrawn_at=None
    )
    newest = [edition for ranking in season.rankings.all() if (edition := ranking.editions.first()) is not None]
    first = models.EditionRow.objects.filter(edition__in=newest, rank__lte=PODIUM, entrant__isnull=False)
    return frozenset({*agreed.values_list("player", flat=True), *first.values_list("entrant__player", flat=True)})
