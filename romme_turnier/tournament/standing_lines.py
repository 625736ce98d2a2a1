"""Standings as pages and papers show them: the rows of an issue with names, and why among equals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

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
        )
        for row, before in zip(rows, [None, *rows], strict=False)
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
        )
        for row, before in zip(rows, [None, *rows], strict=False)
    ]


def why_behind(row: Row, before: Row | None, *, final: bool) -> str:
    """Why a row stands where it does, as far as the sums alone do not say so (§ 1.5)."""
    if row.get("out_of_competition"):
        return _("außer Konkurrenz")
    reasons = [_why_behind(row, before) if before else "", _why_tied(final=final) if row["play_off_needed"] else ""]
    return "; ".join(filter(None, reasons))


def _why_tied(*, final: bool) -> str:
    return _("gleichauf, Entscheidungsspiel nötig") if final else _("gleichauf")


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
