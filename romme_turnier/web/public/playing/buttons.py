"""The buttons for a seat's possible moves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _, ngettext, pgettext

from romme_turnier.core.playing.commands.command import ALWAYS, ASK_AGAIN
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.moves import may_take_back
from romme_turnier.core.playing.opponents.laying import jokers_taken
from romme_turnier.core.playing.seat_view import SeatView
from romme_turnier.core.playing.table import Table, may_waive
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.laying import may_use_table
from romme_turnier.core.rules.play.position import Claim, Position, may_lay_now
from romme_turnier.core.rules.system.cards import is_joker
from romme_turnier.core.rules.system.ruleset import PileRule, RummyHand

TO_GROUPS = "zur-auslage"
GO_ON, HINT, TEMPO = "weitergeben", "tipp", "tempo"


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends ``do``; ``key`` is its shortcut. ``main`` emphasises it, ``aside`` puts it below the hand."""

    do: str
    label: str
    main: bool = False
    key: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Possible:
    """The moves that a seat may make: its buttons, and moves that the page offers at cards and melds."""

    buttons: tuple[Button, ...] = ()
    lays_off: bool = False
    fetches: frozenset[str] = frozenset()  # the numbers of melds whose joker the seat may take
    claims: bool = False  # the seat is asked about the top discard
    takes: int = 0  # the most cards that the seat may take from the discard pile


NOTHING = Possible()


def possible(table: Table, view: SeatView | None, groups: int) -> Possible:
    """Returns the moves that the seat may make. ``groups`` is the number of melds that it has put together."""
    if view is None or not view.seat:
        return NOTHING
    acts = NOTHING if view.position.over else _in_game(table, view, groups)
    if not may_take_back(table, view.seat):
        return acts
    return replace(acts, buttons=(*acts.buttons, Button(Word.UNDO, _("Zurück"), key="u")))


def may_rebuild(table: Table, view: SeatView | None) -> bool:
    """Returns whether the seat may now rearrange the melds on the table."""
    return any(button.do == Word.REBUILD for button in possible(table, view, 0).buttons)


def _in_game(table: Table, view: SeatView, groups: int) -> Possible:
    if view.may_claim:
        said = (
            Button(Word.KNOCK, _("Ja, ich möchte sie"), main=True, key="j"),
            Button(Word.WAIVE, _("Nein, weiter"), key="w"),
            Button(f"{Word.WAIVE} {ALWAYS}", _("In diesem Spiel nicht mehr fragen")),
        )
        return Possible(said, claims=True)
    position = view.position
    if view.seat != position.turn:
        return Possible((*_out_of_turn(table, position, view.seat),))
    if table.drawing:
        return NOTHING  # the other players are asked first
    if not position.drawn:
        return _before_drawing(position, in_event=table.in_event)
    lays = not any(may_lay_now(position))
    near = bool(position.table) and not any(may_use_table(position))
    rebuilds = near and position.rules.play.rearranging
    return Possible(
        (*_laying(position, groups, lays=lays, rebuilds=rebuilds, in_event=table.in_event),),
        lays_off=near,
        fetches=_fetchable(view, in_event=table.in_event) if near else frozenset(),
    )


def _fetchable(view: SeatView, *, in_event: bool) -> frozenset[str]:
    """Returns the numbers of melds whose joker may be taken.

    In an event these are all melds with a joker, because any choice would be a hint. The same applies under rules that
    allow rearranging, because the search for a use would take long.
    """
    if in_event or view.position.rules.play.rearranging:  # finding a use takes long
        melds = zip(view.moment.names, view.position.table, strict=True)
        return frozenset(name[1:] for name, meld in melds if any(map(is_joker, meld.cards)))
    return frozenset(str(command.melds[0]) for command in jokers_taken(view))


def _out_of_turn(table: Table, position: Position, seat: int) -> Iterator[Button]:
    """Yields the buttons with which a player who is not in turn decides about the top discard."""
    knocks = position.rules.play.knocking
    if not table.drawing and table.game is not None and table.game.discarder != seat:
        if knocks and not play.may_ask(position, seat):
            yield Button(Word.KNOCK, _("Klopfen"), key="j")
        if may_waive(table, seat):
            yield Button(Word.WAIVE, _("Nicht klopfen") if knocks else _("Offene Karte: nein, danke"), key="w")
    if seat in table.unasked:
        yield Button(f"{Word.WAIVE} {ASK_AGAIN}", _("Offene Karte: wieder fragen"))


def _before_drawing(position: Position, *, in_event: bool) -> Possible:
    """Returns the moves before the draw. In an event they do not depend on the hand, because that would be a hint."""
    rules, seat, buttons = position.rules.play, position.turn, []
    if rules.knocking and position.asked and position.claim is Claim.NONE:
        allow = Button(Word.ALLOW, _("Erlauben"), main=True, key="e")
        return Possible((allow, Button(Word.TAKE, _("Nicht erlauben, selbst nehmen"), key="n")))
    draws = in_event or not play.may_draw(position, seat)
    if draws:
        buttons.append(Button(Word.DRAW, _("Karte ziehen"), main=True, key="z"))
    takes = bool(position.pile) if in_event else not play.may_take(position, seat)
    if takes:
        buttons.append(Button(Word.TAKE, _("Offene Karte nehmen"), main=not draws, key="n"))
    if rules.without_laying_out is not None and position.announced is None:
        buttons.append(Button(Word.ANNOUNCE, _("Ende ansagen")))
    several = rules.pile is PileRule.STAIRCASE or rules.take_many
    return Possible(tuple(buttons), takes=len(position.pile) if takes and several else 0)


def _laying(position: Position, groups: int, *, lays: bool, rebuilds: bool, in_event: bool) -> Iterator[Button]:
    rules, hand = position.rules.play, position.hand
    if lays and not (rules.contracts and position.opened_in is not None):
        label = ngettext("Auslegen (%(n)d Kombination)", "Auslegen (%(n)d Kombinationen)", groups) % {"n": groups}
        yield Button(Word.LAY_OUT, label if groups else _("Auslegen"), main=bool(groups), key="r")
        yield Button(TO_GROUPS, _("Zur Auslage legen"), key="g", aside=True)
        if rules.rummy_hand is not RummyHand.NONE and position.opened_in is None:
            yield Button(Word.RUMMY_HAND, _("Alles auf einmal"), aside=True)
    if not in_event:
        yield Button(HINT, _("Was könnte ich legen?"), key="h", aside=True)
    if rebuilds:
        yield Button(Word.REBUILD, pgettext("button", "Umbauen"), key="b")
    if not hand or not (in_event or play.may_go_out(position, None)):
        yield Button(Word.GO_OUT, _("Spiel beenden"), main=True)
    if hand and not play.may_pass(position):
        yield Button(Word.PASS, _("Zug ohne Ablage beenden"))
    elif hand:
        yield Button(Word.DISCARD, _("Ablegen"), main=not groups, key="a")
