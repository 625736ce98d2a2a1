"""The engine's answers to single questions. A "no" lists the violations with their clauses."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules import (
    RuleSet,
    best_melding,
    best_rearrangement,
    check_outcome,
    check_table,
    format_cards,
    judge_meld,
    judge_opening,
    lay_off,
    points_left,
    take_joker,
)
from romme_turnier.core.rules.play import (
    Position,
    TableMeld,
    completion,
    laid_too_little,
    may_announce,
    may_discard,
    may_take,
    may_win_by_suit,
    pile_is_open,
    use_of_discard,
)
from romme_turnier.core.rules.search.table import TooManyWaysError
from romme_turnier.core.rules.system.cards import Card, card, unnamed
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import PileRule
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.lists.words import describe_in_row
from romme_turnier.tournament.shared.rule_words.cards import card_names
from romme_turnier.tournament.shared.rule_words.play import say_at_table
from romme_turnier.web.rule_check import grounds
from romme_turnier.web.rule_check.card_images import ShownMeld, pips, shown_card, shown_hand, shown_meld, shown_melds
from romme_turnier.web.rule_check.case import Ask, Case, Entry, Number, Tick
from romme_turnier.web.rule_check.trial import contract_of, moment_of
from romme_turnier.web.rule_check.verdict import Answer, Verdict

MOST_IN_HAND = 15  # the time of an exact search grows with the number of ways to lay the hand
MOST_POSITIONS = 8_000  # a third of a second; tables from real games need a few hundred


def said(violations: Iterable[Violation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(say_at_table, violations)))


def no(violations: Iterable[Violation], **more: Any) -> Answer:
    return Answer(Verdict.NO, _("Nein"), said(violations), **more)


def too_many_cards() -> Answer:
    return Answer(Verdict.ASKED_BACK, _("Es sind höchstens %(most)d Karten.") % {"most": MOST_IN_HAND - 1})


def wrong_melds(melds: Iterable[Sequence[Card]], rules: RuleSet) -> Answer | None:
    """Returns an answer with the faults of melds on the table; None if all melds are valid."""
    violations = [violation for meld in melds for violation in judge_meld(meld, rules).violations]
    return no(violations, melds=shown_melds(melds, rules)) if violations else None


# The questions


def _meld(case: Case) -> Answer:
    cards, rules = case.cards(Entry.CARDS), case.rules
    meld, shown = judge_meld(cards, rules), shown_meld(cards, rules)
    if meld.valid:
        clause = rules.clause("gap" if meld.kind == "run" else "ranks_differ")
        yes = _("Ja: %(what)s") % {"what": shown.words}
        return Answer(Verdict.YES, yes, melds=(replace(shown, words=""),), clause=clause)
    best = best_melding(list(map(unnamed, cards)), rules).melds if len(cards) <= MOST_IN_HAND else ()
    also = shown_melds(best, rules)
    words = _("Aus diesen Karten ginge:") if also else ""
    return no(meld.violations, melds=(shown,), also_words=words, also=also)


def _opening(case: Case) -> Answer:
    rules, melds = case.rules, case.melds(Entry.MELDS)
    hand = case.cards(Entry.HAND) if case.texts[Entry.HAND] else None
    if (most := len(rules.play.contracts)) and case.numbers.get(Number.CONTRACT, 1) > most:
        return Answer(Verdict.ASKED_BACK, _("Es gibt %(most)d Spiele mit Kontrakten.") % {"most": most})
    judged = judge_opening(melds, rules, hand=hand, round_number=contract_of(case))
    shown = shown_melds(melds, rules)
    if rules.play.without_laying_out is not None:
        allowed = _("Hat jemand angesagt, darf es so auf den Tisch.") if judged.valid else ""
        return no([violation(rules, "nothing_laid_before_end"), *judged.violations], melds=shown, also_words=allowed)
    if judged.valid:
        yes = _("Ja") if judged.points is None else _("Ja: %(points)s") % {"points": pips(judged.points)}
        clause = grounds.clause_of_opening(rules)
        return Answer(Verdict.YES, yes, grounds.why_enough(judged.points, rules), shown, clause=clause)
    words: str = ""
    also: tuple[ShownMeld, ...] = ()
    every = [unnamed(held) for meld in melds for held in meld] + [unnamed(held) for held in hand or ()]
    if rules.play.minimum and hand is not None and len(every) <= MOST_IN_HAND:
        words, also = grounds.most_to_lay(every, rules)
    remedy = grounds.order_after_opening(judged.violations, rules)
    reasons = tuple(dict.fromkeys(grounds.about_opening(each, rules) for each in judged.violations))
    return Answer(Verdict.NO, _("Nein"), reasons, shown, words, also, remedy=remedy)


def _complete(case: Case) -> Answer:
    rules, lying, hand = case.rules, case.melds(Entry.MELDS), case.cards(Entry.HAND)
    if len(hand) >= MOST_IN_HAND:
        return too_many_cards()
    shown = shown_melds(lying, rules)
    if wrong := wrong_melds(lying, rules):
        return wrong
    moment = moment_of(case, hand, drawn=True)
    moment = moment._replace(
        opened=(moment.number, *moment.opened[1:]),
        table=tuple(TableMeld(moment.turn, judge_meld(meld, rules).cards) for meld in lying),
    )
    if not laid_too_little(moment):
        return Answer(Verdict.TOLD, _("Das ist nicht zu wenig"), melds=shown)
    limits = _("Karten dürfen dazukommen, solange nicht abgelegt ist; umgelegt wird nicht (%(clause)s).")
    reasons = (limits % {"clause": rules.clause("nothing_to_complete")},)
    completed = completion(moment)
    if completed is None:
        return Answer(Verdict.NO, _("Nein, mit diesen Karten nicht"), reasons, shown)
    melds = shown_melds(completed, rules)
    return Answer(Verdict.YES, _("Ja, zum Beispiel so:"), reasons, melds, clause=rules.clause("nothing_to_complete"))


def _lay_off(case: Case) -> Answer:
    meld, cards = case.cards(Entry.MELD), case.cards(Entry.CARDS)
    laid = lay_off(meld, cards, case.rules)
    if laid.valid:
        shown = shown_meld(laid.cards, case.rules)
        words = _("Ja, so liegt es dann: %(what)s") % {"what": shown.words}
        reasons = []
        if case.rules.play.without_laying_out is not None:
            own = _("Angelegt wird nur, nachdem jemand angesagt hat, und nur an eigene Kombinationen (%(clause)s).")
            reasons.append(own % {"clause": case.rules.clause("meld_of_another")})
        if laid.points is not None and case.rules.highest_wins:
            reasons.append(_("Angeschrieben werden für das Angelegte %(points)s.") % {"points": pips(laid.points)})
        clause = grounds.clause_of_laying_off(case.rules)
        return Answer(Verdict.YES, words, tuple(reasons), melds=(replace(shown, words=""),), clause=clause)
    shown_cards = (shown_meld(meld, case.rules), ShownMeld(tuple(map(shown_card, cards))))
    remedy = grounds.order_after_blocking(laid.violations, case.rules)
    return no(laid.violations, melds=shown_cards, remedy=remedy)


def _take_joker(case: Case) -> Answer:
    meld, cards = case.cards(Entry.MELD), case.cards(Entry.CARD)
    if len(cards) != 1:
        return Answer(Verdict.ASKED_BACK, _("Geholt wird mit einer einzigen Karte."))
    laid = take_joker(meld, cards[0], case.rules)
    if laid.valid:
        melds, clause = (shown_meld(laid.cards, case.rules),), case.rules.clause("no_joker_for_card")
        return Answer(Verdict.YES, _("Ja, so liegt es dann:"), melds=melds, clause=clause)
    return no(laid.violations, melds=(shown_meld(meld, case.rules),))


def _take(case: Case) -> Answer:
    top, hand = case.cards(Entry.CARD), case.cards(Entry.HAND)
    if len(top) != 1 and not pile_is_open(case.rules):
        return Answer(Verdict.ASKED_BACK, _("Oben liegt eine einzige Karte."))
    if len(hand) >= MOST_IN_HAND and case.rules.play.pile is PileRule.USED_AT_ONCE:
        return Answer(Verdict.ASKED_BACK, _("So viele Karten hält niemand, der noch aufnehmen darf."))
    position = moment_of(case, hand, pile=top)
    if violations := may_take(position, position.turn, len(top)):
        reasons = (*said(grounds.obstacles_to_taking(position, violations)), *grounds.about_joker(position))
        return Answer(Verdict.NO, _("Nein"), reasons)
    if case.rules.play.pile is not PileRule.USED_AT_ONCE:
        yes = _("Ja, in diesem Regelwerk ohne Bedingung")
        return Answer(Verdict.YES, yes, clause=case.rules.clause("too_many_taken"))
    use = use_of_discard(position)
    melds = use.melds if use else ()
    if use is not None and use.at is not None:
        melds = (lay_off(position.table[use.at].cards, use.cards, case.rules).cards,)
    yes = _("Ja, und sie kommt sofort auf den Tisch, zum Beispiel so:")
    shown, clause = shown_melds(melds, case.rules), case.rules.clause("discard_without_use")
    return Answer(Verdict.YES, yes, melds=shown, clause=clause)


def _discard(case: Case) -> Answer:
    cards = case.cards(Entry.CARD)
    if len(cards) != 1:
        return Answer(Verdict.ASKED_BACK, _("Abgeworfen wird eine einzige Karte."))
    others = () if Tick.LAST in case.ticks else (card(0, 0),)  # any card, so that the hand is not empty
    before, thrown = moment_of(case, (unnamed(cards[0]), *others), drawn=True), unnamed(cards[0])
    if violations := may_discard(before, thrown):
        remedy = str(grounds.GOES_BACK) if grounds.must_go_back(before, thrown) else ""
        return no(violations, remedy=remedy)
    clause, reasons = grounds.discard_allowed(before, thrown)
    yes = _("Ja: %(card)s") % {"card": card_names(format_cards(cards))}
    return Answer(Verdict.YES, yes, reasons, clause=clause)


def _rearrange(case: Case) -> Answer:
    rules, table, hand = case.rules, case.melds(Entry.TABLE), case.plain_cards(Entry.HAND)
    lying = shown_melds(table, rules)
    if not rules.play.rearranging:
        return _not_agreed("no_rearranging", rules, melds=lying)
    if wrong := wrong_melds(table, rules):
        return wrong
    try:
        arranged = best_rearrangement(
            [unnamed(placed) for meld in table for placed in meld], hand, rules, most=MOST_POSITIONS
        )
    except TooManyWaysError:
        fewer = _(
            "Lassen Sie Kombinationen weg, die liegen bleiben, wie sie sind, oder Karten, die in der Hand bleiben."
        )
        return Answer(Verdict.ASKED_BACK, _("Das sind zu viele Möglichkeiten, um alle zu prüfen"), (fewer,), lying)
    if arranged is None or len(arranged.left) == len(hand):
        return Answer(Verdict.NO, _("Nein, von der Hand kommt so nichts dazu"), melds=lying)
    melds = shown_melds(arranged.melds, rules)
    last = () if arranged.left else (say_at_table(violation(rules, "no_discard")),)
    lies = (*melds, *_rest(arranged.left, rules))
    return Answer(Verdict.YES, _("Ja, so liegt dann alles:"), last, lies, clause=rules.clause("no_rearranging"))


def _not_agreed(code: str, rules: RuleSet, **more: Any) -> Answer:
    words = _("Ist es vereinbart, wählen Sie es unter „Was vereinbart ist“.")
    return no([violation(rules, code)], also_words=words, **more)


def _rest(left: Sequence[Card], rules: RuleSet) -> tuple[ShownMeld, ...]:
    return (ShownMeld(shown_hand(left, rules).cards, _("bleibt auf der Hand")),) if left else ()


def _announce(case: Case) -> Answer:
    hand = case.cards(Entry.HAND)
    if case.rules.play.without_laying_out is None:
        return _not_agreed("no_announcement", case.rules)
    if len(hand) >= MOST_IN_HAND:
        return too_many_cards()
    return announcing(moment_of(case, hand, drawn=Tick.DRAWN in case.ticks))


def announcing(moment: Position) -> Answer:
    """Answers whether the player in turn may announce, and shows the melds that leave the fewest points."""
    rules, best = moment.rules, best_melding(moment.hand, moment.rules)
    melds = (*(shown_meld(meld, rules) for meld in best.melds), *_rest(best.left, rules))
    if violations := may_announce(moment, best.melds):
        return no(violations, melds=melds)
    words = _("Ja, angesagt wird mit %(points)s") % {"points": pips(best.points_left)}
    then = _(
        "Angesagt wird, statt eine Karte aufzunehmen und abzulegen. Danach ist jeder andere noch einmal an der Reihe "
        "und legt aus, was er kann, aber nichts an fremde Kombinationen (%(clause)s)."
    )
    reasons = (then % {"clause": rules.clause("meld_of_another")},)
    return Answer(Verdict.YES, words, reasons, melds, clause=rules.clause("no_announcement"))


def _one_suit(case: Case) -> Answer:
    rules, hand = case.rules, case.plain_cards(Entry.HAND)
    shown = (ShownMeld(tuple(map(shown_card, sorted(hand)))),)
    if not rules.play.one_suit:
        return _not_agreed("no_one_suit", rules, melds=shown)
    if violations := may_win_by_suit(hand, rules):
        return no(violations, melds=shown)
    return Answer(Verdict.YES, wins_by_suit(hand), melds=shown, clause=rules.clause("no_one_suit"))


def wins_by_suit(hand: Sequence[Card]) -> str:
    return _("Ja: %(cards)d Karten einer Farbe gewinnen") % {"cards": len(hand)}


def _hand(case: Case) -> Answer:
    cards = case.plain_cards(Entry.CARDS)
    words = _("Sie zählt %(points)s") % {"points": pips(points_left(cards, case.rules))}
    best = best_melding(cards, case.rules) if len(cards) < MOST_IN_HAND else None
    if best is None or not best.melds:
        return Answer(Verdict.TOLD, words, melds=(shown_hand(cards, case.rules),))
    also = _("Wer das noch auslegen darf, behält %(points)s:") % {"points": pips(best.points_left)}
    melds = shown_melds(best.melds, case.rules)
    return Answer(Verdict.TOLD, words, melds=(shown_hand(cards, case.rules),), also_words=also, also=melds)


def best_of(hand: Sequence[Card], rules: RuleSet) -> Answer:
    """Answers with the melds that leave the fewest points in this hand, or asks for fewer cards."""
    if len(hand) >= MOST_IN_HAND:
        return too_many_cards()
    best = best_melding(hand, rules)
    melds = shown_melds(best.melds, rules)
    if not melds:
        return Answer(Verdict.TOLD, _("Aus diesen Karten geht nichts"), melds=(shown_hand(hand, rules),))
    words = _("So bleiben die wenigsten Augen: %(points)s") % {"points": pips(best.points_left)}
    return Answer(Verdict.TOLD, words, melds=(*melds, *_rest(best.left, rules)))


def _outcome(case: Case) -> Answer:
    rules, points = case.rules, case.points()
    if points is None:
        return Answer(Verdict.ASKED_BACK, _("Geben Sie ganze Zahlen ein, durch Leerzeichen getrennt."))
    if not rules.seats_min <= len(points) <= rules.seats_max:
        words = {"least": rules.seats_min, "most": rules.seats_max, "n": len(points)}
        return Answer(
            Verdict.ASKED_BACK, _("Hier spielen %(least)d bis %(most)d, eingegeben sind %(n)d Zahlen.") % words
        )
    finisher = case.numbers.get(Number.FINISHER)
    if finisher is None and points.count(0) == 1 and not rules.highest_wins:
        finisher = points.index(0) + 1
    if finisher is not None and finisher > len(points):
        return Answer(Verdict.ASKED_BACK, _("Diesen Platz gibt es am Tisch nicht."))
    violations = check_outcome(
        rules, finisher=finisher, handromme=Tick.HANDROMME in case.ticks, points=points, options_known=True
    )
    reasons = tuple(describe_in_row(each, rules) for each in violations or check_table(rules, len(points)))
    if violations:
        return Answer(Verdict.NO, _("Nein, so kann es nicht ausgehen"), reasons)
    return Answer(Verdict.YES, _("Ja, das ist möglich"), reasons)


ANSWERS: Mapping[Ask, Callable[[Case], Answer]] = {
    Ask.MELD: _meld,
    Ask.OPENING: _opening,
    Ask.COMPLETE: _complete,
    Ask.LAY_OFF: _lay_off,
    Ask.TAKE_JOKER: _take_joker,
    Ask.TAKE: _take,
    Ask.DISCARD: _discard,
    Ask.REARRANGE: _rearrange,
    Ask.ANNOUNCE: _announce,
    Ask.ONE_SUIT: _one_suit,
    Ask.HAND: _hand,
    Ask.BEST: lambda case: best_of(case.plain_cards(Entry.CARDS), case.rules),
    Ask.OUTCOME: _outcome,
}

OPTIONAL: Mapping[Ask, tuple[Entry, ...]] = {
    Ask.OPENING: (Entry.HAND,),
    Ask.TAKE: (Entry.TABLE,),
    Ask.DISCARD: (Entry.TABLE,),
    Ask.POSITION: (Entry.TABLE, Entry.CARD),
}
