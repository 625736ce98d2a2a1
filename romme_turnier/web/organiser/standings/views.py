"""The current standings, other rankings and charts, and the release of the standings."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.charts import charts_of, money_chart_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import ReleasesTable, StandingsTable, TeamStandingsTable, releases_of
from romme_turnier.tournament.events import progress as events_progress
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings import rankings, reading as standings_reading, ties
from romme_turnier.tournament.standings.lines import changes, player_lines, ranking_lines, team_lines
from romme_turnier.tournament.standings.rankings import ranks_gained
from romme_turnier.tournament.standings.reading import differs, rankings_now
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.acting import confirm, errors_in
from romme_turnier.web.errors import or_404


@require_safe
@for_officials(Right.SEE)
def standings(_request: OfficialRequest, event: Event) -> HttpResponse:
    """Redirects to the standings after the last drawn series."""
    return redirect("organiser:standings_after", event.slug, event.series.last_drawn() or 1)


@require_safe
@for_officials(Right.SEE)
def standings_after(request: OfficialRequest, event: Event, after: int) -> HttpResponse:
    demand_series(event, after)
    day = events_progress.progress_of(event)
    progress = day.series[after - 1]
    source = rankings_now(event, after)
    # As in a release, without players who have no start number, since they have never played.
    rows = [row for row in source.rows if row.number is not None]
    names = full_names(event)
    newest = progress.releases[0] if progress.releases else None
    last_series = after == event.series_count
    lines = player_lines(rows, names, event.rules, final=last_series, gained=ranks_gained(source))
    part = {"serie": after}
    series_numbers = range(1, after + 1)
    shown: dict[str, Any] = {"query": request.GET, "part": part}
    table = StandingsTable.of(Medium.PAGE, lines, event.rules, series_numbers, caption=_("Einzelwertung"), **shown)
    teams = team_lines(source.team_rows, names, event.rules)
    team_table = TeamStandingsTable.of(
        Medium.PAGE, teams, event.rules, caption=_("Mannschaften"), id="mannschaften", **shown
    )
    context = {
        "event": event,
        "after": after,
        "table": table,
        "teams": team_table,
        "public": False,
        "tabs": _tabs(event, source),
        "releases": ReleasesTable.table_for(
            Medium.PAGE,
            releases_of(event).filter(series__number=after),
            id="ausgaben",
            links={"number": lambda row: reverse("documents:standings_one_pdf", args=[event.slug, after, row.number])},
            **shown,
        ),
        "newest": newest,
        "changed": newest is not None and differs(newest, source),
        "changes": changes(newest.rows, rows, names, event.rules) if newest is not None else [],
        "may_release": may(request.user, Right.DIRECT, event) and progress.state == "closed",
        "ties": last_series and any(row.play_off_needed and not row.play_off_waived for row in rows),
        "waived": any(row.play_off_waived for row in rows),
        "plan_is_open": day.next_step == events_progress.NextStep.PLAN_PRIZES,
        "may_direct": may(request.user, Right.DIRECT, event),
        "has_play_offs": last_series and event.play_offs.exists(),
    }
    return render(request, "organiser/standings/standings.html", context)


class ReleaseForm(forms.Form):
    minutes = forms.IntegerField(
        label=gettext_lazy("Einspruch möglich, in Minuten"),
        min_value=0,
        max_value=24 * 60,
        initial=15,
        help_text=gettext_lazy("0, wenn keine Frist genannt werden soll."),
    )
    note = forms.CharField(
        label=gettext_lazy("Hinweis auf der Rangliste"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Zum Beispiel, was sich gegenüber der vorigen Ausgabe geändert hat."),
    )


@for_officials(Right.DIRECT)
def standings_release(request: OfficialRequest, event: Event, after: int) -> HttpResponse:
    """Releases the standings after a confirmation."""
    demand_series(event, after)
    form = ReleaseForm(request.POST or None)
    if form.is_valid():
        minutes = form.cleaned_data["minutes"]
        with errors_in(form):
            release = release_standings(
                event,
                after,
                by=request.user,
                appeal_until=timezone.now() + timedelta(minutes=minutes) if minutes else None,
                note=form.cleaned_data["note"],
            )
            messages.success(
                request,
                _("Ausgabe %(number)d der Rangliste nach Serie %(after)d ist freigegeben.")
                % {"number": release.number, "after": after},
            )
            return redirect("organiser:standings_after", event.slug, after)
    released = StandingsRelease.objects.filter(event=event, series__number=after)
    newest = released.order_by("-number").first()
    number = newest.number + 1 if newest is not None else 1
    what = [
        _("Die Rangliste nach Serie %(after)d wird als Ausgabe %(number)d für alle sichtbar.")
        % {"after": after, "number": number},
        _("Eine Ausgabe wird nie geändert. Berichtigungen erscheinen in der nächsten Ausgabe."),
    ]
    button = _("Ausgabe %(number)d freigeben")
    if newest and not differs(newest, rankings_now(event, after)):
        button = _("Trotzdem Ausgabe %(number)d freigeben")
        what.insert(0, _("Seit Ausgabe %(number)d hat sich nichts geändert.") % {"number": newest.number})
    if after == event.series_count and ties.ties_to_play_off(event, standings_reading.standings(event, after)):
        what.append(_("Ein Entscheidungsspiel steht noch aus. Die Ausgabe nennt sich deshalb vorläufiger Endstand."))
    if event.published_at is None:
        what.append(_("Das Turnier ist noch nicht veröffentlicht: Bis dahin sieht sie nur die Leitung."))
    return confirm(
        request,
        _("Rangliste nach Serie %(after)d freigeben") % {"after": after},
        *what,
        button=button % {"number": number},
        back=reverse("organiser:standings_after", args=[event.slug, after]),
        form=form,
        event=event,
    )


def _tabs(event: Event, source: rankings.Source, current: str = "") -> list[tuple[str, str, bool]]:
    """Returns each tab's label and address, and whether it is current.

    `current` is the key of a ranking, "diagramme", or "" for the standings.
    """
    where = [event.slug, source.after]
    here = reverse("organiser:standings_after", args=where)
    tabs = [(_("Gesamt"), here, current == "")]
    if source.team_rows and source.rows:
        tabs.append((_("Mannschaften"), f"{here}#mannschaften", False))
    for choice in rankings.choices(source):
        address = reverse("organiser:standings_ranking", args=[*where, choice.key])
        tabs.append((choice.title, address, current == choice.key))
    return [*tabs, (_("Diagramme"), reverse("organiser:standings_charts", args=where), current == "diagramme")]


@require_safe
@for_officials(Right.SEE)
def ranking(request: OfficialRequest, event: Event, after: int, key: str) -> HttpResponse:
    demand_series(event, after)
    source = rankings_now(event, after)
    shown = or_404(rankings.ranking(source, key))
    kind = TeamStandingsTable if shown.teams else StandingsTable
    table = kind.of(
        Medium.PAGE,
        ranking_lines(shown, full_names(event), event.rules),
        event.rules,
        () if shown.teams else shown.series,
        query=request.GET,
        part={"serie": after, "wertung": key},
        caption=shown.title,
    )
    newest = event.releases.select_related("event", "series").filter(series__number=after).order_by("-number").first()
    context = {
        "event": event,
        "after": after,
        "tabs": _tabs(event, source, key),
        "ranking": shown,
        "table": table,
        "public": False,
        "newest": newest,
        "released": newest is not None and not differs(newest, source),
    }
    return render(request, "organiser/standings/ranking.html", context)


@require_safe
@for_officials(Right.SEE)
def charts(request: OfficialRequest, event: Event, after: int) -> HttpResponse:
    """Shows the charts; `?nr=14` highlights a player's line. Only cashiers see the chart about money."""
    demand_series(event, after)
    source, names = rankings_now(event, after), full_names(event)
    chosen = whole_number(request.GET.get("nr", ""))
    context = {
        "event": event,
        "after": after,
        "tabs": _tabs(event, source, "diagramme"),
        **charts_of(Medium.PAGE, source, names, chosen),
        **(money_chart_of(Medium.PAGE, event) if may(request.user, Right.CASH, event) else {"money": None}),
        "players": sorted((row.number, names[row.number]) for row in source.rows if row.number),
        "chosen": chosen,
    }
    return render(request, "organiser/standings/charts.html", context)
