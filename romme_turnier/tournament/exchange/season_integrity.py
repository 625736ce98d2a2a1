"""Checks seasons: editions with their digests and players, players' numbers, evenings, consents, and competitions."""

from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import Difference, consent_differences
from romme_turnier.tournament.seasons.competitions.quotas import is_repeatable
from romme_turnier.tournament.seasons.editions import check_editions


def season_differences() -> Iterator[Difference]:
    """Yields every contradiction in seasons, without changing any row.

    Results are compared with the releases event by event (`integrity.differences`).
    """
    for season in models.Season.objects.select_related("organiser").order_by("organiser__number", "first_day", "pk"):
        place = f"{season.organiser.slug}/{season.slug}"
        for what in (*_of_season(season), *_competitions(season)):
            yield Difference(place, what)


def _of_season(season: models.Season) -> Iterator[str]:
    """Checks editions with their players, the numbers, the evenings and the consents of a season."""
    for ranking in season.rankings.all():
        for edition in check_editions(ranking):
            words = _("%(ranking)s, Ausgabe %(number)d: die Prüfsumme stimmt nicht, oder es fehlt eine Ausgabe davor")
            yield words % {"ranking": ranking, "number": edition.number}
    rows = models.EditionRow.objects.filter(edition__ranking__season=season, entrant__isnull=False)
    strange = rows.exclude(entrant__season=season).select_related("edition__ranking")
    for row in strange:
        yield _("%(edition)s: Platz %(position)d gehört zu einer anderen Saison") % {
            "edition": row.edition,
            "position": row.position,
        }
    numbers = list(season.players.order_by("number").values_list("number", flat=True))
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        yield _("Nummer %(number)d ist zweimal vergeben") % {"number": number}
    for date in season.dates.filter(event__isnull=False).exclude(event__season=F("season")).select_related("event"):
        yield _("der Abend vom %(day)s, %(event)s, gehört nicht zur Saison") % {"day": date.day, "event": date.event}
    for entrant in () if season.is_copy else season.players.prefetch_related("consents"):  # the laptop has the consents
        for what in consent_differences(entrant, models.Consent.Purpose.SEASON):
            yield _("Nummer %(number)d: %(what)s") % {"number": entrant.number, "what": what}


def _competitions(season: models.Season) -> Iterator[str]:
    """Checks that places follow from their numbers and lots, and that match days and their teams fit their leagues."""
    for quota in models.Quota.objects.filter(stage__season=season).select_related("stage").prefetch_related("shares"):
        if not is_repeatable(quota):
            yield _("%(stage)s: Die Plätze ergeben sich nicht aus Personen, Verfahren und Los") % {"stage": quota.stage}
    days = models.LeagueDay.objects.filter(league__season=season)
    for day in days.exclude(event__season=season).select_related("league", "event"):
        yield _("%(league)s: Der Spieltag %(event)s gehört nicht zur Saison") % {
            "league": day.league,
            "event": day.event,
        }
    teams = models.DayTeam.objects.filter(day__in=days).exclude(team__name=F("league_team__name"))
    for row in teams.select_related("league_team", "team", "day__league"):
        facts = {"league": row.day.league, "team": row.league_team, "name": row.team}
        yield _("%(league)s: „%(team)s“ heißt am Spieltag „%(name)s“") % facts
