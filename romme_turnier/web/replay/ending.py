"""The end of a replayed record: the row of the list, the proof of fair cards, and the results of the checks."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.record import Check, Finding, Record, Replay, Row, commitment
from romme_turnier.tournament.lists.words import describe_in_row
from romme_turnier.tournament.playing.words.expectations import say_expected
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.numbers import figure_or_dash
from romme_turnier.web.replay.steps import names_by_seat
from romme_turnier.web.rule_check.card_images import ShownMeld, shown_hand


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a record. A row has the seat, start number or name, points from the moves, recorded points and remark.

    The remark names the way in which the seat ended the game; it is "" for the other seats. `hands` are the final hands
    of a record without moves.
    """

    rows: tuple[tuple[int, str, str, str, str], ...]
    sentences: tuple[str, ...]
    faults: tuple[str, ...]
    hands: tuple[tuple[str, ShownMeld], ...]


def ending_of(record: Record, replayed: Replay) -> Ending:
    """Returns the ending, which is the same in every view, because rows and counted hands are public."""
    names = names_by_seat(record)
    return Ending(
        tuple(_rows(record, replayed.row)),
        tuple(_sentences(record, replayed)),
        tuple(
            sentence
            for fault in replayed.faults
            if record.depth < 2 or fault.line not in record.numbers  # the steps show all other faults
            for sentence in _said(fault, record)
        ),
        tuple(
            (names[line.numbers[0] - 1], shown_hand(line.cards, record.rules))
            for line in record.lines
            if record.depth < 2 and isinstance(line, Check) and line.what == "hand"
        ),
    )


def _rows(record: Record, played: Row | None) -> Iterator[tuple[int, str, str, str, str]]:
    for seat, name in enumerate(record.seats, start=1):
        by_game, told = (figure_or_dash(row.points[seat - 1]) if row else "" for row in (played, record.result))
        row = played or record.result
        ended = row is not None and row.finisher == seat
        words = (record.rules.hand_name if row and row.rummy_hand else _("hat das Spiel beendet")) if ended else ""
        yield seat, name, by_game, told, words


def _sentences(record: Record, replayed: Replay) -> Iterator[str]:
    if record.depth == 2:
        yield from _end_of_game(replayed)
    else:
        yield (
            _("Die Aufzeichnung enthält eine Zeile der Liste und die Hände am Ende, keinen Spielverlauf.")
            if record.depth
            else _("Die Aufzeichnung enthält nur eine Zeile der Liste, keinen Spielverlauf.")
        )
    if record.result is None:
        yield _("Eine Zeile der Liste nennt sie nicht.")
    elif record.depth < 2 and not replayed.faults:
        yield _("Diese Zeile ist möglich.")
    yield _fair_cards(record)
    yield from _checks(record, replayed)


def _end_of_game(replayed: Replay) -> Iterator[str]:
    position = replayed.position
    if position is None or not position.over:
        yield _("Das Spiel ist in der Aufzeichnung nicht zu Ende.")
    elif position.broken_off:
        yield _("Das Spiel ist abgebrochen und zählt nicht.")
    elif position.finisher is None:
        yield _("Der Stapel war aufgebraucht, niemand hat das Spiel beendet.")


def _fair_cards(record: Record) -> str:
    if record.seed is None:
        return (
            _("Faire Karten: Vor dem Geben war eine Zufallszahl festgelegt, die Aufzeichnung nennt sie aber nicht.")
            if record.shuffle
            else _("Faire Karten: Die Aufzeichnung nennt keine Zufallszahl, das Mischen lässt sich nicht nachrechnen.")
        )
    if not record.shuffle:
        return _(
            "Faire Karten: Gegeben wurde nach der Zufallszahl; dass sie vorher festgelegt war, sagt die Aufzeichnung"
            " nicht."
        )
    if commitment(record.seed) != record.shuffle:
        return _("Faire Karten: Die Zufallszahl ist nicht die, die vor dem Geben festgelegt war.")
    return _("Faire Karten: Die Zufallszahl ist die, die vor dem Geben festgelegt war.")


def _checks(record: Record, replayed: Replay) -> Iterator[str]:
    reached = {record.numbers[place] for place in range(len(replayed.moments))}
    checks = {n for n, line in zip(record.numbers, record.lines, strict=True) if isinstance(line, Check)} & reached
    wrong = checks & {finding.line for finding in replayed.faults}
    if not checks or record.depth < 2:
        return
    words = ngettext("%(n)d Prüfung in der Aufzeichnung", "%(n)d Prüfungen in der Aufzeichnung", len(checks))
    said = words % {"n": len(checks)}
    yield said + (_(", davon falsch: %(wrong)d.") % {"wrong": len(wrong)} if wrong else _(", alle stimmen."))


def _said(fault: Finding, record: Record) -> Iterator[str]:
    for violation in fault.violations:
        of_row = violation.code != "not_in_deck"
        yield describe_in_row(violation, record.rules) if of_row else say_refused(violation)
    if fault.expected:
        words = _("In Zeile %(line)d steht „%(text)s“, erwartet: %(expected)s")
        yield words % {"line": fault.line, "text": fault.text, "expected": say_expected(fault.expected)}
