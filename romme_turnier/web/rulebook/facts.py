"""A rule system's data as sentences. The engine judges by the same data, so the text and the engine agree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext, pgettext

from romme_turnier.core.rules import RuleSet, judge_meld, parse_cards, parse_hand, points_left
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.core.rules.system.ruleset import FirstDealer, Pack, PileRule
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.rules import CardValuesTable
from romme_turnier.tournament.lists.words import times
from romme_turnier.tournament.shared.rule_words.options import OPTION_WORDS, option_name
from romme_turnier.tournament.shared.rule_words.paragraphs import holds_all
from romme_turnier.web.rulebook import turns


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """The points of a kind of card.

    `in_hand` is 0 if a card is worth its number. `in_melds` is a text, "" if the rules do not score melds.
    """

    card: str
    in_hand: int
    in_melds: str


def sections_of(rules: RuleSet) -> list[Section]:
    """Returns the rules that a player has to know, in sections. Sections without rules are left out."""
    return [Section(title, tuple(said)) for title, lines in _sections() if (said := list(lines(rules)))]


def lines_found(sections: Sequence[Section], question: str) -> list[Section]:
    """Returns the sections, reduced to the lines that contain every word of the question.

    A section's title counts as part of each of its lines.
    """
    return [
        Section(section.title, lines)
        for section in sections
        if (lines := tuple(line for line in section.lines if holds_all(question, (section.title, line))))
    ]


def _sections() -> list[tuple[str, Callable[[RuleSet], Iterator[str]]]]:
    return [
        (_("Wer und womit"), _players_and_pack),
        (_("Geben"), _dealing),
        (_("Kombinationen"), _melds),
        (_("Das erste Auslegen"), _opening),
        (_("Kontrakte"), turns.contracts),
        (_("Anlegen und Joker holen"), turns.at_the_table),
        (pgettext("of cards", "Aufnehmen"), turns.drawing),
        (_("Ablegen und beenden"), turns.ending),
        (_("Wertung"), _scoring),
        (_("Was vereinbart werden kann"), _options),
    ]


def values_of(rules: RuleSet) -> list[Value]:
    """Returns the engine's points for each kind of card."""

    def left(written: str) -> int:
        return points_left(parse_hand(written), rules)

    rows = [
        Value(_("Zwei bis Zehn"), 0, _("ihre Zahl")),
        Value(_("Bube, Dame, König"), left("KH"), "10"),
        Value(_("Ass"), left("AH"), _aces(rules)),
    ]
    if turns.has_jokers(rules):
        rows.append(Value(_("Joker"), left("*"), _("was er ersetzt")))
    if not rules.values.melds_count:
        rows = [Value(row.card, row.in_hand, "") for row in rows]
    return rows


def values_table(rules: RuleSet, medium: Medium) -> CardValuesTable:
    without = () if rules.values.melds_count else {"in_melds"}
    return CardValuesTable.table_for(medium, values_of(rules), without=without)


def _aces(rules: RuleSet) -> str:
    suit = [f"{rank}H" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")]
    cases = [
        (_("im Satz %(n)s"), "AC AS AH", 0),
        (_("über dem König %(n)s"), "QH KH AH", 2),
        (_("unter der Zwei %(n)s"), "AH 2H 3H", 0),
        (_("unter der Zwei mit König %(n)s"), " ".join(suit), 0),
        (_("zwischen König und Zwei %(n)s"), "KH AH 2H", 1),
    ]
    said = []
    for words, cards, place in cases:
        meld = judge_meld(parse_cards(cards), rules)
        if meld.valid:
            said.append(words % {"n": meld.values[place]})
    return ", ".join(said)


def _players_and_pack(rules: RuleSet) -> Iterator[str]:
    yield _("Es spielen %(least)d bis %(most)d.") % {"least": rules.seats_min, "most": rules.seats_max}
    if rules.seats_advised is not None:
        yield _("Zu empfehlen sind höchstens %(n)d.") % {"n": rules.seats_advised}
    for pack in rules.packs:
        yield (
            _pack(pack)
            if len(rules.packs) == 1
            else _("Ab %(n)d Spielern: %(pack)s") % {"n": pack.players, "pack": _pack(pack)}
        )


def _pack(pack: Pack) -> str:
    words = {"packs": pack.packs, "jokers": pack.jokers, "all": pack.packs * 52 + pack.jokers}
    if not pack.jokers:
        return _("%(packs)d × 52 Karten, keine Joker.") % words
    return (
        ngettext(
            "%(packs)d × 52 Karten und %(jokers)d Joker, zusammen %(all)d.",
            "%(packs)d × 52 Karten und %(jokers)d Joker, zusammen %(all)d.",
            pack.jokers,
        )
        % words
    )


def _dealing(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    if not play.contracts:
        yield _("Jeder bekommt %(n)d Karten.") % {"n": play.dealt}
    if play.first_extra:
        yield _("Wer beginnt, bekommt eine mehr und zieht im ersten Zug nicht.")
    if play.turned_up:
        yield (
            _("Eine Karte wird aufgedeckt und beginnt die Treppe.")
            if play.pile is PileRule.STAIRCASE
            else _("Eine Karte wird aufgedeckt und beginnt den offenen Stapel.")
        )
    if play.cuts_joker:
        yield _("Wer abhebt, darf einen Joker behalten, der bei ihm unten liegt, und zeigt ihn.")
    yield {
        FirstDealer.SEAT_ONE: _("Im ersten Spiel gibt Platz 1."),
        FirstDealer.HIGHEST_CARD: _("Jeder zieht eine Karte; wer die höchste hat, gibt im ersten Spiel."),
        FirstDealer.LOT: _("Wer im ersten Spiel gibt, entscheidet das Los."),
    }[play.first_dealer]
    yield _("Der Geber beginnt.") if play.dealer_begins else _("Links vom Geber wird begonnen.")
    if not play.lays_in_first_turn:
        yield _("Im ersten Zug legt er nur eine Karte ab.")


def _melds(rules: RuleSet) -> Iterator[str]:
    melds = rules.melds
    if melds.set_most is None:
        first, *larger = ({"n": pack.players, "most": pack.packs * 4} for pack in rules.packs)
        more = "".join(_(" (ab %(n)d Spielern bis %(most)d)") % pack for pack in larger)
        counts = {**first, "least": melds.set_least, "more": more}
        yield _("Satz: %(least)d bis %(most)d gleiche%(more)s.") % counts
    else:
        yield _("Satz: %(least)d bis %(most)d gleiche.") % {"least": melds.set_least, "most": melds.set_most}
    yield _("Jede Farbe kommt im Satz nur einmal vor.") if melds.suits_differ else _("Farben dürfen doppelt sein.")
    yield _("Sequenz: %(least)d bis %(most)d Karten einer Farbe, die aufeinander folgen.") % {
        "least": melds.run_least,
        "most": melds.run_most,
    }
    yield (
        _("Nach dem König geht es mit Ass und Zwei weiter.")
        if melds.corner
        else _("Das Ass ist der Anfang oder das Ende einer Sequenz, nie die Mitte.")
    )
    if not turns.has_jokers(rules):
        return
    if (most := melds.jokers_in_set) is not None:
        yield ngettext("Im Satz liegt höchstens %(n)d Joker.", "Im Satz liegen höchstens %(n)d Joker.", most) % {
            "n": most
        }
    if (most := melds.jokers_in_run) is not None:
        yield ngettext(
            "In der Sequenz liegt höchstens %(n)d Joker.", "In der Sequenz liegen höchstens %(n)d Joker.", most
        ) % {"n": most}
    if melds.jokers_apart:
        yield _("Zwei Joker liegen nie nebeneinander.")
        yield _("Joker dürfen in einer Kombination nicht überwiegen.")


def _opening(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    if play.minimum:
        yield (
            _("Eine einzige Kombination muss %(n)d Augen zählen.")
            if play.one_meld_alone
            else _("Alle Kombinationen zusammen müssen %(n)d Augen zählen.")
        ) % {"n": play.minimum}
    elif not play.contracts:
        yield _("Es braucht keine Mindestpunkte.")
    if play.exempt is not None:
        yield _("Wer %(n)d Karten auf einmal auslegt, braucht die Punkte nicht.") % {"n": play.exempt}
    if play.without_laying_out is not None:
        yield _("Ausgelegt wird erst am Ende.")


def _scoring(rules: RuleSet) -> Iterator[str]:
    four, three, handromme = rules.usual_bonus
    yield (
        _("Die meisten Punkte gewinnen.")
        if rules.highest_wins
        else _("Was auf der Hand bleibt, sind Minuspunkte; die wenigsten gewinnen.")
    )
    if rules.highest_wins:
        yield _("Was jemand auslegt und anlegt, wird ihm sofort angeschrieben und bleibt stehen.")
        yield _("Wer alle Karten los ist, bekommt dazu, was die anderen noch auf der Hand haben.")
        if rules.play.stroke_factor > 1:
            yield _("%(hand)s: Die Hände der anderen zählen %(times)s, die eigenen Karten einfach.") % {
                "hand": rules.hand_name,
                "times": times(rules.play.stroke_factor),
            }
    if rules.running_sums:
        yield _("Nach jedem Spiel wird der Verlust zur Summe der vorigen hinzugezählt.")
    if rules.hand_factor > 1:
        yield _("%(hand)s: Die Punkte des Spiels zählen %(times)s.") % {
            "hand": rules.hand_name,
            "times": times(rules.hand_factor),
        }
    if four or three:
        yield _("Am Ende der Liste gehen %(four)d Punkte ab, am Tisch zu dritt %(three)d.") % {
            "four": four,
            "three": three,
        }
    if handromme:
        yield _("%(hand)s: %(n)d Punkte Bonus.") % {"hand": rules.hand_name, "n": handromme}
    if rules.penalties:
        yield _("Wer nicht offen zählt: %(after)d Strafpunkte, vor dem Auslegen %(before)d.") % {
            "before" if fit.in_handromme else "after": fit.penalty for fit in rules.penalties
        }
    if rules.games is not None:
        yield _("Eine Liste hat %(n)d Spiele.") % {"n": rules.games}
    if rules.play.rounds is not None:
        yield _("Gespielt werden Runden: jeder gibt einmal.")
    if rules.play.target is not None:
        yield _("Gespielt wird, bis jemand %(n)d Punkte hat.") % {"n": rules.play.target}


def _options(rules: RuleSet) -> Iterator[str]:
    for name in announced_options(rules):
        words = OPTION_WORDS[name]
        yield _("%(name)s: %(meaning)s") % {"name": option_name(name), "meaning": words.meaning}
