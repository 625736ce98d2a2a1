"""The seasons of an official: the list, creation, the desk of a season, its settings, publication and deletion."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.accounts.models import User
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.documents.tables.seasons.seasons import SeasonsFilter, SeasonsTable
from romme_turnier.documents.tables.views import file_of
from romme_turnier.tournament.exchange.packing import packable_events
from romme_turnier.tournament.models import Event, Season, StandingsRelease
from romme_turnier.tournament.offices import OrganiserRight, may_at, organisers_with
from romme_turnier.tournament.organisers.reading import are_several, sees_several
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.tournament.seasons.access import for_season, may_change, seasons_of
from romme_turnier.tournament.seasons.editions import current_edition, in_order
from romme_turnier.tournament.seasons.evenings.evening import running_evenings
from romme_turnier.tournament.seasons.reading import rows_of
from romme_turnier.tournament.seasons.seasons import (
    SeasonDetails,
    create_season,
    delete_season,
    following,
    next_season,
    proposed_days,
    publish_season,
    unpublish_season,
    update_season,
    why_not_deletable,
)
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.seasons.forms import NewSeasonForm, SeasonForm, weekday_words

_ROWS = 5  # rows of the table on the season's page
_COMING, _PAST = 5, 6  # dates on the season's page


@require_safe
@login_required
def seasons(request: HttpRequest) -> HttpResponse:
    """Lists the seasons that the user may see; if there is only one, redirects to it, unless `?alle` is given."""
    user = cast(User, request.user)
    rows = seasons_of(user).order_by("-first_day", "slug")
    first = rows[:2]
    if len(first) == 1 and "alle" not in request.GET:
        return redirect("organiser:season", first[0].address)
    chosen = SeasonsFilter(request.GET, rows)
    table = SeasonsTable.table_for(
        Medium.PAGE,
        chosen.qs,
        query=request.GET,
        without=_without(user),
        links={"name": lambda row: reverse("organiser:season", args=[row.address])},
    )
    context = {
        "any": bool(first),
        "filter": chosen.form,
        "table": table,
        "may_make": has_right(user, ProgramRight.MAKE_EVENTS),
    }
    return render(request, "organiser/seasons/seasons.html", context)


@require_safe
@login_required
def seasons_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Sends the list of seasons, filtered and sorted as on the page, as a file."""
    user = cast(User, request.user)
    rows = SeasonsFilter(request.GET, seasons_of(user).order_by("-first_day", "slug")).qs
    table = SeasonsTable.table_for(Medium.FILE, rows, query=request.GET, without=_without(user))
    return file_of(table, f"saisons.{kind}")


def _without(user: User) -> tuple[str, ...]:
    return () if sees_several(user) else ("organiser",)


@for_holders(ProgramRight.MAKE_EVENTS)
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: OfficialRequest) -> HttpResponse:
    """Creates a season with an evening on every remaining date of its weekday, or on every such date if all are past.

    Redirects to the dates, or to the season if the evenings have no fixed weekday.
    """
    organisers = list(organisers_with(request.user, OrganiserRight.MAKE_EVENTS)) if are_several() else []
    today = timezone.localdate()
    usual = SeasonDetails(
        name=_("Saison %(year)d") % {"year": today.year},
        first_day=today.replace(month=1, day=1),
        last_day=today.replace(month=12, day=31),
    )
    form = NewSeasonForm(request.POST or None, organisers, initial=_initial(usual) | {"evenings_at": "19:30"})
    if form.is_valid():
        organiser = form.cleaned_data.get("held_by") or next(iter(organisers), None)
        with errors_in(form):
            details = form.details()
            days = proposed_days(details)
            to_come = [day for day in days if day >= today]
            made = create_season(details, days=to_come or days, organiser=organiser, by=request.user)
            return _to_dates(request, made)
    return render(request, "organiser/seasons/season_form.html", _form_context(form, None))


def _form_context(form: SeasonForm, season: Season | None, *, is_next: bool = False) -> dict[str, Any]:
    changes = season is not None and not is_next
    return {"form": form, "season": season, "is_next": is_next, "changes": changes, "asks": "held_by" in form.fields}


def _initial(details: SeasonDetails) -> dict[str, Any]:
    return {name: getattr(details, name) for name in SeasonDetails.__dataclass_fields__}


def _to_dates(request: OfficialRequest, season: Season) -> HttpResponse:
    messages.success(request, _("„%(season)s“ ist angelegt.") % {"season": season})
    return redirect("organiser:season_dates" if season.weekday is not None else "organiser:season", season.address)


@require_safe
@for_season()
def season(request: OfficialRequest, season: Season) -> HttpResponse:
    """Shows the next evening, the tables, the dates and open tasks."""
    today = timezone.localdate()
    seated = Count("event__registrations", filter=Q(event__registrations__seats__isnull=False), distinct=True)
    dates = list(season.dates.select_related("event").annotate(players=seated))
    running = [] if season.elsewhere else running_evenings(season)
    coming = [planned for planned in dates if planned.day >= today and planned.event is None]
    following_one = next((planned for planned in coming if not planned.cancelled), None)
    missed = [planned for planned in dates if planned.day < today and planned.event is None and not planned.cancelled]
    held = [planned for planned in dates if planned.event is not None and planned not in running]
    tables = [(ranking, current_edition(ranking)) for ranking in in_order(season.rankings.all())]
    edition = tables[0][1] if tables else None
    first_rows = rows_of(edition).filter(position__lte=_ROWS) if edition else None
    match_days = None
    if not dates and season.leagues.exists():  # the next match day, if the season of a league has no evenings
        final = StandingsRelease.objects.filter(event=OuterRef("pk"), series__number=OuterRef("series_count"))
        match_days = season.events.filter(~Exists(final), kind=Event.Kind.LEAGUE_DAY).order_by("starts_at")[:1]
    context = {
        "season": season,
        "organiser": season.organiser if are_several() else None,
        "may_change": may_change(request.user, season),
        "keeps_members": may_at(request.user, OrganiserRight.KEEP_REGISTER, season.organiser),
        "evenings": weekday_words(season),
        "today": today,
        "running": running,
        "next": following_one,
        "is_due": following_one is not None and following_one.day == today,
        "coming": [planned for planned in coming if running or planned is not following_one][:_COMING],
        "match_days": match_days,
        "missed": missed,
        "held": held[-_PAST:][::-1],
        "held_count": len(held),
        "tables": tables,
        "table": SeasonTable.of(Medium.PAGE, edition, None, rows=first_rows) if edition and first_rows else None,
        "others": season.events.exclude(kind=Event.Kind.EVENING).order_by("starts_at"),
        "is_over": today > season.last_day,
        "is_running": season.includes(today),
        "following": season.following.first(),
        "deletable": not why_not_deletable(season),
        "packable": packable_events(season).count() if season.closed_at else 0,
    }
    return render(request, "organiser/seasons/season.html", context)


@for_season(changing=True)
def season_edit(request: OfficialRequest, season: Season) -> HttpResponse:
    """Changes the season's name, first and last day, and terms."""
    form = SeasonForm(request.POST or None, initial=_initial(SeasonDetails.of(season)))
    if form.is_valid():
        with errors_in(form):
            update_season(season, form.details(), by=request.user)
            messages.success(request, _("Die Saison ist gespeichert."))
            return redirect("organiser:season", season.address)
    return render(request, "organiser/seasons/season_form.html", _form_context(form, season))


@for_season(changing=True)
def season_next(request: OfficialRequest, season: Season) -> HttpResponse:
    """Creates the next season with the rankings that are not paused; the form proposes the terms of this season."""
    form = SeasonForm(request.POST or None, initial=_initial(following(season)))
    if form.is_valid():
        with errors_in(form):
            return _to_dates(request, next_season(season, form.details(), by=request.user))
    return render(request, "organiser/seasons/season_form.html", _form_context(form, season, is_next=True))


@require_POST
@for_season(changing=True)
def season_publish(request: OfficialRequest, season: Season) -> HttpResponse:
    """Publishes the season, or withdraws it with `zurueck`."""
    with errors_as_messages(request):
        if "zurueck" in request.POST:
            unpublish_season(season, by=request.user)
            messages.success(request, _("Die Saison ist nicht mehr öffentlich."))
        else:
            publish_season(season, by=request.user)
            messages.success(request, _("Die Saison steht jetzt auf der öffentlichen Seite."))
    return redirect("organiser:season", season.address)


@for_season(changing=True)
def season_delete(request: OfficialRequest, season: Season) -> HttpResponse:
    """Deletes a season that has no events and no editions, after a confirmation."""
    if kept := why_not_deletable(season):
        messages.error(request, kept)
        return redirect("organiser:season", season.address)
    if request.method == "POST":
        name = season.name
        with errors_as_messages(request):
            delete_season(season, by=request.user)
            messages.success(request, _("„%(season)s“ ist gelöscht.") % {"season": name})
        return redirect(f"{reverse('organiser:seasons')}?alle")
    return confirm(
        request,
        _("„%(season)s“ löschen") % {"season": season},
        _("Termine und Wertungen dieser Saison sind danach weg. Das geht nur, solange nichts gespielt ist."),
        button=_("Saison löschen"),
        back=reverse("organiser:season", args=[season.address]),
        danger=True,
    )
