"""A match: several games at one table, with a rotating dealer, the score and an agreed end."""

from dataclasses import dataclass, replace

from romme_turnier.core.rules.outcome.sheets import Result, Sums, add_up, games_of_sheet
from romme_turnier.core.rules.system.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Match:
    """The games played so far at a table, and the length of the match.

    The rule system ends the match after its contracts, rounds or list, or at its target score. An abandoned game is not
    entered, and the same dealer deals again. Raises ValueError for an impossible number of seats or first dealer, and
    for a number of games if contracts, rounds or a target fix the length.
    """

    rules: RuleSet
    seats: int
    first_dealer: int = 1
    games: int | None = None  # replaces the rule system's number; if there is neither, the players end the match
    played: tuple[Result, ...] = ()
    left: tuple[int | None, ...] = ()  # by seat: the first game no longer played; None for a present seat

    def __post_init__(self) -> None:
        if not self.rules.seats_min <= self.seats <= self.rules.seats_max or not 1 <= self.first_dealer <= self.seats:
            raise ValueError(f"{self.rules.seats_min} to {self.rules.seats_max} play, and one of them deals first")
        play = self.rules.play
        if self.games is not None and (play.contracts or play.rounds is not None or play.target is not None):
            raise ValueError(f"{self.rules.key} says itself how long a match is")

    @property
    def number(self) -> int:
        """The number of the next game, from 1."""
        return len(self.played) + 1

    @property
    def round_number(self) -> int | None:
        """The number of the next game's contract; None if there are no contracts, or all have been played."""
        contracts = len(self.rules.play.contracts)
        return self.number if self.number <= contracts else None

    @property
    def dealer(self) -> int:
        """The dealer of the next game: the left neighbour of the last dealer, among the present seats."""
        left = {seat: game for seat, game in enumerate(self.left, start=1) if game is not None}
        return self.rules.dealer(self.number, self.seats, left, first=self.first_dealer)

    @property
    def sums(self) -> Sums:
        """The score; only present seats lead or reach the target, and at least one must be present."""
        sums = add_up(self.played, self.rules, seats=self.seats, agreed=self.games)
        there = self.present(self.number)
        best = (max if self.rules.highest_wins else min)(sums.points[seat - 1] for seat in there)
        leaders = tuple(seat for seat in there if sums.points[seat - 1] == best)
        target = self.rules.play.target
        over = sums.over if target is None else best >= target and len(leaders) == 1
        return replace(sums, leaders=leaders, over=over)

    @property
    def over(self) -> bool:
        """Whether the last game has been played, or too few players are left for another."""
        return self.sums.over or len(self.present(self.number)) < self.rules.seats_min

    def present(self, game: int) -> tuple[int, ...]:
        """Returns the seats that play in game number ``game``."""
        left = self.left or (None,) * self.seats
        return tuple(seat for seat, first in enumerate(left, start=1) if first is None or game < first)


def after_game(match: Match, result: Result) -> Match:
    """Returns the match with ``result`` added.

    Raises ValueError if the match is over, or if the result does not have an entry for each seat.
    """
    if match.over:
        raise ValueError("the match is over")
    if len(result.points) != match.seats:
        raise ValueError(f"a game has one entry for each of {match.seats} seats")
    return replace(match, played=(*match.played, result))


def after_leaving_match(match: Match, seat: int) -> Match:
    """Returns the match that ``seat`` leaves before the next game; raises ValueError if the seat is not present."""
    if seat not in match.present(match.number):
        raise ValueError(f"seat {seat} is not there")
    left = match.left or (None,) * match.seats
    return replace(match, left=(*left[: seat - 1], match.number, *left[seat:]))


def moved_up(match: Match) -> Match:
    """Returns the match as if only the present seats had played it, with the same next dealer and length.

    Games that an absent seat ended then have no finisher. Raises ValueError if fewer seats are present than the
    rule system requires.
    """
    there = match.present(match.number)
    games, rules = match.games, match.rules
    if rules.play.rounds is not None:  # the number of games depends on the number of players
        games, rules = games_of_sheet(rules, match.seats), replace(rules, play=replace(rules.play, rounds=None))
    dealer = there.index(match.dealer)
    first = (dealer - len(match.played)) % len(there) + 1
    played = []
    for result in match.played:
        finisher = there.index(result.finisher) + 1 if result.finisher in there else None
        played.append(Result(tuple(result.points[seat - 1] for seat in there), finisher, result.rummy_hand))
    return Match(rules, len(there), first, games, tuple(played))
