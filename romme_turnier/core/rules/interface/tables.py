"""Answers questions about a table: its losses in money, and a sheet on which points are noted immediately."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from romme_turnier.core.json_questions import QuestionError
from romme_turnier.core.lists.typed_row import noted
from romme_turnier.core.money.settlement import payments
from romme_turnier.core.rules.interface.questions import Question, listed
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.outcome.sheets import Result, add_up, settle
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

_STAKE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_NOTED = re.compile(r"[0-9]{0,5}", re.ASCII)
_ROW = frozenset({"noted", "left", "finisher", "handromme"})


def settle_table(question: Question, ruleset: RuleSet) -> dict[str, Any]:
    """Returns each seat's amount in cents (negative: it pays) and the fewest payments that settle the table.

    Raises QuestionError for an invalid question, and for rule systems that are not played for money.
    """
    if not ruleset.settles:
        raise QuestionError(f"{ruleset.key} is not played for money")
    losses = [loss for loss in question.numbers("losses") if loss is not None]
    if not ruleset.seats_min <= len(losses) <= ruleset.seats_max or min(losses) < 0:
        raise question.error("losses", f"{ruleset.seats_min} to {ruleset.seats_max} numbers from 0, by seat")
    stake = question.text("stake")
    if not _STAKE.fullmatch(stake):
        raise question.error("stake", 'money for a point, like "0.001"')
    cents = settle(losses, Decimal(stake))
    settled = payments(dict(enumerate(cents, start=1)))
    transfers = [{"from": payment.payer, "to": payment.payee, "cents": payment.cents} for payment in settled]
    return {"cents": list(cents), "payments": transfers}


def noted_sheet(question: Question, ruleset: RuleSet) -> dict[str, Any]:
    """Returns each game and the sums of a sheet on which laid cards are noted immediately (Das Anschreiben).

    ``violations`` in the answer are the reasons why games are impossible, as for the question ``outcome``. Raises
    QuestionError for an invalid question, and for rule systems in which laid cards are not noted.
    """
    seats = question.number("seats", least=ruleset.seats_min, most=ruleset.seats_max)
    if not ruleset.highest_wins:
        raise QuestionError(f"in {ruleset.key} no points are noted for cards that are laid")
    games, results, violations = [], [], list[Violation]()
    for number, row in enumerate(question.objects("games", _ROW), start=1):
        texts = [text.strip() for text in noted(row.texts("noted"), ruleset)]
        if len(texts) != seats or not all(map(_NOTED.fullmatch, texts)):
            raise row.error("noted", f'{seats} texts like "18+30+27" or "6 6 6 + Q K A 2 3"')
        cells = [int(text or 0) for text in texts]
        result, hands = _ended(row, cells, ruleset)
        games.append({"noted": cells, "hands": hands, "points": list(result.points)})
        results.append(result)
        violations += check_outcome(
            ruleset,
            finisher=result.finisher,
            handromme=result.rummy_hand,
            points=result.points,
            game=number,
            options_known=True,
        )
    try:
        sums = add_up(results, ruleset, seats=seats)
    except ValueError as error:
        raise QuestionError(str(error)) from None
    totals = {"sums": list(sums.points), "leaders": list(sums.leaders), "over": sums.over}
    return {"games": games, **totals, "violations": listed(violations)}


def _ended(row: Question, noted: Sequence[int], ruleset: RuleSet) -> tuple[Result, list[int]]:
    """Returns the result, and by seat the points for cards left in the other hands, which only the finisher gets.

    These are the points of all other hands together, multiplied for a Rommé-Hand.
    """
    seats = len(noted)
    finisher = row.number_or_none("finisher", least=1, most=seats)
    rummy_hand = row.has("handromme") and row.flag("handromme")
    hands = [0] * seats
    if finisher is not None:
        left = [points or 0 for points in row.numbers("left")]
        if len(left) != seats or left[finisher - 1] != 0 or min(left) < 0:
            raise row.error("left", f"{seats} numbers from 0, what the hands count, 0 for the finisher")
        hands[finisher - 1] = sum(left) * (ruleset.play.stroke_factor if rummy_hand else 1)
    points = tuple(laid + other for laid, other in zip(noted, hands, strict=True))
    return Result(points, finisher, rummy_hand), hands
