"""A list as players and the public see it: while the table writes it, or as of a release of the standings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists.picture import Cell, Picture, Row
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.core.money.settlement import payments
from romme_turnier.core.rules.outcome.sheets import settle
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.revision_chain import (
    picture_of_content,
    sheet_of_content,
    terms_of_content,
    totals_of_content,
)
from romme_turnier.tournament.lists.words import (
    demand_in_words,
    factor_mark,
    figures_legend,
    say_doubt,
    short_sum_label,
    sum_label,
)
from romme_turnier.tournament.models import Event, Spielliste
from romme_turnier.tournament.money.settlements import settles
from romme_turnier.tournament.money.words import amount


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A game. `broken` marks a row that is wrong as a whole.

    `remarks` are about Handrommé, unclear figures, doubts, decisions and penalties.
    """

    number: int
    cells: tuple[Cell, ...]
    remarks: tuple[str, ...]
    factor: str  # such as "× 2"; "" if the points count once
    contract: str
    broken: bool


@dataclass(frozen=True, slots=True)
class PublicList:
    """A list as players and the public see it.

    `marks_faults` is set while the table writes; faulty games are then marked. `own` is the reader's seat, whose column
    is marked.
    """

    seats: tuple[dict[str, Any], ...]  # seat, number and name
    rows: tuple[PublicRow, ...]
    sums: tuple[dict[str, Any], ...]  # long and short label, values by seat, and whether it is the result
    running_sums: bool
    scoring_points: bool
    marks_faults: bool
    own: int | None = None


def public_list(
    event: Event,
    sheet: ListSheet,
    picture: Picture,
    numbers: Sequence[int | None],
    names: Mapping[int | None, str],
    *,
    marks_faults: bool = False,
    own: int | None = None,
) -> PublicList:
    """Returns the list as players and the public see it.

    `numbers` are the start numbers by seat. `names` maps start numbers to the names that the reader may see.
    """
    games = event.length.games(sheet.seats) or 0
    return PublicList(
        seats=tuple(
            {"seat": seat, "number": number, "name": names.get(number, "")}
            for seat, number in enumerate(numbers, start=1)
        ),
        rows=tuple(
            PublicRow(
                number=row.number,
                cells=row.cells,
                remarks=tuple(_on_game(row, sheet, event.rules)),
                factor=factor_mark(row.factor),
                contract=demand_in_words(row.contract),
                broken=marks_faults and bool(row.violations) and not any(cell.wrong for cell in row.cells),
            )
            for row in picture.rows
            if row.entered or row.number <= games
        ),
        sums=tuple(
            {
                "label": sum_label(line.line, provisional=line.provisional),
                "short": short_sum_label(line.line, provisional=line.provisional),
                "values": line.values,
                "is_result": line.line.is_result,
            }
            for line in picture.sums
        ),
        running_sums=event.rules.running_sums,
        scoring_points=event.points_per_game is not None,
        marks_faults=marks_faults,
        own=own,
    )


def published(event: Event, content: Mapping[str, Any], names: Mapping[int | None, str]) -> dict[str, Any]:
    """Returns the context of a released list, with its totals at release.

    `content` is the content of the released revision. `names` maps start numbers to the names that the public may see.
    """
    sheet = sheet_of_content(content)
    numbers = [seat["number"] for seat in sorted(content["seats"], key=lambda seat: seat["seat"])]
    # The finisher is marked by a 0, or by a frame around the points if the most points win.
    signs = _("Das G in einem Feld zeigt, wer das Spiel gegeben hat, die hervorgehobene 0, wer es beendet hat.")
    if event.rules.highest_wins:
        signs = _("Das G in einem Feld zeigt, wer das Spiel gegeben hat, die hervorgehobene Zahl, wer es beendet hat.")
    left = _("Platz %(seat)d ist ab Spiel %(from_game)d nicht mehr besetzt, %(counts)s")
    counts = {True: _("die Liste zählt trotzdem"), False: _("die Liste zählt nicht")}
    return {
        "grid": public_list(event, sheet, picture_of_content(content, event.terms), numbers, names),
        "legend": f"{signs} {figures_legend(terms_of_content(content, event.terms))}".strip(),
        "remarks": [
            left % {"seat": vacancy.seat, "from_game": vacancy.from_game, "counts": counts[vacancy.counts]}
            for vacancy in sheet.vacancies
        ],
        "dues": list(_dues(event, content, names)),
        "invalid": content["status"] == Spielliste.Status.INVALID,
    }


def _on_game(row: Row, sheet: ListSheet, rules: RuleSet) -> Iterator[str]:
    """Yields remarks on a game, without the officials' reasons, which are free text about players."""
    if row.game.handromme:
        yield rules.hand_name
    for reading in sheet.readings:
        if reading.game == row.number:
            words = {"seat": reading.seat, "values": _(" oder ").join(map(str, reading.values))}
            yield _("Platz %(seat)d unklar geschrieben (%(values)s), es zählt der ungünstigste Wert") % words
    if row.in_doubt:
        yield say_doubt(row.endings, rules)
    if row.ruled:
        yield _("gilt nach Entscheidung der Spielleitung, wie es geschrieben steht")
    for penalty in sheet.penalties:
        if penalty.game == row.number:
            yield _("Platz %(seat)d: %(points)d Strafpunkte") % {"seat": penalty.seat, "points": penalty.points}


def _dues(event: Event, content: Mapping[str, Any], names: Mapping[int | None, str]) -> Iterator[str]:
    """Yields the payments between players as sentences.

    Yields none if the players settle no stake, if it is booked at the cash desk, or if a player's list does not count.
    """
    totals = sorted(content["totals"], key=lambda total: total["seat"])
    if not settles(event) or event.stake_booked or not all(total["counts"] for total in totals):
        return
    sums = zip(totals_of_content(content), sorted(content["seats"], key=lambda seat: seat["seat"]), strict=True)
    losses = {seat["number"]: total.minus + total.penalties for total, seat in sums}
    cents = dict(zip(losses, settle([*losses.values()], event.stake or Decimal(0)), strict=True))
    for due in payments(cents):
        payer, payee = (f"{number} {names.get(number, '')}".strip() for number in (due.payer, due.payee))
        paid = amount(due.cents * Decimal("0.01"), event.currency)
        yield _("%(payer)s zahlt %(amount)s an %(payee)s") % {"payer": payer, "payee": payee, "amount": paid}
