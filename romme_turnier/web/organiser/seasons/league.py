"""The leagues of a season: their tables, terms, teams with squads, and match days."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.address import for_phones
from romme_turnier.documents.seasons.papers import league_paper
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.league import LeagueTable, group_tables
from romme_turnier.tournament.models import League, LeagueTeam, Player, Season
from romme_turnier.tournament.participants.register.lookup import people_of, search
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.competitions.league import (
    change_league,
    create_league,
    delete_league,
    draw_lot,
    reinstate_league_team,
    rename_league_team,
    set_squad,
    withdraw_league_team,
)
from romme_turnier.tournament.seasons.competitions.league_tables import (
    draw_is_needed,
    is_over,
    newest_release,
    released_days,
    tables_of,
)
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.seasons.league_forms import LeagueForm, TeamForm, WithdrawalForm
from romme_turnier.web.organiser.seasons.saved import PDF, table_response

_HITS = 12


def get_league(season: Season, pk: int) -> League:
    """Returns the season's league with this primary key. Raises Http404 if there is none."""
    return get_object_or_404(season.leagues.select_related("season__organiser"), pk=pk)


@require_safe
@for_season()
def leagues(request: OfficialRequest, season: Season) -> HttpResponse:
    """Lists the leagues of a season; redirects to the league if there is only one."""
    rows = list(season.leagues.all())
    if len(rows) == 1:
        return redirect("organiser:league", season.address, rows[0].pk)
    context = {"season": season, "leagues": rows, "may_change": may_change(request.user, season)}
    return render(request, "organiser/seasons/league/leagues.html", context)


@for_season(changing=True)
def league_new(request: OfficialRequest, season: Season) -> HttpResponse:
    form = LeagueForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            league = create_league(season, *form.entered(), by=request.user)
            return redirect("organiser:league", season.address, league.pk)
    context = {"season": season, "league": None, "form": form}
    return render(request, "organiser/seasons/league/form.html", context)


@require_safe
@for_season()
def league(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Shows the tables, the match days and the teams."""
    shown = get_league(season, pk)
    teams = LeagueTeam.objects.filter(group__league=shown).select_related("group").prefetch_related("squad")
    context = {
        "season": season,
        "league": shown,
        "tables": group_tables(shown, Medium.PAGE),
        "needs_lot": draw_is_needed(shown),
        "release": newest_release(shown),
        "days": [(day, release and is_outdated(release)) for day, release in released_days(shown).items()],
        "teams": teams.order_by("group__position", "position"),
        "has_several": season.leagues.count() > 1,
        "may_change": may_change(request.user, season),
    }
    return render(request, "organiser/seasons/league/league.html", context)


@for_season(changing=True)
def league_change(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    shown = get_league(season, pk)
    form = LeagueForm(request.POST or None, shown)
    if form.is_valid():
        with errors_in(form):
            change_league(shown, *form.entered(), by=request.user)
            messages.success(request, _("Gespeichert."))
            return redirect("organiser:league", season.address, shown.pk)
    context = {"season": season, "league": shown, "form": form}
    return render(request, "organiser/seasons/league/form.html", context)


@for_season(changing=True)
def league_delete(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    shown = get_league(season, pk)
    back = reverse("organiser:league", args=[season.address, shown.pk])
    if request.method == "POST":
        with errors_as_messages(request):
            delete_league(shown, by=request.user)
            messages.success(request, _("Die Liga „%(name)s“ ist gelöscht.") % {"name": shown.name})
            return redirect("organiser:leagues", season.address)
        return redirect(back)
    return confirm(
        request,
        _("Liga „%(name)s“ löschen") % {"name": shown.name},
        _("Das geht nur, solange sie keinen Spieltag hat. Auch die Kader werden gelöscht."),
        button=_("Liga löschen"),
        back=back,
        danger=True,
    )


@for_season(changing=True)
def league_lot(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Draws lots between tied teams, after a confirmation."""
    shown = get_league(season, pk)
    back = reverse("organiser:league", args=[season.address, shown.pk])
    if request.method == "POST":
        with errors_as_messages(request):
            draw_lot(shown, by=request.user)
            messages.success(request, _("Das Los ist gezogen."))
        return redirect(back)
    return confirm(
        request,
        _("Los ziehen"),
        _("Gleiche Mannschaften an den Plätzen für Auf- und Abstieg bekommen eine zufällige Reihenfolge."),
        _("Ziehen Sie es erst nach dem letzten Spieltag: Das Los wird einmal gezogen und bleibt."),
        back=back,
    )


@require_safe
@for_season()
def league_file(request: OfficialRequest, season: Season, pk: int, kind: str) -> HttpResponse:
    """Sends the tables of all groups as CSV, XLSX, ODS or PDF."""
    shown = get_league(season, pk)
    groups = tables_of(shown)
    if kind == PDF:
        table = LeagueTable.of(Medium.PAPER, (), is_over=False)
    else:
        lines = [line for group in groups for line in group.lines]
        table = LeagueTable.of(Medium.FILE, lines, is_over=is_over(shown), without=("league",))
    return table_response(
        request,
        table,
        name=f"{season.slug}-liga-{shown.pk}",
        kind=kind,
        template="documents/seasons/league.html",
        context=league_paper(shown, groups, base=for_phones(request.build_absolute_uri("/"))) if kind == PDF else {},
        back=reverse("organiser:league", args=[season.address, shown.pk]),
    )


# --- Teams --------------------------------------------------------------------------------------------------------


def _team(season: Season, pk: int) -> LeagueTeam:
    rows = LeagueTeam.objects.filter(group__league__season=season).select_related("group__league__season__organiser")
    return get_object_or_404(rows, pk=pk)


@for_season(changing=True)
def league_team(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    """Shows and changes a team: its name and its squad. `?q=` searches the register."""
    shown = _team(season, pk)
    back = redirect("organiser:league_team", season.address, shown.pk)
    form = TeamForm(request.POST if "name" in request.POST else None, initial={"name": shown.name})
    squad = [row.player for row in shown.squad.select_related("player__club").order_by("player__name_order", "pk")]
    squad = list(dict.fromkeys(squad))
    if request.method == "POST" and not form.is_bound:
        add, drop = (whole_number(request.POST.get(name, "")) for name in ("add", "drop"))
        added = list(people_of(season.organiser).filter(pk=add)) if add is not None else []
        with errors_as_messages(request):
            set_squad(shown, [*(player for player in squad if player.pk != drop), *added], by=request.user)
        return back
    if form.is_valid():
        with errors_in(form):
            rename_league_team(shown, form.cleaned_data["name"], by=request.user)
            messages.success(request, _("Gespeichert."))
            return back
    question = request.GET.get("q", "").strip()[:120]
    hits: list[Player] = search(question, people_of(season.organiser), limit=_HITS) if question else []
    context = {
        "season": season,
        "team": shown,
        "form": form,
        "squad": squad,
        "question": question,
        "hits": [player for player in hits if player not in squad],
    }
    return render(request, "organiser/seasons/league/team.html", context)


@for_season(changing=True)
def league_team_withdraw(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    shown = _team(season, pk)
    form = WithdrawalForm(request.POST or None, initial={"day": timezone.localdate()})
    back = reverse("organiser:league", args=[season.address, shown.group.league_id])
    if form.is_valid():
        with errors_in(form):
            day, reason = form.cleaned_data["day"], form.cleaned_data["reason"]
            withdraw_league_team(shown, day, reason=reason, by=request.user)
            messages.success(request, _("„%(name)s“ ist zurückgezogen.") % {"name": shown.name})
            return redirect(back)
    stay = shown.group.league.withdrawn_count
    return confirm(
        request,
        _("„%(name)s“ zurückziehen") % {"name": shown.name},
        _("Vor der Saison bestimmt: Ihre Spieltage zählen weiter.")
        if stay
        else _("Vor der Saison bestimmt: Ihre Spieltage zählen dann für niemanden."),
        button=_("Zurückziehen"),
        back=back,
        danger=True,
        form=form,
    )


@require_POST
@for_season(changing=True)
def league_team_reinstate(request: OfficialRequest, season: Season, pk: int) -> HttpResponse:
    shown = _team(season, pk)
    with errors_as_messages(request):
        reinstate_league_team(shown, by=request.user)
        messages.success(request, _("„%(name)s“ spielt wieder mit.") % {"name": shown.name})
    return redirect("organiser:league", season.address, shown.group.league_id)
