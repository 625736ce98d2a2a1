"""Shows a table in a terminal as one seat sees it, in at most 80 columns."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.seat_view import SeatView, view_at
from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules import play
from romme_turnier.terminal.style import Style
from romme_turnier.tournament.lists.words import demand_in_words


def cards_of(table: Table, seat: int, style: Style) -> Iterator[str]:
    """Yields the seat's view of the table, line by line."""
    view = view_at(table, seat)
    if view is None:
        yield _("Es ist noch nicht gegeben.")
        return
    yield style.heading(_game(table, view))
    held = (f"{player.name} {len(hand)}" for player, hand in zip(table.players, view.position.hands, strict=True))
    yield style.wrapped(_("Karten: %(counted)s") % {"counted": ", ".join(held)}, "  ")
    if not view.position.table:
        yield _("Auf dem Tisch liegt noch nichts.")
    for name, meld in zip(view.moment.names, view.position.table, strict=True):
        words = {"n": name[1:], "cards": style.cards(meld.cards), "name": table.players[meld.owner - 1].name}
        yield style.wrapped(_("%(n)s) %(cards)s  (%(name)s)") % words, "   ")
    yield _open_pile(view, style)
    if seat:
        yield hand_of(table, seat, style)
    if table.game is not None and table.game.drags_on and not table.trial:
        yield style.wrapped(
            _("Der Stapel ist schon oft neu gemischt worden. Vielleicht kann dieses Spiel niemand mehr beenden.")
        )
        yield style.wrapped(_("„spiel abbrechen“: Es zählt nicht und wird neu gegeben."))


def hand_of(table: Table, seat: int, style: Style) -> str:
    """Returns a sentence with the seat's cards, in the order of the hand."""
    hand = table.hand(seat)
    own = ngettext("Ihre Karte: %(cards)s", "Ihre %(n)d Karten: %(cards)s", len(hand))
    return style.wrapped(own % {"n": len(hand), "cards": style.cards(hand)}, "  ")


def _game(table: Table, view: SeatView) -> str:
    position, record = view.position, table.game.record if table.game else None
    number = (record.game if record else None) or table.number
    if contract := demand_in_words(table.rules.contract(number)):
        parts = [_("Runde %(n)d") % {"n": number}, contract]
    else:
        parts = [_("Spiel %(n)d") % {"n": number}]
    if position.over:
        parts.append(_("beendet"))
    else:
        parts.append(_("an der Reihe: %(name)s") % {"name": table.players[position.turn - 1].name})
    parts.append(_("Stapel: %(n)d") % {"n": len(position.stock)})
    return " · ".join(parts)


def _open_pile(view: SeatView, style: Style) -> str:
    pile = view.position.pile
    if not pile:
        return _("Offen liegt keine Karte.")
    if play.pile_is_open(view.position.rules):
        return style.wrapped(_("Offen liegen, die oberste zuletzt: %(cards)s") % {"cards": style.cards(pile)}, "  ")
    return _("Offen: %(card)s") % {"card": style.cards(pile[-1:])}
