"""The template context of a table's page for a seat. It contains only facts that the seat may know.

The cards and the lines of the game come from ``view_at`` and ``visible_lines``. The players, agreements, turn, score
and finished games are public.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.commands.command import KEEPS, LEAVES
from romme_turnier.core.playing.commands.reading import MOST_OF_WORD
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.hands import HandOrder, arranged
from romme_turnier.core.playing.seat_view import SeatView, view_at, visible_lines
from romme_turnier.core.playing.table import OPENER, Player, Plays, Table, awaited, claimants, words_of
from romme_turnier.core.rules import play
from romme_turnier.core.rules.record import Act, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, Card, format_card, format_cards, unnamed
from romme_turnier.tournament.playing.moving import time_to_claim, turn_of, waits_for_program
from romme_turnier.tournament.playing.state import State
from romme_turnier.tournament.playing.words.acts import say_line
from romme_turnier.tournament.playing.words.tables import cut_in_words, draw_for_dealer, left_for_good, length_of
from romme_turnier.tournament.shared.rule_words.options import agreed_in_words
from romme_turnier.tournament.shared.rule_words.play import contract_in_words
from romme_turnier.web.public.playing.buttons import GO_ON, Button, possible
from romme_turnier.web.public.playing.result import result_of
from romme_turnier.web.public.playing.selection import Selection
from romme_turnier.web.rule_check.card_images import ShownCard, shown_card

_LINES = 40  # lines of the game
_PILE = 12  # cards of a discard pile


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the hand. ``mark`` distinguishes equal cards.

    ``grouped`` means that the player has put the card into a meld that is not laid out yet.
    """

    card: ShownCard
    mark: str
    chosen: bool
    grouped: bool


@dataclass(frozen=True, slots=True)
class TableMeld:
    number: str
    owner: str
    own: bool
    cards: list[ShownCard]

    @property
    def told(self) -> str:
        return ", ".join(card.name for card in self.cards)


def context_of(
    state: State, seat: int, order: HandOrder, *, absent: Collection[int], chosen: Selection | None = None
) -> dict[str, Any]:
    """Returns the context of the page for a seat; seat 0 is a spectator. ``absent`` are the seats of absent players."""
    table = state.table
    view = view_at(table, seat)
    groups = chosen.groups if chosen else ()
    can = possible(table, view, len(groups))
    words = words_of(table)  # the words that players add to the shuffle of this or the next game
    return {
        "rules": table.rules,
        "trial": _trial(state, seat),
        "hand_of": _hand_of(state, seat),
        "agreed": agreed_in_words(table.rules, dict(table.rules.agreed)),
        "length": "" if table.trial else length_of(table),
        "seat": seat,
        "number": state.number,
        "turn": turn_of(table),
        "players": _players(state, seat, view, absent),
        "can": can,
        "say": _say(table, seat, view),
        "own_turn": bool(seat) and seat in awaited(table),
        "waits": waits_for_program(state),
        "claim": time_to_claim(state),
        "asked": [table.players[place - 1].name for place in claimants(table)],
        "hand": _hand(view, order, chosen) if view is not None and seat and not view.position.over else [],
        "groups": [(format_cards(meld), [shown_card(card) for card in meld]) for meld in groups],
        "before": [*_before_game(state, seat)],
        "draw": [*draw_for_dealer(table)],
        "cut": cut_in_words(table),
        "cut_choice": _cut_choice(table, seat),
        "quick": bool(seat) and table.playing and any(player.plays is not Plays.PERSON for player in table.players),
        "playing": table.playing,
        "match": table.match is not None,
        "over": table.over,
        "too_few": table.too_few,
        "room": table.game is None and len(table.players) < table.rules.seats_max and not table.in_event,
        "left_seats": [player.name for player in table.players if _replaced(player)],
        "may_sit": not seat and not table.in_event,
        "may_leave": bool(seat) and not table.in_event,
        "game": table.number if table.game is None else table.game.record.game,
        "contract": _contract(table),
        "drags_on": table.game is not None and table.game.drags_on and not table.trial,
        "ending": [table.players[place - 1].name for place in sorted(table.ending)],
        "wants_end": seat in table.ending,
        "words": [(player.name, word) for player, word in zip(table.players, words, strict=True) if word],
        "own_word": words[seat - 1] if seat else "",
        "may_say_word": bool(seat) and not table.playing and not table.over,
        "word_length": MOST_OF_WORD,
        "shuffle": table.game.record.shuffle if table.game is not None and table.playing else table.commitment,
        "lines": _lines(table, seat),
        "newest": _lines(table, seat, dealt=False)[:3],
        **_on_the_table(table, seat, view, can.takes),
        **result_of(table),
    }


def _players(state: State, seat: int, view: SeatView | None, absent: Collection[int]) -> list[dict[str, Any]]:
    """Returns the players, in the order of their seats.

    ``cards`` is the number of cards held; None between games, and for a player who has left. ``gone`` marks an absent
    player whom the others may remove, ``left`` a player whom officials have removed for good, and ``replaced`` a player
    whose seat the program plays.
    """
    table, waiting = state.table, awaited(state.table)
    held = [len(hand) for hand in view.position.hands] if view is not None and table.playing else []
    noted = view.position.noted if view is not None and table.playing else ()
    dealer = table.game.record.dealer if table.game is not None and table.playing else table.dealer
    points = view.points if view is not None else ()
    return [
        {
            "seat": place,
            "name": player.name,
            "kind": left_for_good() if place in table.gone else _kind(player),
            "own": place == seat,
            "awaited": place in waiting,
            "deals": place == dealer and not table.over,
            "cards": held[place - 1] if held and place not in table.gone else None,
            "points": points[place - 1] if points else None,
            "left": place in table.gone,
            "noted": noted[place - 1] if noted and table.rules.highest_wins else None,
            "replaced": _replaced(player),
            "gone": bool(seat) and place in absent and place != seat,
            "removable": bool(seat) and not player.person and table.game is None,
        }
        for place, player in enumerate(table.players, start=1)
    ]


def _replaced(player: Player) -> bool:
    return player.person and player.plays is not Plays.PERSON


def _kind(player: Player) -> str:
    match player.plays:
        case Plays.PERSON:
            return ""
        case Plays.SIMPLE:
            return _("Gegner, einfach")
        case Plays.STRONG if player.person:
            return _("gegangen, das Programm spielt")
        case Plays.STRONG:
            return _("Gegner, stark")


def _trial(state: State, seat: int) -> str:
    """Returns a sentence that explains a table for trying a case; "" for other tables."""
    if not state.table.trial:
        return ""
    if _hand_of(state, seat):
        return _("Ein Versuch, der für nichts zählt. Sie spielen alle Plätze.")
    return _("Ein Versuch, der für nichts zählt.")


def _hand_of(state: State, seat: int) -> str:
    """Returns the name of the player whose hand is shown, if the visitor plays several seats; otherwise ""."""
    several = bool(seat) and len(state.seats_of(state.holders[seat - 1])) > 1
    return state.table.players[seat - 1].name if several else ""


def _hand(view: SeatView, order: HandOrder, chosen: Selection | None) -> list[HeldCard]:
    picked = set(chosen.marks) if chosen else set()
    put = Counter(format_card(unnamed(card)) for meld in (chosen.groups if chosen else ()) for card in meld)
    held = []
    for card, mark in marked(arranged(view.hand, order)):
        name = format_card(card)
        grouped = put[name] > 0
        put[name] -= grouped
        held.append(HeldCard(shown_card(card), mark, mark in picked and not grouped, grouped))
    return held


def marked(cards: Iterable[Card]) -> Iterator[tuple[Card, str]]:
    """Yields the cards, each with a mark that distinguishes equal cards: "8H.0", "8H.1"."""
    copies: Counter[Card] = Counter()
    for card in cards:
        yield card, f"{format_card(card)}.{copies[card]}"
        copies[card] += 1


def _on_the_table(table: Table, seat: int, view: SeatView | None, takes: int) -> dict[str, Any]:
    if view is None:
        return {"melds": [], "pile": [], "top": None, "stock": 0, "under": 0}
    position, names = view.position, [player.name for player in table.players]
    melds = [
        TableMeld(name[1:], names[meld.owner - 1], meld.owner == seat, [shown_card(card) for card in meld.cards])
        for name, meld in zip(view.moment.names, position.table, strict=True)
    ]
    open_cards = [card for card in position.pile if card != HIDDEN]
    pile = open_cards[-_PILE:] if play.pile_is_open(table.rules) else open_cards[-1:]
    taken = [(len(pile) - at, shown_card(card)) for at, card in enumerate(pile)] if takes else []
    return {
        "melds": melds,
        "pile": taken,
        "top": shown_card(pile[-1]) if pile else None,
        "row": [shown_card(card) for card in pile],
        "stock": len(position.stock),
        "under": len(position.pile) - len(pile),
    }


def _say(table: Table, seat: int, view: SeatView | None) -> str:
    """Returns a sentence about the turn or the next step. Screen readers announce it."""
    names = [player.name for player in table.players]
    if table.too_few:
        return _("Es sind zu wenige da, um weiterzuspielen. Wie es weitergeht, sagt die Spielleitung.")
    if table.over:
        return _("Der Fall ist ausgespielt.") if table.trial else _("Alle Spiele sind gespielt.")
    if view is None or not table.playing:
        return _before_deal(table, seat, names)
    if view.may_claim:
        return _("Möchten Sie die offene Karte?")
    in_turn = names[view.position.turn - 1]
    if table.drawing and view.position.turn != seat:
        return _("%(name)s lässt die offene Karte liegen, die anderen werden gefragt.") % {"name": in_turn}
    return (
        _in_turn(table, view, names)
        if view.position.turn == seat
        else _("%(name)s ist an der Reihe.") % {"name": in_turn}
    )


def _in_turn(table: Table, view: SeatView, names: Sequence[str]) -> str:
    position = view.position
    if table.drawing:
        return _("Die anderen werden gefragt, ob sie die offene Karte möchten. Dann ziehen Sie.")
    if position.drawn:
        return _("Sie sind an der Reihe: auslegen, anlegen oder ablegen.")
    if position.asked and table.rules.play.knocking:
        asked = ", ".join(names[seat - 1] for seat in position.asked)
        return _("Sie sind an der Reihe: %(names)s möchte die offene Karte.") % {"names": asked}
    return _("Sie sind an der Reihe: eine Karte ziehen oder nehmen.")


def _before_deal(table: Table, seat: int, names: Sequence[str]) -> str:
    if table.dealer is None:
        missing = table.rules.seats_min - len(table.players)
        return ngettext("Es fehlt noch %(n)d Mitspieler.", "Es fehlen noch %(n)d Mitspieler.", missing) % {"n": missing}
    if table.match is None:
        return (
            _("Sie sagen, wann es losgeht.")
            if seat == OPENER
            else _("%(name)s sagt, wann es losgeht.") % {"name": names[OPENER - 1]}
        )
    if table.dealer == seat:
        return _("Sie mischen und geben.")
    return _("%(name)s mischt und gibt.") % {"name": names[table.dealer - 1]}


def _before_game(state: State, seat: int) -> Iterator[Button]:
    """Yields the button that deals the next game, if the seat may deal or let an opponent deal."""
    table = state.table
    if not seat or table.playing or table.over or table.dealer is None:
        return
    if table.match is None:
        if seat in {OPENER, table.dealer}:
            yield Button("mischen", _("Mischen, geben und beginnen"), main=True, key="m")
    elif table.dealer == seat:
        yield Button("mischen", _("Mischen und geben"), main=True, key="m")
    elif table.players[table.dealer - 1].plays is not Plays.PERSON:
        yield Button(GO_ON, _("Weiter, nächstes Spiel"), main=True, key="m")


def _cut_choice(table: Table, seat: int) -> Button | None:
    """Returns the button for the player who cuts next, to leave or keep a joker (§ 5.5); None for other seats."""
    if not seat or table.cutter != seat:
        return None
    if table.leaves_joker:
        return Button(f"{Word.CUT_JOKER} {KEEPS}", _("Joker doch nehmen"))
    return Button(f"{Word.CUT_JOKER} {LEAVES}", _("Joker liegen lassen"))


def _contract(table: Table) -> str:
    """Returns the contract of the current game; "" if the rules have none."""
    contracts = table.rules.play.contracts
    if table.game is None or not contracts:
        return ""
    number = (table.game.record.game if table.trial else table.number) or 1
    return contract_in_words(contracts[number - 1]) if number <= len(contracts) else ""


def _lines(table: Table, seat: int, *, dealt: bool = True) -> list[str]:
    if table.game is None:
        return []
    names = [player.name for player in table.players]
    since = max(0, len(table.game.record.lines) - _LINES)
    lines = visible_lines(table.game, seat, since)
    told = (line for line in lines if dealt or not (isinstance(line, Act) and line.verb is Verb.DEAL))
    said = (say_line(line, names) for line in told)
    return [sentence for sentence in reversed([*said]) if sentence]
