"""Fines: due amounts by player and list, amounts that came in with the lists, and shortages (§ 2.3.3)."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.fines import FinesTable, PlayerFinesTable, player_fines, series_columns
from romme_turnier.tournament.lists.checking.hand_in_reading import TableHandIn, fine_totals, hand_ins_by_series
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.money.common import page


@require_safe
@for_officials(Right.CASH)
def cash_fines(request: OfficialRequest, event: Event) -> HttpResponse:
    by_series = hand_ins_by_series(event)
    every = [table for tables in by_series.values() for table in tables]

    def link(row: TableHandIn) -> str:
        return reverse("organiser:hand_in_table", args=[event.slug, row.spielliste.table.series.number, row.table])

    tables = []
    for number, rows in by_series.items():
        table = FinesTable.table_for(
            Medium.PAGE,
            rows,
            query=request.GET,
            currency=event.currency,
            links={"table": link},
            caption=_("Serie %(number)s") % {"number": number},
            id=f"serie-{number}",
        )
        tables.append(table)
    players = PlayerFinesTable.table_for(
        Medium.PAGE,
        player_fines(every),
        query=request.GET,
        currency=event.currency,
        extra_columns=series_columns(event),
        id="spieler",
    )
    context = {
        "tables": tables,
        "players": players,
        "totals": fine_totals(every),
        "scale": list(event.fine_steps.all()),
    }
    return page(request, event, "fines.html", context)
