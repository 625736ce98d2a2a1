"""Points that officials add to or deduct from a player's value."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.documents.seasons.editions import renew
from romme_turnier.tournament.models import Adjustment, Ranking, Season
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.tournament.seasons.editions import current_version
from romme_turnier.tournament.seasons.rankings import adjust, withdraw_adjustment
from romme_turnier.tournament.seasons.words import signed_words
from romme_turnier.web.acting import confirm, errors_in
from romme_turnier.web.organiser.fields import ReasonForm
from romme_turnier.web.organiser.seasons.ranking_forms import AdjustmentForm
from romme_turnier.web.organiser.seasons.rankings import get_ranking


@for_season(changing=True)
def ranking_adjustments(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Lists the adjustments of a ranking. A POST adds one, and renews the editions."""
    ranking = get_ranking(season, key)
    formula = current_version(ranking).formula
    form = AdjustmentForm(request.POST or None, season=season, formula=formula)
    if form.is_valid():
        with errors_in(form):
            typed = form.cleaned_data
            adjust(ranking, typed["player"], typed["points"], typed["reason"], clause=typed["clause"], by=request.user)
            renew(season, by=request.user)
            messages.success(request, _("Gespeichert. Die neue Ausgabe der Tabelle enthält die Punkte."))
            return redirect("organiser:ranking_adjustments", season.address, key)
    rows = ranking.adjustments.select_related("player", "by", "withdrawn_by").order_by("-pk")
    context = {
        "season": season,
        "ranking": ranking,
        "form": form,
        "fewest_win": formula.value.fewest_win,
        "rows": [(row, _points(ranking, row)) for row in rows],
    }
    return render(request, "organiser/seasons/rankings/adjustments.html", context)


def _points(ranking: Ranking, adjustment: Adjustment) -> str:
    return signed_words(str(adjustment.points), current_version(ranking).formula)


@for_season(changing=True)
def adjustment_withdraw(request: OfficialRequest, season: Season, key: str, pk: int) -> HttpResponse:
    """Withdraws an adjustment with a reason, and renews the editions."""
    ranking = get_ranking(season, key)
    adjustment = get_object_or_404(ranking.adjustments.select_related("player"), pk=pk, withdrawn_at=None)
    back = reverse("organiser:ranking_adjustments", args=[season.address, key])
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            withdraw_adjustment(adjustment, form.cleaned_data["reason"], by=request.user)
            renew(season, by=request.user)
            messages.success(request, _("Zurückgenommen. Die neue Ausgabe der Tabelle enthält die Punkte nicht mehr."))
            return redirect(back)
    return confirm(
        request,
        _("Zu- oder Abschlag zurücknehmen"),
        f"{adjustment.player}: {_points(ranking, adjustment)} ({adjustment.reason})",
        button=_("Zurücknehmen"),
        back=back,
        danger=True,
        form=form,
    )
