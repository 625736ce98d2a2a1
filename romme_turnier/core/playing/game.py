"""One game at a table, from the deal to its row: the record so far, and the moment after each of its lines.

Players name their acts; unknown details (the card that is drawn, the order of a new stock, the cost of a claim) follow
from the seed of the record.
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

# Of 329 deals of Contract Rummy among simple opponents 19 reached this number. Five of these were ended, the others,
# all of the seventh round, not within 4,000 moves. In the other systems two new stocks were the most (727 deals).
MANY_SHUFFLES = 5


@dataclass(frozen=True, slots=True)
class Game:
    """``record`` has the seed and must not be shown before the end.

    ``moments`` are those after each line, None during the deal. ``shuffles`` counts how often the pile became the
    stock.
    """

    record: Record
    moments: tuple[Moment | None, ...]
    last: Moment
    shuffles: int = 0

    @property
    def position(self) -> Position:
        return self.last.position

    @property
    def over(self) -> bool:
        return self.last.position.over

    @property
    def discarder(self) -> int:
        """The seat whose discard ended the last turn; 0 if it is another card."""
        acts = (line for line in reversed(self.record.lines) if isinstance(line, Act) and line.verb is not Verb.KNOCK)
        last = next(acts, None)
        return last.seat if last is not None and last.verb is Verb.DISCARD else 0

    @property
    def drags_on(self) -> bool:
        """Whether the pile became the stock so often that the game may never end. The sources have no rule for this."""
        return not self.over and self.shuffles >= MANY_SHUFFLES

    @property
    def stuck(self) -> bool:
        """Whether there is no card to begin the turn with: all are held or lie in melds. The sources are silent."""
        position = self.position
        if position.over or position.drawn or position.stock or not play.may_draw(position, position.turn):
            return False
        return bool(play.may_take(position, position.turn))


def begin(tags: Record) -> Game:
    """Returns the game that the seed deals; ``tags`` has seats, dealer and seed. The cutter keeps a joker (§ 5.5)."""
    rules, players, dealer = tags.rules, len(tags.seats), tags.dealer or 1
    pack = chance(tags, 0).order(play.whole_pack(rules, players))
    joker_cut = rules.play.cuts_joker and pack[0] == JOKER
    position = play.deal(rules, pack, players, dealer=dealer, round_number=tags.round_number, joker_cut=joker_cut)
    lines = (*_dealing(position, play.cutter(dealer, players) if joker_cut else None),)
    moment = Moment.of(position)
    return Game(replace(tags, lines=lines), (*(None,) * (len(lines) - 1), moment), moment)


def _dealing(position: Position, kept_by: int | None) -> Iterator[Line]:
    if kept_by is not None:
        yield Act(kept_by, Verb.CUT, (JOKER,))
    for seat, hand in enumerate(position.hands, start=1):
        yield Act(0, Verb.DEAL, hand[:-1] if seat == kept_by else hand, number=seat)  # jokers stand last
    if position.pile:
        yield Act(0, Verb.TURNED, position.pile)


def forbids(game: Game, act: Act) -> tuple[Violation, ...]:
    """Returns every violation of the act, which need not name cards that are still unknown; empty: allowed."""
    if _cost(game, act):  # whether the question arises at all, before a new stock is made for it
        answers = play.may_answer if act.verb is Verb.ALLOW else play.may_claim_unasked
        if violations := answers(game.position, act.seat):
            return violations
    stocked, told = _told(game, act)
    return forbidden(stocked.last, told)


def after_act(game: Game, act: Act) -> Game:
    """Returns the game after an allowed act and its automatic effects, with a line for each meld that is laid."""
    game, act = _told(game, act)
    lines: tuple[Act, ...] = (act,)
    if act.verb is Verb.LAY:
        act = replace(act, melds=act.melds or game.last.new_names(len(act.groups)))
        melds = zip(act.melds, act.groups, strict=True)
        lines = tuple(replace(act, melds=(name,), groups=(group,)) for name, group in melds)
    game = _with(game, act, *lines)
    return _with(game, Act(0, Verb.END)) if play.ends_with_stock(game.position) and not game.over else game


def with_ruling(game: Game, ruling: Ruling) -> Game:
    """Returns the game with a ruling of officials at this moment; the cards do not change."""
    record = replace(game.record, lines=(*game.record.lines, ruling))
    return replace(game, record=record, moments=(*game.moments, game.last))


def with_result(game: Game) -> Record:
    """Returns the record of a game that is over, with its row; the unchanged record of an unfinished game."""
    return replace(game.record, result=row_of(game.position))


def _with(game: Game, act: Act, *lines: Act) -> Game:
    """Applies the act and records it as ``lines``, or as itself."""
    moment, told = after(game.last, act), lines or (act,)
    record = replace(game.record, lines=(*game.record.lines, *told))
    return replace(game, record=record, moments=(*game.moments, *(moment,) * len(told)), last=moment)


def _told(game: Game, act: Act) -> tuple[Game, Act]:
    """Returns the act with all its cards, and the game with the new stock that they may need."""
    count = 1 if act.verb is Verb.DRAW else _cost(game, act)
    if not count or act.cards:
        return game, act
    if turned := due(game.position):
        order = chance(game.record, game.shuffles + 1).order(sorted(turned))
        game = replace(_with(game, Act(0, Verb.SHUFFLE, order)), shuffles=game.shuffles + 1)
    top: tuple[Card, ...] = game.position.stock[: -count - 1 : -1]
    return game, replace(act, cards=top)


def _cost(game: Game, act: Act) -> int:
    """Returns the number of stock cards that the act takes besides the wanted card."""
    return (game.position.rules.play.claim_cards or 0) if act.verb in {Verb.ALLOW, Verb.CLAIM} else 0
