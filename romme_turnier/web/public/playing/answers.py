"""Answers to commands that only show information, and hints. In an event, `hilfe` ignores the player's cards."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.commands.cards import written
from romme_turnier.core.playing.commands.command import Command, format_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.examples import example, words_at
from romme_turnier.core.playing.hands import HandOrder, arranged
from romme_turnier.core.playing.opponents.laying import layings, opening_melds
from romme_turnier.core.playing.seat_view import SeatView, view_at
from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules.system.cards import format_cards
from romme_turnier.tournament.playing.state import NOBODY
from romme_turnier.tournament.playing.words.commands import explain
from romme_turnier.tournament.playing.words.tables import players_of, score_of, special_rules_of
from romme_turnier.tournament.shared.rule_words.cards import card_names
from romme_turnier.web.rule_check.card_images import shown_card


def told(table: Table, seat: int, order: HandOrder, command: Command) -> list[str]:
    """Returns the answer to a command as lines for a seat. ``table`` must have the players' names."""
    match command.word:
        case Word.SCORE:
            return [*score_of(table)]
        case Word.PLAYERS:
            return [*players_of(table)]
        case Word.SPECIAL_RULES:
            return [*special_rules_of(table)]
        case Word.CARDS:
            return [*_cards(table, seat, order)]
    return [*_help(table, seat, command.text)]


def hint(view: SeatView | None) -> str:
    """Returns a sentence that suggests cards to lay now, or says that no cards can be laid."""
    command = None if view is None else next(layings(view), None)
    if command is None and view is not None and (melds := opening_melds(view.position)):
        command = Command(Word.LAY_OUT, groups=melds)
    if command is None:
        return _("Mit diesen Karten lässt sich jetzt nichts legen.")
    if command.groups:
        groups = " | ".join(card_names(format_cards(meld)) for meld in command.groups)
        said = _("Sie könnten umbauen: %(cards)s.") if command.melds else _("Sie könnten auslegen: %(cards)s.")
        return said % {"cards": groups}
    said = (
        _("Sie könnten mit %(cards)s den Joker aus Kombination %(n)d holen.")
        if command.word is Word.SWAP
        else _("Sie könnten an Kombination %(n)d anlegen: %(cards)s.")
    )
    return said % {"n": command.melds[0], "cards": card_names(format_cards(command.cards))}


def _cards(table: Table, seat: int, order: HandOrder) -> Iterator[str]:
    view = view_at(table, seat)
    if view is None or not seat:
        yield _("Es ist noch nicht gegeben.")
        return
    hand = [shown_card(card).name for card in arranged(view.hand, order)]
    words = ngettext("Ihre Karte: %(cards)s", "Ihre %(n)d Karten: %(cards)s", len(hand))
    yield words % {"n": len(hand), "cards": ", ".join(hand)}


def _help(table: Table, seat: int, asked: str) -> Iterator[str]:
    if not asked:
        yield from (f"{word}: {explain(word)}" for word in words_at(table))
        yield _("„hilfe anlegen“ erklärt einen davon mit einem Beispiel.")
        return
    known = Word(asked)
    yield f"{known}: {explain(known)}"
    shown = format_command(example(known, table, NOBODY if table.in_event else seat), written)
    yield _("Zum Beispiel: %(command)s") % {"command": shown}
