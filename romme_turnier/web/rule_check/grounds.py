"""The grounds of an answer.

These are the clause that allows an act, the program's reading of an unclear rule, and the officials' order after a
forbidden act.
"""

from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.rules import RuleSet, judge_meld, judge_opening, take_joker
from romme_turnier.core.rules.play import Position, fitting_meld, goes_back, hindrances_of_discard
from romme_turnier.core.rules.search.openings import best_layings, worth_of_melds
from romme_turnier.core.rules.system.cards import JOKER, Card, format_card
from romme_turnier.core.rules.system.ruleset import Access, PileRule
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.shared.rule_words.cards import card_name
from romme_turnier.tournament.shared.rule_words.play import say_at_table
from romme_turnier.web.rule_check.card_images import ShownMeld, pips, shown_melds

OWN_READING = gettext_lazy("So legt das Programm die Regel aus; ausdrücklich steht es nicht im Text.")
GOES_BACK = gettext_lazy("Liegt sie schon, wird sie zurückgenommen, solange der Nächste nicht gezogen hat (§ 7.2).")


def clause_of_opening(rules: RuleSet) -> str:
    return rules.clause("contract_not_met" if rules.play.contracts else "opening_too_low")


def clause_of_laying_off(rules: RuleSet) -> str:
    return rules.clause("does_not_fit" if rules.play.access is Access.ALWAYS else "not_opened")


# The first laying-out


def about_opening(violation: Violation, rules: RuleSet) -> str:
    if violation.code != "opening_too_low" or not rules.play.one_meld_alone:
        return say_at_table(violation)
    words = _("Eine einzelne Kombination muss %(least)d Augen zählen, die beste zählt %(points)d (%(clause)s)")
    return words % {**violation.params, "clause": violation.clause}


def why_enough(points: int | None, rules: RuleSet) -> tuple[str, ...]:
    """Returns the reason why fewer points than the minimum are enough (§ 6.3).

    Returns no reason if the points reach the minimum, or if the opening has no points.
    """
    if points is None or points >= rules.play.minimum:
        return ()
    words = _("Die %(least)s sind nicht nötig: Alle %(cards)d Karten liegen aus, und die letzte wird abgelegt.")
    return (words % {"least": pips(rules.play.minimum), "cards": rules.play.exempt or 0},)


def most_to_lay(hand: Sequence[Card], rules: RuleSet) -> tuple[str, tuple[ShownMeld, ...]]:
    """Returns the opening that is worth the most points and leaves a card to discard, as text and melds.

    If a single meld must reach the minimum, returns the meld that is worth most. Returns no melds if nothing can be
    laid out, or if the minimum is out of reach.
    """
    ordered = tuple(sorted(hand))
    worth = worth_of_melds(ordered, rules)
    melds: tuple[tuple[Card, ...], ...]
    if rules.play.one_meld_alone:
        points, meld = max((each for cards, each in worth.items() if len(cards) < len(hand)), default=(0, ()))
        melds = (meld,) if meld else ()
    else:
        layings = best_layings(worth)(ordered)
        points, melds = max((laying for left, laying in layings.items() if left), default=(0, ()))
    if not melds:
        return _("Aus diesen Karten lässt sich nichts auslegen, wenn eine zum Ablegen bleibt."), ()
    if not judge_opening(melds, rules, hand=(0,) * (len(hand) - sum(map(len, melds)))).valid:
        if rules.play.one_meld_alone:
            words = _("Es reicht mit keiner Kombination: Die beste zählt %(points)s.")
        else:
            words = _("Es reicht nicht: Höchstens %(points)s lassen sich legen.")
        return words % {"points": pips(points)}, ()
    if rules.play.one_meld_alone:
        points = sum(judge_meld(meld, rules).points or 0 for meld in melds)
    return _("Sie könnten so auslegen, %(points)s:") % {"points": pips(points)}, shown_melds(melds, rules)


# A discard


def discard_allowed(before: Position, thrown: Card) -> tuple[str, tuple[str, ...]]:
    """Returns the clause that allows this discard, and remarks."""
    rules, last = before.rules, len(before.hand) == 1
    if last and (rules.play.discards_jokers or thrown < JOKER):
        fits = not rules.play.discards_fitting and _next_has_opened(before) and fitting_meld(before, thrown) is not None
        words = _("Die letzte Karte darf auch ein Anleger sein, denn mit ihr ist das Spiel zu Ende.")
        clause = rules.clause("no_discard") or rules.clause("discard_possible")
        return clause, (words, str(OWN_READING)) if fits else ()
    if thrown >= JOKER and not rules.play.discards_jokers:
        return rules.clause("joker_discarded"), ()
    if rules.play.discards_fitting:
        return rules.clause("discard_possible"), ()
    return rules.clause("fitting_card_discarded"), _about_fitting(before, thrown)


def _about_fitting(before: Position, thrown: Card) -> tuple[str, ...]:
    if fitting_meld(before, thrown) is not None:
        return (_("Sie passt an eine Kombination, aber wer danach kommt, hat noch nicht ausgelegt."),)
    if _next_has_opened(before) and _takes_a_joker(before, thrown):
        words = _("Mit %(card)s ließe sich nur ein Joker holen; ein Anleger ist diese Karte deshalb nicht.")
        return (words % {"card": names_of([thrown])}, str(OWN_READING))
    return ()


def _next_has_opened(position: Position) -> bool:
    return position.opened[position.next_seat - 1] is not None


def _takes_a_joker(position: Position, card: Card) -> bool:
    return any(take_joker(meld.cards, card, position.rules).valid for meld in position.table)


def must_go_back(before: Position, thrown: Card) -> bool:
    """Returns whether this card, once discarded, must be taken back from the pile."""
    return goes_back(before, before._replace(number=before.number + 1, turn=2, drawn=False, pile=(thrown,)))


# The top discard


def obstacles_to_taking(position: Position, violations: Sequence[Violation]) -> tuple[Violation, ...]:
    """Returns the violations or, if they only say that the card has no use, the reasons why it cannot be laid."""
    if {violation.code for violation in violations} != {"discard_without_use"}:
        return tuple(violations)
    return hindrances_of_discard(position) or tuple(violations)


def about_joker(position: Position) -> tuple[str, ...]:
    """Returns remarks if the top discard fits the place of a joker but may not fetch the joker (§ 7.3).

    This is the case under rules that require a top discard to be used immediately.
    """
    if position.rules.play.pile is not PileRule.USED_AT_ONCE or not _takes_a_joker(position, position.pile[-1]):
        return ()
    return (_("Mit der offenen Karte wird kein Joker geholt."), str(OWN_READING))


# Orders after a forbidden act


def order_after_blocking(violations: Iterable[Violation], rules: RuleSet) -> str:
    """Returns the order for a card laid next to a joker that it could have replaced (§ 6.8); "" if there is none."""
    cards = [str(violation.params["card"]) for violation in violations if violation.code == "belongs_on_joker"]
    if not rules.play.blocks_jokers or not cards:
        return ""
    words = _(
        "Liegt %(card)s schon daneben und ist abgelegt: %(card)s kommt auf den Joker, und der ist damit gesperrt"
        " (§ 6.8)."
    )
    return " ".join(words % {"card": card_name(card)} for card in dict.fromkeys(cards))


def order_after_opening(violations: Iterable[Violation], rules: RuleSet) -> str:
    """Returns the officials' order for an incorrect first laying-out (§ 6.4, § 6.5, § 6.7); "" if there is none."""
    if not rules.has_paragraphs:
        return ""
    codes = {violation.code for violation in violations}
    if any("meld" in violation.params for violation in violations):
        return _(
            "Ist es geschehen und noch nicht abgelegt, darf der Fehler berichtigt werden. Ist abgelegt, werden die "
            "falschen Karten zurückgenommen, richtige mit zusammen mindestens 40 Augen bleiben liegen. Hat der Nächste "
            "schon weitergespielt, ist das Spiel ungültig, und es wird neu gegeben (§ 6.7)."
        )
    if "opening_too_low" in codes:
        return _(
            "Ist es geschehen und noch nicht abgelegt, dürfen Karten dazukommen, umgelegt wird nichts (§ 6.5). Ist "
            "abgelegt, werden die ausgelegten Karten zurückgenommen (§ 6.4)."
        )
    return ""


def names_of(cards: Collection[Card]) -> str:
    """Returns the names of the cards, without repetitions."""
    return ", ".join(card_name(format_card(card)) for card in dict.fromkeys(cards))
