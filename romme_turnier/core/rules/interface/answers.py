"""Answers other programs' questions to the rules engine, in values that JSON can represent.

Modules for whole lists, tables and games are imported on demand, so that a program that asks only about melds starts
sooner.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module

from romme_turnier.core.json_questions import Answer, QuestionError
from romme_turnier.core.rules.interface.questions import EVERY_QUESTION, Question, listed
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import End, LaidOff, lay_off, take_joker
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.outcome.check import check_outcome, check_table
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.search.rearrange import best_rearrangement
from romme_turnier.core.rules.system.cards import Card, format_cards, unnamed
from romme_turnier.core.rules.system.hands import points_left, supply
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

MOST_IN_HAND = 14  # for a best-melding question


def answer(fields: object) -> Answer:
    """Returns the answer to one question; raises QuestionError for an invalid one.

    The answer has ``warnings`` if there are more players than the source advises.
    """
    if not isinstance(fields, dict):
        raise QuestionError("a question is a JSON object")
    ask = fields.get("ask")
    if not isinstance(ask, str) or ask not in EVERY_ASK:
        raise QuestionError(f'"ask" is one of: {", ".join(EVERY_ASK)}')
    if ask in ASKS_OF_TEXTS:
        known, of_text = ASKS_OF_TEXTS[ask]
        return of_text(Question(fields, known))
    keys, answering = ASKS[ask]
    question = Question(fields, EVERY_QUESTION | keys)
    ruleset = question.ruleset()
    answered = answering(question, ruleset)
    players = [question.number(key) for key in ("players", "seats") if question.has(key)]
    if question.has("points"):
        players.append(len(question.numbers("points", or_none=True)))
    warnings = check_table(ruleset, max(players, default=0))
    return {"warnings": listed(warnings), **answered} if warnings else answered


def refusal(violations: Iterable[Violation]) -> Answer:
    """Returns an answer with ``valid`` false and every violation."""
    return {"valid": False, "violations": listed(violations)}


def _hand(question: Question, ruleset: RuleSet) -> Answer:
    hand = question.hand("cards", ruleset)
    missing = supply(hand, ruleset)
    return refusal(missing) if missing else {"points": points_left(hand, ruleset)}


def _meld(question: Question, ruleset: RuleSet) -> Answer:
    meld = judge_meld(question.laid("cards", ruleset), ruleset)
    if not meld.valid:
        return refusal(meld.violations)
    return {"valid": True, "kind": meld.kind, "points": meld.points, "cards": format_cards(meld.cards)}


def _opening(question: Question, ruleset: RuleSet) -> Answer:
    melds = question.melds("melds", ruleset)
    hand = question.hand("hand", ruleset) if question.has("hand") else None
    asked = question.has("round") or bool(ruleset.play.contracts)
    round_number = _round(question, ruleset) if asked else None
    opening = judge_opening(melds, ruleset, hand=hand, round_number=round_number)
    return {"valid": True, "points": opening.points} if opening.valid else refusal(opening.violations)


def _round(question: Question, ruleset: RuleSet) -> int:
    contracts = len(ruleset.play.contracts)
    if not contracts:
        raise QuestionError(f'"round": {ruleset.key} has no contracts')
    return question.number("round", least=1, most=contracts)


def _lay_off(question: Question, ruleset: RuleSet) -> Answer:
    laid = lay_off(question.laid("meld", ruleset), question.laid("cards", ruleset), ruleset, _end(question))
    answered = _changed(laid)
    if laid.valid and ruleset.highest_wins:
        answered["points"] = laid.points
    return answered


def _end(question: Question) -> End | None:
    if not question.has("end"):
        return None
    end = question.text("end")
    if end not in list(End):
        raise question.error("end", '"front" or "back"')
    return End(end)


def _take_joker(question: Question, ruleset: RuleSet) -> Answer:
    taking = question.laid("card", ruleset)
    if len(taking) != 1:
        raise QuestionError('"card" is one card')
    return _changed(take_joker(question.laid("meld", ruleset), taking[0], ruleset))


def _changed(laid: LaidOff) -> Answer:
    return {"valid": True, "meld": format_cards(laid.cards)} if laid.valid else refusal(laid.violations)


def _best(question: Question, ruleset: RuleSet) -> Answer:
    hand = question.hand("cards", ruleset)
    if len(hand) > MOST_IN_HAND:
        raise QuestionError(f'"cards" are {MOST_IN_HAND} at most')
    if missing := supply(hand, ruleset):
        return refusal(missing)
    best = best_melding(hand, ruleset)
    return _melding(best.melds, best.left, ruleset)


def _rearrange(question: Question, ruleset: RuleSet) -> Answer:
    if "rearranging" not in ruleset.options:
        raise QuestionError(f"{ruleset.key} knows no rearranging")
    melds = question.melds("table", ruleset)
    table = [unnamed(placed) for meld in melds for placed in meld]
    hand = question.hand("hand", ruleset)
    if missing := supply((*table, *hand), ruleset):
        return refusal(missing)
    # A table whose cards cannot form melds is impossible; if every meld is valid, no search is needed.
    if not all(judge_meld(meld, ruleset).valid for meld in melds) and best_rearrangement(table, (), ruleset) is None:
        return {"valid": False}
    best = best_rearrangement(table, hand, ruleset)
    return {"valid": False} if best is None else _melding(best.melds, best.left, ruleset)


def _melding(melds: Sequence[Sequence[Card]], left: Sequence[Card], ruleset: RuleSet) -> Answer:
    named = [format_cards(judge_meld(meld, ruleset).cards) for meld in melds]
    return {"melds": named, "left_cards": format_cards(sorted(left)), "left": points_left(left, ruleset)}


def _outcome(question: Question, ruleset: RuleSet) -> Answer:
    points = question.numbers("points", or_none=True)
    if not ruleset.seats_min <= len(points) <= ruleset.seats_max:
        raise question.error("points", f"a list of {ruleset.seats_min} to {ruleset.seats_max} numbers, by seat")
    violations = check_outcome(
        ruleset,
        finisher=question.number_or_none("finisher", least=1, most=len(points)),
        handromme=question.has("handromme") and question.flag("handromme"),
        points=points,
        game=question.number("game", least=1) if question.has("game") else None,
        round_number=_round(question, ruleset) if question.has("round") else None,
        options_known=True,  # as in every question: options not named were not agreed upon
    )
    return refusal(violations) if violations else {"valid": True}


def _later(module: str, name: str) -> Callable[..., Answer]:
    """Returns a function of this package whose module is imported for its first question."""

    def answering(*asked: object) -> Answer:
        function: Callable[..., Answer] = getattr(import_module(f"{__package__}.{module}"), name)
        return function(*asked)

    return answering


_LIST_KEYS = frozenset(
    {
        *("seats", "games_per_list", "bonus", "games", "penalties", "status", "rulings", "vacant", "readings"),
        *("claimed_totals", "claimed_results", "claimed_finished"),
    }
)

ASKS: Mapping[str, tuple[frozenset[str], Callable[[Question, RuleSet], Answer]]] = {
    "hand": (frozenset({"cards"}), _hand),
    "meld": (frozenset({"cards"}), _meld),
    "opening": (frozenset({"melds", "hand", "round", "minimum"}), _opening),
    "lay_off": (frozenset({"meld", "cards", "end"}), _lay_off),
    "take_joker": (frozenset({"meld", "card"}), _take_joker),
    "best": (frozenset({"cards"}), _best),
    "rearrange": (frozenset({"table", "hand"}), _rearrange),
    "outcome": (frozenset({"finisher", "handromme", "points", "game", "round"}), _outcome),
    "list": (_LIST_KEYS, _later("lists", "evaluate_list")),
    "settle": (frozenset({"losses", "stake"}), _later("tables", "settle_table")),
    "sheet": (frozenset({"seats", "games"}), _later("tables", "noted_sheet")),
}

# Questions about texts that name their own rule system and options.
ASKS_OF_TEXTS: Mapping[str, tuple[frozenset[str], Callable[[Question], Answer]]] = {
    "position": (frozenset({"ask", "position", "may", "after", "seat"}), _later("games", "ask_position")),
    "record": (frozenset({"ask", "record", "do", "seat"}), _later("games", "ask_record")),
}
EVERY_ASK = (*ASKS, *ASKS_OF_TEXTS)
