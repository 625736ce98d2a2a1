"""Correcting the players of a table that has entries, as a revision."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament import models
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.seating.seats import correct_seats
from romme_turnier.web.organiser.lists.common import ListView, get_list_view, seat_name
from romme_turnier.web.organiser.lists.corrections.forms import SeatsForm
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.RULE)
def seats(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    title = _("Sitzordnung berichtigen")
    form = SeatsForm(view, request.POST or None)

    def made() -> Decision:
        order = list(form.order)
        return Decision(
            title=title,
            clause=_("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5)."),
            facts=_moves(view, order),
            button=title,
            done=_("Die Sitzordnung von Tisch %(table)d ist berichtigt.") % {"table": table},
            carry_out=lambda version: correct_seats(
                view.spielliste, order, reason=form.cleaned_data["reason"], expected=version, by=request.user
            ),
        )

    return decide(request, view, form, made, title)


def _moves(view: ListView, order: list[models.Registration]) -> list[str]:
    """Returns sentences about the new players, the swapped seats, and the effect on the columns."""
    here = {seat.registration_id for seat in view.seats}
    elsewhere = {
        seat.registration_id: seat
        for seat in models.Seat.objects.filter(series=view.series)
        .exclude(table=view.spielliste.table)
        .select_related("table")
    }
    displaced = [seat for seat in view.seats if seat.registration_id not in {r.pk for r in order}]
    lines = [
        _("Platz %(seat)d: %(new)s statt %(old)s")
        % {"seat": seat.number, "new": f"{r.number or '–'} {r.name}", "old": seat_name(seat)}
        for seat, r in zip(view.seats, order, strict=True)
        if seat.registration_id != r.pk
    ]
    for registration in order:
        seat = elsewhere.get(registration.pk)
        if registration.pk not in here and seat is not None:
            words = {"who": seat_name(displaced.pop(0)), "table": seat.table.number, "seat": seat.number}
            lines.append(_("%(who)s sitzt dafür an Tisch %(table)d, Platz %(seat)d") % words)
    lines += [_("%(who)s hat danach keinen Platz in dieser Serie") % {"who": seat_name(s)} for s in displaced]
    if not lines:
        return [_("Alle sitzen, wo sie sitzen; es ändert sich nichts.")]
    return [*lines, _("Die Spalten mit ihren Punkten bleiben, wo sie auf dem Papier stehen.")]
