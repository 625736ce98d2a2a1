"""The papers and files of a season: poster, certificates, and the table for other programs."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.address import for_phones
from romme_turnier.documents.seasons.papers import Sheet, poster, season_certificates
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.documents.tables.views import file_of
from romme_turnier.tournament.models import Edition, Season
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.seasons.access import for_season
from romme_turnier.web.organiser.seasons.saved import paper_response


@require_safe
@for_season()
def poster_paper(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Sends the poster of a ranking in A3, or in A4 with `?blatt=a4`."""
    ranking = get_object_or_404(season.rankings.select_related("season__organiser"), slug=key)
    sheet = Sheet.A4 if request.GET.get("blatt") == Sheet.A4 else Sheet.A3
    name = f"{season.slug}-{key}-aushang-{sheet}"
    context = poster(ranking, sheet, base=_base(request))
    return _paper(request, season, "documents/seasons/poster.html", context, name)


@require_safe
@for_season()
def certificates_paper(request: OfficialRequest, season: Season, key: str) -> HttpResponse:
    """Sends certificates for the first three ranks of a ranking."""
    ranking = get_object_or_404(season.rankings.select_related("season__organiser"), slug=key)
    name = f"{season.slug}-{key}-urkunden"
    context = season_certificates(ranking, base=_base(request))
    return _paper(request, season, "documents/seasons/certificates.html", context, name)


@require_safe
@for_season()
def table_file(request: OfficialRequest, season: Season, key: str, number: int, kind: str) -> HttpResponse:
    """Sends an edition of a ranking with full names as CSV, XLSX or ODS."""
    editions = Edition.objects.select_related("version", "ranking__season__organiser")
    edition = get_object_or_404(editions, ranking__season=season, ranking__slug=key, number=number)
    table = SeasonTable.of(Medium.FILE, edition, None, query=request.GET)
    return file_of(table, f"{season.slug}-{key}-{number}.{kind}")


def _base(request: OfficialRequest) -> str:
    return for_phones(request.build_absolute_uri("/"))


def _paper(
    request: OfficialRequest, season: Season, template: str, context: Mapping[str, Any] | None, name: str
) -> HttpResponse:
    """Returns a paper or, if there is no edition yet (`context` is None), redirects to the season."""
    address = reverse("organiser:season", args=[season.address])
    if context is None:
        messages.info(request, _("Noch keine Ausgabe der Tabelle: Sie entsteht mit dem ersten abgeschlossenen Abend."))
        return redirect(address)
    return paper_response(request, template, context, name, back=address)
