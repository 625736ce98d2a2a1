"""Answers questions about a list, passed in the format of the event file."""

from typing import Any

from romme_turnier.core.json_questions import QuestionError
from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.length import games
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.rules.interface.questions import Question, listed
from romme_turnier.core.rules.outcome.sheets import games_of_sheet
from romme_turnier.core.rules.system.ruleset import RuleSet

MOST_GAMES = 200
_FIGURES = ("minus", "bonus", "handromme_bonus", "penalties", "total", "finished", "handrommes")


def evaluate_list(question: Question, ruleset: RuleSet) -> dict[str, Any]:
    """Returns the results by seat and the list's violations; raises QuestionError for an invalid question.

    The answer also holds warnings and differences from the scorer's figures, if there are any. Options that the
    question does not name were not agreed upon.
    """
    seats = question.number("seats", least=ruleset.seats_min, most=ruleset.seats_max)
    entered = question.objects("games", _keys("number finisher handromme points"))
    if question.has("games_per_list"):
        games_per_list = question.number("games_per_list", least=1, most=MOST_GAMES)
    else:
        games_per_list = games_of_sheet(ruleset, seats) or max(1, len(entered))
    length = games(games_per_list)
    terms = Terms(ruleset, length, _bonus(question, ruleset), options_known=True)
    try:
        sheet = ListSheet(
            seats=seats,
            games=tuple(_game(row, seats) for row in entered),
            penalties=tuple(
                Penalty(
                    row.number("seat", least=1, most=seats), row.number("game", least=1), row.number("points", least=0)
                )
                for row in question.objects("penalties", _keys("seat game points reason"))
            ),
            readings=tuple(
                Reading(
                    row.number("seat", least=1, most=seats),
                    row.number("game", least=1),
                    tuple(value for value in row.numbers("values") if value is not None),
                )
                for row in question.objects("readings", _keys("game seat values"))
            ),
            vacancies=tuple(
                Vacancy(row.number("seat", least=1, most=seats), row.number("from_game", least=1))
                for row in question.objects("vacant", _keys("seat from_game reason"))
            ),
            ruled=frozenset(row.number("game", least=1) for row in question.objects("rulings", _keys("game reason"))),
            claims=Claims(
                *(
                    question.numbers(key, or_none=True) if question.has(key) else None
                    for key in ("claimed_totals", "claimed_results", "claimed_finished")
                )
            ),
        )
        evaluation = evaluate(sheet, terms)
    except QuestionError:
        raise
    except ValueError as error:
        raise QuestionError(str(error)) from None
    answered: dict[str, Any] = {
        "results": [{figure: getattr(sums, figure) for figure in _FIGURES} for sums in evaluation.totals],
        "violations": listed(evaluation.violations),
    }
    if evaluation.warnings:
        answered["warnings"] = listed(evaluation.warnings)
    if evaluation.differences:
        answered["differences"] = [
            {"seat": each.seat, "figure": each.figure, "claimed": each.claimed, "computed": each.computed}
            for each in evaluation.differences
        ]
    return answered


def _keys(names: str) -> frozenset[str]:
    return frozenset(names.split())


def _bonus(question: Question, ruleset: RuleSet) -> BonusRule:
    usual = ruleset.usual_bonus
    if not question.has("bonus"):
        return BonusRule(BonusMode.PER_LIST, *usual)
    part = question.part("bonus", _keys("mode four three handromme"))
    amounts = [
        part.number(key, least=0) if part.has(key) else amount
        for key, amount in zip(("four", "three", "handromme"), usual, strict=True)
    ]
    mode = part.text("mode") if part.has("mode") else BonusMode.PER_LIST.value
    if mode not in list(BonusMode):
        raise part.error("mode", '"per_list" or "per_finished_game"')
    return BonusRule(BonusMode(mode), *amounts)


def _game(row: Question, seats: int) -> Game:
    return Game(
        number=row.number("number", least=1, most=MOST_GAMES),
        finisher=row.number_or_none("finisher", least=1, most=seats),
        handromme=row.has("handromme") and row.flag("handromme"),
        points=row.numbers("points", or_none=True),
    )
