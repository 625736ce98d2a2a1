"""Standings as pages and papers show them: the rows of an issue with names, and why among equals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.tournament.standing_reasons import WhyAhead, why_ahead

Row = Mapping[str, Any]  # a row as services/issues.py stores it


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line; `name` as the reader may see it. `reason` says why it stands behind the line before it."""

    rank: int | None
    number: int | None
    name: str
    club: str
    series: tuple[int | None, ...]
    lists: int
    total: int
    finished: int
    handrommes: int
    play_off_needed: bool
    reason: str
    ahead: WhyAhead | None = None


@dataclass(frozen=True, slots=True)
class TeamLine:
    rank: int | None
    name: str
    members: tuple[str, ...]
    lists: int
    total: int
    finished: int
    handrommes: int
    play_off_needed: bool
    reason: str
    ahead: WhyAhead | None = None


def player_lines(rows: Sequence[Row], names: Mapping[int | None, str], *, final: bool) -> list[StandingLine]:
    """`names` by start number; `final` after the last series, when only a play-off is left to decide a tie."""
    return [
        StandingLine(
            rank=row["rank"],
            number=row["number"],
            name=names.get(row["number"], ""),
            club=row["club"] or "",
            series=tuple(row["series"]),
            lists=row["lists"],
            total=row["total"],
            finished=row["finished"],
            handrommes=row["handrommes"],
            play_off_needed=row["play_off_needed"],
            reason=why_behind(row, before, final=final),
            ahead=why_ahead(row, behind, names.get(behind["number"], "")) if behind else None,
        )
        for before, row, behind in _with_neighbours(rows)
    ]


def team_lines(rows: Sequence[Row], names: Mapping[int | None, str]) -> list[TeamLine]:
    """No play-off is known for teams: who is equal stays so."""
    return [
        TeamLine(
            rank=row["rank"],
            name=row["name"],
            members=tuple(f"{number} {names.get(number, '')}".strip() for number in row["members"]),
            lists=row["lists"],
            total=row["total"],
            finished=row["finished"],
            handrommes=row["handrommes"],
            play_off_needed=row["play_off_needed"],
            reason=why_behind(row, before, final=False),
            ahead=why_ahead(row, behind, behind["name"]) if behind else None,
        )
        for before, row, behind in _with_neighbours(rows)
    ]


def _with_neighbours(rows: Sequence[Row]) -> Iterator[tuple[Row | None, Row, Row | None]]:
    """Each row between the one before it and the one behind it."""
    return zip([None, *rows], rows, [*rows[1:], None], strict=False)


def why_behind(row: Row, before: Row | None, *, final: bool) -> str:
    """Why a row stands where it does, as far as the sums alone do not say so (§ 1.5)."""
    if row.get("out_of_competition"):
        return _("außer Konkurrenz")
    tied = _why_tied(row, final=final) if row["play_off_needed"] else ""
    return "; ".join(filter(None, [_why_behind(row, before) if before else "", tied]))


def _why_tied(row: Row, *, final: bool) -> str:
    if not final:
        return _("gleichauf")
    if row.get("play_off_waived"):
        return _("gleichauf, kein Entscheidungsspiel nötig")
    return _("gleichauf, Entscheidungsspiel nötig")


def _why_behind(row: Row, before: Row) -> str:
    match row["decided_by"]:
        case "lists":
            return _("weniger gewertete Listen (%(mine)d statt %(other)d)") % _pair(row, before, "lists")
        case "finished":
            words = _("bei gleicher Summe weniger beendete Spiele (%(mine)d statt %(other)d)")
            return words % _pair(row, before, "finished")
        case "handrommes":
            words = _("bei gleich vielen Punkten und beendeten Spielen weniger Handrommés (%(mine)d statt %(other)d)")
            return words % _pair(row, before, "handrommes")
        case "play_off":
            return _("durch Entscheidungsspiel")
    return ""


def _pair(row: Row, before: Row, name: str) -> dict[str, int]:
    return {"mine": row[name], "other": before[name]}
