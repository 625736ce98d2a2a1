"""Positions in the notation of tests, and answers about them as text."""

from __future__ import annotations

from typing import Any

from romme_turnier.core.rules.play import (
    PLAY_CODES,
    Position,
    TableMeld,
)
from romme_turnier.core.rules.system.cards import Card, parse_cards, parse_hand
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from tests.core.rules.written import rules

ROMMEORDNUNG, CLASSIC, ROMMEE = rules("rommeordnung"), rules("classic"), rules("rommee")
TREPPENROMME, CONTRACT = rules("treppenromme"), rules("contract")
SYSTEMS = (ROMMEORDNUNG, CLASSIC, ROMMEE, TREPPENROMME, CONTRACT)


def at(
    ruleset: RuleSet,
    hand: str,
    *,
    table: tuple[str, ...] = (),
    pile: str = "",
    opened: tuple[int | None, ...] = (None, None, None),
    drawn: bool = True,
    number: int = 10,
    **more: Any,
) -> Position:
    """Turn ``number``, seat 1 in turn with ``hand``; the melds of the table are seat 2's."""
    return Position(
        rules=ruleset,
        hands=(parse_hand(hand), *(parse_hand("2C 2S"),) * (len(opened) - 1)),
        turn=1,
        opened=opened,
        number=number,
        table=tuple(TableMeld(2, parse_cards(meld)) for meld in table),
        pile=parse_cards(pile),
        stock=parse_cards("3D") * more.pop("stock", 30),
        drawn=drawn,
        round_number=more.pop("round_number", 1 if ruleset.play.contracts else None),
        **more,
    )


def said(found: tuple[Violation, ...]) -> str:
    for one in found:
        codes = PLAY_CODES if one.code in PLAY_CODES else CARD_CODES
        assert set(one.params) - {"meld"} == codes[one.code] - {"meld"}
    return ", ".join(f"{one.code} {one.clause}".rstrip() for one in found)


def melds(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(parse_cards(text) for text in texts)


OPENED, NOT_OPENED = (3, 5, None), (None, 5, None)
