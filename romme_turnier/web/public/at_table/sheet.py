"""A table's list on one of the table's phones: players enter game after game, then confirm or contradict the list."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_http_methods, require_POST

from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.core.rules.outcome.check import points_bounds
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones, writing
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.words import demand_in_words
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt, errors_as_messages
from romme_turnier.web.public.at_table.reading import TableList, TypedGame, asking
from romme_turnier.web.public.calling import call_seen_from, places_of_phone, seat_of_phone
from romme_turnier.web.public.phone_identity import for_phones, table_address, token_of
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.sent_row import LONGEST_CELL


def _tag(request: HttpRequest, slug: str, series: int, table: int) -> str | None:
    token = token_of(request)
    phone = asking(slug, series, table, token) if token and request.method != "POST" else None
    if phone is None:
        return None
    phones.note_seen(phone.phone, phone.seen_at)
    return phone.tag


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@condition(etag_func=_tag)
@for_phones
def sheet(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    """Shows the list. `?spiel=3` opens an earlier game. Without JavaScript, the form sends a game to this view."""
    if request.method == "POST":
        return _written(request, spielliste, phone)
    return _shown(request, TableList(load(spielliste.pk), phone))


def _shown(request: HttpRequest, view: TableList, refused: TypedGame | None = None) -> HttpResponse:
    context = context_of(view, refused.number if refused else whole_number(request.GET.get("spiel", "")), refused)
    context["call"] = call_seen_from(seat_of_phone(view.phone, view.spielliste), view.phone.registration)
    context["places"] = places_of_phone(view.spielliste)
    if refused and context["number"] is None:  # the page no longer has a form for the typed points
        words = {"game": refused.number, "cells": _told(view, refused.sent), "why": " ".join(refused.why)}
        context["refused"] = context["facts"]["words"]["refused"].format(**words)
    return render(request, "public/at_table/sheet.html", context, status=400 if refused else 200)


def context_of(view: TableList, wanted: int | None = None, refused: TypedGame | None = None) -> dict[str, Any]:
    pen = view.writes
    is_pen = pen == view.phone and view.is_for_phones and not view.is_played
    may_write = is_pen and not view.contradictions and not view.is_hidden
    wanted = wanted or view.next_game
    number = wanted if may_write and wanted and 1 <= wanted <= view.loaded.length else None
    rules = view.event.rules
    return {
        "event": view.event,
        "series": view.spielliste.table.series.number,
        "table": view.spielliste.table.number,
        "view": view,
        "grid": view.shown,
        "pen": pen,
        "is_pen": is_pen,
        "number": number,
        "earlier": number is not None and number != view.next_game,
        "players": view.players(number, refused) if number else [],
        "hand": refused.hand if refused else bool(number and view.loaded.picture.row(number).game.handromme),
        "demand": demand_in_words(rules.contract(number)) if number else "",
        "handromme": rules.hand_name if rules.has_handromme else "",
        "finisher_required": rules.finisher_required,
        "highest_wins": rules.highest_wins,
        "asked": [(game, "") for game in view.games_asked] if view.is_hidden else [],
        "expected": view.loaded.version_of(number) if number else 0,
        "errors": refused.why if refused else [],
        "findings": view.findings,
        "facts": _script_data(view),
    }


def _script_data(view: TableList) -> dict[str, Any]:
    rules, games = view.event.rules, range(1, view.loaded.length + 1)
    points = view.event.points_per_game
    return {
        "user": "tisch",
        "scope": f"tisch {view.spielliste.pk}",
        "games": view.loaded.length,
        "factor": rules.hand_factor,
        "points_per_game": points and points.to_json(),
        "hand": rules.hand_name,
        "bounds": {"plain": _bounds(view, handromme=False), "hand": _bounds(view, handromme=True)},
        "people": {seat.registration.number: _person(seat) for seat in view.seats},
        "dealers": [rules.dealer(game, len(view.seats), view.loaded.sheet.left) for game in games],
        "demands": [demand_in_words(rules.contract(game)) for game in games],
        "urls": {
            "page": table_address(view.spielliste, "at_table"),
            "row": table_address(view.spielliste, "at_table_row"),
            "join": table_address(view.spielliste, "at_table_join"),
        },
        "words": {
            "saved": _("Gespeichert"),
            "saved_ago": _("Gespeichert vor {ago}"),
            "deals": _("gibt"),
            "sum": _("Summe {sum}") if points is None else _("Augenpunkte {sum}"),
            "sums": _("Summe {sum}") if points is None else _("Wertung {scored}, Augen {sum}"),
            "ended": _("beendet"),
            "too_high": _("{points} geht nicht: höchstens {most}. Trotzdem so?"),
            "too_low": _("{points} geht nicht: mindestens {least}. Trotzdem so?"),
            "begun": _("Hier war Spiel {game} angefangen ({cells}). Schreibt dieses Handy wieder, steht es wieder da."),
            "next": _("Weiter"),
            "save": _("Speichern"),
            "save_game": _("Spiel {game} speichern"),
            "seconds": _("{n} s"),
            "minutes": _("{n} min"),
            "refused": _("Spiel {game} ist nicht gespeichert ({cells}). {why}"),
            "kept": _("Es liegt noch auf diesem Handy."),
            "gone": _("Diese Liste gibt es nicht mehr."),
            "again": _("So speichern"),
            "drop": _("Verwerfen"),
            "some_wait": _(
                "{n} Spiele warten auf die Verbindung. Es geht nichts verloren. Bitte die Seite nicht schließen und "
                "nicht neu laden, bis sie gespeichert sind."
            ),
            "one_waits": _(
                "Ein Spiel wartet auf die Verbindung. Es geht nichts verloren. Bitte die Seite nicht schließen und "
                "nicht neu laden, bis es gespeichert ist."
            ),
            "unsent": _("noch nicht gesendet"),
            "changed": _("Geändert: Spiel {game}, {who}: {from} → {to}"),
            "sending": _("Wird gespeichert …"),
            "signed_out": _(
                "Dieses Handy ist an diesem Tisch nicht mehr angemeldet. Was Sie geschrieben haben, bleibt."
            ),
            "join": _("Neu anmelden"),
            "not_kept": _(
                "Dieser Browser kann nichts aufbewahren. Schließen Sie die Seite erst, wenn alles bestätigt ist."
            ),
            "who": _("Bitte tippen Sie an, wer das Spiel beendet hat."),
            "points": _("Bitte geben Sie bei jedem die Punkte ein."),
        },
    }


def _bounds(view: TableList, *, handromme: bool) -> tuple[int, int]:
    """Returns the fewest and the most points of a player who did not finish, if the others' points are unknown."""
    terms = view.event.terms
    return points_bounds(terms.ruleset, ended=False, handromme=handromme, options_known=terms.options_known)


def _told(view: TableList, sent: Sequence[str]) -> str:
    """Returns the entries in the words of at_table.js: "1 Anna Berg: beendet, 2 Jan Kolb: 17"."""
    rules, told = view.event.rules, []
    for seat, text in zip(view.seats, sent, strict=False):
        mark = {"R": _("beendet"), "H": rules.hand_name}.get(text[:1], "")
        points = f"{mark} {text[1:]}".strip() if mark else text or "–"
        told.append(f"{_person(seat)}: {points}")
    return ", ".join(told)


def _person(seat: models.Seat) -> str:
    return f"{seat.registration.number} {seat.registration.hall_name}"


def _cells(spielliste: models.Spielliste, body: Any) -> list[str]:
    """Returns the cells in the officials' notation, with a mark for the seat that finished the game."""
    ended, hand = body.get("ended"), bool(body.get("hand"))
    cells = []
    for seat in range(1, spielliste.table.seats.count() + 1):
        text = str(body.get(f"s{seat}", "")).strip()[:LONGEST_CELL]
        mark = ("H" if hand else "R") if str(ended) == str(seat) else ""
        cells.append(f"{mark}{text}" if mark and text not in ("", "0") else mark or text)
    return cells


def _written(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    """Stores a game sent without JavaScript."""
    number, expected = whole_number(request.POST.get("game", "")), whole_number(request.POST.get("expected", ""))
    back = redirect(table_address(spielliste, "at_table"))
    if number is None or expected is None:
        return back
    row = read_row(number, _cells(spielliste, request.POST), spielliste.table.series.event.rules)
    errors = unreadable(row)
    if not errors:
        with Attempt() as attempt:
            players = [whole_number(text) or 0 for text in request.POST.getlist("player")[:SEATS_MAX]]
            writing.write_game(phone, row, players=players, expected=expected, key=request.POST.get("key", "")[:64])
            messages.success(request, _("Spiel %(game)d ist gespeichert.") % {"game": number})
            return back
        errors = [attempt.message]
    cells = tuple(_cells(spielliste, request.POST))
    typed = {seat: request.POST.get(f"s{seat}", "")[:LONGEST_CELL] for seat in range(1, SEATS_MAX + 1)}
    ended, hand = whole_number(request.POST.get("ended", "")), "hand" in request.POST
    return _shown(request, TableList(load(spielliste.pk), phone), TypedGame(number, typed, ended, hand, errors, cells))


def unreadable(row: ParsedRow) -> list[str]:
    """Returns messages about unreadable cells. They suggest only points, not the marks that officials may type."""
    return [
        _("Platz %(seat)d: „%(text)s“ lässt sich nicht lesen. Bitte geben Sie die Punkte als Zahl ein.")
        % {"seat": e.seat, "text": e.text}
        if e.code == "not_understood"
        else lists_words.describe_cell_error(e.code, e.seat, e.text)
        for e in row.errors
    ]


@require_POST
@personal
@for_phones
def pen(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    """Makes this phone the only one that writes the list."""
    with errors_as_messages(request):
        phones.take_pen(phone)
    return redirect(table_address(spielliste, "at_table"))
