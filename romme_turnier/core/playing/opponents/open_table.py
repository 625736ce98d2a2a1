"""The cards that fit the melds on the table, and whether a seat may lay them."""

from dataclasses import dataclass
from functools import lru_cache

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import lay_off
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.search.additions import places_at_run
from romme_turnier.core.rules.system.cards import JOKER, Card, card as card_of
from romme_turnier.core.rules.system.ruleset import RuleSet

Rows = tuple[tuple[Card, ...], ...]
"""Rows of cards that can be laid off on melds one after another, each row from its meld outward."""


@lru_cache(maxsize=4096)
def places(meld: tuple[Card, ...], rules: RuleSet) -> Rows:
    """Returns the rows of cards that can be laid off on a meld one after another, from the meld outward."""
    judged = judge_meld(meld, rules)
    if judged.kind == "set":
        of_rank = (card_of(judged.rank, suit) for suit in range(4))
        return tuple((card,) for card in of_rank if lay_off(meld, (card,), rules).valid)
    return places_at_run(judged, rules)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The places where a seat can lay off cards."""

    rows: Rows  # the cards that fit
    jokers: int  # the number of jokers that fit
    opened: bool  # whether the seat may lay cards


def rows_of(position: Position) -> Rows:
    """Returns the rows of all melds on the table."""
    return tuple([row for meld in position.table for row in places(meld.cards, position.rules)])


def fitting_now(rows: Rows) -> set[Card]:
    """Returns the cards that can be laid off immediately, without laying off another card first."""
    return {row[0] for row in rows if row}


def open_to(position: Position, seat: int) -> OpenTable:
    """Returns the places where a seat can lay off cards; empty if all cards stay in the hands until the end."""
    rules = position.rules
    if rules.play.without_laying_out is not None:
        return OpenTable((), 0, opened=True)
    jokers = sum([joker_fits(meld.cards, rules) for meld in position.table])
    return OpenTable(rows_of(position), jokers, position.opened[seat - 1] is not None)


@lru_cache(maxsize=4096)
def joker_fits(meld: tuple[Card, ...], rules: RuleSet) -> bool:
    """Returns whether a joker can be laid off on the meld."""
    return lay_off(meld, (JOKER,), rules).valid


def laid_in_rows(rest: list[Card], rows: Rows) -> list[Card]:
    """Removes the cards that fit the rows from ``rest`` and returns them."""
    laid = []
    for row in rows:
        for card in row:
            if card not in rest:
                break
            rest.remove(card)
            laid.append(card)
    return laid


def lay_at_table(rest: list[Card], table: OpenTable) -> bool:
    """Removes the cards that fit the table from the sorted ``rest``; returns whether there were any."""
    before = len(rest)
    laid_in_rows(rest, table.rows)
    for _ in range(table.jokers):
        if rest and rest[-1] == JOKER:
            rest.pop()
    return len(rest) < before
