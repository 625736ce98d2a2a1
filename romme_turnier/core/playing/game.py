"""One game at a table, from the deal to its row on the list: the record so far, and the moment after each line.

Players choose their acts; hidden details (the card drawn, the order of a new stock, the cards that a claim costs)
follow from the seed of the record.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.record import Act, Line, Moment, Record, Ruling, Verb, after, forbidden, row_of
from romme_turnier.core.rules.record.moments import due
from romme_turnier.core.rules.record.opening_deal import chance
from romme_turnier.core.rules.system.cards import JOKER, Card
from romme_turnier.core.violations import Violation

# Of 329 deals of Contract Rummy among simple opponents, 19 reached this number. Five of these ended; the others, all in
# the seventh round, did not end within 4,000 moves. The other systems needed at most two new stocks (727 deals).
MANY_SHUFFLES = 5


@dataclass(frozen=True, slots=True)
class Game:
    """A game in progress or over; its ``record`` contains the seed and must not be shown before the end."""

    record: Record
    moments: tuple[Moment | None, ...]  # after each line; None during the deal
    last: Moment
    shuffles: int = 0  # new stocks made from the pile

    @property
    def position(self) -> Position:
        return self.last.position

    @property
    def over(self) -> bool:
        return self.last.position.over

    @property
    def discarder(self) -> int:
        """The seat whose discard ended the last turn; 0 if the last act, apart from knocking, was not a discard."""
        acts = (line for line in reversed(self.record.lines) if isinstance(line, Act) and line.verb is not Verb.KNOCK)
        last = next(acts, None)
        return last.seat if last is not None and last.verb is Verb.DISCARD else 0

    @property
    def drags_on(self) -> bool:
        """Whether the stock has been renewed so often that the game may never end; the sources have no rule for it."""
        return not self.over and self.shuffles >= MANY_SHUFFLES

    @property
    def stuck(self) -> bool:
        """Whether the player in turn can neither draw nor take a card. The sources have no rule for this."""
        position = self.position
        if position.over or position.drawn or position.stock or not play.may_draw(position, position.turn):
            return False
        return bool(play.may_take(position, position.turn))


def begin(tags: Record, *, leaves_joker: bool = False) -> Game:
    """Deals the game with the seats, the dealer, the number, the seed and the shuffle words in ``tags``.

    The cutter keeps a joker found by cutting (§ 5.5) or, with ``leaves_joker``, leaves it at the bottom of the stock.
    Raises ValueError if the tags do not fit the rules or have no seed.
    """
    rules, players, dealer = tags.rules, len(tags.seats), tags.dealer or 1
    pack = chance(tags, 0).order(play.whole_pack(rules, players))
    joker_cut = rules.play.cuts_joker and pack[0] == JOKER and not leaves_joker
    position = play.deal(rules, pack, players, dealer=dealer, round_number=tags.round_number, joker_cut=joker_cut)
    lines = (*_dealing(position, play.cutter(dealer, players)),)
    moment = Moment.of(position)
    return Game(replace(tags, lines=lines), (*(None,) * (len(lines) - 1), moment), moment)


def _dealing(position: Position, cutter: int) -> Iterator[Line]:
    if position.rules.play.cuts_joker:
        yield Act(cutter, Verb.CUT, (JOKER,) if position.cut_joker else ())
    for seat, hand in enumerate(position.hands, start=1):
        yield Act(0, Verb.DEAL, hand[:-1] if seat == position.cut_joker else hand, number=seat)  # jokers sort last
    if position.pile:
        yield Act(0, Verb.TURNED, position.pile)


def forbids(game: Game, act: Act) -> tuple[Violation, ...]:
    """Returns the act's violations, empty if it is allowed; the act may omit cards that are still unknown."""
    if _cost(game, act):  # checks that a claim is possible at all before a new stock is made for it
        answers = play.may_answer if act.verb is Verb.ALLOW else play.may_claim_unasked
        if violations := answers(game.position, act.seat):
            return violations
    stocked, completed = _completed(game, act)
    return forbidden(stocked.last, completed)


def after_act(game: Game, act: Act) -> Game:
    """Returns the game after an allowed act and its automatic effects, with one line for each meld laid."""
    game, act = _completed(game, act)
    lines: tuple[Act, ...] = (act,)
    if act.verb is Verb.LAY:
        act = replace(act, melds=act.melds or game.last.new_names(len(act.groups)))
        melds = zip(act.melds, act.groups, strict=True)
        lines = tuple(replace(act, melds=(name,), groups=(group,)) for name, group in melds)
    game = _with_act(game, act, *lines)
    return _with_act(game, Act(0, Verb.END)) if play.ends_with_stock(game.position) and not game.over else game


def with_ruling(game: Game, ruling: Ruling) -> Game:
    """Returns the game with an officials' ruling recorded at this moment; the cards do not change."""
    record = replace(game.record, lines=(*game.record.lines, ruling))
    return replace(game, record=record, moments=(*game.moments, game.last))


def with_result(game: Game) -> Record:
    """Returns the record with the game's row of the list; the row is None if the game is not over or was broken off."""
    return replace(game.record, result=row_of(game.position))


def _with_act(game: Game, act: Act, *lines: Act) -> Game:
    """Applies the act and records ``lines``, or the act itself if there are none."""
    moment, recorded = after(game.last, act), lines or (act,)
    record = replace(game.record, lines=(*game.record.lines, *recorded))
    return replace(game, record=record, moments=(*game.moments, *(moment,) * len(recorded)), last=moment)


def _completed(game: Game, act: Act) -> tuple[Game, Act]:
    """Returns the game, with a new stock if the act needs one, and the act with the cards that the seed determines."""
    count = 1 if act.verb is Verb.DRAW else _cost(game, act)
    if not count or act.cards:
        return game, act
    if turned := due(game.position):
        order = chance(game.record, game.shuffles + 1).order(sorted(turned))
        game = replace(_with_act(game, Act(0, Verb.SHUFFLE, order)), shuffles=game.shuffles + 1)
    top: tuple[Card, ...] = game.position.stock[: -count - 1 : -1]
    return game, replace(act, cards=top)


def _cost(game: Game, act: Act) -> int:
    """Returns the number of stock cards that come with a claimed card; 0 for other acts."""
    return (game.position.rules.play.claim_cards or 0) if act.verb in {Verb.ALLOW, Verb.CLAIM} else 0
