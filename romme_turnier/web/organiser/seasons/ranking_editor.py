"""The editor of a formula: the recipe book, the fields, and a preview with the new table next to the old one.

The page sends its fields to itself: "Vorschau" shows the preview with the fields hidden in it, "Ändern" shows the
fields again, and "Übernehmen" stores them.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from romme_turnier.documents.seasons.editions import renew
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.computations import NewRankingTable, PreviewTable
from romme_turnier.tournament.models import Ranking, Season
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.tournament.seasons.editions import current_version
from romme_turnier.tournament.seasons.previews import curve_of, means_words, preview
from romme_turnier.tournament.seasons.rankings import change_formula, create_ranking, formula_refusals
from romme_turnier.tournament.seasons.recipes import BY_KEY, RECIPES, formula_of
from romme_turnier.tournament.seasons.words import formula_sentence
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import complain_once
from romme_turnier.web.organiser.seasons.ranking_forms import FormulaForm, NewRankingForm
from romme_turnier.web.organiser.seasons.rankings import get_ranking


@for_season(changing=True)
def ranking_new(request: OfficialRequest, season: Season) -> HttpResponseBase:
    """Offers the recipe book, then the fields of the chosen recipe, and stores the new ranking after a preview."""
    recipe = BY_KEY.get(request.GET.get("rezept", ""))
    formula = formula_of(recipe, season) if recipe is not None else None
    if recipe is None or formula is None:
        recipes = [(each, made) for each in RECIPES if (made := formula_of(each, season)) is not None]
        context = {
            "season": season,
            "recipes": [(each, formula_sentence(made)) for each, made in recipes],
        }
        return render(request, "organiser/seasons/rankings/recipes.html", context)
    data = request.POST or None
    head = NewRankingForm(data, season=season, name=str(recipe.name))
    form = FormulaForm(data, season=season, formula=formula, main=recipe.fields)
    if data and all([head.is_valid(), form.is_valid()]):
        made = form.formula()
        facts = {"of": head.cleaned_data["of"], "category": head.cleaned_data.get("category", "")}
        _refuse(form, season, made, of=facts["of"])
        if "store" in request.POST and form.is_valid():
            with errors_in(head):
                ranking = create_ranking(season, head.cleaned_data["name"], made, **facts, by=request.user)
                renew(season, by=request.user)
                messages.success(request, _("Die Wertung „%(name)s“ ist angelegt.") % {"name": ranking})
                return redirect("organiser:ranking", season.address, ranking.slug)
    unsaved = Ranking(season=season, name=str(recipe.name))
    if data and head.is_valid() and form.is_valid():
        unsaved.name, unsaved.of = head.cleaned_data["name"], head.cleaned_data["of"]
        unsaved.category = head.cleaned_data.get("category", "")
    context = {"title": _("Neue Wertung"), "head": head, "purpose": recipe.purpose}
    return _page(request, season, unsaved, form, context)


@for_season(changing=True)
def ranking_formula(request: OfficialRequest, season: Season, key: str) -> HttpResponseBase:
    """Changes the formula of a ranking after a preview, and renews the editions."""
    ranking = get_ranking(season, key)
    form = FormulaForm(request.POST or None, season=season, formula=current_version(ranking).formula)
    if form.is_valid():
        _refuse(form, season, form.formula(), of=ranking.of)
    if form.is_valid() and "store" in request.POST:
        with errors_in(form):
            version = change_formula(ranking, form.formula(), by=request.user)
            renew(season, by=request.user)
            words = _("Ab jetzt gilt: %(formula)s")
            messages.success(request, words % {"formula": formula_sentence(version.formula)})
            return redirect("organiser:ranking", season.address, key)
    context = {"title": _("Formel ändern"), "head": None, "purpose": ""}
    return _page(request, season, ranking, form, context)


def _refuse(form: FormulaForm, season: Season, formula: Any, *, of: str) -> None:
    for name, words in formula_refusals(season, formula, of=of).items():
        complain_once(form, name, words)


def _page(
    request: OfficialRequest, season: Season, ranking: Ranking, form: FormulaForm, context: dict[str, Any]
) -> HttpResponse:
    """Returns the preview if the fields are valid, otherwise the fields."""
    head = context["head"]
    context |= {"season": season, "ranking": ranking, "form": form}
    if form.is_valid() and (head is None or head.is_valid()) and "edit" not in request.POST:
        formula = form.formula()
        planned = season.dates.filter(cancelled=False, day__lte=formula.key_day or season.last_day)
        shown = preview(ranking, formula)
        context |= {
            "formula": formula_sentence(formula),
            "before": formula_sentence(current_version(ranking).formula) if ranking.pk else "",
            "preview": shown,
            "means": means_words(ranking, formula),
            "table": (PreviewTable if ranking.pk else NewRankingTable).table_for(Medium.PAGE, shown.lines),
            "curve": curve_of(formula, planned.count()),
        }
        return render(request, "organiser/seasons/rankings/ranking_preview.html", context)
    return render(request, "organiser/seasons/rankings/ranking_form.html", context)
