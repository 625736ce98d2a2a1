"""A season's rankings: their list and order, and for each its versions, editions, tables of three, name and pauses."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.seasons.editions import renew
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.computations import ComputationTable, TablesOfThreeTable
from romme_turnier.tournament.models import Edition, Ranking, Season
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons import previews
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import (
    check_word,
    current_edition,
    current_version,
)
from romme_turnier.tournament.seasons.rankings import (
    delete_ranking,
    formula_refusals,
    move_ranking_up,
    rename_ranking,
    set_resting,
)
from romme_turnier.tournament.seasons.reading import events_of, organisers_of
from romme_turnier.tournament.seasons.words import formula_sentence
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.seasons.ranking_forms import NameForm

_EDITIONS = 5  # the page of a ranking shows the differences of this many editions
_MANY = 500  # if the newest edition has more rows, only its differences are shown


def get_ranking(season: Season, key: str) -> Ranking:
    """Returns the season's ranking with this slug. Raises Http404 if there is none."""
    ranking = get_object_or_404(season.rankings.all(), slug=key)
    ranking.season = season
    return ranking


@require_safe
@for_season()
def rankings(request: OfficialRequest, season: Season) -> HttpResponse:
    """Lists the rankings with their formulas as sentences."""
    rows = [
        {
            "ranking": ranking,
            "formula": formula_sentence(current_version(ranking).formula),
            "edition": current_edition(ranking),
        }
        for ranking in season.rankings.all()
    ]
    context = {"season": season, "rows": rows, "may_change": may_change(request.user, season)}
    return render(request, "organiser/seasons/rankings/rankings.html", context)


@require_safe
@for_season()
def ranking(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Shows the current edition with the computation of each row, and links to earlier versions and editions."""
    shown = get_ranking(season, key)
    all_editions = shown.editions.select_related("version", "by")
    editions = list(all_editions[: _EDITIONS + 1])
    compared = 1 if editions and editions[0].rows.count() > _MANY else _EDITIONS
    before = {edition.number: edition for edition in editions}
    context = _edition_context(request, season, shown, editions[0] if editions else None) | {
        "versions": [
            (version, formula_sentence(version.formula))
            for version in shown.versions.select_related("by").order_by("-number")
        ],
        "editions": [
            (edition, differences(edition, before.get(edition.number - 1))) for edition in editions[:compared]
        ],
        "older": all_editions[compared:],
        "refusals": formula_refusals(season, current_version(shown).formula, of=shown.of).values(),
        "adjustments": shown.adjustments.filter(withdrawn_at=None).count(),
    }
    return render(request, "organiser/seasons/rankings/ranking.html", context)


@require_safe
@for_season()
def ranking_edition(request: OfficialRequest, season: Season, key: str, number: int) -> HttpResponse:
    """Shows an edition with its differences from the previous one."""
    shown = get_ranking(season, key)
    edition = get_object_or_404(shown.editions.select_related("version", "by"), number=number)
    before = shown.editions.filter(number=number - 1).select_related("version").first()
    context = _edition_context(request, season, shown, edition) | {"differences": differences(edition, before)}
    return render(request, "organiser/seasons/rankings/edition.html", context)


@require_safe
@for_season()
def tables_of_three(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Shows a ranking's table with and without the lists of tables of three, if `means_words` compares them."""
    shown = get_ranking(season, key)
    formula = current_version(shown).formula
    means = previews.means_words(shown, formula)
    compared = previews.tables_of_three(shown) if means else None
    context = {
        "season": season,
        "ranking": shown,
        "formula": formula_sentence(formula),
        "means": means,
        "preview": compared,
        "table": TablesOfThreeTable.table_for(Medium.PAGE, compared.lines) if compared is not None else None,
    }
    return render(request, "organiser/seasons/rankings/tables_of_three.html", context)


def _edition_context(
    request: OfficialRequest, season: Season, shown: Ranking, edition: Edition | None
) -> dict[str, Any]:
    table = None
    if edition is not None:
        edition.ranking = shown
        table = ComputationTable.of(Medium.PAGE, edition, None, query=request.GET)
    return {
        "season": season,
        "ranking": shown,
        "edition": edition,
        "organisers": organisers_of(edition) if edition is not None else [],
        "word": edition and check_word(edition),
        "events": edition and events_of(edition),
        "formula": formula_sentence((edition.version if edition is not None else current_version(shown)).formula),
        "table": table,
        "may_change": may_change(request.user, season),
    }


@for_season(changing=True)
def ranking_name(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Changes the name."""
    shown = get_ranking(season, key)
    form = NameForm(request.POST or None, initial={"name": shown.name})
    if form.is_valid():
        with errors_in(form):
            rename_ranking(shown, form.cleaned_data["name"], by=request.user)
            return redirect("organiser:ranking", season.address, key)
    return confirm(
        request,
        _("Wertung umbenennen"),
        _("Die Adresse der Seite bleibt."),
        button=_("Umbenennen"),
        back=reverse("organiser:ranking", args=[season.address, key]),
        form=form,
    )


@require_POST
@for_season(changing=True)
def ranking_up(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Moves the ranking up by one place."""
    with errors_as_messages(request):
        move_ranking_up(get_ranking(season, key), by=request.user)
    return redirect("organiser:rankings", season.address)


@require_POST
@for_season(changing=True)
def ranking_rest(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Pauses the ranking, or resumes it and renews its edition."""
    shown = get_ranking(season, key)
    with errors_as_messages(request):
        set_resting(shown, not shown.rests, by=request.user)
    return redirect("organiser:ranking", season.address, key)


@require_POST
@for_season(changing=True)
def ranking_renew(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Issues the editions that are still missing because a release could not issue them, or lets a job do so."""
    with errors_as_messages(request):
        if not renew(season, by=request.user):
            messages.info(request, _("Die Tabelle wird im Hintergrund neu berechnet. Laden Sie die Seite gleich neu."))
    return redirect("organiser:ranking", season.address, key)


@for_season(changing=True)
def ranking_delete(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Deletes a ranking that has no editions, after a confirmation."""
    shown = get_ranking(season, key)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_ranking(shown, by=request.user)
            messages.success(request, _("Die Wertung „%(name)s“ ist gelöscht.") % {"name": shown.name})
        return redirect("organiser:rankings", season.address)
    return confirm(
        request,
        _("Wertung löschen"),
        _("„%(name)s“ wird gelöscht, mit der Formel.") % {"name": shown.name},
        _("Eine Wertung mit Ausgaben wird nicht gelöscht. Sie kann ruhen: Dann kommt keine Ausgabe dazu."),
        back=reverse("organiser:ranking", args=[season.address, key]),
        danger=True,
    )
