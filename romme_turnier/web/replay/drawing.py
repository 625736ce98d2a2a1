"""Draws a position as rows of cards with titles, and all steps as data for the page's script.

The page contains the markup of each card once. Rows refer to it by the card's name, so the script need not know cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.play import Position
from romme_turnier.core.rules.record import Moment
from romme_turnier.core.rules.system.cards import HIDDEN, Card, format_card, format_cards, parse_card
from romme_turnier.web.replay.steps import Step, View
from romme_turnier.web.rule_check.card_images import shown_card
from romme_turnier.web.rule_check.trial import all_cards_known
from romme_turnier.web.rule_check.whole_position import case_of


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cards, written as in a record; `words` is the title of the row."""

    words: str
    cards: str = ""
    in_turn: bool = False


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position as rows.

    `can_be_asked` means that Regel-Check can answer it, `can_be_tried` that a table can be opened at it.
    """

    seats: tuple[Row, ...]
    melds: tuple[Row, ...]
    pile: Row
    stock: str
    can_be_asked: bool
    can_be_tried: bool

    @property
    def rows(self) -> Iterator[Row]:
        yield from (*self.seats, *self.melds, self.pile)


def shown_position(moment: Moment, view: View, names: Sequence[str]) -> ShownPosition:
    seen = view.position(moment.position)
    seats = range(1, len(seen.hands) + 1)
    melds = []
    for name, meld in zip(moment.names, seen.table, strict=True):
        words = _("Kombination %(number)s, von %(who)s") % {"number": name[1:], "who": names[meld.owner - 1]}
        if meld.blocked:
            words = _("%(words)s, darunter ein gesperrter Joker") % {"words": words}
        melds.append(Row(words, format_cards(meld.cards)))
    open_pile, stock = _("Offener Stapel"), _("Verdeckter Stapel")
    return ShownPosition(
        tuple(Row(_of_seat(seen, seat), _held(seen.hands[seat - 1]), _is_in_turn(seen, seat)) for seat in seats),
        tuple(melds),
        Row(f"{open_pile}: {_cards(len(seen.pile))}", _held(seen.pile[-1:])),
        f"{stock}: {_cards(len(seen.stock))}",
        case_of(seen) is not None,
        all_cards_known(seen),
    )


def _held(cards: Sequence[Card]) -> str:
    """Returns the cards to draw. Hidden cards become one card face down, because the title gives their number."""
    return format_cards(cards[:1] if HIDDEN in cards else cards)


def _is_in_turn(position: Position, seat: int) -> bool:
    return seat == position.turn and not position.over


def _of_seat(position: Position, seat: int) -> str:
    words = [_cards(len(position.hands[seat - 1]))]
    words += [_("hat ausgelegt")] if position.opened[seat - 1] is not None else []
    words += [_("angeschrieben: %(points)d") % {"points": position.noted[seat - 1]}] if position.noted else []
    words += [_("ist ausgestiegen")] if seat in position.left else []
    words += [_("hat das Spiel beendet")] if position.finisher == seat else []
    words += [_("ist am Zug")] if _is_in_turn(position, seat) else []
    return ", ".join(words)


def _cards(count: int) -> str:
    return ngettext("%(n)d Karte", "%(n)d Karten", count) % {"n": count}


class Drawn:
    """The markup of every card in the given positions, by the card's name."""

    def __init__(self, positions: Iterable[ShownPosition | None]) -> None:
        rows = {row.cards for position in positions if position for row in position.rows}
        template, hidden = get_template("replay/_card.html"), format_card(HIDDEN)
        self.markup: dict[str, str] = {}
        for card in sorted({card for row in rows for card in row.split()}):
            shown = None if card == hidden else shown_card(parse_card(card))
            self.markup[card] = " ".join(template.render({"card": shown}).split())

    def position(self, shown: ShownPosition, titles: Iterable[str]) -> dict[str, Any]:
        """Returns the position for the template, each row with its cards as markup; `titles` are the seats' titles."""
        return {
            "seats": [(title, row, self._items(row)) for title, row in zip(titles, shown.seats, strict=True)],
            "melds": [(row, self._items(row)) for row in shown.melds],
            "pile": (shown.pile, self._items(shown.pile)),
            "stock": shown.stock,
            "can_be_asked": shown.can_be_asked,
            "can_be_tried": shown.can_be_tried,
        }

    def _items(self, row: Row) -> SafeString:
        return mark_safe("".join(self.markup[card] for card in row.cards.split()))  # noqa: S308 - from our own template


def as_data(steps: Sequence[Step], positions: Sequence[ShownPosition | None], drawn: Drawn) -> dict[str, Any]:
    """Returns all steps for the script. Each text and row of cards appears once, and steps refer to it by number."""
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def numbers(row: Row) -> list[int]:
        return [number(row.words), number(row.cards), int(row.in_turn)]

    told = []
    for step, position in zip(steps, positions, strict=True):
        said: dict[str, Any] = {"why": [number(reason) for reason in step.reasons], "mark": step.mark}
        if position is not None:
            said |= {
                "seats": [*map(numbers, position.seats)],
                "melds": [*map(numbers, position.melds)],
                "pile": numbers(position.pile),
                "stock": number(position.stock),
                "ask": int(position.can_be_asked),
                "try": int(position.can_be_tried),
            }
        told.append(said)
    return {"cards": dict(drawn.markup), "steps": told, "texts": list(texts)}
