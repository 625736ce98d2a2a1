"""Revisions of a list. Each holds the whole content in canonical form, and a hash that includes the previous hash.

The content consists of seats, start numbers and roles; names and free text appear as commitments (SHA-256 of salt and
text), whose salts are stored with the texts. Merging duplicates or erasing a person therefore changes no hash, and a
salt with its text proves that a commitment belongs to that text.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.picture import Picture, picture_of
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList, claims_of
from romme_turnier.tournament.models.fields import ERASED, canonical
from romme_turnier.tournament.shared.service import part_of_service

FORMAT = 1

_STATEMENTS = Prepared(
    lambda: (
        models.Statement.objects.filter(ended_at=None, agrees__isnull=False)
        .select_related("registration")
        .order_by("seat")
    ),
    "spielliste",
)
_RECORDS = Prepared(
    lambda: models.GameRecord.objects.order_by("game", "deal").values_list("game", "deal", "sha256"), "spielliste"
)


def commitment(salt: str, text: str) -> str:
    """Returns the SHA-256 commitment to a text; "" for a text that was erased with its salt."""
    if (salt, text) == ("", ERASED):
        return ""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def chained_hash(content: Any, previous_hash: str) -> str:
    return hashlib.sha256(previous_hash.encode() + b"\n" + canonical(content)).hexdigest()


def _roles(event: models.Event, user: User | None) -> list[str]:
    if user is None:
        return []
    roles = event.roles.filter(user=user).order_by("role").values_list("role", flat=True)
    return [*roles, *(["superuser"] if user.is_superuser else [])]


def content_of(loaded: LoadedList) -> dict[str, Any]:
    """Returns the content of the list as JSON values, for hashing and for showing earlier states."""
    spielliste, evaluation = loaded.row, loaded.evaluation
    series = spielliste.table.series
    records = _RECORDS.fetch(spielliste.pk)  # of games played in the browser
    return {
        "format": FORMAT,
        "event": series.event.slug,
        "ruleset": series.event.ruleset,
        **_options(series.event),
        "series": series.number,
        "table": spielliste.table.number,
        "status": spielliste.status,
        "invalid_reason": commitment(spielliste.salt, spielliste.invalid_reason),
        "seats": [
            {
                "seat": seat.number,
                "number": seat.registration.number,
                "name": commitment(seat.registration.salt, seat.registration.name),
            }
            for seat in loaded.seats
        ],
        "games": [
            {"number": game.number, "finisher": game.finisher, "handromme": game.handromme, "points": list(game.points)}
            for game in loaded.sheet.games
        ],
        "readings": [{"game": r.game, "seat": r.seat, "values": r.values} for r in loaded.readings],
        "endings": [{"game": r.game, "endings": r.endings, **_reason(r)} for r in loaded.ending_readings],
        "rulings": [{"game": r.game, **_reason(r)} for r in loaded.rulings],
        "vacant": [
            {"seat": v.seat, "from_game": v.from_game, "counts": v.counts, **_reason(v)} for v in loaded.vacancies
        ],
        "penalties": [{"seat": p.seat, "game": p.game, "points": p.points, **_reason(p)} for p in loaded.penalties],
        "claims": [
            {"seat": c.seat, "total": c.total, "result": c.result, "finished": c.finished} for c in loaded.claims
        ],
        "totals": [
            {"seat": number, "counts": counts, "result": totals.total, **_figures(totals, series.event)}
            for number, (totals, counts) in enumerate(zip(evaluation.totals, evaluation.counting, strict=True), start=1)
        ],
        **_unless_empty("scorer_errors", [asdict(error.difference) for error in loaded.scorer_errors]),
        **_unless_empty("statements", [_said(statement) for statement in _STATEMENTS.fetch(spielliste.pk)]),
        **_unless_empty("records", [{"game": game, "deal": deal, "sha256": digest} for game, deal, digest in records]),
    }


def _options(event: models.Event) -> dict[str, Any]:
    """Returns the fields for announced options, and for length and scoring if they differ from the defaults."""
    asked = event.options is not None and announced_options(event.rules)
    return {
        **({"options": event.options} if asked else {}),
        **({"length": {event.length_unit: event.length_number}} if event.length_unit else {}),
        **({"scoring": event.scoring} if event.scoring != models.Event.Scoring.SUM else {}),
        **({"points_per_game": event.points_per_game.to_json()} if event.points_per_game else {}),
    }


def _figures(totals: SeatTotals, event: models.Event) -> dict[str, int]:
    """Returns a seat's sums, with points only if the event ranks by them, so that other lists keep their old hashes."""
    figures = totals._asdict()
    if event.scoring != models.Event.Scoring.TABLE_POINTS:
        del figures["half_points"]
    if event.scoring != models.Event.Scoring.SCORING_POINTS:
        del figures["scoring_points"]
    return figures


def _unless_empty(name: str, rows: list[Any]) -> dict[str, Any]:
    """Returns a field that older contents do not have, or no field if there are no rows.

    Leaving it out keeps the hashes of older contents valid.
    """
    return {name: rows} if rows else {}


def _said(statement: models.Statement) -> dict[str, Any]:
    """Returns a player's statement, with a commitment to the points from memory ("" once erased) if there are any."""
    said = {
        "seat": statement.seat,
        "agrees": statement.agrees,
        "word": statement.word,
        "way": statement.way,
        "at": statement.at.isoformat(),
    }
    if statement.content_hash:
        said |= {"content": statement.content_hash, "version": statement.version}
    if statement.remembered == ERASED:
        said["remembered"] = ""
    elif statement.remembered is not None:
        said["remembered"] = commitment(statement.registration.salt, canonical(statement.remembered).decode())
    return said


def _reason(decision: models.Penalty | models.RowRuling | models.Vacancy | models.EndingReading) -> dict[str, str]:
    return {"reason": commitment(decision.salt, decision.reason)}


@part_of_service
def add_revision(loaded: LoadedList, by: User | None, reason: str, consent: Iterable[int] = ()) -> models.Revision:
    """Appends a revision with the list's content and returns it. Called within the transaction of the change."""
    spielliste = loaded.row
    last = spielliste.revisions.order_by("-number").first()
    previous_hash = last.hash if last else ""
    revision = models.Revision(
        spielliste=spielliste,
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        by=by,
        reason=reason,
        consent=sorted(consent),
        previous_hash=previous_hash,
    )
    revision.content = {
        **content_of(loaded),
        "revision": revision.number,
        "at": revision.at.isoformat(),
        "by": _roles(loaded.event, by),
        "reason": commitment(revision.salt, reason),
        "consent": revision.consent,
    }
    revision.hash = chained_hash(revision.content, previous_hash)
    revision.save()
    return revision


def broken_links(revisions: Sequence[models.Revision]) -> list[int]:
    """Returns the numbers of the revisions whose hash, predecessor or number is wrong."""
    broken = []
    previous_hash = ""
    for expected, revision in enumerate(sorted(revisions, key=lambda r: r.number), start=1):
        sound = (
            revision.number == expected
            and revision.previous_hash == previous_hash
            and revision.hash == chained_hash(revision.content, previous_hash)
        )
        if not sound:
            broken.append(revision.number)
        previous_hash = revision.hash
    return broken


def totals_of_content(content: Mapping[str, Any]) -> list[SeatTotals]:
    """Returns the sums in a revision, in seat order; figures introduced after the revision are 0."""
    by_seat = sorted(content["totals"], key=lambda total: total["seat"])
    return [SeatTotals(**{name: total[name] for name in SeatTotals._fields if name in total}) for total in by_seat]


def sheet_of_content(content: Mapping[str, Any]) -> ListSheet:
    """Returns the sheet stored in a revision."""
    seats = len(content["seats"])
    return ListSheet(
        seats=seats,
        games=tuple(
            Game(game["number"], game["finisher"], game["handromme"], tuple(game["points"]))
            for game in content["games"]
        ),
        penalties=tuple(Penalty(p["seat"], p["game"], p["points"]) for p in content["penalties"]),
        readings=tuple(Reading(r["seat"], r["game"], tuple(r["values"])) for r in content["readings"]),
        vacancies=tuple(Vacancy(v["seat"], v["from_game"], v["counts"]) for v in content["vacant"]),
        ruled=frozenset(ruling["game"] for ruling in content["rulings"]),
        endings=tuple(
            EndingReading(doubt["game"], tuple(Ending(seat, mark) for seat, mark in doubt["endings"]))
            for doubt in content["endings"]
        ),
        claims=claims_of((models.Claim(**claim) for claim in content["claims"]), seats),
    )


def terms_of_content(content: Mapping[str, Any], terms: Terms) -> Terms:
    """Returns the event's terms with the revision's scoring points; the event's may have been corrected since."""
    stored = content.get("points_per_game")
    return replace(terms, points_per_game=PointsPerGame.from_json(stored) if stored else None)


def picture_of_content(content: Mapping[str, Any], terms: Terms) -> Picture:
    """Returns the picture of a revision, with its stored totals."""
    sheet, terms = sheet_of_content(content), terms_of_content(content, terms)
    evaluation = replace(evaluate(sheet, terms), totals=tuple(totals_of_content(content)))
    return picture_of(sheet, terms, evaluation)
