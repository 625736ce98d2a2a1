"""Checks that each player affected by a correction has agreed, or has a notice (§ 2.2.3, § 2.2.5)."""

from collections.abc import Iterator, Mapping
from typing import Any

from romme_turnier.simulation.checks.facts import Facts, Finding, Row, Sheet

_SLIP_OF_OURS = "#typo"


def check_notices(facts: Facts) -> Iterator[Finding]:
    """Checks that each correction has its notices, and that each notice has the right player and result."""
    noted: dict[tuple[int, int], Row] = {
        (row["revision_id"], row["seat"]): row for row in facts.notices if not row["left"]
    }
    numbers = {pk: row["number"] for pk, row in facts.registrations.items()}
    for sheet in facts.sheets.values():
        revisions = sorted(sheet.revisions, key=lambda row: int(row["number"]))
        for before, after in zip([None, *revisions], revisions, strict=False):
            for seat in _to_be_told(facts, sheet, before, after):
                if (after["id"], seat) not in noted:
                    yield Finding("notices", f"{sheet.where}, revision {after['number']}: seat {seat} is not told")
        for revision in revisions:
            for seat in revision["content"]["seats"]:
                notice = noted.get((revision["id"], seat["seat"]))
                if notice is not None:
                    yield from _check_notice(sheet, revision, seat, notice, numbers)


def _check_notice(
    sheet: Sheet, revision: Row, seat: dict[str, Any], notice: Row, numbers: Mapping[int, Any]
) -> Iterator[Finding]:
    """Checks that a notice has the player and the result of its seat; `numbers` are start numbers by registration."""
    place = f"{sheet.where}, revision {revision['number']}, seat {seat['seat']}"
    if numbers.get(notice["registration_id"]) != seat["number"]:
        yield Finding("notices", f"{place}: somebody else is told")
    if notice["new_result"] not in (None, _totals(revision["content"], seat["seat"])["result"]):
        yield Finding("notices", f"{place}: told {notice['new_result']}")


def _to_be_told(facts: Facts, sheet: Sheet, before: Row | None, after: Row) -> set[int]:
    """Returns the seats whose players must be informed of a revision."""
    new = after["content"]
    seats = {seat["seat"] for seat in new["seats"]}
    blamed = _blamed(new) - (_blamed(before["content"]) if before else set())
    told = {seat for seat, _figure, _claimed, _computed in blamed} if new["status"] != "open" else set()
    if before is None or before["content"]["status"] == "open":
        return told | (seats if new["status"] == "invalid" else set())
    if after["reason"].startswith(_SLIP_OF_OURS) and not _was_released(facts, sheet, after):
        return told
    if new["status"] == "invalid" and before["content"]["status"] != "invalid":
        return seats - set(after["consent"])
    old = {seat["number"]: seat["seat"] for seat in before["content"]["seats"]}
    touched = {
        seat["seat"]
        for seat in new["seats"]
        if seat["number"] not in old or _column(before["content"], old[seat["number"]]) != _column(new, seat["seat"])
    }
    return told | touched - set(after["consent"])


def _was_released(facts: Facts, sheet: Sheet, revision: Row) -> bool:
    earlier = {row["id"] for row in sheet.revisions if row["number"] < revision["number"]}
    return any(
        earlier & set(release["revisions"]) and release["released_at"] < revision["at"] for release in facts.releases
    )


def _blamed(content: dict[str, Any]) -> set[tuple[int, str, int, int]]:
    return {(e["seat"], e["figure"], e["claimed"], e["computed"]) for e in content.get("scorer_errors", [])}


def _totals(content: dict[str, Any], seat: int) -> dict[str, Any]:
    return next(dict(totals) for totals in content["totals"] if totals["seat"] == seat)


def _column(content: dict[str, Any], seat: int) -> tuple[Any, ...]:
    """Returns a player's part of a list: the result, scoring and table points, and all entries of the player."""
    totals = _totals(content, seat)
    counts = totals["counts"] and content["status"] not in ("open", "invalid")
    return (
        (totals["result"], totals.get("scoring_points"), totals.get("half_points")) if counts else None,
        [
            (g["number"], g["points"][seat - 1], g["finisher"] == seat and (True, g["handromme"]))
            for g in content["games"]
            if g["points"][seat - 1] is not None or g["finisher"] == seat
        ],
        [(r["game"], r["values"]) for r in content["readings"] if r["seat"] == seat],
        [
            (doubt["game"], [mark for who, mark in doubt["endings"] if who == seat], len(doubt["endings"]))
            for doubt in content["endings"]
            if any(who == seat for who, _mark in doubt["endings"])
        ],
        sorted((p["game"], p["points"]) for p in content["penalties"] if p["seat"] == seat),
        [(v["from_game"], v["counts"]) for v in content["vacant"] if v["seat"] == seat],
    )
