"""The pages of a second reading: an empty list to fill in, then only the differences."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from romme_turnier.core.lists.picture import Cell
from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.checking import second_reading as services
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.lists.common import ListView, demand_writable, get_list_view, posted_version
from romme_turnier.web.organiser.lists.typed import cell_name
from romme_turnier.web.sent_row import LONGEST_CELL


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    cells: list[Cell]  # with the texts of this reading
    lines: list[str]


@for_officials(Right.ENTER)
def read(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Shows and stores the official's second reading, which is typed without seeing the first.

    With `then=compare`, a complete and readable reading leads to the comparison. Officials who typed a row of the list
    are refused.
    """
    view = get_list_view(request, event, number, table)
    with errors_as_messages(request) as attempt:
        services.demand_other_reader(view.spielliste, request.user)
    if attempt.error:
        return redirect(view.url())
    if request.method == "POST":
        reading = services.begin(view.spielliste, by=request.user)
        services.save_rows(reading, _typed(request, view), by=request.user)
        if request.POST.get("then") != "compare":
            messages.success(request, _("Die zweite Lesung ist gespeichert."))
        elif _is_readable(request, view, reading):
            services.finish(reading, by=request.user)
            return redirect(view.url("list_second_compare"))
    heads = [
        {"seat": seat.number, "number": seat.registration.number, "name": seat.registration.name} for seat in view.seats
    ]
    rows = _rows(view, _own_reading(request, view))
    grid = {"seats": heads, "rows": rows, "running_sums": False, "scoring_points": False}
    context = {**view.context(), "grid": grid}
    return render(request, "organiser/lists/second_reading.html", context)


def _own_reading(request: OfficialRequest, view: ListView) -> models.SecondReading | None:
    """Returns the official's newest reading of the list, or None. Typing after a finished reading begins a new one."""
    return view.spielliste.second_readings.filter(by=request.user).first()


def _typed(request: OfficialRequest, view: ListView) -> Mapping[int, list[str]]:
    seats = range(1, view.sheet.seats + 1)
    return {
        game: [request.POST.get(cell_name(game, seat), "")[:LONGEST_CELL] for seat in seats]
        for game in range(1, view.loaded.length + 1)
        if any(cell_name(game, seat) in request.POST for seat in seats)
    }


def _is_readable(request: OfficialRequest, view: ListView, reading: models.SecondReading) -> bool:
    """Returns whether all games can be compared; shows messages about missing and unreadable games."""
    if missing := services.missing_games(reading):
        games = ", ".join(map(str, missing))
        messages.error(request, _("In der zweiten Lesung fehlt noch: Spiel %(games)s.") % {"games": games})
    wrong = [str(row.number) for row in _rows(view, reading) if row.lines]
    if wrong:
        messages.error(
            request, _("Nicht lesbar: Spiel %(games)s. Der Grund steht daneben.") % {"games": ", ".join(wrong)}
        )
    return not missing and not wrong


def _rows(view: ListView, reading: models.SecondReading | None) -> list[Row]:
    typed = {row.game: row.cells for row in reading.rows.all()} if reading else {}
    rows = []
    for row in view.loaded.picture.rows[: view.loaded.length]:
        texts = typed.get(row.number, [""] * view.sheet.seats)
        errors = read_row(row.number, texts, view.event.rules).errors
        lines = [lists_words.describe_cell_error(error.code, error.seat, error.text) for error in errors]
        cells = [replace(cell, text=text) for cell, text in zip(row.cells, texts, strict=True)]
        rows.append(Row(row.number, cells, lines))
    return rows


@for_officials(Right.ENTER)
def compare(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Shows the differences between the two readings. A POST decides which reading of a row is right.

    When no difference is left, the agreement of the readings is recorded.
    """
    view = get_list_view(request, event, number, table)
    reading = _own_reading(request, view)
    if reading is None:
        return redirect(view.url("list_second_reading"))
    if request.method == "POST":
        demand_writable(view)
        _settle(request, reading)
        services.finish(reading, by=request.user)
        return redirect(view.url("list_second_compare"))
    compared = [
        {
            "number": row.game,
            # The texts of both readers, and whether they differ.
            "cells": [
                (a, b, seat in row.seats) for seat, (a, b) in enumerate(zip(row.first, row.second, strict=True), 1)
            ],
            "version": view.loaded.version_of(row.game),
        }
        for row in services.compare(reading)
    ]
    context = {**view.context(), "compared": compared}
    return render(request, "organiser/lists/second_compare.html", context)


def _settle(request: OfficialRequest, reading: models.SecondReading) -> None:
    game = whole_number(request.POST.get("game", "")) or 0
    with errors_as_messages(request):
        if request.POST.get("right") == "second":
            services.take_second(reading, game, expected=posted_version(request), by=request.user)
            messages.success(request, _("Spiel %(game)d steht jetzt wie in der zweiten Lesung.") % {"game": game})
        else:
            services.take_first(reading, game, by=request.user)
            messages.success(request, _("Spiel %(game)d bleibt wie in der ersten Lesung.") % {"game": game})
