"""The pages of a player's results and of a table's list, as the releases of the standings show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.core.lists.sums import Counted, SumKey, shown_sums
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.own_results import SeriesResultsTable
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.packed import whole_content
from romme_turnier.tournament.lists.words import sum_label
from romme_turnier.tournament.models import Event, HandIn, Registration, Revision, Seat, Spielliste
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.shared.numbers import Number
from romme_turnier.tournament.standings.releases import Pinned, pinned_lists
from romme_turnier.web.public.access import public_event, released_series, releases_of, visible_events
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.kept import ChangingResponse, kept
from romme_turnier.web.public.notices import own_notices
from romme_turnier.web.public.published_list import published
from romme_turnier.web.public.standings.position import Position, position_of, release_in_words


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """A player's result in a series. `figures` are lines of text, empty if no list counts.

    `table` is the number of the table in the released list, None before the release. `seat` is the current seat, or
    None.
    """

    series: int
    figures: tuple[str, ...]
    rank: int | None
    table: int | None
    seat: Seat | None


@require_safe
@kept
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows a player. Raises Http404 for a number without released data, even if it is assigned."""
    event = public_event(slug)
    release, names = releases_of(event).first(), public_names(event)
    position = position_of(release, number, names)
    seats = Seat.objects.filter(series__in=released_series(event), registration__number=number)
    by_series = {seat.series.number: seat for seat in seats.select_related("series", "table")}
    if position is None and not by_series:
        raise Http404
    person = get_object_or_404(
        Registration.objects.select_related("player", "club", "event"), event=event, number=number
    )
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (f"{number} {person.public_name}", None)),
        "number": number,
        "name": person.public_name,
        "club": person.club if person.is_named else None,
        **release_in_words(release),
        "position": position,
        "sums": _sums(event, position.row) if position else [],
        "results": SeriesResultsTable.table_for(
            Medium.PAGE,
            _results(event, number, position, by_series),
            links={
                "table": lambda result: (
                    reverse("public:list", args=[slug, result.series, result.table]) if result.table else ""
                )
            },
        ),
        "notices": own_notices(event, person, by_series.keys()),
    }
    page = render_to_string("public/player.html", context, request)
    return ChangingResponse(page, until=release.appeal_until if release else None)


def _sums(event: Event, row: StandingRow) -> list[tuple[str, Number, bool]]:
    """Returns each part of the total over all lists: label, value, and whether the part is the result.

    Deductions are included only if the player has any.
    """
    always = {Counted.POINTS, Counted.RESULT, Counted.FINISHED, Counted.PLACE, Counted.SCORING_POINTS}
    return [
        (
            _("Summe") if line.key is SumKey.RESULT else sum_label(line),
            line.value(row.sums),
            line.is_result,
        )
        for line in shown_sums(event.terms, totals=[row.sums])
        if line.counted in always or line.value(row.sums)
    ]


def _results(event: Event, number: int, position: Position | None, seats: dict[int, Seat]) -> list[SeriesResult]:
    results = range(1, len(position.row.series) + 1) if position else range(0)
    ranks, figures = (position.in_series, position.figures) if position else ({}, {})
    tables = {pinned.series: pinned.table for pinned in pinned_lists(event) if number in pinned.numbers}
    return [
        SeriesResult(
            series=series,
            figures=figures.get(series, ()),
            rank=ranks.get(series),
            table=tables.get(series),
            seat=seats.get(series),
        )
        for series in sorted({*results, *tables, *seats})
    ]


@require_safe
@kept
def game_list(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Shows a table's list from the newest release that contains it, or the response of `_not_released`."""
    event = visible_events().filter(slug=slug).first()
    pinned = [shown for shown in pinned_lists(event) if (shown.series, shown.table) == (series, table)] if event else []
    if event is None or not pinned:
        return _not_released(request, slug, series, table)
    return _released(request, event, pinned[0])


def _not_released(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Handles scans of a list's QR code before the list is released: redirects officials, and shows others a hint.

    The hint has status 404. It is the same for every table of an announced series, even if that table does not exist.
    Raises Http404 if the series is not announced or the standings after it are released.
    """
    own = Event.objects.filter(slug=slug).first()
    if own is not None and may(request.user, Right.SEE, own):
        return redirect("organiser:list", slug, series, table)
    event = public_event(slug)
    announced = 1 <= series <= event.series_count
    if not announced or releases_of(event).filter(series__number__gte=series).exists():
        raise Http404
    title = _title(series, table)
    crumbs = crumbs_of(event, (title, None))
    context = {
        "event": event,
        "crumbs": crumbs,
        "title": title,
        "series": series,
        "table": table,
        "kept_on_phones": any(
            terms_of(released).on_phones for released in released_series(event).filter(number=series)
        ),
    }
    return render(request, "public/list_later.html", context, status=404)


def _title(series: int, table: int) -> str:
    return _("Serie %(series)d, Tisch %(table)d") % {"series": series, "table": table}


def _released(request: HttpRequest, event: Event, pinned: Pinned) -> HttpResponse:
    revision = get_object_or_404(Revision, pk=pinned.revision)
    content = whole_content(revision, event)
    release = get_object_or_404(releases_of(event), pk=pinned.release)
    title = _title(pinned.series, pinned.table)
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (title, None)),
        "title": title,
        **published(event, content, public_names(event)),
        **release_in_words(release),
        "state": _state_of_list(revision, content),
    }
    return render(request, "public/list.html", context)


def _state_of_list(revision: Revision, content: Mapping[str, Any]) -> str:
    """Returns a sentence about signatures and the officials' check; "" for an invalid list."""
    if content["status"] == Spielliste.Status.INVALID:
        return ""
    hand_in = HandIn.objects.filter(spielliste=revision.spielliste_id, paper=HandIn.Custody.IN).first()
    if hand_in is None or hand_in.unsigned:
        return _("Von der Spielleitung geprüft.")
    return _("Von den Spielern unterschrieben, von der Spielleitung geprüft.")
