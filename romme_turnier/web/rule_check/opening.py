"""The first laying-out as text: the reason why it is enough, or the most that the hand could lay."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from romme_turnier.core.rules import RuleSet, judge_meld, judge_opening
from romme_turnier.core.rules.search.openings import best_layings, worth_of_melds
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.shared.rule_words.play import say_at_table
from romme_turnier.web.rule_check.card_images import ShownMeld, pips, shown_meld

Meld = tuple[Card, ...]
Worth = Mapping[Meld, tuple[int, Meld]]


def about_opening(violation: Violation, rules: RuleSet) -> str:
    if violation.code != "opening_too_low" or not rules.play.one_meld_alone:
        return say_at_table(violation)
    words = _("Eine einzelne Kombination muss %(least)d Augen zählen, die beste zählt %(points)d (%(clause)s)")
    return words % {**violation.params, "clause": violation.clause}


def why_enough(points: int | None, rules: RuleSet) -> tuple[str, ...]:
    """Why fewer points than the minimum are enough (§ 6.3)."""
    if points is None or points >= rules.play.minimum:
        return ()
    words = _("Die %(least)s sind nicht nötig: Alle %(cards)d Karten liegen aus, und die letzte wird abgelegt.")
    return (words % {"least": pips(rules.play.minimum), "cards": rules.play.exempt or 0},)


def most_to_lay(hand: Sequence[Card], rules: RuleSet) -> tuple[str, tuple[ShownMeld, ...]]:
    """Returns the best laying-out of the whole hand, with one card left to discard. If a single meld must reach the
    minimum, that meld has the most points.
    """
    ordered = tuple(sorted(hand))
    worth = worth_of_melds(ordered, rules)
    melds: tuple[Meld, ...]
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
    return _("Sie könnten so auslegen, %(points)s:") % {"points": pips(points)}, tuple(
        shown_meld(meld, rules) for meld in melds
    )
