"""A match in a terminal: reads, carries out and answers one line at a time."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from django.utils.translation import gettext as _

from romme_turnier.core.playing.actions import NOBODY, Answer, answer, carry_out
from romme_turnier.core.playing.commands.cards import written
from romme_turnier.core.playing.commands.command import KEEPS, LEAVES, Command, format_command
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.examples import example, words_at
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.seat_view import visible_lines
from romme_turnier.core.playing.table import Plays, Table, answers_itself, awaited, may_claim
from romme_turnier.core.rules.record import Act, Moment, Verb
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.terminal import screen
from romme_turnier.terminal.style import Style
from romme_turnier.tournament.playing.words import tables
from romme_turnier.tournament.playing.words.acts import say_line
from romme_turnier.tournament.playing.words.commands import explain, say_unread
from romme_turnier.tournament.playing.words.refusals import say_all_refused

ENDING = frozenset({"ende", "quit", "exit"})
_CLEARED = "\x1b[2J\x1b[H"


@dataclass(slots=True)
class Session:
    """A match at one keyboard. ``read`` shows a prompt and returns a line, or raises EOFError; ``say`` shows a line.

    ``finished`` receives the table after each game, before the next one is dealt.
    """

    table: Table
    read: Callable[[str], str]
    say: Callable[[str], None]
    style: Style
    rng: Random
    finished: Callable[[Table], None] = lambda _table: None
    # By seat: the seed of the last game shown, and the number of its lines already shown.
    _told: dict[int, tuple[bytes | None, int]] = field(default_factory=dict)
    _facing: int = 0
    _promised: str = ""

    def run(self) -> Table:
        """Plays until the match is over, all people have left, the input ends, or a player types "ende"."""
        self.say(_("„hilfe“ zeigt die Befehle, „ende“ hört auf."))
        with suppress(EOFError):
            while self._people():
                self._let_opponents_act()
                waiting = [seat for seat in awaited(self.table) if seat in self._people()]
                if not waiting:
                    break
                self._ask(waiting[0])
        return self.table

    def _people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.table.players, start=1) if player.plays is Plays.PERSON]

    # Acts of the program

    def _let_opponents_act(self) -> None:
        while opponents := [seat for seat in awaited(self.table) if answers_itself(self.table, seat)]:
            if (cutter := self.table.cutter) in self._people():
                self._ask_cutter(cutter)
            then = carry_out(self.table, opponents[0], decide(self.table, opponents[0], self.rng))
            if not isinstance(then, Table):
                raise RuntimeError(f"an opponent broke the rules: {then}")
            self._then(then)

    def _then(self, table: Table) -> None:
        was_playing, self.table = self.table.playing, table
        if was_playing and not table.playing:
            self._news(self._facing)
            self._say_all(self._open_hands())
            self._say_all(tables.score_of(table))
            self.finished(table)

    def _open_hands(self) -> Iterator[str]:
        """Yields a line for each hand that is counted at the end of a game, and is therefore shown (§ 8.2)."""
        if self.table.game is None or self.table.game.position.finisher is None:
            return
        for player, hand in zip(self.table.players, self.table.game.position.hands, strict=True):
            if hand:
                words = {"name": player.name, "cards": self.style.cards(hand)}
                yield self.style.wrapped(_("%(name)s hält noch: %(cards)s") % words, "  ")

    # Questions to a person

    def _ask(self, seat: int) -> None:
        """Reads and answers lines of the person at ``seat`` until one changes the table."""
        self._face(seat)
        self._news(seat)
        if not self.table.playing and self._promised != self.table.commitment:  # before any player adds a word
            self._promised = self.table.commitment
            self.say(_("Versprechen für das nächste Spiel („wort“ gibt ein eigenes Wort dazu):"))
            self.say(self._promised)
            for line in tables.draw_for_dealer(self.table):
                self.say(self.style.wrapped(line, "  "))
            if self.table.dealer is not None:
                self.say(_("Es gibt: %(name)s") % {"name": self.table.players[self.table.dealer - 1].name})
            if (cutter := self.table.cutter) in self._people():
                self._ask_cutter(cutter)
            elif cut := tables.cut_in_words(self.table):
                self.say(cut)
        game, asked = self.table.game, may_claim(self.table, seat)
        # Everything is shown at the beginning of a turn, later only the question.
        if self.table.playing and game is not None and (asked or not game.position.drawn):
            self._say_all(screen.cards_of(self.table, seat, self.style))
        while True:
            line = self._line(self._prompt(seat))
            if not line and (asked or not self.table.playing):
                line = Word.WAIVE if asked else Word.SHUFFLE
            if not line:
                continue
            answered = self._answered(seat, line)
            if answered.done and answered.table is not self.table and not self._keeps_playing(answered):
                people = self._people()
                self._then(self._with_others(seat, answered))
                self._news(seat)
                self._show_after(seat, answered, len(people) > 1)
                return

    def _ask_cutter(self, seat: int) -> None:
        """Asks the cutter of the next deal whether to keep a joker at the bottom (§ 5.5), and carries out the reply."""
        asked = _("%(name)s hebt ab. Enter nimmt einen Joker, der unten liegt, „lassen“ lässt ihn dort (§ 5.5)> ")
        while True:
            line = self._line(asked % {"name": self.table.players[seat - 1].name}) or KEEPS
            try:
                choice = parse_command(f"{Word.CUT_JOKER} {line}")
            except CommandError as error:
                self.say(self.style.wrapped(say_unread(error)))
            else:
                self.table = answer(self.table, seat, choice).table
                return

    def _line(self, prompt: str) -> str:
        """Reads a line, stripped. Raises EOFError if it ends the session."""
        line = self.read(prompt).strip()
        if line.casefold() in ENDING:
            raise EOFError
        return line

    def _face(self, seat: int) -> None:
        """Clears the screen and waits for Enter if another person now plays, so that no player sees another's cards.

        In the plain style, an empty line replaces the clearing.
        """
        if self._facing not in {0, seat} and len(self._people()) > 1:
            name = self.table.players[seat - 1].name
            self.say("" if self.style.plain else _CLEARED)
            self.read(_("%(name)s ist dran. Enter, wenn niemand sonst auf den Bildschirm sieht: ") % {"name": name})
        self._facing = seat

    def _prompt(self, seat: int) -> str:
        name = self.table.players[seat - 1].name
        if may_claim(self.table, seat):
            asked = _(
                "%(name)s, möchten Sie die offene Karte? „erklopfen“, Enter für nein, „weiter immer“ für nie in diesem "
                "Spiel> "
            )
            return asked % {"name": name}
        if not self.table.playing:
            return _("%(name)s, Enter mischt und gibt> ") % {"name": name}
        return f"{name}> "

    # Effects of a line

    def _answered(self, seat: int, line: str) -> Answer:
        try:
            command = parse_command(line, online=self.table.rules.online_notation, rules=self.table.rules)
        except CommandError as error:
            self.say(self.style.wrapped(say_unread(error)))
            return Answer(self.table, unread=error)
        acting = NOBODY if command.word is Word.JOIN and self.table.seat_of(command.text) != seat else seat
        absent = [other for other in self._people() if other != seat]
        answered = answer(self.table, acting, command, absent=absent)
        for why in say_all_refused(answered.refused, self.table.players):
            self.say(self.style.wrapped(_("Geht nicht: %(why)s.") % {"why": why}, "  "))
        if answered.done:
            self._show(seat, command)
        return answered

    def _keeps_playing(self, answered: Answer) -> bool:
        """Asks a lone player to confirm abandoning the game; returns whether the game continues instead.

        Returns False without asking if the command is another one, or if several people play.
        """
        if answered.command is None or answered.command.word is not Word.BREAK_OFF or len(self._people()) > 1:
            return False
        return self.read(_("Wirklich? „ja“ bricht das Spiel ab> ")).strip().casefold() != "ja"

    def _show_after(self, seat: int, answered: Answer, others: bool) -> None:
        """Shows the effects of a command besides new lines of the record: special rules, players or the seat's hand."""
        command = answered.command
        match command.word if command is not None else None:
            case Word.SET | Word.PLAY_WITH | Word.PLAY_WITHOUT:
                self._say_all(tables.special_rules_of(self.table))
            case Word.JOIN | Word.THROW_OUT | Word.OPPONENT:
                self._say_all(tables.players_of(self.table))
            case Word.SORT | Word.DRAW | Word.TAKE if self.table.playing:
                self.say(screen.hand_of(self.table, seat, self.style))
            case Word.LEAVE if others:
                self._say_all(tables.players_of(self.table))

    def _with_others(self, seat: int, answered: Answer) -> Table:
        """Asks the others at this keyboard to agree to abandoning the game; returns the resulting table."""
        table = answered.table
        others = [other for other in self._people() if other != seat]
        if answered.command is None or answered.command.word is not Word.BREAK_OFF or not others:
            return table
        if self.read(_("Sind alle einverstanden? „ja“ bricht das Spiel ab> ")).strip().casefold() == "ja":
            for other in others:
                table = answer(table, other, answered.command).table
        return table

    def _show(self, seat: int, command: Command) -> None:
        match command.word:
            case Word.CARDS:
                self._say_all(screen.cards_of(self.table, seat, self.style))
            case Word.SCORE:
                self._say_all(tables.score_of(self.table))
            case Word.PLAYERS:
                self._say_all(tables.players_of(self.table))
            case Word.SPECIAL_RULES:
                self._say_all(tables.special_rules_of(self.table))
            case Word.HELP:
                self._say_all(self._help(seat, command.text))
            case Word.UNDO:
                self.say(_("Zurückgenommen."))
            case Word.CUT_JOKER:
                keeps, leaves = _("Sie nehmen den Joker."), _("Sie lassen den Joker liegen.")
                self.say(leaves if command.text == LEAVES else keeps)
            case Word.SHUFFLE_WORD:
                self.say(_("Ihr Wort: %(word)s") % {"word": command.text} if command.text else _("Zurückgenommen."))

    def _help(self, seat: int, word: str) -> Iterator[str]:
        if not word:
            words = ", ".join(words_at(self.table))
            yield self.style.wrapped(_("Befehle (Anfänge genügen): %(all)s, ende.") % {"all": words}, "  ")
            yield _("„hilfe anlegen“ erklärt einen davon mit einem Beispiel.")
            return
        known = Word(word)
        yield self.style.wrapped(explain(known))
        shown = format_command(example(known, self.table, seat), written)
        yield self.style.wrapped(_("Zum Beispiel: %(command)s") % {"command": shown}, "  ")

    # Reports

    def _news(self, seat: int) -> None:
        """Prints the acts of the record, except the deal, that the seat has not seen yet."""
        game = self.table.game
        if game is None or not seat:
            return
        which, told = self._told.get(seat, (None, 0))
        since = told if which == game.record.seed else 0
        self._told[seat] = (game.record.seed, len(game.record.lines))
        names = [player.name for player in self.table.players]
        for at, line in enumerate(visible_lines(game, seat, since), start=since):
            if isinstance(line, Act) and line.verb is not Verb.DEAL:
                said = say_line(line, names, melds_before(game.moments, at), self.style.cards)
                self.say(self.style.wrapped(said, "  "))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def melds_before(moments: Sequence[Moment | None], at: int) -> Mapping[str, Sequence[Card]]:
    """Returns the melds, by name, before line ``at`` of a record; ``moments`` holds the state after each line."""
    before = moments[at - 1] if at else None
    if before is None:
        return {}
    return {name: meld.cards for name, meld in zip(before.names, before.position.table, strict=True)}
