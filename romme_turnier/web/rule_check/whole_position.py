"""Answers all questions about a whole position together, for referees."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from django.utils.translation import gettext as _

from romme_turnier.core.rules import lay_off, take_joker
from romme_turnier.core.rules.melds.lay_off import LaidOff
from romme_turnier.core.rules.play import Position, may_discard, may_lay_off, may_take_joker, may_win_by_suit
from romme_turnier.core.rules.play.position import without
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, NAMED, Card
from romme_turnier.core.rules.system.options import format_options
from romme_turnier.core.rules.system.ruleset import Access
from romme_turnier.core.violations import Violation
from romme_turnier.web.rule_check import grounds, questions
from romme_turnier.web.rule_check.card_images import ShownMeld, shown_card, shown_meld, shown_melds, tapped_words
from romme_turnier.web.rule_check.case import FORMS, MOST_CARDS, Ask, Case, Entry, Tick
from romme_turnier.web.rule_check.trial import moment_of
from romme_turnier.web.rule_check.verdict import Answer, Part, Verdict


def whole_position(case: Case) -> Answer:
    """Answers all questions that apply to a position. Invalid melds or too many cards are reported instead.

    The player in turn is assumed to have drawn, except for taking the top discard and for announcing the end.
    """
    lying, hand = case.melds(Entry.TABLE), case.plain_cards(Entry.HAND)
    if wrong := questions.wrong_melds(lying, case.rules):
        return wrong
    if len(hand) >= questions.MOST_IN_HAND:
        return questions.too_many_cards()
    moment = moment_of(case, hand, drawn=True)
    announces = case.rules.play.without_laying_out is not None
    parts = (
        # Players announce before drawing, and the answer mentions this.
        _part(Ask.ANNOUNCE, questions.announcing(moment._replace(drawn=False))) if announces else None,
        _winning_by_suit(moment),
        _part(Ask.TAKE, questions.ANSWERS[Ask.TAKE](case)) if case.texts.get(Entry.CARD) else None,
        _laying_out(case),
        _laying_off(moment) if lying else None,
        _taking_jokers(moment) if lying else None,
        _discarding(moment),
    )
    return Answer(Verdict.TOLD, _("Das ist in dieser Lage erlaubt"), parts=tuple(filter(None, parts)))


def case_of(position: Position) -> Case | None:
    """Returns a position as a case; None if the game is over, or if the case would have hidden or too many cards.

    The case includes the top discard until the player has drawn.
    """
    open_card = () if position.drawn else position.pile[-1:]
    melds = [meld.cards for meld in position.table]
    cards = (*chain(*melds), *position.hand, *open_card)
    too_large = len(cards) > MOST_CARDS or len(position.hand) >= questions.MOST_IN_HAND
    if position.over or HIDDEN in cards or too_large:
        return None
    opened = {Tick.OPENED: position.turn, Tick.NEXT_OPENED: position.next_seat}
    return Case(
        Ask.POSITION,
        position.rules,
        {
            Entry.TABLE: " / ".join(map(_tapped, melds)),
            Entry.HAND: _tapped(position.hand),
            Entry.CARD: _tapped(open_card),
        },
        frozenset(tick for tick, seat in opened.items() if position.opened[seat - 1] is not None),
        options=tuple(format_options(position.rules).split()),
    )


def _tapped(cards: Sequence[Card]) -> str:
    """Returns the cards as a tap on the tray writes them, but a joker also names the card that it stands for."""
    return " ".join(f"*{tapped_words((card - NAMED,))}" if card >= NAMED else tapped_words((card,)) for card in cards)


def _part(ask: Ask, answer: Answer) -> Part:
    return Part(str(FORMS[ask].title), answer)


def _winning_by_suit(moment: Position) -> Part | None:
    """Answers with the first discard after which the hand wins, or with the obstacles; None if the rules lack this."""
    if not moment.rules.play.one_suit:
        return None
    for thrown in dict.fromkeys(moment.hand):
        left = list(moment.hand)
        left.remove(thrown)
        if not may_win_by_suit(left, moment.rules):
            melds = (ShownMeld(tuple(map(shown_card, left))), ShownMeld((shown_card(thrown),), _("wird abgelegt")))
            clause = moment.rules.clause("no_one_suit")
            return _part(Ask.ONE_SUIT, Answer(Verdict.YES, questions.wins_by_suit(left), melds=melds, clause=clause))
    return _part(Ask.ONE_SUIT, questions.no(may_win_by_suit(moment.hand, moment.rules)))


def _laying_out(case: Case) -> Part | None:
    """Answers with the best melds from the hand or, if the player has not opened, with the best first laying-out.

    Returns None if the player has not opened and the rules have no minimum.
    """
    rules, hand = case.rules, case.plain_cards(Entry.HAND)
    if Tick.OPENED in case.ticks:
        return _part(Ask.BEST, questions.best_of(hand, rules))
    if not rules.play.minimum:
        return None  # a contract has its own question
    words, melds = grounds.most_to_lay(hand, rules)
    verdict, clause = (Verdict.YES, grounds.clause_of_opening(rules)) if melds else (Verdict.NO, "")
    return _part(Ask.OPENING, Answer(verdict, words, melds=melds, clause=clause))


def _laying_off(moment: Position) -> Part:
    """Answers for each card of the hand. If no card may be laid off, gives only reasons that concern the player."""
    at_table = [
        (held, meld.cards, may_lay_off(moment, at, (held,)), lay_off(meld.cards, (held,), moment.rules))
        for at, meld in enumerate(moment.table)
        for held in dict.fromkeys(moment.hand)
    ]
    answer = _possible(moment, at_table, grounds.clause_of_laying_off(moment.rules))
    if moment.opened_in is None:
        return _part(Ask.LAY_OFF, answer)
    refused = [violation for _one, _lies, forbids, _after in at_table for violation in forbids]
    return _part(Ask.LAY_OFF, replace(answer, remedy=grounds.order_after_blocking(refused, moment.rules)))


def _taking_jokers(moment: Position) -> Part | None:
    at_table = [
        (held, meld.cards, may_take_joker(moment, at, held), take_joker(meld.cards, held, moment.rules))
        for at, meld in enumerate(moment.table)
        for held in dict.fromkeys(moment.hand)
        if any(lies >= JOKER for lies in meld.cards)
    ]
    if not at_table:
        return None
    return _part(Ask.TAKE_JOKER, _possible(moment, at_table, moment.rules.clause("no_joker_for_card")))


# A card of the hand, a meld, the violations, and the meld after the act.
AtTable = tuple[Card, tuple[Card, ...], tuple[Violation, ...], LaidOff]


def _possible(moment: Position, at_table: Sequence[AtTable], clause: str) -> Answer:
    rules = moment.rules
    melds = tuple(shown_meld(after.cards, rules) for _one, _lies, forbids, after in at_table if not forbids)
    if melds:
        return Answer(Verdict.YES, _("Ja, so liegt es dann:"), melds=melds, clause=clause)
    may_open = rules.play.access is Access.OPENED and bool(rules.play.minimum)
    later = {
        held: after.cards
        for held, _lies, forbids, after in at_table
        if may_open
        and {violation.code for violation in forbids} == {"not_opened"}
        # The player can lay out and keep this card and one more.
        and grounds.most_to_lay(without(moment.hand, [held]), rules)[1]
    }
    if later:
        words = _("Erst nach dem Auslegen, dann auch im selben Zug: %(cards)s")
        shown = shown_melds(later.values(), rules)
        headline = words % {"cards": grounds.names_of(later)}
        return Answer(Verdict.TOLD, headline, melds=shown, clause=rules.clause("not_opened"))
    before = [
        violation for *_card, forbids, _after in at_table for violation in forbids if violation.code in _BEFORE_ANY_CARD
    ]
    return Answer(Verdict.NO, _("Nein, mit keiner dieser Karten"), questions.said(before))


# Reasons that concern the player and not the card.
_BEFORE_ANY_CARD = frozenset({"not_opened", "opened_this_turn"})


def _discarding(moment: Position) -> Part:
    every = dict.fromkeys(moment.hand)
    refused = {held: violations for held in every if (violations := may_discard(moment, held))}
    if not refused:
        allowed = [grounds.discard_allowed(moment, held) for held in every]
        own = dict.fromkeys(chain.from_iterable(said for _clause, said in allowed if str(grounds.OWN_READING) in said))
        clause = allowed[0][0] if allowed else ""
        return _part(Ask.DISCARD, Answer(Verdict.YES, _("Ja, jede dieser Karten"), tuple(own), clause=clause))
    words = _("Nicht jede dieser Karten") if len(refused) < len(every) else _("Nein, keine dieser Karten")
    reasons = questions.said(chain.from_iterable(refused.values()))
    back = str(grounds.GOES_BACK) if any(grounds.must_go_back(moment, held) for held in refused) else ""
    return _part(Ask.DISCARD, Answer(Verdict.NO, words, reasons, remedy=back))
