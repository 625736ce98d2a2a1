"""The match days of a league, and the players who are named for each team on the day."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.tournament.events.reading import last_directed_by, may_copy
from romme_turnier.tournament.models import DayTeam, League, LeagueDay, Player, Season, TeamMember
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.competitions.league import (
    add_day,
    create_day,
    name_squad,
    remove_day,
    take_over_squads,
)
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.events.past_day import NameAndDayForm
from romme_turnier.web.organiser.seasons.league import get_league
from romme_turnier.web.organiser.seasons.league_forms import DayForm, DayTeamForm


def _day(season: Season, league: int, pk: int) -> tuple[League, LeagueDay]:
    shown = get_league(season, league)
    return shown, get_object_or_404(shown.days.select_related("event", "league__season"), pk=pk)


@for_season(changing=True)
def league_day_new(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Makes a new event (`neu`) or an existing one a match day.

    The new event is like the last match day or, if there is none, like the latest event that the official directs. This
    is possible only if the official may copy that event.
    """
    shown = get_league(season, pk)
    last = shown.days.select_related("event").last()
    like = last.event if last is not None else last_directed_by(request.user)
    if like is not None and not may_copy(request.user, like):
        like = None
    makes = like is not None and "neu" in request.POST
    new = NameAndDayForm(
        request.POST if makes else None, initial={"name": _("Spieltag %(n)d") % {"n": shown.days.count() + 1}}
    )
    form = DayForm(season, request.POST if request.POST and not makes else None)
    day = None
    if like is not None and new.is_valid():
        name, starts_at = new.cleaned_data["name"], new.cleaned_data["starts_at"]
        with errors_in(new):
            day = create_day(shown, like, name=name, starts_at=starts_at, by=request.user)
            messages.success(request, _("%(event)s ist angelegt, wie „%(like)s“.") % {"event": day.event, "like": like})
    elif form.is_valid():
        with errors_in(form):
            day = add_day(shown, form.cleaned_data["event"], by=request.user)
            messages.success(request, _("%(event)s ist jetzt ein Spieltag.") % {"event": day.event})
    if day is not None:
        return redirect("organiser:league_day", season.address, shown.pk, day.pk)
    context = {"season": season, "league": shown, "form": form, "new": new, "like": like}
    return render(request, "organiser/seasons/league/day_form.html", context)


@require_safe
@for_season()
def league_day(request: OfficialRequest, season: Season, league: int, pk: int) -> HttpResponse:
    """Shows the players of each team on the match day."""
    shown, day = _day(season, league, pk)
    teams = day.teams.select_related("league_team__group", "team").prefetch_related(
        "team__memberships__registration__player", "league_team__squad"
    )
    in_no_squad = {
        row.registration.player_id
        for team in teams
        for row in team.team.memberships.all()
        if row.registration.player_id not in {member.player_id for member in team.league_team.squad.all()}
    }
    context = {
        "season": season,
        "league": shown,
        "day": day,
        "teams": teams.order_by("league_team__group__position", "league_team__position"),
        "in_no_squad": len(in_no_squad),
        "may_change": may_change(request.user, season),
    }
    return render(request, "organiser/seasons/league/day.html", context)


@require_POST
@for_season(changing=True)
def league_day_squads(request: OfficialRequest, season: Season, league: int, pk: int) -> HttpResponse:
    """Adds the members of the event's teams to the squads."""
    shown, day = _day(season, league, pk)
    with errors_as_messages(request):
        added = take_over_squads(day, by=request.user)
        words = ngettext("%(n)d Spieler steht jetzt im Kader.", "%(n)d Spieler stehen jetzt im Kader.", added)
        messages.success(request, words % {"n": added})
    return redirect("organiser:league_day", season.address, shown.pk, day.pk)


@for_season(changing=True)
def league_day_remove(request: OfficialRequest, season: Season, league: int, pk: int) -> HttpResponse:
    shown, day = _day(season, league, pk)
    if request.method == "POST":
        with errors_as_messages(request):
            remove_day(day, by=request.user)
            messages.success(request, _("%(event)s gehört nicht mehr zur Liga.") % {"event": day.event})
            return redirect("organiser:league", season.address, shown.pk)
        return redirect("organiser:league_day", season.address, shown.pk, day.pk)
    return confirm(
        request,
        _("Spieltag aus der Liga nehmen"),
        _("Das Turnier bleibt mit seinen Mannschaften, zählt aber nicht mehr für die Liga."),
        button=_("Aus der Liga nehmen"),
        back=reverse("organiser:league_day", args=[season.address, shown.pk, day.pk]),
        danger=True,
    )


@for_season(changing=True)
def league_day_team(request: OfficialRequest, season: Season, league: int, pk: int, team: int) -> HttpResponse:
    """Names the players of a team for the match day."""
    shown, day = _day(season, league, pk)
    rows = day.teams.select_related("league_team__group__league__season", "team__event", "day__league__season")
    day_team: DayTeam = get_object_or_404(rows.select_related("day__event"), pk=team)
    players = Player.objects.filter(registrations__event=day.event, registrations__status="active", erased_at=None)
    elsewhere = TeamMember.objects.filter(team__event=day.event).exclude(team=day_team.team_id)
    in_no_squad = players.exclude(squads__team__group__league=shown).exclude(
        registrations__in=elsewhere.values("registration")
    )
    form = DayTeamForm(
        day_team, list(in_no_squad.select_related("club").order_by("name_order", "pk")), request.POST or None
    )
    if request.method == "POST" and form.is_valid():
        with errors_in(form):
            squad, bench = form.named()
            name_squad(day_team, squad, substitutes=bench, by=request.user)
            messages.success(request, _("„%(name)s“ ist gemeldet.") % {"name": day_team.league_team})
            return redirect("organiser:league_day", season.address, shown.pk, day.pk)
    context = {"season": season, "league": shown, "day": day, "team": day_team, "form": form}
    return render(request, "organiser/seasons/league/day_team.html", context)
