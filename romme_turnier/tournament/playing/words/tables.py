"""The answers to commands that only show something."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.playing.table import Plays, Table, draws_for_dealer, words_of
from romme_turnier.core.rules.record import row_of
from romme_turnier.core.rules.system.cards import format_card
from romme_turnier.tournament.shared.rule_words.cards import card_name
from romme_turnier.tournament.shared.rule_words.options import agreed_in_words


def left_for_good() -> str:
    """Returns the text for a player whom officials have removed."""
    return _("hat den Platz verlassen")


def score_of(table: Table) -> Iterator[str]:
    """Yields lines with each player's points in the last game and in all games, and with the winners at the end.

    For a case, yields only the points of its game. Before the end of the first game, yields one line that reports this.
    """
    if table.trial:  # one game, which does not count
        row = None if table.game is None else row_of(table.game.position)
        for player, points in zip(table.players, row.points if row else (), strict=False):
            yield f"{player.name}: {points}"
        return
    if table.match is None or not table.match.played:
        yield _("Es ist noch kein Spiel zu Ende.")
        return
    last, sums = table.match.played[-1], table.match.sums
    for seat, player in enumerate(table.players, start=1):
        if seat in table.gone:
            yield f"{player.name}: {left_for_good()}"
            continue
        words = {"name": player.name, "points": last.points[seat - 1], "sum": sums.points[seat - 1]}
        said = _("%(name)s: %(points)d, zusammen %(sum)d") % words
        if last.finisher == seat:
            by_hand = _("%(said)s (Spiel beendet, %(hand)s)") if last.rummy_hand else _("%(said)s (Spiel beendet)")
            said = by_hand % {"said": said, "hand": table.rules.hand_name}
        yield said
    if table.winners:
        best = _(" und ").join(table.players[seat - 1].name for seat in table.winners)
        yield _("Das war das letzte Spiel. Gewonnen: %(names)s.") % {"names": best}


def players_of(table: Table) -> Iterator[str]:
    """Yields a line for each player at the table, seat 1 first."""
    kinds = {Plays.PERSON: "", Plays.SIMPLE: _("Programm, einfach"), Plays.STRONG: _("Programm, stark")}
    for seat, player in enumerate(table.players, start=1):
        gone = seat in table.gone
        cards = len(table.game.position.hands[seat - 1]) if table.game and not gone else None
        counted = "" if cards is None else ngettext("%(n)d Karte", "%(n)d Karten", cards) % {"n": cards}
        word = words_of(table)[seat - 1]
        said = _("Wort fürs Mischen: %(word)s") % {"word": word} if word else ""
        kind = left_for_good() if gone else kinds[player.plays]
        told = ", ".join(filter(None, (kind, counted, said)))
        yield f"{seat}) {player.name}" + (f" ({told})" if told else "")


def draw_for_dealer(table: Table) -> Iterator[str]:
    """Yields the cards that players draw for the first deal, a line for each round of drawing."""
    for drawn in draws_for_dealer(table):
        cards = (f"{table.players[seat - 1].name} {card_name(format_card(card))}" for seat, card in drawn.items())
        yield _("Um das erste Geben gezogen: %(cards)s.") % {"cards": ", ".join(cards)}


def cut_in_words(table: Table) -> str:
    """Returns a sentence that names the player who cuts next and says whether they take a joker at the bottom (§ 5.5).

    Returns "" if no deal is due, or if a cut joker is never kept under the rules.
    """
    if table.cutter is None:
        return ""
    words = {"name": table.players[table.cutter - 1].name}
    if table.leaves_joker:
        return _("%(name)s hebt ab und lässt einen Joker, der unten liegt, dort (§ 5.5).") % words
    return _("%(name)s hebt ab und nimmt einen Joker, der unten liegt (§ 5.5).") % words


def special_rules_of(table: Table) -> Iterator[str]:
    """Yields a line with the rule system, and one for each agreement of this table."""
    yield table.rules.name
    agreed = agreed_in_words(table.rules, dict(table.rules.agreed))
    yield from (f"- {words}" for words in agreed)
    length = length_of(table)
    if length:
        yield f"- {length}"


def length_of(table: Table) -> str:
    """Returns the length of the match as text."""
    rules = table.rules
    if rules.play.target is not None:
        return _("Gespielt wird bis %(n)d Punkte.") % {"n": rules.play.target}
    if rounds := rules.play.rounds or len(rules.play.contracts):
        return ngettext("%(n)d Runde", "%(n)d Runden", rounds) % {"n": rounds}
    games = table.games or rules.games
    return ngettext("%(n)d Spiel", "%(n)d Spiele", games) % {"n": games} if games else _("Spiele, so viele Sie wollen")
