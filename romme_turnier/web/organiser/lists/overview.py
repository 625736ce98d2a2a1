"""The lists of a series as one table, sorted by what needs attention."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.web.organiser.lists.common import Status


@dataclass(frozen=True, slots=True)
class ListLine:
    """One list in the overview. `urgency` 0 is looked at first."""

    table: int
    players: list[str]
    games_in: int
    problems: int
    differences: int
    urgency: int
    kind: str  # of the badge
    word: str
    open_at_hand_in: list[str]


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
    lacking = [line for line in lines if line.open_at_hand_in]
    only_lacking = request.GET.get("zeige") == "abgabe"
    context = {
        "event": event,
        "number": number,
        "lines": sorted(lacking if only_lacking else lines, key=lambda line: (line.urgency, line.table)),
        "tabs": _tabs(event, number, len(lines), len(lacking), only_lacking=only_lacking),
        "games": event.games_per_list,
        "summary": _summary(lines),
        "wanted": wanted,
        "wrong_table": bool(wanted) and bool(lines),
        "tables": ", ".join(str(line.table) for line in lines),
        "series": models.Series.objects.filter(event=event, number=number).first(),
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
    handed_in = {table.table: say_lacks(table, event.currency) for table in hand_ins(event, number)}
    seats = models.Seat.objects.select_related("registration__player", "total")
    lists = (
        models.Spielliste.objects.filter(table__series__event=event, table__series__number=number)
        .select_related("table")
        .prefetch_related(Prefetch("table__seats", queryset=seats), "claims", "rows")
        .order_by("table__number")
    )
    return [_line(spielliste, event.games_per_list, handed_in.get(spielliste.table.number, [])) for spielliste in lists]


def _line(spielliste: models.Spielliste, games: int, open_at_hand_in: list[str]) -> ListLine:
    urgency, kind, word = _state(spielliste, games)
    return ListLine(
        table=spielliste.table.number,
        players=[
            f"{seat.registration.number or '–'} {seat.registration.name}" for seat in spielliste.table.seats.all()
        ],
        games_in=spielliste.games_in,
        problems=spielliste.problems,
        differences=_differences(spielliste) if spielliste.games_in == games else 0,
        urgency=urgency,
        kind=kind,
        word=word,
        open_at_hand_in=open_at_hand_in,
    )


def _state(spielliste: models.Spielliste, games: int) -> tuple[int, str, str]:
    """How urgent, which badge, which word."""
    untouched = spielliste.status == Status.OPEN and not spielliste.rows.all()
    if untouched:
        return 0, "missing", _("fehlt")
    if spielliste.problems and spielliste.status != Status.INVALID:
        return 1, "problem", _("mit Fehlern")
    if spielliste.status != Status.INVALID and spielliste.games_in < games:
        return 2, "open", _("angefangen")
    if spielliste.status == Status.OPEN:
        return 2, "open", _("noch abzuschließen")
    return {
        Status.COMPLETE: (3, "good", _("vollständig")),
        Status.SIGNED: (4, "good", _("unterschrieben")),
        Status.CHECKED: (5, "done", _("geprüft")),
        Status.INVALID: (6, "quiet", _("ungültig")),
    }[Status(spielliste.status)]


def _differences(spielliste: models.Spielliste) -> int:
    """Returns how many of the sums that the scorer wrote are not those of the entries."""
    totals = {seat.number: seat.total for seat in spielliste.table.seats.all() if hasattr(seat, "total")}
    differing = 0
    for claim in spielliste.claims.all():
        total = totals.get(claim.seat)
        if total is not None:
            pairs = ((claim.total, total.minus), (claim.result, total.result), (claim.finished, total.finished))
            differing += sum(claimed is not None and claimed != computed for claimed, computed in pairs)
    return differing


def _summary(lines: list[ListLine]) -> str:
    waiting = sum(line.urgency < 5 for line in lines)
    if not waiting:
        return _("Alle %(all)d Listen sind geprüft oder ungültig.") % {"all": len(lines)}
    return _("%(done)d von %(all)d Listen sind geprüft oder ungültig.") % {
        "done": len(lines) - waiting,
        "all": len(lines),
    }
