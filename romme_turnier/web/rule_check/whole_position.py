"""A referee's position: what lies and is held, and all that may be done with it, answered at once."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from django.utils.translation import gettext as _

from romme_turnier.core.rules import judge_meld, lay_off, take_joker
from romme_turnier.core.rules.play import Position, may_discard, may_lay_off, may_take_joker, may_win_by_suit
from romme_turnier.core.rules.system.cards import HIDDEN, JOKER, NAMED, Card, unnamed
from romme_turnier.core.rules.system.options import format_options
from romme_turnier.core.violations import Violation
from romme_turnier.web.rule_check import questions
from romme_turnier.web.rule_check.asked import FORMS, MOST_CARDS, Ask, Case, Entry, Tick
from romme_turnier.web.rule_check.drawn import ShownMeld, shown_card, shown_meld, tapped_words
from romme_turnier.web.rule_check.moment import moment_of
from romme_turnier.web.rule_check.verdict import Answer, Part, Verdict


def whole_position(case: Case) -> Answer:
    """The player in turn has drawn, unless the open card is asked about: then it is still there to be taken."""
    lying, hand = case.melds(Entry.TABLE), [unnamed(one) for one in case.cards(Entry.HAND)]
    if wrong := [found for meld in lying for found in judge_meld(meld, case.rules).violations]:
        return questions.no(wrong, melds=tuple(shown_meld(meld, case.rules) for meld in lying))
    if len(hand) >= questions.MOST_IN_HAND:
        most = questions.MOST_IN_HAND - 1
        return Answer(Verdict.ASKED_BACK, _("Es sind höchstens %(most)d Karten.") % {"most": most})
    moment = moment_of(case, hand, drawn=True)
    parts = (
        _announcing(moment),
        _winning_by_suit(moment),
        _taking(case),
        _laying_out(case),
        _laying_off(moment) if lying else None,
        _taking_jokers(moment) if lying else None,
        _discarding(moment),
    )
    return Answer(Verdict.TOLD, _("Das ist in dieser Lage erlaubt"), parts=tuple(filter(None, parts)))


def case_of(position: Position) -> Case | None:
    """Returns a position of a game as a case; None where it goes on no more, hides cards or is too large for one.

    The open card is asked about as long as it may be taken.
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
    """As somebody would tap them; a joker that stands for a card says for which."""
    return " ".join(f"*{tapped_words((one - NAMED,))}" if one >= NAMED else tapped_words((one,)) for one in cards)


def _part(ask: Ask, answer: Answer) -> Part:
    return Part(str(FORMS[ask].title), answer)


def _announcing(moment: Position) -> Part | None:
    """As long as nothing was drawn: that is what the answer says, too."""
    if moment.rules.play.without_laying_out is None:
        return None
    return _part(Ask.ANNOUNCE, questions.announcing(moment._replace(drawn=False)))


def _winning_by_suit(moment: Position) -> Part | None:
    """With any card of the hand as the discard."""
    if not moment.rules.play.one_suit:
        return None
    for thrown in dict.fromkeys(moment.hand):
        left = list(moment.hand)
        left.remove(thrown)
        if not may_win_by_suit(left, moment.rules):
            melds = (ShownMeld(tuple(map(shown_card, left))), ShownMeld((shown_card(thrown),), _("wird abgelegt")))
            return _part(Ask.ONE_SUIT, Answer(Verdict.YES, questions.wins_by_suit(left), melds=melds))
    return _part(Ask.ONE_SUIT, questions.no(may_win_by_suit(moment.hand, moment.rules)))


def _taking(case: Case) -> Part | None:
    if not case.texts.get(Entry.CARD):
        return None
    return _part(Ask.TAKE, questions.ANSWERS[Ask.TAKE](case))


def _laying_out(case: Case) -> Part | None:
    """What the whole hand could lay; who has opened may lay any meld."""
    rules, hand = case.rules, [unnamed(one) for one in case.cards(Entry.HAND)]
    if Tick.OPENED in case.ticks:
        return _part(Ask.BEST, questions.best_of(hand, rules))
    if not rules.play.minimum:
        return None  # a contract has a question of its own
    words, melds = questions.most_to_lay(hand, rules)
    return _part(Ask.OPENING, Answer(Verdict.YES if melds else Verdict.NO, words, melds=melds))


def _laying_off(moment: Position) -> Part:
    """Single cards; where each is refused for the same reason, such as not having opened, that is said."""
    possible: list[ShownMeld] = []
    refused: list[Violation] = []
    for at, meld in enumerate(moment.table):
        for one in dict.fromkeys(moment.hand):
            if found := may_lay_off(moment, at, (one,)):
                refused += found
            else:
                possible.append(shown_meld(lay_off(meld.cards, (one,), moment.rules).cards, moment.rules))
    answer = _possible(possible, refused)
    return _part(Ask.LAY_OFF, replace(answer, also_words=questions.if_it_lies_there(refused, moment.rules)))


def _taking_jokers(moment: Position) -> Part | None:
    possible: list[ShownMeld] = []
    refused: list[Violation] = []
    with_joker = [at for at, meld in enumerate(moment.table) if any(one >= JOKER for one in meld.cards)]
    for at in with_joker:
        for one in dict.fromkeys(moment.hand):
            if found := may_take_joker(moment, at, one):
                refused += found
            else:
                taken = take_joker(moment.table[at].cards, one, moment.rules)
                possible.append(shown_meld(taken.cards, moment.rules))
    return _part(Ask.TAKE_JOKER, _possible(possible, refused)) if with_joker else None


def _possible(melds: list[ShownMeld], refused: list[Violation]) -> Answer:
    if melds:
        return Answer(Verdict.YES, _("Ja, so liegt es dann:"), melds=tuple(melds))
    before = [one for one in refused if one.code in _BEFORE_ANY_CARD]
    return Answer(Verdict.NO, _("Nein, mit keiner dieser Karten"), questions.said(before))


# Reasons that concern the player and not the card.
_BEFORE_ANY_CARD = frozenset({"not_opened", "opened_this_turn"})


def _discarding(moment: Position) -> Part:
    every = dict.fromkeys(moment.hand)
    refused = {one: found for one in every if (found := may_discard(moment, one))}
    if not refused:
        return _part(Ask.DISCARD, Answer(Verdict.YES, _("Ja, jede dieser Karten")))
    words = _("Nicht jede dieser Karten") if len(refused) < len(every) else _("Nein, keine dieser Karten")
    reasons = questions.said(chain.from_iterable(refused.values()))
    back = questions.GOES_BACK if any(questions.taken_back(moment, one) for one in refused) else ""
    return _part(Ask.DISCARD, Answer(Verdict.NO, words, reasons, also_words=str(back)))
