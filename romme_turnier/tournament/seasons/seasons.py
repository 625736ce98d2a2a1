"""Creating, changing, publishing and closing a season, and putting events into it.

Services for a stored season also raise TournamentError as `lock_season` does.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, time, timedelta
from operator import attrgetter

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import covers
from romme_turnier.core.people.names import tidy
from romme_turnier.core.seasons.evenings import weekly_days
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.addresses import free_slug
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.seasons.access import demand_may_change, lock_season
from romme_turnier.tournament.seasons.editions import current_version
from romme_turnier.tournament.seasons.evenings.evening import running_evenings
from romme_turnier.tournament.seasons.rankings import create_ranking
from romme_turnier.tournament.seasons.words import listed
from romme_turnier.tournament.shared.effects import outdate_rankings
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.kept_elsewhere import demand_kept_here
from romme_turnier.tournament.shared.outbox import Type, announce_season
from romme_turnier.tournament.shared.service import service
from romme_turnier.tournament.standings.results import store_results

LONGEST = timedelta(days=2 * 366)  # a longer span is a typing mistake

Seating = models.Season.Seating


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDetails:
    """A season as officials describe it. `weekday` (Monday is 0) is that of the proposed dates; None proposes none.

    `seating_from` is required if `seating` is FROM_DAY, and otherwise ignored. If the season's table decides about
    seats, guests sit at table `guests_from_table` and the following ones, or last if it is None.
    """

    name: str
    first_day: date
    last_day: date
    weekday: int | None = None
    evenings_at: time | None = None
    names: str = field(default_factory=models.Event.Names.usual)
    seating: str = Seating.NEVER
    seating_from: date | None = None
    guests_from_table: int | None = None
    guest_evenings_count: bool = True

    @classmethod
    def of(cls, season: models.Season) -> "SeasonDetails":
        return cls(**{name: getattr(season, name) for name in cls.__dataclass_fields__})


def proposed_days(details: SeasonDetails) -> list[date]:
    """Returns the days of the span that fall on the season's weekday.

    Returns [] if there is no weekday, or if the span is longer than `LONGEST`.
    """
    if details.weekday is None or details.last_day - details.first_day > LONGEST:
        return []
    first, last = details.first_day.toordinal(), details.last_day.toordinal()
    return [date.fromordinal(day) for day in weekly_days(first, last, details.weekday)]


@service(gettext_lazy("Saison angelegt"))
def create_season(
    details: SeasonDetails,
    *,
    days: Collection[date] = (),
    organiser: models.Organiser | None = None,
    previous: models.Season | None = None,
    by: User,
) -> models.Season:
    """Creates a season of the organiser, by default the first one, with evenings planned on these days.

    The season gets the usual ranking or, if it follows `previous`, that season's rankings except paused ones. Raises
    Faults, and TournamentError if `by` may not make events of the organiser, or if another season has just got the
    address.
    """
    organiser = organiser or first_organiser()
    demand_may_change(by, organiser)
    season = models.Season(organiser=organiser, previous=previous)
    if faults := season_faults(details) | day_faults(details, list(days)):
        raise Faults(faults)
    season.slug = free_slug(details.name, "saison", set(organiser.seasons.values_list("slug", flat=True)))
    _store(season, details)
    models.SeasonDate.objects.bulk_create(models.SeasonDate(season=season, day=day) for day in sorted(days))
    if previous is None:
        create_ranking(season, _("Saisonwertung"), by=by)
        return season
    for ranking in previous.rankings.filter(rests=False):
        formula = current_version(ranking).formula
        if formula.key_day is not None:
            key_day = _day_of_next(date.fromisoformat(formula.key_day), previous, details)
            formula = replace(formula, key_day=key_day.isoformat())
        create_ranking(season, ranking.name, formula, of=ranking.of, category=ranking.category, by=by)
    return season


@service(gettext_lazy("Saison geändert"))
def update_season(season: models.Season, details: SeasonDetails, *, by: User) -> models.Season:
    """Changes a season. Raises Faults, also if its dates or events would be outside the new span.

    The rankings become outdated if the span or the rule for guests changes.
    """
    current = lock_season(season, by)
    if faults := season_faults(details) | _left_outside(current, details):
        raise Faults(faults)
    new, old = ((row.guest_evenings_count, row.first_day, row.last_day) for row in (details, current))
    if new != old:  # on these days, events of organisers below may count
        outdate_rankings([current.pk])
    _store(current, details)
    return current


def season_faults(details: SeasonDetails) -> dict[str, str]:
    """Returns the faults of a season, by field."""
    faults = {}
    if not tidy(details.name):
        faults["name"] = _("Bitte geben Sie einen Namen an.")
    if details.last_day < details.first_day:
        faults["last_day"] = _("Der letzte Tag liegt vor dem ersten.")
    elif details.last_day - details.first_day > LONGEST:
        faults["last_day"] = _("Eine Saison dauert höchstens zwei Jahre. Stimmt das Jahr?")
    if details.seating == Seating.FROM_DAY:
        if details.seating_from is None:
            faults["seating_from"] = _("Bitte geben Sie an, ab welchem Tag nach der Tabelle gesetzt wird.")
        elif not details.first_day <= details.seating_from <= details.last_day:
            faults["seating_from"] = _("Dieser Tag liegt nicht in der Saison.")
    if details.guests_from_table is not None and details.guests_from_table < 1:
        faults["guests_from_table"] = _("Tische werden ab 1 gezählt.")
    return faults


def day_faults(details: SeasonDetails, days: Sequence[date]) -> dict[str, str]:
    twice = sorted(day for day, times in Counter(days).items() if times > 1)
    outside = sorted({day for day in days if not details.first_day <= day <= details.last_day})
    sentences = []
    if twice:
        sentences.append(_("Zweimal genannt: %(days)s.") % {"days": in_words(twice)})
    if outside and details.first_day <= details.last_day:
        sentences.append(_("Nicht in der Saison: %(days)s.") % {"days": in_words(outside)})
    return {"days": " ".join(sentences)} if sentences else {}


def _left_outside(season: models.Season, details: SeasonDetails) -> dict[str, str]:
    """Returns the faults, by field, if the new span would exclude dates or events of the season."""
    days = {*season.dates.values_list("day", flat=True)}
    days.update(timezone.localdate(event.starts_at) for event in season.events.all())
    faults = {}
    for name, outside in (
        ("first_day", sorted(day for day in days if day < details.first_day)),
        ("last_day", sorted(day for day in days if day > details.last_day)),
    ):
        if outside:
            words = _("Dann lägen Termine oder Turniere der Saison außerhalb: %(days)s.")
            faults[name] = words % {"days": in_words(outside)}
    return faults


def in_words(days: Collection[date]) -> str:
    """Returns the days as text, the first three of many: "3. März 2026, 10. März 2026 und 4 weitere"."""
    return listed([date_format(day, "j. F Y") for day in sorted(days)], most=3)


def _store(season: models.Season, details: SeasonDetails) -> None:
    values = asdict(details) | {"name": tidy(details.name)}
    if details.seating != Seating.FROM_DAY:
        values["seating_from"] = None
    for name, value in values.items():
        setattr(season, name, value)
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError as error:
        raise TournamentError(
            _("Gerade ist eine andere Saison mit dieser Adresse entstanden."), about="name"
        ) from error


@service(gettext_lazy("Saison veröffentlicht"))
def publish_season(season: models.Season, *, by: User) -> models.Season:
    """Publishes the season. A season that is already public keeps its time of publication."""
    current = lock_season(season, by, closed=True)
    current.published_at = current.published_at or timezone.now()
    current.save(update_fields=["published_at"])
    return current


@service(gettext_lazy("Veröffentlichung der Saison zurückgenommen"))
def unpublish_season(season: models.Season, *, by: User) -> models.Season:
    """Undoes `publish_season`."""
    current = lock_season(season, by, closed=True)
    current.published_at = None
    current.save(update_fields=["published_at"])
    return current


@service(gettext_lazy("Saison abgeschlossen"))
def close_season(season: models.Season, *, by: User) -> models.Season:
    """Closes a season: dates, events and rankings no longer change.

    Raises TournamentError if evenings are still open, or if drawn series of other events are not closed.
    """
    current = lock_season(season, by)
    others = current.events.exclude(kind=models.Event.Kind.EVENING)
    playing = models.Series.objects.filter(event__in=others, closed_at=None).drawn()
    running = [planned.event for planned in running_evenings(current)]
    running += others.filter(pk__in=playing.values("event"))
    if running:
        words = _("Noch nicht abgeschlossen: %(names)s.")
        raise TournamentError(words % {"names": ", ".join(str(event) for event in running)})
    current.closed_at = timezone.now()
    current.save(update_fields=["closed_at"])
    announce_season(Type.SEASON_CLOSED, current)
    return current


@service(gettext_lazy("Saison wieder geöffnet"))
def reopen_season(season: models.Season, *, by: User) -> models.Season:
    """Undoes `close_season`."""
    current = lock_season(season, by, closed=True)
    current.closed_at = None
    current.save(update_fields=["closed_at"])
    return current


def following(season: models.Season) -> SeasonDetails:
    """Returns a proposal for the next season: the terms of this one, the next span, and a name with later years."""
    details = SeasonDetails.of(season)
    first = season.last_day + timedelta(days=1)
    years = first.year - season.first_day.year
    last = first + (season.last_day - season.first_day)
    if years and first == _years_later(season.first_day, years):
        last = _years_later(season.last_day, years)
    details = replace(details, name=_name_of_following(season.name), first_day=first, last_day=last)
    from_day = details.seating_from
    return replace(details, seating_from=from_day and _day_of_next(from_day, season, details))


def _day_of_next(day: date, season: models.Season, following: SeasonDetails) -> date:
    """Returns the day of the following season that corresponds to a day of this one.

    This is the same day of a later year if it is in that season; otherwise the day at the same distance from the
    beginning, but no later than the season's last day.
    """
    same = _years_later(day, following.first_day.year - season.first_day.year)
    if following.first_day <= same <= following.last_day:
        return same
    return min(following.first_day + (day - season.first_day), following.last_day)


def _years_later(day: date, years: int) -> date:
    """Returns the same day of a later year; 28 February for a 29 February that does not exist."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def _name_of_following(name: str) -> str:
    """Returns the name with each year increased by one: "Saison 2027/28" for "Saison 2026/27".

    A name without years gets a 2 at its end.
    """
    counted = re.sub(r"\b(?:19|20)\d\d\b|(?<=/)\d\d\b", lambda year: f"{int(year[0]) + 1:02}"[-len(year[0]) :], name)
    return counted if counted != name else f"{name} 2"


@service(gettext_lazy("Nächste Saison angelegt"))
def next_season(
    season: models.Season, details: SeasonDetails | None = None, *, days: Collection[date] | None = None, by: User
) -> models.Season:
    """Creates the season after this one, by default as `following` proposes, with the rankings that are not paused.

    If `days` is None, evenings are planned on the days that `proposed_days` returns. Raises TournamentError if this
    season is kept elsewhere, and as `create_season` does.
    """
    demand_kept_here(season)  # the results that the next season may need are on the laptop
    details = details or following(season)
    planned = proposed_days(details) if days is None else days
    return create_season(details, days=planned, organiser=season.organiser, previous=season, by=by)


@service(gettext_lazy("Saison gelöscht"))
def delete_season(season: models.Season, *, by: User) -> None:
    """Deletes a season created by mistake, with its dates, rankings, leagues and stages.

    Raises TournamentError if events or editions belong to it.
    """
    current = lock_season(season, by, closed=True)
    if why := why_not_deletable(current):
        raise TournamentError(why)
    current.delete()


def why_not_deletable(season: models.Season) -> str:
    """Returns the reason against deleting the season, as a sentence; "" if there is none."""
    if season.events.exists() or models.Edition.objects.filter(ranking__season=season).exists():
        return _("Zu dieser Saison gehören schon Turniere oder Ausgaben einer Tabelle. Sie bleibt.")
    return ""


# --- Events -------------------------------------------------------------------------------------------------------


@service(gettext_lazy("Turnier einer Saison zugeordnet"))
def put_into_season(event: models.Event, season: models.Season | None, kind: str, *, by: User) -> models.Event:
    """Puts an event into a season as one of `Event.Kind`, or takes it out of its season (None).

    An evening is assigned to the season's date on its day, which is added if it is missing; a date that it had before
    becomes free. Results are stored again. Raises Faults about `season` and `kind`.
    """
    known = models.Season.objects.filter(events=event)
    for changed in sorted({*known, *filter(None, [season])}, key=attrgetter("pk")):
        lock_season(changed, by)  # before the event, as for every act in a season
    events = models.Event.objects.select_for_update(of=("self",), no_key=True).select_related("held_by")
    current = events.get(pk=event.pk)
    if faults := event_faults(current, season, kind):
        raise Faults(faults)
    current.season, current.kind = season, kind
    current.save(update_fields=["season", "kind"])
    dates, day = models.SeasonDate.objects, timezone.localdate(current.starts_at)
    is_evening = season is not None and kind == models.Event.Kind.EVENING
    left = dates.filter(event=current).exclude(**{"season": season, "day": day} if is_evening else {"pk": None})
    left.update(event=None, announced_series=None, taken_back=None)
    if is_evening:
        planned, _created = dates.get_or_create(season=season, day=day)
        planned.event = current
        planned.save(update_fields=["event"])
    store_results(current)
    return current


def event_faults(event: models.Event, season: models.Season | None, kind: str) -> dict[str, str]:
    """Returns the reasons against putting the event into the season, or taking it out (None), by argument."""
    if hasattr(event, "league_day") and (season != event.season or kind != models.Event.Kind.LEAGUE_DAY):
        return {"kind": _("%(event)s ist ein Spieltag der Liga. Nehmen Sie ihn dort zuerst heraus.") % {"event": event}}
    planned = models.SeasonDate.objects.filter(event=event, taken_back__isnull=False).first()
    is_same = planned is not None and (season, kind) == (planned.season, models.Event.Kind.EVENING)
    if planned is not None and not is_same and not event.releases.in_force().exists():
        # Only the date of the evening keeps the release out of force.
        words = _("Die Rangliste von %(event)s ist zurückgenommen. Schließen Sie den Abend zuerst wieder ab.")
        return {"kind": words % {"event": event}}
    if season is None:
        return {}
    faults, day = {}, timezone.localdate(event.starts_at)
    if kind not in models.Event.Kind:
        faults["kind"] = _("Diese Art gibt es nicht.")
    elif kind == models.Event.Kind.EVENING:
        planned = season.dates.filter(day=day).exclude(event=event).first()
        if planned is not None and planned.event_id is not None:
            words = _("Am %(day)s ist schon ein Abend dieser Saison.")
            faults["kind"] = words % {"day": date_format(day, "j. F Y")}
        elif planned is not None and planned.cancelled:
            words = _("Der Termin am %(day)s ist abgesagt. Nehmen Sie die Absage zuerst zurück.")
            faults["kind"] = words % {"day": date_format(day, "j. F Y")}
    if not covers(season.organiser.number, event.held_by.number):
        words = _("%(event)s ist kein Turnier von %(organiser)s und von niemandem darunter.")
        faults["season"] = words % {"event": event, "organiser": season.organiser}
    elif event.season_id not in (None, season.pk):
        words = _("%(event)s gehört schon zur Saison „%(season)s“. Nehmen Sie es dort zuerst heraus.")
        faults["season"] = words % {"event": event, "season": event.season}
    elif not season.includes(day):
        words = _("Der %(day)s liegt nicht in der Saison.")
        faults["season"] = words % {"day": date_format(day, "j. F Y")}
    return faults
