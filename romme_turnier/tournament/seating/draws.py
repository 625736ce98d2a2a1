"""Draws the tables of a series (§ 2.1). Each draw is stored with everything needed to repeat it."""

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seating.by_rank import ALGORITHM as BY_STANDINGS
from romme_turnier.core.seating.draw import ALGORITHM, SeatingPlan, WholeEvent, draw as draw_tables, table_sizes
from romme_turnier.core.seating.schedules import EDITION
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.tables import open_play_tables
from romme_turnier.tournament.lists.change import lock_lists, store_totals
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import demand_paid
from romme_turnier.tournament.seating.inputs import (
    candidates,
    demand_drawable,
    meetings,
    met_of,
    player_input,
    sat_before,
    small_tables_before,
    standing_order,
    table_numbers,
)
from romme_turnier.tournament.seating.seats import has_entries
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

Status = models.Draw.Status

BY_HAND = "by-hand"


@service(gettext_lazy("Auslosung vorgeschlagen"))
def propose_draw(event: models.Event, series_number: int, *, by: User | None, seed: str | None = None) -> models.Draw:
    """Draws the tables of a series as a preview, by default with a random seed.

    An earlier preview is discarded, and so is a draw by hand without an entered card. Raises the errors of
    `begin_draw`.
    """
    series, inputs = begin_draw(event, series_number)
    seed = seed or secrets.token_hex(8)
    plan = repeat_draw(inputs, seed)
    if plan.order:
        inputs |= {"placed": list(plan.order)}
    return keep_preview(series, plan, algorithm=ALGORITHM, seed=seed, inputs=inputs, by=by)


def begin_draw(event: models.Event, series_number: int) -> tuple[models.Series, dict[str, Any]]:
    """Locks the series, which is created if missing, and returns it with the inputs of a draw.

    Raises TournamentError with all obstacles to the draw. Also raises it if the event does not have this series, if the
    series has already been drawn, or if cards are being drawn.
    """
    series = _series_to_draw(event, series_number)
    demand_drawable(event, series_number)
    # A new draw may replace a preview without asking, but not a draw by hand that is in progress.
    if models.DrawnCard.objects.filter(draw__series=series, draw__status=Status.PROPOSED, by__isnull=False).exists():
        raise TournamentError(
            _("Für diese Serie werden gerade Karten gezogen. Führen Sie die Ziehung zu Ende, oder verwerfen Sie sie.")
        )
    return series, draw_inputs(event, series_number)


def keep_preview(
    series: models.Series, plan: SeatingPlan, *, algorithm: str, seed: str, inputs: dict[str, Any], by: User | None
) -> models.Draw:
    """Stores this plan as the preview of the series, and discards an earlier preview or draw by hand."""
    discard(series, Status.PROPOSED, by, Reason.NEW_PREVIEW.stored())
    return models.Draw.objects.create(
        series=series,
        algorithm=algorithm,
        seed=seed,
        inputs=inputs,
        result=[list(table) for table in plan.tables],
        quality=asdict(plan.quality),
        author=by,
        made_at=timezone.now(),
    )


def draw_inputs(event: models.Event, series_number: int) -> dict[str, Any]:
    """Returns the inputs of a draw except the seed, as JSON values.

    They are the players, their earlier meetings, the wanted size of a table, the sizes and numbers of the tables, and
    the schedule of the event, if any. Raises SeatingImpossible or TournamentError if the tables do not fit the players.
    """
    registrations = playing(event, series_number)
    small_tables = small_tables_before(event, series_number)
    played, spared = sat_before(event, series_number)
    tied = [registration.fixed_table for registration in registrations if registration.fixed_table is not None]
    sizes = table_sizes(len(registrations), event.rules)
    return {
        "players": [
            {
                **player_input(registration, small_tables[registration.pk]),
                "played": played[registration.pk],
                "spared": registration.pk in spared,
            }
            for registration in registrations
        ],
        "met": meetings(event, series_number),
        "sizes": list(sizes),
        "wanted": event.rules.table_size,
        "tables": table_numbers(event, len(sizes), tied),
        **_of_the_event(event, series_number),
    }


def _of_the_event(event: models.Event, series_number: int) -> dict[str, Any]:
    """Returns the inputs about a schedule for the whole event.

    The draw of series 1 places the players in the schedule, and the draws of later series use the same places. Returns
    {} for a later series if that draw did not follow a schedule.
    """
    if series_number == 1:
        return {"event": {"series": event.series_count, "order": [], "schedules": EDITION}}
    first = models.Draw.objects.filter(series__event=event, series__number=1, status=Status.APPLIED).first()
    if first is None or not first.inputs.get("placed"):
        return {}
    return {"event": {**first.inputs["event"], "order": first.inputs["placed"]}}


def repeat_draw(inputs: dict[str, Any], seed: str) -> SeatingPlan:
    """Returns the plan for these inputs and this seed. The same inputs and seed always give the same plan.

    Inputs recorded by earlier algorithms still give the old results: those of "search-4" have no wanted size, and those
    of "search-5" name an earlier edition of the schedules.
    """
    # A string seeds Python's generator through SHA-512, the same on every machine.
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    whole = inputs.get("event")
    return draw_tables(
        candidates(inputs),
        inputs["sizes"],
        rng=rng,
        wanted=inputs.get("wanted"),
        met=met_of(inputs["met"]),
        numbers=inputs["tables"],
        event=WholeEvent(whole["series"], tuple(whole["order"]), whole["schedules"]) if whole else None,
    )


def _series_to_draw(event: models.Event, number: int) -> models.Series:
    """Returns the series, locked; its row is created if necessary.

    Raises TournamentError if the event has fewer series, or if the series has already been drawn.
    """
    if not 1 <= number <= event.series_count:
        raise TournamentError(_("Dieses Turnier hat %(count)s Serien.") % {"count": event.series_count})
    series, _created = models.Series.objects.get_or_create(
        event=event, number=number, defaults={"held_on": announced_day(event, number)}
    )
    series = models.Series.objects.select_for_update(no_key=True).get(pk=series.pk)  # one draw of a series at a time
    if series.tables.exists():
        words = _("Serie %(number)s ist schon ausgelost. Verwerfen Sie zuerst diese Auslosung.")
        raise TournamentError(words % {"number": number})
    return series


def announced_day(event: models.Event, number: int) -> date | None:
    """Returns a series' day from the timetable; None if it is the event's day, or if the timetable does not name it."""
    item = event.timetable.filter(series_number=number).first()
    day = timezone.localdate(item.starts_at) if item else None
    return day if day != timezone.localdate(event.starts_at) else None


@service(gettext_lazy("Auslosung angewendet"))
def apply_draw(draw: models.Draw, *, by: User | None) -> models.Series:
    """Seats the players as in the preview: creates the tables with their seats, and an open list for each table.

    If the series is played in the browser, tables are opened there. Raises TournamentError if the preview is outdated,
    applied or discarded, if the series has already been drawn, or if a player still owes the fee.
    """
    draw = models.Draw.objects.select_for_update(no_key=True).select_related("series__event").get(pk=draw.pk)
    if draw.status != Status.PROPOSED:
        raise TournamentError(_("Diese Vorschau gilt nicht mehr. Bitte losen Sie neu aus."))
    now = playing(draw.series.event, draw.series.number)
    drawn = {player["number"] for player in draw.inputs["players"]}
    # A payment may have been reversed since the preview.
    demand_paid(registration for registration in now if registration.number in drawn)
    if outdated := why_outdated(draw):
        raise TournamentError(outdated)
    series = draw.series
    if series.tables.exists():
        raise TournamentError(_("Diese Serie ist schon ausgelost."))
    seat_tables(series, draw.result, draw.numbers)
    open_play_tables(series)
    draw.status, draw.applied_at = Status.APPLIED, timezone.now()
    draw.save(update_fields=["status", "applied_at"])
    invalidate_public_pages(series.event_id)  # self-registration ends here
    return series


def why_outdated(draw: models.Draw) -> str:
    """Returns the reason why a preview no longer fits the event, as text; "" if it fits, or for draws by hand."""
    if draw.algorithm == BY_HAND:  # seating/drawn_cards.py has checked who is present
        return ""
    event, number = draw.series.event, draw.series.number
    drawn = {player["number"] for player in draw.inputs["players"]}
    if drawn != {registration.number for registration in playing(event, number)}:
        return _("Seit dieser Vorschau haben sich die Teilnehmer geändert. Bitte losen Sie neu aus.")
    if draw.algorithm == BY_STANDINGS and "season" not in draw.inputs:  # an edition of a season never changes
        order = [start_number for start_number in standing_order(event, number) if start_number in drawn]
        if order != draw.inputs["standing"]:
            return _("Seit dieser Vorschau hat sich die Rangliste geändert. Bitte setzen Sie neu.")
    return ""


def seat_tables(series: models.Series, tables: Iterable[Iterable[int]], numbers: Sequence[int]) -> None:
    """Creates tables with these numbers, and opens their lists. `tables` holds start numbers by table, seat 1 first."""
    by_number = {r.number: r for r in series.event.registrations.all()}
    for number, order in zip(numbers, tables, strict=True):
        table = models.Table.objects.create(series=series, number=number)
        models.Seat.objects.bulk_create(
            models.Seat(table=table, series=series, number=seat, registration=by_number[start_number])
            for seat, start_number in enumerate(order, start=1)
        )
        store_totals(models.Spielliste.objects.create(table=table))


@service(gettext_lazy("Auslosung verworfen"))
def discard_draw(series: models.Series, *, reason: str, by: User | None) -> None:
    """Removes the tables of a series and withdraws the release of its seats; the draw stays stored as discarded.

    Raises TournamentError if the reason is missing, if the series is closed or not drawn, or if one of its lists has
    any content besides its seats.
    """
    series = models.Series.objects.select_for_update(no_key=True).get(pk=series.pk)
    lists = models.Spielliste.objects.filter(table__series=series)
    lock_lists(lists)
    if series.is_closed or has_entries(series):
        raise TournamentError(
            _("In dieser Serie sind schon Spiele eingetragen. Die Auslosung kann nicht mehr verworfen werden.")
        )
    if not series.tables.exists():
        raise TournamentError(_("Diese Serie ist nicht ausgelost."))
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie an, warum die Auslosung verworfen wird."))
    discard(series, Status.APPLIED, by, reason)
    series.tables.all().delete()
    series.seats_released_at = None
    series.save(update_fields=["seats_released_at"])
    invalidate_public_pages(series.event_id)


def discard(series: models.Series, status: str, by: User | None, reason: str) -> None:
    """Marks the series' draws with this status as discarded."""
    series.draws.filter(status=status).update(
        status=Status.DISCARDED, discarded_at=timezone.now(), discarded_by=by, discard_reason=reason
    )
