"""A list as it was at a release of the standings, without later changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists.endings import may_be_handromme
from romme_turnier.core.lists.running_sums import running_sums
from romme_turnier.core.lists.sums import Counted, shown_sums
from romme_turnier.core.money.settlement import payments
from romme_turnier.core.rules.outcome.sheets import settle
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.doubt_words import say_doubt
from romme_turnier.tournament.lists.revision_content import sheet_of_content, totals_of_content
from romme_turnier.tournament.lists.sum_words import factor_mark, figures_legend, sum_label
from romme_turnier.tournament.models import Event, Revision, Spielliste, StandingsRelease
from romme_turnier.tournament.money.settlements import settles
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.shared.numbers import Number
from romme_turnier.tournament.shared.rule_words.contracts import demand_in_words


@dataclass(frozen=True, slots=True)
class Pinned:
    """Which revision of a table's list the newest release that has one shows."""

    series: int
    table: int
    revision: int  # primary key
    release: int  # primary key
    numbers: frozenset[int]  # who sat there, by start number


@dataclass(frozen=True, slots=True)
class Column:
    seat: int
    number: int
    name: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Cell:
    points: int | None
    so_far: int | None  # the sum of the points, where the rule system has it written after every game
    finished: bool
    dealt: bool
    vacated: bool
    impossible: bool = False  # told of a list that is still being written alone


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    cells: tuple[Cell, ...]
    remarks: tuple[str, ...]  # what was special about this game: a Handrommé, how it was read, decisions
    factor: str  # "× 2" where its points count more than once
    contract: str  # what it demands, where the rule system says it game by game


@dataclass(frozen=True, slots=True)
class SumRow:
    label: str
    values: tuple[Number, ...]
    is_result: bool


@dataclass(frozen=True, slots=True)
class PublishedList:
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    sums: tuple[SumRow, ...]
    running_sums: bool  # the games hold sums so far
    legend: str  # what the signs in the games mean
    remarks: tuple[str, ...]  # what concerns more than one game
    dues: tuple[str, ...]  # who pays whom, where the players settle it among themselves
    invalid: bool


def pinned_lists(event: Event) -> list[Pinned]:
    """Of every table that a release has shown, the newest such state, by series and table."""
    through = StandingsRelease.revisions.through
    pairs = through.objects.filter(standingsrelease__event=event).order_by("standingsrelease__released_at", "pk")
    newest: dict[tuple[int, int], Pinned] = {}
    for revision, release, series, table, seats in pairs.values_list(
        "revision_id",
        "standingsrelease_id",
        "revision__content__series",
        "revision__content__table",
        "revision__content__seats",
    ):
        numbers = frozenset(seat["number"] for seat in seats if seat["number"] is not None)
        newest[series, table] = Pinned(series, table, revision, release, numbers)
    return [newest[place] for place in sorted(newest)]


def published(event: Event, revision: Revision, names: Mapping[int | None, str]) -> PublishedList:
    """`names` by start number, as the public may see them."""
    return of_content(event, revision.content, names)


def of_content(event: Event, content: Mapping[str, Any], names: Mapping[int | None, str]) -> PublishedList:
    """The same for the content of a list as revisions hold it, of one that runs, too (lists/revision_chain.py)."""
    totals = sorted(content["totals"], key=lambda total: total["seat"])
    added = totals_of_content(content)
    seats = sorted(content["seats"], key=lambda seat: seat["seat"])
    return PublishedList(
        columns=tuple(
            Column(seat["seat"], seat["number"], names.get(seat["number"], ""), total["counts"])
            for seat, total in zip(seats, totals, strict=True)
        ),
        lines=_lines(event, content, len(seats)),
        sums=tuple(
            SumRow(sum_label(line), tuple(line.value(one) for one in added), line.counted is Counted.RESULT)
            for line in shown_sums(event.terms, len(added), added)
        ),
        running_sums=event.rules.running_sums,
        legend=_legend(event),
        remarks=tuple(_on_seats(content)),
        dues=tuple(_dues(event, content, names)),
        invalid=content["status"] == Spielliste.Status.INVALID,
    )


def _legend(event: Event) -> str:
    """The finisher shows by a 0 where points are lost, by a frame round any points where they are won."""
    if event.rules.highest_wins:
        signs = _("Das G in einem Feld zeigt, wer das Spiel gegeben hat, die hervorgehobene Zahl, wer es beendet hat.")
    else:
        signs = _("Das G in einem Feld zeigt, wer das Spiel gegeben hat, die hervorgehobene 0, wer es beendet hat.")
    return f"{signs} {figures_legend(event.rules)}".strip()


def _lines(event: Event, content: Mapping[str, Any], seats: int) -> tuple[Line, ...]:
    ruleset = get_ruleset(content["ruleset"])
    played = {game["number"]: game for game in content["games"]}
    blank: dict[str, Any] = {"finisher": None, "handromme": False, "points": [None] * seats}
    sheet, nothing = sheet_of_content(content), (None,) * seats
    so_far = running_sums(sheet, ruleset)
    lines = []
    for number in sorted(played.keys() | set(range(1, (event.length.games(seats) or 0) + 1))):
        game = played.get(number, blank)
        dealer, left = ruleset.dealer(number, seats, sheet.left), sheet.left_by(number)
        cells = tuple(
            Cell(
                points=game["points"][seat - 1],
                so_far=so_far.get(number, nothing)[seat - 1],
                finished=game["finisher"] == seat,
                dealt=seat == dealer,
                vacated=seat in left,
            )
            for seat in range(1, seats + 1)
        )
        marked = may_be_handromme(number, game["handromme"], sheet.endings)
        remarks = tuple(_on_game(content, number, ruleset, handromme=game["handromme"]))
        lines.append(
            Line(
                number,
                cells,
                remarks,
                factor_mark(ruleset.factor(handromme=marked)),
                demand_in_words(ruleset.contract(number)),
            )
        )
    return tuple(lines)


def _on_game(content: Mapping[str, Any], number: int, rules: RuleSet, *, handromme: bool) -> Iterator[str]:
    """Reasons of the officials are free text about people and stay with them."""

    def of_game(what: str) -> list[Mapping[str, Any]]:
        return [one for one in content[what] if one["game"] == number]

    if handromme:
        yield rules.hand_name
    for reading in of_game("readings"):
        words = _("Platz %(seat)d unklar geschrieben (%(values)s), es zählt der ungünstigste Wert")
        yield words % {"seat": reading["seat"], "values": _(" oder ").join(map(str, reading["values"]))}
    for doubt in of_game("endings"):
        yield say_doubt(doubt["endings"], rules)
    for _ruling in of_game("rulings"):
        yield _("gilt nach Entscheidung der Spielleitung, wie es geschrieben steht")
    for penalty in of_game("penalties"):
        yield _("Platz %(seat)d: %(points)d Strafpunkte") % penalty


def _dues(event: Event, content: Mapping[str, Any], names: Mapping[int | None, str]) -> Iterator[str]:
    """Nothing while the list of a player at the table does not count, or where the stake goes through the cash box."""
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


def _on_seats(content: Mapping[str, Any]) -> Iterator[str]:
    for vacancy in content["vacant"]:
        counts = _("die Liste zählt trotzdem") if vacancy["counts"] else _("die Liste zählt nicht")
        left = _("Platz %(seat)d ist ab Spiel %(from_game)d nicht mehr besetzt, %(counts)s")
        yield left % {**vacancy, "counts": counts}
