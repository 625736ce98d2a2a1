"""The contents of “Mein Turnier”: a player's seat, call, rank, lists, open payments and notices."""

from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.lists.sums import Counted
from romme_turnier.core.seating.hall_tables import rows
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.hall.calls_reading import seat_to_call_from
from romme_turnier.tournament.hall.messages import table_key
from romme_turnier.tournament.hall.reading import hall_tables_by_series
from romme_turnier.tournament.lists.checking.hand_in_reading import TableHandIn, hand_ins
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.words import sum_label
from romme_turnier.tournament.models import Event, LastingPage, ListState, Registration, Series, Spielliste, YearsPage
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.money.fees import booked, owed
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.names.consents import entrant_at
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.standings.releases import pinned_lists
from romme_turnier.web.public.access import released_series, releases_of
from romme_turnier.web.public.calling import call_seen_from, places_of_player
from romme_turnier.web.public.notices import own_notices
from romme_turnier.web.public.seats import Place, places_of
from romme_turnier.web.public.standings.position import Position, position_of, release_in_words

# The other sums are known once all games are in.
_SUMS_SO_FAR = (Counted.POINTS, Counted.FINISHED, Counted.SCORING_POINTS)


def my_day(own: Registration) -> dict[str, Any]:
    """Returns the context of the page: released seats, ranks and results, and the list in progress."""
    event = own.event
    names = public_names(event)
    released = list(released_series(event))
    places = places_of(released, own)
    release = releases_of(event).first()
    position = position_of(release, own.number, names)
    now_in = released[0] if released else None
    series = _series(own, places, position)
    notices = own_notices(event, own, [series.number for series in released])
    place = next((place for place in places if now_in and place.series == now_in.number), None)
    plays = now_in is not None and not now_in.is_closed
    entrant = entrant_at(own)
    return {
        "own": own,
        "to_pay": _to_pay(own, series),
        "released": now_in,
        "place": place,
        "sits_out": now_in is not None  # because the number of players does not fill whole tables
        and place is None
        and own.absences.filter(series_number=now_in.number, reason=Reason.SITS_OUT.stored()).exists(),
        "plan": _hall_plan(event, place.table) if place else None,
        "growing": _growing_column(now_in, place.table, place.seat) if now_in and plays and place else None,
        "call": call_seen_from(seat_to_call_from(own), own),
        "places": places_of_player(event),
        "plays": plays,
        "on_phones": now_in is not None and terms_of(now_in).on_phones,
        **release_in_words(release),
        "position": position,
        "series": series,
        "notices": notices,
        "unread": any(not (notice["told_at"] or notice["answer"]) for notice in notices),
        "season_number": entrant.number if entrant is not None and entrant.season.is_public else None,
        "has_results": own.player.results.exists(),
        "has_years_page": YearsPage.objects.filter(player=own.player_id).exists(),
        "has_lasting_page": LastingPage.objects.filter(registration=own).exists(),
        "own_table": table_key(places[0].series, places[0].table) if places else "",
    }


def _hall_plan(event: Event, table: int) -> dict[str, Any] | None:
    """Returns the table numbers in `rows` from the front, and the `row` of this table with its `place` in the row.

    Returns None if the announcement does not give several rows of tables, or if no row contains this table.
    """
    hall = rows(event.hall_tables)
    for number, row in enumerate(hall, start=1):
        if table in row and len(hall) > 1:
            return {"rows": hall, "table": table, "row": number, "place": row.index(table) + 1}
    return None


def _growing_column(series: Series, table: int, seat: int) -> dict[str, Any] | None:
    """Returns a seat's cells of the games entered so far in a list on phones, with the sums known before its end.

    Returns None if no game is entered yet, if the series is on paper or no phone has joined, if the list is checked or
    invalid, and, under a blind check, until the list is complete. `games` is the number of games in the list, None if
    it ends at a score.
    """
    terms = terms_of(series)
    status = Spielliste.Status
    states = [status.COMPLETE, status.SIGNED] if terms.blind_check else [status.OPEN, status.COMPLETE, status.SIGNED]
    lists = Spielliste.objects.filter(table__series=series, table__number=table, status__in=states)
    kept = lists.filter(phones__isnull=False).values_list("pk", flat=True).first() if terms.on_phones else None
    loaded = load(kept) if kept is not None else None
    if loaded is None or not loaded.rows:
        return None
    picture = loaded.picture
    return {
        "cells": [(row.number, row.cells[seat - 1]) for row in picture.rows if row.entered],
        "games": loaded.event.length.games(len(loaded.seats)),
        "sums": [
            (sum_label(line.line, provisional=line.provisional), line.values[seat - 1])
            for line in picture.sums
            if line.line.counted in _SUMS_SO_FAR
        ],
    }


def _to_pay(own: Registration, series: list[dict[str, Any]]) -> list[str]:
    items = []
    fee = Decimal(0) if own.paid or own.status != Registration.Status.ACTIVE else owed(own) - booked(own)
    if fee > 0:
        if own.event.bank_details and timezone.localdate() < timezone.localdate(own.event.starts_at):
            words = _("Startgeld %(amount)s noch offen – überweisen Sie (%(account)s) oder zahlen Sie am Tag.")
        else:
            words = _("Startgeld %(amount)s noch offen – bitte an der Kasse zahlen.")
        items.append(words % {"amount": amount(fee, own.event.currency), "account": own.event.bank_details})
    for played in series:
        if not (played["fine"] and played["fine_is_due"]):
            continue
        if played["fine_rest"]:
            words = _(
                "Beim Bußgeld der Serie %(n)d fehlen an Ihrem Tisch zusammen %(amount)s – bitte bei der Spielleitung "
                "klären."
            )
        else:
            words = _(
                "Bußgeld %(amount)s aus Serie %(n)d an Ihrem Tisch noch offen – bitte bei der Spielleitung zahlen."
            )
        due = played["fine_rest"] or played["fine"]
        items.append(words % {"amount": amount(due, own.event.currency), "n": played["number"]})
    return items


def _series(own: Registration, places: list[Place], position: Position | None) -> list[dict[str, Any]]:
    """Returns the player's series, newest first.

    `figures` (as text) and `rank` are as released. `list_table` is the number of the table if the list is released.
    `fine` is the player's amount for lost games; None if there are no fines, or if the amount is not known yet.
    `fine_is_due` is set once the list is handed in, until the table has paid. `fine_rest` is the amount that the table
    still owes after paying a part; it is not split, because no record names the player who owes it.
    """
    results = range(1, len(position.row.series) + 1) if position else range(0)
    by_series = {place.series: place for place in places}
    readable = {pinned.series: pinned.table for pinned in pinned_lists(own.event) if own.number in pinned.numbers}
    halls = hall_tables_by_series(own.event)
    shown_series = []
    for number in sorted({*results, *by_series}, reverse=True):
        place = by_series.get(number)
        table = hand_ins(own.event, number, table=place.table)[0] if place else None
        shown = next((hall.shown for hall in halls.get(number, ()) if place and hall.number == place.table), None)
        fine = fine_rest = None
        if place and table and table.priced and table.dues is not None:
            fine = table.dues[[seat.number for seat in table.seats].index(place.seat)]
            fine_rest = table.short if table.paid and table.short and table.short > 0 else None
        shown_series.append(
            {
                "number": number,
                "place": place,
                "figures": ", ".join(position.figures.get(number, ())) if position else "",
                "rank": position.in_series.get(number) if position else None,
                "list_table": readable.get(number),
                "list_words": _list_words(table, shown, place.seat) if table and shown and place else "",
                "fine": fine,
                "fine_rest": fine_rest,
                "fine_paid": table is not None and table.short is not None and table.short <= 0,
                "fine_is_due": table is not None and table.is_in and bool(table.short and table.short > 0),
            }
        )
    return shown_series


def _list_words(table: TableHandIn, shown: ListState, seat: int) -> str:
    """Returns the list's progress as text, as on the hall screen; after the hand-in, it also mentions signatures."""
    if shown is ListState.CHECKED:
        return str(shown.label)
    if table.state is ListState.SIGNED:
        return _("unterschrieben, wird geprüft")
    if table.is_in:
        unsigned = seat in table.unsigned
        return _("abgegeben, Ihre Unterschrift fehlt") if unsigned else _("abgegeben und unterschrieben, wird geprüft")
    is_typed = table.spielliste.games_in and shown is not ListState.AT_TABLE
    return _("wird eingetragen") if is_typed else str(shown.label)
