"""Drawing the tables of a series (§ 2.1). Every draw is kept with what is needed to repeat it."""

import random
import secrets
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.seating import (
    ALGORITHM,
    Candidate,
    SeatingImpossible,
    SeatingPlan,
    draw as draw_tables,
    table_sizes,
)
from romme_turnier.tournament import models
from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.services.list_change import store_totals
from romme_turnier.tournament.services.seats import has_entries
from romme_turnier.tournament.services.writing import service

Status = models.Draw.Status


@service
def propose_draw(event: models.Event, series_number: int, *, by: User | None, seed: str | None = None) -> models.Draw:
    """Draw the tables of a series as a preview. An earlier preview is kept as discarded.

    `seed` is made up when none is given. Raises TournamentError with all that stands in the way.
    """
    series = _series_to_draw(event, series_number)
    candidates = _candidates(event, series_number)
    _demand_drawable(event, candidates)
    inputs = {
        "players": [_player_input(registration, threes) for registration, threes in candidates],
        "met": _meetings(event, series_number),
    }
    seed = seed or secrets.token_hex(8)
    plan = repeat_draw(inputs, seed)
    _discard(series, Status.PROPOSED, by, _("neue Vorschau"))
    return models.Draw.objects.create(
        series=series,
        algorithm=ALGORITHM,
        seed=seed,
        inputs=inputs,
        result=[list(table) for table in plan.tables],
        quality={name: getattr(plan.quality, name) for name in plan.quality.__dataclass_fields__},
        author=by,
        made_at=timezone.now(),
    )


def repeat_draw(inputs: dict[str, Any], seed: str) -> SeatingPlan:
    """The plan that these inputs and this seed give: the same for everybody who repeats the draw."""
    candidates = [
        Candidate(id=p["number"], club=p["club"], team=p["team"], threes=p["threes"]) for p in inputs["players"]
    ]
    met = {frozenset(pair): times for *pair, times in inputs["met"]}
    # A text seeds Python's generator through SHA-512, the same on every machine.
    return draw_tables(candidates, rng=random.Random(seed), met=met)  # noqa: S311 - repeatable, not secret


def _series_to_draw(event: models.Event, number: int) -> models.Series:
    if not 1 <= number <= event.series_count:
        raise TournamentError(_("Dieses Turnier hat %(count)s Serien.") % {"count": event.series_count})
    series, _created = models.Series.objects.get_or_create(event=event, number=number)
    series = models.Series.objects.select_for_update().get(pk=series.pk)  # one draw of a series at a time
    if series.tables.exists():
        raise TournamentError(
            _("Serie %(number)s ist schon ausgelost. Verwerfen Sie zuerst diese Auslosung.") % {"number": number}
        )
    return series


def _candidates(event: models.Event, series_number: int) -> list[tuple[models.Registration, int]]:
    """Who is to be seated, by start number, each with the tables of three that they have had so far."""
    registrations = event.registrations.select_related("player", "club", "team_membership").order_by("number")
    playing = [registration for registration in registrations if registration.plays_in(series_number)]
    threes: Counter[int] = Counter()
    for order in _earlier_tables(event, series_number):
        if len(order) == 3:
            threes.update(order)
    return [(registration, threes[registration.pk]) for registration in playing]


def _earlier_tables(event: models.Event, series_number: int) -> Iterable[list[int]]:
    tables: dict[int, list[int]] = {}
    seats = models.Seat.objects.filter(series__event=event, series__number__lt=series_number)
    for table, registration in seats.order_by("table_id", "number").values_list("table_id", "registration_id"):
        tables.setdefault(table, []).append(registration)
    return tables.values()


def _meetings(event: models.Event, series_number: int) -> list[list[int]]:
    """[number, number, times] for every pair that has shared a table."""
    numbers = dict(event.registrations.values_list("pk", "number"))
    met: Counter[tuple[int, int]] = Counter()
    for order in _earlier_tables(event, series_number):
        seated = sorted(numbers[registration] or 0 for registration in order)  # who sat has a number
        met.update(combinations(seated, 2))
    return [[one, other, times] for (one, other), times in sorted(met.items())]


def _demand_drawable(event: models.Event, candidates: list[tuple[models.Registration, int]]) -> None:
    nameless = [registration.name for registration, _threes in candidates if registration.number is None]
    if nameless:
        raise TournamentError(
            _("Diese Teilnehmer haben noch keine Startnummer: %(names)s.") % {"names": ", ".join(nameless)}
        )
    try:
        table_sizes(len(candidates))
    except SeatingImpossible as impossible:
        raise TournamentError(
            _(
                "%(players)s Spieler lassen sich nicht auf Tische zu viert und zu dritt verteilen (§ 2.1.1). "
                "Möglich ist es mit 3, 4 oder mindestens 6 Spielern: Melden Sie jemanden nach, "
                "oder tragen Sie einen Rückzug ein."
            )
            % {"players": len(candidates)}
        ) from impossible


def _player_input(registration: models.Registration, threes: int) -> dict[str, Any]:
    membership = getattr(registration, "team_membership", None)
    return {
        "number": registration.number,
        "club": registration.club_id,
        "team": membership.team_id if membership else None,
        "threes": threes,
    }


@service
def apply_draw(draw: models.Draw, *, by: User | None) -> models.Series:
    """Make the preview the seating of its series: tables, seats and an open list for each table."""
    draw = models.Draw.objects.select_for_update().select_related("series__event").get(pk=draw.pk)
    if draw.status != Status.PROPOSED:
        raise TournamentError(_("Diese Vorschau gilt nicht mehr. Bitte losen Sie neu aus."))
    _demand_still_true(draw)
    series = draw.series
    if series.tables.exists():
        raise TournamentError(_("Diese Serie ist schon ausgelost."))
    seat_tables(series, draw.result)
    draw.status = Status.APPLIED
    draw.save(update_fields=["status"])
    return series


def _demand_still_true(draw: models.Draw) -> None:
    drawn = {player["number"] for player in draw.inputs["players"]}
    playing = {r.number for r, _threes in _candidates(draw.series.event, draw.series.number)}
    if drawn != playing:
        raise TournamentError(_("Seit dieser Vorschau haben sich die Teilnehmer geändert. Bitte losen Sie neu aus."))


def seat_tables(series: models.Series, tables: Iterable[Iterable[int]]) -> None:
    """Make tables 1, 2, … with these start numbers, seat 1 first, and an open list for each."""
    by_number = {r.number: r for r in series.event.registrations.all()}
    for number, order in enumerate(tables, start=1):
        table = models.Table.objects.create(series=series, number=number)
        models.Seat.objects.bulk_create(
            models.Seat(table=table, series=series, number=seat, registration=by_number[start_number])
            for seat, start_number in enumerate(order, start=1)
        )
        store_totals(models.Spielliste.objects.create(table=table))


@service
def discard_draw(series: models.Series, *, reason: str, by: User | None) -> None:
    """Take the tables of a series away again; the draw is kept as discarded. Only before the first entry."""
    series = models.Series.objects.select_for_update().get(pk=series.pk)
    lists = models.Spielliste.objects.filter(table__series=series)
    list(lists.select_for_update(of=("self",)).order_by("pk").values_list("pk"))  # whoever writes on one comes first
    if series.is_closed or has_entries(series):
        raise TournamentError(
            _("In dieser Serie sind schon Spiele eingetragen. Die Auslosung kann nicht mehr verworfen werden.")
        )
    if not series.tables.exists():
        raise TournamentError(_("Diese Serie ist nicht ausgelost."))
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie an, warum die Auslosung verworfen wird."))
    _discard(series, Status.APPLIED, by, reason)
    series.tables.all().delete()
    series.seats_released_at = None
    series.save(update_fields=["seats_released_at"])


def _discard(series: models.Series, status: str, by: User | None, reason: str) -> None:
    series.draws.filter(status=status).update(
        status=Status.DISCARDED, discarded_at=timezone.now(), discarded_by=by, discard_reason=reason
    )
