"""A rule system's contracts and turns as sentences."""

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules import RuleSet
from romme_turnier.core.rules.system.cards import JOKER
from romme_turnier.core.rules.system.ruleset import Access, LastDiscard, PileRule, RummyHand, SetJoker
from romme_turnier.tournament.shared.rule_words.play import contract_in_words


def has_jokers(rules: RuleSet) -> bool:
    return any(pack.holds(JOKER) for pack in rules.packs)


def contracts(rules: RuleSet) -> Iterator[str]:
    for number, contract in enumerate(rules.play.contracts, start=1):
        words = _("Runde %(number)d: %(contract)s, %(dealt)d Karten auf der Hand")
        yield words % {"number": number, "contract": contract_in_words(contract), "dealt": contract.dealt}
    yield from _rounds(
        rules,
        [each.longer_runs for each in rules.play.contracts],
        lambda n: ngettext(
            "In Runde %(rounds)s dürfen die Sequenzen auch länger sein.",
            "In den Runden %(rounds)s dürfen die Sequenzen auch länger sein.",
            n,
        ),
    )
    if rules.play.contracts and rules.play.exact_contract:
        yield _("Zuerst liegt genau der Kontrakt und keine Karte mehr; Sequenzen einer Farbe schließen nicht an.")


def _rounds(rules: RuleSet, which: Sequence[bool], words: Callable[[int], str]) -> Iterator[str]:
    """Yields a sentence with the rounds in which `which` is true, such as "1 bis 6".

    `words` returns the sentence for a number of rounds. Yields nothing if there are no such rounds, or if the rules
    have no contracts.
    """
    numbers = [number for number, is_so in enumerate(which, start=1) if is_so]
    if not rules.play.contracts or not numbers:
        return
    first, last = numbers[0], numbers[-1]
    in_turn = len(numbers) > 1 and last - first + 1 == len(numbers)
    span = _("%(first)d bis %(last)d") % {"first": first, "last": last}
    yield words(len(numbers)) % {"rounds": span if in_turn else ", ".join(map(str, numbers))}


def at_the_table(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    yield {
        Access.ALWAYS: _("Anlegen darf jeder, auch vor dem eigenen Auslegen."),
        Access.OPENED: _("Anlegen darf, wer ausgelegt hat, auch im selben Zug."),
        Access.LATER_TURN: _("Anlegen darf man erst in einem Zug nach dem eigenen Auslegen."),
    }[play.access]
    if play.contracts:
        yield _("Wer den Kontrakt gelegt hat, legt keine neuen Kombinationen mehr aus.")
    if not play.both_ends:
        yield _("Angelegt wird vorn oder hinten, nicht an beiden Enden zugleich.")
    if not has_jokers(rules):
        return
    if not play.free_joker:
        yield _("Ein Joker wird an einen Satz nicht angelegt, an eine Sequenz nur als Lücke vor einer weiteren Karte.")
    yield {
        SetJoker.FOURTH_CARD: _("Den Joker eines Satzes holt erst die vierte Karte."),
        SetJoker.NAMED: _("Den Joker eines Satzes holt die Karte, für die er angesagt ist."),
        SetJoker.NAMED_OR_PLACED: _(
            "Den Joker eines Satzes holt die Karte, für die er angesagt ist oder an deren Platz er liegt."
        ),
        SetJoker.ANY: _("Den Joker eines Satzes holt jede Karte seines Werts."),
    }[rules.melds.set_joker]
    if play.blocks_jokers:
        yield _("Eine Karte, die neben dem Joker liegt, den sie hätte holen können, kommt auf ihn: Er ist gesperrt.")
    if play.keeps_joker:
        yield _("Ein geholter Joker darf auf der Hand bleiben.")
    elif play.contracts:
        yield _("Ein geholter Joker muss sofort an eine andere Kombination.")
    else:
        yield _("Ein geholter Joker muss im selben Zug wieder auf den Tisch.")


def drawing(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    yield {
        PileRule.FREE: _("Vom verdeckten Stapel, oder die oberste offene Karte ohne Bedingung."),
        PileRule.USED_AT_ONCE: _(
            "Vom verdeckten Stapel, oder die oberste offene Karte, wenn sie sofort mit der Hand auf den Tisch kommt."
        ),
        PileRule.STAIRCASE: _("Vom verdeckten Stapel, oder beliebig viele Karten vom offenen Ende der Treppe."),
    }[play.pile]
    if play.claim_cards is not None:
        yield ngettext(
            "Wer nicht dran ist, darf die offene Karte verlangen und nimmt dafür %(n)d Karte vom Stapel.",
            "Wer nicht dran ist, darf die offene Karte verlangen und nimmt dafür %(n)d Karten vom Stapel.",
            play.claim_cards,
        ) % {"n": play.claim_cards}
        yield _("Wollen mehrere sie, bekommt sie, wer als Nächstes an der Reihe wäre; ausgelegt wird dabei nichts.")
        yield _("Danach zieht, wer an der Reihe ist, vom verdeckten Stapel.")


def ending(rules: RuleSet) -> Iterator[str]:
    play = rules.play
    each = [contract.last_discard for contract in play.contracts]
    yield from _rounds(
        rules,
        [last_discard is LastDiscard.REQUIRED for last_discard in each],
        lambda n: ngettext(
            "In Runde %(rounds)s wird zum Schluss eine Karte abgelegt.",
            "In den Runden %(rounds)s wird zum Schluss eine Karte abgelegt.",
            n,
        ),
    )
    yield from _rounds(
        rules,
        [last_discard is LastDiscard.FORBIDDEN for last_discard in each],
        lambda n: ngettext(
            "In Runde %(rounds)s darf zum Schluss keine Karte abgelegt werden: Alle müssen auf den Tisch.",
            "In den Runden %(rounds)s darf zum Schluss keine Karte abgelegt werden: Alle müssen auf den Tisch.",
            n,
        ),
    )
    if play.covers_last_discard:
        yield _("Die Karte, mit der jemand das Spiel beendet, liegt verdeckt.")
    if not play.contracts:
        yield {
            LastDiscard.REQUIRED: _("Die letzte Karte muss auf den offenen Stapel."),
            LastDiscard.FREE: _("Am Ende darf eine letzte Karte abgelegt werden."),
            LastDiscard.FORBIDDEN: _("Am Ende wird keine Karte abgelegt."),
        }[play.last_discard]
    if has_jokers(rules) and not play.discards_jokers:
        yield _("Ein Joker wird nur als letzte Karte abgelegt.")
    if not play.discards_fitting:
        yield _("Was sich anlegen ließe, wird nicht abgelegt, wenn der Nächste schon ausgelegt hat.")
    if play.rummy_hand is RummyHand.NOBODY_BEFORE:
        yield _("%(hand)s: alles auf einmal, bevor jemand anders ausgelegt hat.") % {"hand": rules.hand_name}
    elif play.rummy_hand is RummyHand.NOT_ONESELF:
        yield _("%(hand)s: alles auf einmal, ohne vorher selbst ausgelegt oder angelegt zu haben.") % {
            "hand": rules.hand_name
        }
