"""The acts at a table as sentences: one for each line of a record, with the cards that its reader has seen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.record import Act, Check, Line, Ruling, Verb
from romme_turnier.core.rules.system.cards import HIDDEN, Card, format_cards
from romme_turnier.tournament.shared.rule_words.cards import card_names


def in_names(cards: Iterable[Card]) -> str:
    """Returns the names of cards, in order."""
    return card_names(format_cards(cards))


def say_line(
    line: Line,
    names: Sequence[str],
    table: Mapping[str, Sequence[Card]] | None = None,
    written: Callable[[Iterable[Card]], str] = in_names,
) -> str:
    """Returns the sentence for a line of a record; "" for a check.

    ``names`` are the players' names by seat; ``table`` contains the melds before the line, by name; ``written`` returns
    cards as text. Hidden cards are only counted.
    """
    match line:
        case Act():
            said = _SAID[line.verb](_Told(line, names, table or {}, written))
            return _("Nicht nach den Regeln: %(what)s") % {"what": said} if line.marked is not None else said
        case Ruling():
            return _ruling(line, names)
        case Check():
            return ""


@dataclass(frozen=True, slots=True)
class _Told:
    """An act with the arguments of `say_line`."""

    act: Act
    names: Sequence[str]
    table: Mapping[str, Sequence[Card]]
    written: Callable[[Iterable[Card]], str]

    @property
    def who(self) -> str:
        return self.names[self.act.seat - 1] if self.act.seat else ""

    @property
    def cards(self) -> str:
        return seen_cards(self.act.cards, self.written)

    @property
    def groups(self) -> str:
        return " | ".join(map(self.written, self.act.groups))

    @property
    def meld(self) -> str:
        """The number of the act's first meld, with its cards if they are known."""
        name = self.act.melds[0]
        lying = self.table.get(name)
        return f"{name[1:]} ({self.written(lying)})" if lying else name[1:]

    def filled(self, words: str, **more: str | int) -> str:
        return words % {"who": self.who, "cards": self.cards, **more}


def seen_cards(cards: Iterable[Card], written: Callable[[Iterable[Card]], str] = in_names) -> str:
    """Returns the names of the known cards, and the number of hidden ones, as text."""
    cards = tuple(cards)
    unseen = cards.count(HIDDEN)
    known = written([card for card in cards if card != HIDDEN])
    counted = ngettext("eine Karte", "%(n)d Karten", unseen) % {"n": unseen} if unseen else ""
    return ", ".join(filter(None, (known, counted)))


def _paid(told: _Told, words: str) -> str:
    """Returns the sentence, with the cards that a claim costs. Records with a seed may leave them out."""
    return told.filled(words) + (told.filled(_(" (dazu vom Stapel: %(cards)s)")) if told.act.cards else "")


_SAID: Mapping[Verb, Callable[[_Told], str]] = {
    Verb.CUT: lambda told: told.filled(
        _("%(who)s hebt ab und behält den Joker, der unten liegt") if told.act.cards else _("%(who)s hebt ab")
    ),
    Verb.DEAL: lambda told: told.filled(_("%(to)s bekommt: %(cards)s"), to=told.names[(told.act.number or 1) - 1]),
    Verb.TURNED: lambda told: told.filled(_("Offen liegt: %(cards)s")),
    Verb.DRAW: lambda told: told.filled(_("%(who)s zieht: %(cards)s")),
    Verb.TAKE: lambda told: told.filled(_("%(who)s nimmt vom offenen Stapel: %(cards)s")),
    Verb.KNOCK: lambda told: told.filled(_("%(who)s möchte die offene Karte")),
    Verb.ALLOW: lambda told: _paid(told, _("%(who)s erlaubt es")),
    Verb.REFUSE: lambda told: told.filled(_("%(who)s erlaubt es nicht")),
    Verb.CLAIM: lambda told: _paid(told, _("%(who)s bekommt die offene Karte")),
    Verb.LAY: lambda told: told.filled(_("%(who)s legt aus: %(melds)s"), melds=told.groups),
    Verb.ADD: lambda told: told.filled(_("%(who)s legt an Kombination %(meld)s an: %(cards)s"), meld=told.meld),
    Verb.SWAP: lambda told: told.filled(
        _("%(who)s holt den Joker aus Kombination %(meld)s mit %(cards)s"), meld=told.meld
    ),
    Verb.BUILD: lambda told: told.filled(_("%(who)s baut um: %(melds)s"), melds=told.groups),
    Verb.ANNOUNCE: lambda told: told.filled(_("%(who)s sagt das Ende an: %(melds)s"), melds=told.groups),
    Verb.DISCARD: lambda told: told.filled(_("%(who)s legt ab: %(cards)s")),
    Verb.OUT: lambda told: told.filled(
        _("%(who)s beendet das Spiel und legt ab: %(cards)s")
        if told.act.cards
        else _("%(who)s beendet das Spiel ohne Ablage")
    ),
    Verb.PASS: lambda told: told.filled(_("%(who)s kann keine Karte ablegen, der Zug ist zu Ende")),
    Verb.SHUFFLE: lambda _told: _("Die abgelegten Karten sind gemischt und der neue Stapel"),
    Verb.END: lambda _told: _("Der Stapel ist aufgebraucht, das Spiel ist zu Ende"),
    Verb.LEAVE: lambda told: told.filled(_("%(who)s steigt aus")),
    Verb.BREAK: lambda told: ": ".join(filter(None, (_("Das Spiel ist abgebrochen und zählt nicht"), told.act.text))),
    Verb.BLOCK: lambda told: told.filled(_("%(cards)s kommt auf den Joker in Kombination %(meld)s"), meld=told.meld),
    Verb.POSITION: lambda _told: _("Es geht so weiter, wie angeordnet"),
}


def _ruling(line: Ruling, names: Sequence[str]) -> str:
    said = _("Anordnung nach %(clause)s") % {"clause": line.clause.replace("§", "§ ", 1)}
    text = f": {line.text}" if line.text else ""
    if line.penalty is None:
        return said + text
    seat, points = line.penalty
    return said + text + _(" (%(name)s: %(points)d Strafpunkte)") % {"name": names[seat - 1], "points": points}
