"""The lists of a series as one table, sorted by what needs attention."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.hand_in import open_items
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import announced, terms_of
from romme_turnier.tournament.lists.checking.checks import is_faultless
from romme_turnier.tournament.lists.checking.hand_in_reading import TableHandIn, hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks
from romme_turnier.tournament.lists.checking.open_differences import CLAIMED, stored_differences
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.models.list_state import SETTLED
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.web.organiser.lists.common import why_elsewhere


@dataclass(frozen=True, slots=True)
class ListLine:
    """One list in the overview."""

    table: int
    players: list[str]
    games_in: int
    games: int | None  # of the whole list; None where a score ends it
    problems: int
    differences: int
    state: models.ListState
    open_at_hand_in: list[str]
    lacks: list[str]  # of these, what the state does not say by itself
    faultless: bool  # it is checked with the others that are


@require_safe
@for_officials(Right.SEE)
def overview(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    demand_series(event, number)
    lines = list_lines(event, number)
    wanted = request.GET.get("tisch", "").strip()
    code = parse_list_code(wanted)
    if (
        code
        and code.event in ("", event.slug)
        and code.series in (None, number)
        and code.table in {line.table for line in lines}
    ):
        return redirect("organiser:list", event.slug, number, code.table)
    series = event.series.filter(number=number).first()
    lacking = [line for line in lines if line.open_at_hand_in]
    only_lacking = request.GET.get("zeige") == "abgabe"
    context = {
        "event": event,
        "number": number,
        "lines": sorted(lacking if only_lacking else lines, key=lambda line: (line.state.urgency, line.table)),
        "tabs": _tabs(event, number, len(lines), len(lacking), only_lacking=only_lacking),
        "summary": _summary(lines),
        "checkable": sum(line.faultless for line in lines) if may(request.user, Right.RULE, event) else 0,
        "wanted": wanted,
        "wrong_table": bool(wanted) and bool(lines),
        "elsewhere": why_elsewhere(event, number, code),
        "tables": ", ".join(str(line.table) for line in lines),
        "series": series,
        "on_phones": terms_of(series).on_phones if series else announced(event).on_phones,
        "may_direct": may(request.user, Right.DIRECT, event),
    }
    return render(request, "organiser/lists/overview.html", context)


def _tabs(
    event: models.Event, number: int, every: int, lacking: int, *, only_lacking: bool
) -> list[tuple[str, str, bool]]:
    here = reverse("organiser:lists", args=[event.slug, number])
    return [
        (_("alle: %(count)d") % {"count": every}, here, not only_lacking),
        (_("Abgabe offen: %(count)d") % {"count": lacking}, f"{here}?zeige=abgabe", only_lacking),
    ]


def list_lines(event: models.Event, number: int) -> list[ListLine]:
    """Returns the lists of a series by table, from what is stored beside them."""
    handed_in = {table.table: table for table in hand_ins(event, number)}
    lists = (
        models.Spielliste.objects.filter(table__series__event=event, table__series__number=number)
        .select_related("table", "hand_in")
        .prefetch_related(*CLAIMED)
        .order_by("table__number")
    )
    return [_line(spielliste, event, handed_in[spielliste.table.number]) for spielliste in lists]


def _line(spielliste: models.Spielliste, event: models.Event, handed_in: TableHandIn) -> ListLine:
    return ListLine(
        table=spielliste.table.number,
        players=[
            f"{seat.registration.number or '–'} {seat.registration.name}" for seat in spielliste.table.seats.all()
        ],
        games_in=spielliste.games_in,
        games=event.length.games(len(spielliste.table.seats.all())),
        problems=spielliste.problems,
        differences=len(stored_differences(spielliste)) if spielliste.whole else 0,
        state=handed_in.state,
        open_at_hand_in=say_lacks(handed_in, event.currency),
        lacks=open_items(handed_in),
        faultless=is_faultless(spielliste),
    )


def _summary(lines: list[ListLine]) -> str:
    waiting = sum(line.state not in SETTLED for line in lines)
    if not waiting:
        return _("Alle %(all)d Listen sind geprüft oder ungültig.") % {"all": len(lines)}
    return _("%(done)d von %(all)d Listen sind geprüft oder ungültig.") % {
        "done": len(lines) - waiting,
        "all": len(lines),
    }
