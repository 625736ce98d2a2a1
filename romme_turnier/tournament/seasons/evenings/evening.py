"""Opening, closing and reopening a club evening, which is an ordinary event of a season.

All services here also raise TournamentError as `lock_season` does, for example for a closed season.
"""

from datetime import date, datetime, time

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, copy_event, create_event, publish_event
from romme_turnier.tournament.lists.checking.checks import check_faultless, faultless
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.evenings.seats import People, bring_in, draw_evening
from romme_turnier.tournament.seasons.words import with_day
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_event
from romme_turnier.tournament.shared.service import part_of_service, service
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.tournament.standings.results import store_results

USUAL_TIME = time(19, 30)
USUAL_SERIES = 2

Kind = models.Event.Kind
Status = models.Spielliste.Status


class EveningIsOpen(TournamentError):
    """The evening is open already, usually because another official was faster; `event` is this evening."""

    def __init__(self, event: models.Event) -> None:
        super().__init__(_("Der Abend ist schon eröffnet."))
        self.event = event


def last_evening(season: models.Season) -> models.Event | None:
    """Returns the season's newest evening or, if it has none, that of the preceding seasons; None if there is none.

    The next evening copies its terms. Evenings of organisers below, which may belong to the season as well, are
    ignored.
    """
    newest = season.events.filter(kind=Kind.EVENING, held_by=season.organiser).order_by("-starts_at").first()
    return newest or (last_evening(season.previous) if season.previous else None)


@service(gettext_lazy("Abend eröffnet"))
def open_evening(
    season: models.Season,
    day: date,
    present: People,
    guests: People = (),
    *,
    bonus_mode: str = "",
    series_count: int = USUAL_SERIES,
    by: User,
) -> models.Event:
    """Opens the evening of a day: an event like the last evening, with everybody registered and the first series drawn.

    The event is public if the last evening is; the seats are released. A day without a date gets one. A typed name is a
    new person. `bonus_mode` and `series_count` are needed only for the very first evening. Raises EveningIsOpen, Faults
    about `present` and `guests`, and TournamentError for any other obstacle, for example if the series cannot be drawn.
    """
    season = lock_season(season, by)
    if not season.includes(day):
        raise TournamentError(_("Dieser Tag liegt nicht in der Saison."), about="day")
    planned, _created = models.SeasonDate.objects.get_or_create(season=season, day=day)
    if planned.event is not None:
        raise EveningIsOpen(planned.event)
    if planned.cancelled:
        raise TournamentError(_("Dieser Termin ist abgesagt. Nehmen Sie die Absage zuerst zurück."))
    event = _make_event(season, day, bonus_mode, series_count, by)
    planned.event = event
    planned.save(update_fields=["event"])
    bring_in(event, present, guests, by=by)
    draw_evening(event, 1, by=by)
    return event


def _make_event(season: models.Season, day: date, bonus_mode: str, series_count: int, by: User) -> models.Event:
    starts_at = timezone.make_aware(datetime.combine(day, season.evenings_at or USUAL_TIME))
    last = last_evening(season)
    if last is None:
        if bonus_mode not in models.Event.Bonus:
            raise TournamentError(_("Bitte wählen Sie, wie der Bonus zählt."), about="bonus_mode")
        announcement = Announcement(
            name=_name_of(day),
            starts_at=starts_at,
            bonus_mode=bonus_mode,
            series_count=series_count,
            organiser=season.organiser.name,
        )
        event = create_event(announcement, organiser=season.organiser, by=by)
    else:
        name = with_day(last.name, timezone.localdate(last.starts_at), day) or _name_of(day)
        event = copy_event(last, name=name, starts_at=starts_at, by=by)
        planned = models.SeasonDate.objects.filter(event=last).exclude(announced_series=None).first()
        if planned is not None and planned.announced_series is not None:
            event.series_count = planned.announced_series
        if last.published_at is not None:
            publish_event(event, by=by)
    event.season, event.kind, event.names = season, Kind.EVENING, season.names
    event.save(update_fields=["season", "kind", "names", "series_count"])
    return event


def _name_of(day: date) -> str:
    return _("Clubabend %(day)s") % {"day": date_format(day, "j. F Y")}


def date_of(event: models.Event) -> models.SeasonDate | None:
    """Returns the season's date whose evening is this event; None for other events."""
    return models.SeasonDate.objects.filter(event=event).select_related("season__organiser").first()


# --- Closing and taking back --------------------------------------------------------------------------------------


def what_is_missing(event: models.Event) -> list[str]:
    """Returns the obstacles to closing the evening, as sentences. Unchecked lists without faults are not obstacles."""
    drawn = list(event.series.drawn().order_by("number"))
    if not drawn:
        return [_("Noch ist keine Serie ausgelost.")]
    missing = []
    for series in drawn:
        if series.is_closed:
            continue
        settled = Q(status=Status.INVALID) | Q(status=Status.CHECKED, problems=0, whole=True)
        ready = {spielliste.pk for spielliste in faultless(series)}
        waiting = models.Spielliste.objects.filter(table__series=series).exclude(settled).exclude(pk__in=ready)
        if tables := list(waiting.order_by("table__number").values_list("table__number", flat=True)):
            words = ngettext(
                "Serie %(number)d: An der Liste von Tisch %(tables)s fehlt etwas, oder sie hat Fehler.",
                "Serie %(number)d: An den Listen von Tisch %(tables)s fehlt etwas, oder sie haben Fehler.",
                len(tables),
            )
            missing.append(words % {"number": series.number, "tables": ", ".join(map(str, tables))})
    return missing


def is_closed(event: models.Event) -> bool:
    """Returns whether all series are closed, and the final standings are released, in force and up to date."""
    series = list(event.series.order_by("number"))
    release = event.releases.in_force().first()
    return (
        len(series) == event.series_count
        and all(part.is_closed for part in series)
        and release is not None
        and release.series.number == event.series_count
        and not is_outdated(release)
    )


def running_evenings(season: models.Season) -> list[models.SeasonDate]:
    """Returns the dates whose evenings are not closed yet, or are open again, with one query.

    Evenings that were corrected after their close are not included, although `is_closed` returns False for them.
    """
    releases = models.StandingsRelease.objects.in_force().filter(event=OuterRef("event"))
    final = Exists(releases.filter(series__number=OuterRef("event__series_count")))
    playing = Exists(models.Series.objects.filter(event=OuterRef("event"), closed_at=None))
    return list(season.dates.filter(playing | ~final, event__isnull=False).select_related("event"))


@service(gettext_lazy("Abend abgeschlossen"))
def close_evening(event: models.Event, *, ends_after: int | None = None, by: User) -> models.StandingsRelease:
    """Closes an evening: checks faultless lists, closes the series, releases the standings, renews the season's tables.

    `ends_after` is the last series if the announced ones are not all played. Raises TournamentError with all
    obstacles, for a closed evening, and for a missing or wrong `ends_after`.
    """
    event = _locked(event)
    if is_closed(event):
        raise TournamentError(_("Dieser Abend ist schon abgeschlossen."))
    drawn = event.series.last_drawn()
    missing = what_is_missing(event)
    if not missing and drawn < event.series_count and ends_after != drawn:
        words = _("Serie %(next)d ist nicht ausgelost. Soll der Abend nach Serie %(last)d enden?")
        raise TournamentError(words % {"next": drawn + 1, "last": drawn}, about="ends_after")
    if missing:
        raise TournamentError(" ".join(missing))
    if drawn < event.series_count:
        _end_early(event, drawn)
    for series in event.series.order_by("number"):
        if not series.is_closed:
            check_faultless(series, by=by)
            close_series(series, by=by)
    release = release_standings(event, drawn, by=by)
    if event.season is not None:
        reissue_outdated(event.season, by=by)
    return release


@part_of_service
def _locked(event: models.Event) -> models.Event:
    if event.season is not None:
        lock_season(event.season, None)
    events = models.Event.objects.select_for_update(of=("self",), no_key=True)
    return events.select_related("season__organiser", "held_by").get(pk=event.pk)


@part_of_service
def _end_early(event: models.Event, series_count: int) -> None:
    """Ends the event after fewer series than announced; the next evening has the announced number again."""
    models.SeasonDate.objects.filter(event=event).update(announced_series=event.series_count)
    event.series.filter(number__gt=series_count).delete()  # made for a preview only
    event.series_count = series_count
    event.save(update_fields=["series_count"])
    invalidate_public_pages(event.pk)


def why_not_taken_back(event: models.Event) -> str:
    """Returns the reason against reopening the evening, as a sentence; "" if there is none."""
    planned = date_of(event)
    if planned is None or not is_closed(event):
        return _("Dieser Abend ist nicht abgeschlossen.")
    later = planned.season.dates.filter(day__gt=planned.day, event__isnull=False).order_by("day").first()
    if later is not None:
        words = _("Am %(day)s ist schon der nächste Abend eröffnet. Listen lassen sich weiter berichtigen.")
        return words % {"day": date_format(later.day, "j. F Y")}
    return ""


@service(gettext_lazy("Abschluss des Abends zurückgenommen"))
def reopen_evening(event: models.Event, *, by: User) -> models.Event:
    """Undoes `close_evening`: lists can be corrected, and the season's tables get an edition without the evening.

    Raises TournamentError if the evening is not closed, or if a later evening has been opened.
    """
    event = _locked(event)
    if why := why_not_taken_back(event):
        raise TournamentError(why)
    planned = models.SeasonDate.objects.get(event=event)
    planned.taken_back = event.releases.order_by("-pk").first()
    if planned.announced_series is not None:
        event.series_count, planned.announced_series = planned.announced_series, None
        event.save(update_fields=["series_count"])
    planned.save(update_fields=["taken_back", "announced_series"])
    for series in event.series.order_by("number"):
        reopen_series(series, by=by)
    store_results(event)
    if planned.taken_back is not None:
        announce_event(Type.STANDINGS_TAKEN_BACK, event)
    if event.season is not None:
        words = _("Der Abend vom %(day)s ist zurückgenommen.") % {"day": date_format(planned.day, "j. F Y")}
        reissue_outdated(event.season, words, by=by)
    invalidate_public_pages(event.pk)
    return event
