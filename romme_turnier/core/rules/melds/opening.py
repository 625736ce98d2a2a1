"""Judges openings: the requirements of a player's first melds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from romme_turnier.core.rules.melds.judge import judge_meld, meld_violations
from romme_turnier.core.rules.melds.judgement import Judgement, Kind
from romme_turnier.core.rules.system.cards import Card, format_cards, stands_for, suit_of
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import Contract, LastDiscard, RuleSet
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Opening:
    """The points of all melds together and the violations; no points if a meld is invalid or melds are not counted."""

    points: int | None
    violations: tuple[Violation, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.violations


def judge_opening(
    melds: Sequence[Sequence[Card]],
    ruleset: RuleSet,
    *,
    hand: Sequence[Card] | None = None,
    round_number: int | None = None,
) -> Opening:
    """Judges the melds that a player lays out in one turn, for the first time (§ 6.3).

    ``hand`` holds the cards left before the discard, or None if unknown. ``round_number`` chooses the contract. Raises
    ValueError if the rules have contracts and this number is missing or unknown.
    """
    contract = ruleset.contract_of_round(round_number)
    judged = [judge_meld(meld, ruleset) for meld in melds]
    violations = [*meld_violations(melds, ruleset)]
    sound = not violations
    violations.extend(_discard(sum(map(len, melds)), hand, contract, ruleset))
    if not melds:
        violations.append(violation(ruleset, "no_meld"))
    elif contract:
        violations.extend(_against_contract(judged, contract, ruleset))
    elif sound:
        violations.extend(_against_minimum(judged, hand, ruleset))
    points = sum(meld.points or 0 for meld in judged) if sound and ruleset.values.melds_count else None
    return Opening(points, tuple(violations))


def _discard(
    laid: int, hand: Sequence[Card] | None, contract: Contract | None, ruleset: RuleSet
) -> Iterator[Violation]:
    """Yields a violation if the player has too many cards in all, or none left for a required discard (§ 8.1)."""
    held, most = laid + len(hand or ()), ruleset.play.most_held
    if most is not None and held > most:
        yield violation(ruleset, "too_many_held", cards=held, most=most)
    last = (contract or ruleset.play).last_discard
    if last is LastDiscard.REQUIRED and (not hand if hand is not None else held == most):
        yield violation(ruleset, "no_discard")


def _against_minimum(judged: Sequence[Judgement], hand: Sequence[Card] | None, ruleset: RuleSet) -> Iterator[Violation]:
    """Yields a violation if all melds or, if a single meld must suffice, the best one have too few points (§ 6.3).

    Laying the exempt number of cards is always enough if one card is left for the discard.
    """
    play = ruleset.play
    each = [meld.points or 0 for meld in judged]
    points = max(each) if play.one_meld_alone else sum(each)
    laid = sum(len(meld.cards) for meld in judged)
    exempt = play.exempt is not None and laid == play.exempt and hand is not None and len(hand) == 1
    if points < play.minimum and not exempt:
        yield violation(ruleset, "opening_too_low", points=points, least=play.minimum)


def _against_contract(judged: Sequence[Judgement], contract: Contract, ruleset: RuleSet) -> Iterator[Violation]:
    """Yields violations for missing and surplus melds and, if the contract is exact, for sizes and consecutive runs.

    An invalid meld may count as a set or as a run. Some contracts allow longer runs.
    """
    rules, exact = ruleset.melds, ruleset.play.exact_contract
    demands: tuple[tuple[Kind, int], ...] = (("set", contract.sets), ("run", contract.runs))
    for kind, demanded in demands:
        laid = sum(meld.kind == kind for meld in judged)
        least = sum(meld.valid and meld.kind == kind for meld in judged)
        most = least + sum(not meld.valid for meld in judged)
        if not least <= demanded <= most:
            yield violation(ruleset, "contract_not_met", kind=kind, laid=laid, demanded=demanded)
    for place, meld in enumerate(judged, start=1):
        size = rules.set_least if meld.kind == "set" else rules.run_least
        free = not exact or (meld.kind == "run" and contract.longer_runs)
        if meld.valid and len(meld.cards) != size and not free:
            params = {"meld": place, "kind": meld.kind, "cards": len(meld.cards), "demanded": size}
            yield violation(ruleset, "meld_not_exact", **params)
    runs = [meld for meld in judged if meld.valid and meld.kind == "run"]
    for first, second in combinations(sorted(runs, key=lambda run: run.start), 2):
        suits = {suit_of(natural) for run in (first, second) if (natural := stands_for(run.cards[0])) is not None}
        if exact and len(suits) == 1 and first.start + len(first.cards) == second.start:
            names = {"before": format_cards(first.cards), "after": format_cards(second.cards)}
            yield violation(ruleset, "runs_follow_on", **names)
