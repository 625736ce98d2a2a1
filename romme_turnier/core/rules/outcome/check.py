"""Decides whether a reported game is possible; no other module does.

Each entry is first judged separately. If none is out of bounds, all are judged together, because the hands of one game
come from one pack. ``exact`` explains the decision, ``hands_left`` gives the hands that a loser can hold in each rule
system, and ``noted_points`` judges systems that note laid cards instead of hands. Missing entries, which are violations
themselves, and vacant seats use no cards of the pack. Other functions give the bounds of points, and warn about
tables with too many players.
"""

from collections.abc import Iterator, Mapping, Sequence

from romme_turnier.core.rules.outcome.exact import (
    Supply,
    enriched,
    hand_sums,
    least_jokers,
    least_that_clash,
    possible_together,
)
from romme_turnier.core.rules.outcome.hands_left import HandsLeft, hands_left, losers_may_hold_nothing, sizes_announced
from romme_turnier.core.rules.outcome.noted_points import ReportedRow, check_noted
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def check_outcome(
    ruleset: RuleSet,
    *,
    finisher: int | None,
    handromme: bool,
    points: Sequence[int | None],
    game: int | None = None,
    round_number: int | None = None,
    vacant: frozenset[int] = frozenset(),
    options_known: bool = False,
) -> tuple[Violation, ...]:
    """Returns the violations of a reported game; none if it may count.

    ``points`` are by seat, seat 1 first; ``vacant`` holds the seats already given up. For contracts, ``round_number``
    defaults to ``game``; without either, any round may be meant. If ``options_known``, the rule system has exactly the
    agreed options; otherwise any of its options may have been agreed upon. Raises ValueError for a finisher who has no
    seat at the table.
    """
    if finisher is not None and not 1 <= finisher <= len(points):
        raise ValueError(f"no seat {finisher} at a table of {len(points)}")
    played = game if round_number is None else round_number
    row = ReportedRow(ruleset, finisher, handromme, tuple(points), game, played, vacant, options_known)
    entries = tuple(_check_entries(row))
    together = () if any(violation.code in _OUT_OF_BOUNDS for violation in entries) else tuple(_check_pack(row))
    return (*_check_finish(row), *entries, *together)


def check_table(ruleset: RuleSet, seats: int) -> tuple[Violation, ...]:
    """Returns a warning if there are more players than the source advises; the game or list still counts."""
    most = ruleset.seats_advised
    if most is None or seats <= most:
        return ()
    params = {"game": None, "players": seats, "most": most}
    return (Violation("many_players", ruleset.clause("many_players"), params),)


def most_left(ruleset: RuleSet, players: int) -> int:
    """Returns the most points of a hand at the end of a game; ``ruleset`` includes the agreed options."""
    ways = hands_left(ruleset, players=players, handromme=False, options_known=True)
    return max(max(hand_sums(way.supply, way.sizes)) for way in ways)


def points_bounds(ruleset: RuleSet, *, ended: bool, handromme: bool, options_known: bool) -> tuple[int, int]:
    """Returns the fewest and the most points, in any valid row, of a seat that ``ended`` the game or did not."""
    if ended and not ruleset.highest_wins:
        return 0, _most_left_by_finisher(ruleset, options_known=options_known)
    if losers_may_hold_nothing(ruleset, options_known=options_known):
        return 0, ruleset.left_max
    if handromme and ruleset.hand_romme_min is not None:
        return ruleset.hand_romme_min, ruleset.left_max
    return ruleset.left_min, ruleset.left_max


def _most_left_by_finisher(ruleset: RuleSet, *, options_known: bool) -> int:
    """Returns the most points that the finisher may have left: the agreed number (``classic``), otherwise 0."""
    return (options_known and ruleset.play.without_laying_out) or 0


_OUT_OF_BOUNDS = frozenset({"points_too_low", "points_too_high", "handromme_points_too_low"})


def _check_finish(row: ReportedRow) -> Iterator[Violation]:
    """Yields violations that concern the finisher and the kind of ending (§ 6.2, § 8.1)."""
    if row.finisher is None and row.rules.finisher_required:
        ended = sum(points == 0 and seat not in row.vacant for seat, points in enumerate(row.points, start=1))
        yield row.violation("two_finishers" if ended > 1 else "no_finisher")
    if row.finisher is not None and row.finisher in row.vacant:
        yield row.violation("finisher_has_left", seat=row.finisher)
    if row.rummy_hand and row.rules.hand_romme_min is None:
        yield row.violation("handromme_not_in_ruleset")
    elif row.rummy_hand and row.finisher is None:
        yield row.violation("handromme_without_finisher")


def _check_entries(row: ReportedRow) -> Iterator[Violation]:
    """Yields violations that concern the entries of single seats (§ 8.2)."""
    for seat, points in enumerate(row.points, start=1):
        if seat in row.vacant:
            if points is not None:
                yield row.violation("vacated_seat_has_points", seat=seat, points=points)
        elif points is None:
            yield row.violation("points_missing", seat=seat)
        elif seat == row.finisher and not row.rules.highest_wins:
            if not 0 <= points <= _most_left_by_finisher(row.rules, options_known=row.options_known):
                yield row.violation("finisher_has_points", seat=seat, points=points)
        else:
            yield from _check_bounds(row, seat, points)


def _check_bounds(row: ReportedRow, seat: int, points: int) -> Iterator[Violation]:
    """Yields a violation if the points of a hand are too low or too high (§ 4.2, § 6.2).

    A 0 is not too low if this seat may have ended the game, or if losers may hold no cards.
    """
    rules = row.rules
    if points == 0 and row.finisher is None and rules.finisher_required:
        return  # not too few points: this seat may have ended the game
    if points == 0 and losers_may_hold_nothing(rules, options_known=row.options_known):
        return
    if row.rummy_hand and rules.hand_romme_min is not None:
        code, least = "handromme_points_too_low", rules.hand_romme_min
    else:
        code, least = "points_too_low", rules.left_min
    if points < least:
        yield row.violation(code, seat=seat, points=points, least=least)
    if points > rules.left_max:
        yield row.violation("points_too_high", seat=seat, points=points, most=rules.left_max)


def _check_pack(row: ReportedRow) -> Iterator[Violation]:
    """Yields violations for hands that the pack cannot give, separately or together (§ 4.1).

    If the finisher is unknown and every seat has points, the hands are not checked.
    """
    if row.rules.highest_wins:
        yield from check_noted(row)
        return
    if row.finisher is None and all(row.points):
        return  # one seat ended the game, and its entry is not a hand
    hands = {seat: points for seat, points in row.by_seat.items() if points}
    ways = hands_left(
        row.rules,
        players=len(row.points),
        handromme=row.rummy_hand,
        options_known=row.options_known,
        round_number=row.round_number,
    )
    if row.finisher in hands:
        if _most_left_by_finisher(row.rules, options_known=row.options_known) < hands[row.finisher]:
            del hands[row.finisher]  # already reported
        else:
            ways = tuple(HandsLeft(way.supply, way.sizes | sizes_announced(row.rules)) for way in ways)
    alone = tuple(_check_hands(row, hands, ways))
    yield from alone
    points = tuple(hands.values())
    if not alone and points and not any(possible_together(way.supply, way.sizes, points) for way in ways):
        yield _clash(row, points, ways[-1])


def _check_hands(row: ReportedRow, hands: Mapping[int, int], ways: Sequence[HandsLeft]) -> Iterator[Violation]:
    """Yields a violation for each hand whose points no allowed number of cards can make."""
    sums = [hand_sums(way.supply, way.sizes) for way in ways]
    for seat, points in hands.items():
        if any(points in of_one for of_one in sums):
            continue
        least, most = min(map(min, sums)), max(map(max, sums))
        if points > most:
            yield row.violation("points_too_high", seat=seat, points=points, most=most)
        elif points < least:
            yield row.violation("points_too_low", seat=seat, points=points, least=least)
        else:
            yield row.violation("no_such_hand", seat=seat, points=points)


def _clash(row: ReportedRow, points: Sequence[int], way: HandsLeft) -> Violation:
    """Returns a violation that names a minimal group of clashing hands and the cards that run out."""
    supply, sizes = way.supply, way.sizes
    clash = least_that_clash(supply, sizes, points)
    needed = sum(least_jokers(supply, sizes, hand) for hand in clash) if supply.top_is_joker else 0
    return row.violation(
        "not_in_deck_together",
        hands=" ".join(map(str, clash)),
        short=_shortage(way, clash, needed),
        jokers_needed=needed,
        jokers=supply.jokers,
        aces=supply.aces,
    )


def _shortage(way: HandsLeft, clash: Sequence[int], jokers_needed: int) -> str:
    """Returns ``jokers``, ``high`` or ``low`` if more such cards would make the hands possible, otherwise ``cards``."""
    supply: Supply = way.supply
    if supply.top_is_joker and jokers_needed > supply.jokers:
        return "jokers"
    for short, high in (("high", True), ("low", False)):
        if possible_together(enriched(supply, high=high), way.sizes, clash):
            return short
    return "cards"
