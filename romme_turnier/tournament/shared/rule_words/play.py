"""Puts violations found in cards or a position into sentences that cite their clause, and contracts into words.

A sentence looks like this: "Kombination 2: Zwischen Herz 5 und Herz 7 fehlt etwas (§ 4.3.1)".
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _, gettext_noop, ngettext

from romme_turnier.core.rules.system.ruleset import Contract
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.shared.rule_words.cards import card_name, card_names

Params = Mapping[str, int | str | None]


def say_at_table(violation: Violation) -> str:
    """Returns the whole sentence: the violation and its clause, after the number of the meld if several are judged."""
    what = _sentence(violation)
    meld = violation.params.get("meld")
    if meld is not None and violation.code not in _NAMES_MELD:
        what = _("Kombination %(meld)s: %(what)s") % {"meld": meld, "what": what}
    return f"{what} ({violation.clause})" if violation.clause else what


# These name the combination in their own words.
_NAMES_MELD = frozenset({"fitting_card_discarded", "meld_moved"})


def _sentence(violation: Violation) -> str:
    words, params = _SENTENCES[violation.code], violation.params
    if callable(words):
        return words(params)
    if isinstance(words, tuple):
        of_set, of_run = words
        words = of_run if params["kind"] == "run" else of_set
    said = {name: _value(name, value) for name, value in params.items()}
    return _(words) % said if said else _(words)


def _value(name: str, value: int | str | None) -> int | str:
    """Returns a parameter as it appears in sentences, with cards by name."""
    if name == "kind":
        return {"set": _("Satz"), "run": _("Sequenz")}[str(value)]
    if isinstance(value, str):
        return card_names(value) if " " in value else card_name(value)
    return value or 0


def _not_in_deck(params: Params) -> str:
    most = int(params["most"] or 0)
    if params["card"] != "*":
        words = ngettext("%(card)s gibt es nur einmal", "%(card)s gibt es nur %(most)s Mal", most)
    elif most:
        words = ngettext("Es gibt nur einen Joker", "Es gibt nur %(most)s Joker", most)
    else:
        words = _("Gespielt wird ohne Joker")
    return words % {"card": card_name(str(params["card"])), "most": most}


def _contract_not_met(params: Params) -> str:
    words = _("Kontrakt: %(demanded)s, ausgelegt: %(laid)s")
    return words % {name: _melds_in_words(str(params["kind"]), params[name]) for name in ("demanded", "laid")}


def _melds_in_words(kind: str, count: int | str | None) -> str:
    """Returns a number of melds as text, such as "kein Satz" or "zwei Sequenzen"."""
    number = int(count or 0)
    few = _NO_TO_FOUR_RUNS if kind == "run" else _NO_TO_FOUR_SETS
    if number < len(few):
        return _(few[number])
    return (_("%(n)d Sequenzen") if kind == "run" else _("%(n)d Sätze")) % {"n": number}


_NO_TO_FOUR_SETS = (
    gettext_noop("kein Satz"),
    gettext_noop("ein Satz"),
    gettext_noop("zwei Sätze"),
    gettext_noop("drei Sätze"),
    gettext_noop("vier Sätze"),
)
_NO_TO_FOUR_RUNS = (
    gettext_noop("keine Sequenz"),
    gettext_noop("eine Sequenz"),
    gettext_noop("zwei Sequenzen"),
    gettext_noop("drei Sequenzen"),
    gettext_noop("vier Sequenzen"),
)


# A sentence with the violation's parameters, a pair of sentences for set and run, or a function of the parameters.
_SENTENCES: Mapping[str, str | tuple[str, str] | Callable[[Params], str]] = {
    "not_in_deck": _not_in_deck,
    "too_many_held": gettext_noop("Das sind %(cards)s Karten, mehr als %(most)s hält niemand"),
    # the shape of a combination
    "meld_empty": gettext_noop("Hier liegt keine Karte"),
    "no_natural_card": gettext_noop("Joker allein sind keine Kombination"),
    "meld_too_short": (
        gettext_noop("Ein Satz hat mindestens %(least)s Karten, hier liegen %(cards)s"),
        gettext_noop("Eine Sequenz hat mindestens %(least)s Karten, hier liegen %(cards)s"),
    ),
    "set_too_long": gettext_noop("Ein Satz hat höchstens %(most)s Karten, hier liegen %(cards)s"),
    "run_too_long": gettext_noop("Eine Sequenz hat höchstens %(most)s Karten, hier liegen %(cards)s"),
    "ranks_differ": gettext_noop("Die Karten eines Satzes haben alle denselben Wert"),
    "suits_differ": gettext_noop("Die Karten einer Sequenz haben alle dieselbe Farbe"),
    "suit_twice": gettext_noop("In einem Satz kommt keine Farbe doppelt vor: %(card)s"),
    "card_twice": gettext_noop("In einer Sequenz liegt keine Karte doppelt: %(card)s"),
    "gap": gettext_noop("Zwischen %(before)s und %(after)s fehlt etwas"),
    "joker_without_place": gettext_noop("Zwischen %(before)s und %(after)s ist für so viele Joker kein Platz"),
    "ace_in_middle": gettext_noop("Ein Ass liegt nur am Anfang oder Ende einer Sequenz, nicht mittendrin: %(card)s"),
    "order_unclear": gettext_noop("Die Karten liegen nicht in einer eindeutigen Reihenfolge"),
    # jokers
    "too_many_jokers": (
        gettext_noop("Ein Satz hat höchstens %(most)s Joker, hier: %(jokers)s"),
        gettext_noop("Eine Sequenz hat höchstens %(most)s Joker, hier: %(jokers)s"),
    ),
    "jokers_adjacent": gettext_noop("Zwei Joker liegen nebeneinander"),
    "jokers_prevail": gettext_noop("Die Joker überwiegen: %(jokers)s Joker, andere Karten: %(naturals)s"),
    "joker_misnamed": gettext_noop("Angesagt ist %(named)s, an dieser Stelle steht er aber für %(place)s"),
    # laying off
    "nothing_to_lay_off": gettext_noop("Zum Anlegen ist keine Karte genannt"),
    "does_not_fit": gettext_noop("%(card)s passt nicht an diese Kombination"),
    "belongs_on_joker": gettext_noop("%(card)s gehört auf den Joker, der dafür liegt, nicht daneben"),
    "both_ends_at_once": gettext_noop("Angelegt wird vorn oder hinten, nicht an beiden Enden zugleich"),
    "joker_on_set": gettext_noop("An einen Satz darf kein Joker angelegt werden"),
    "joker_at_end": gettext_noop(
        "An eine Sequenz kommt ein Joker nur als Lücke vor einer weiteren Karte, an einen Satz gar nicht"
    ),
    # taking a joker
    "joker_takes_nothing": gettext_noop("Ein Joker holt keinen Joker"),
    "no_joker_for_card": gettext_noop("Hier liegt kein Joker, der für %(card)s steht"),
    "joker_unnamed": gettext_noop("Es ist nicht angesagt, ob der Joker für %(card)s steht"),
    "fourth_card_missing": gettext_noop(
        "Der Joker eines Satzes kann erst mit der vierten Karte geholt werden, noch nicht mit %(card)s"
    ),
    # the opening
    "no_meld": gettext_noop("Es ist keine Kombination ausgelegt"),
    "opening_too_low": gettext_noop("Zum ersten Auslegen sind %(least)s Augen nötig, hier sind es %(points)s"),
    "no_discard": gettext_noop("Es bleibt keine Karte, die zum Schluss abgelegt werden kann"),
    "contract_not_met": _contract_not_met,
    "meld_not_exact": (
        gettext_noop("Ein Satz des Kontrakts hat genau %(demanded)s Karten, hier liegen %(cards)s"),
        gettext_noop("Eine Sequenz des Kontrakts hat genau %(demanded)s Karten, hier liegen %(cards)s"),
    ),
    "runs_follow_on": gettext_noop(
        "Zwei Sequenzen einer Farbe dürfen nicht aufeinander folgen: %(before)s und %(after)s"
    ),
    # turns
    "game_over": gettext_noop("Das Spiel ist beendet"),
    "seat_left": gettext_noop("Platz %(seat)s spielt nicht mehr mit"),
    "not_in_turn": gettext_noop("Platz %(seat)s ist nicht an der Reihe, sondern Platz %(turn)s"),
    "not_drawn": gettext_noop("Es ist noch keine Karte aufgenommen"),
    "first_turn_is_discard": gettext_noop("Wer das Spiel beginnt, legt im ersten Zug nur eine Karte ab"),
    "already_drawn": gettext_noop("In diesem Zug wird keine Karte mehr aufgenommen"),
    "not_held": gettext_noop("%(card)s ist nicht auf der Hand"),
    "no_such_meld": gettext_noop("Diese Kombination gibt es nicht; auf dem Tisch: %(melds)s"),
    # stock and discard pile
    "stock_used_up": gettext_noop("Der verdeckte Stapel ist aufgebraucht"),
    "pile_too_small": gettext_noop("So viele offene Karten liegen nicht da: verlangt %(cards)s, vorhanden %(there)s"),
    "too_many_taken": gettext_noop("Vom offenen Stapel darf nur die oberste Karte genommen werden"),
    "discard_claimed": gettext_noop("Die offene Karte hat schon jemand anders verlangt"),
    "must_take_discard": gettext_noop("Wer einem anderen die offene Karte verweigert hat, muss sie selbst nehmen"),
    "discard_without_use": gettext_noop(
        "%(card)s darf nur nehmen, wer die Karte sofort mit einer Handkarte auslegt oder anlegt"
    ),
    "no_claims": gettext_noop("Wer nicht an der Reihe ist, darf die offene Karte nicht nehmen"),
    "claim_in_turn": gettext_noop("Wer an der Reihe ist, nimmt die offene Karte oder lässt sie liegen"),
    "claim_too_early": gettext_noop("Geklopft werden darf erst nach der ersten Runde"),
    "claim_not_allowed": gettext_noop("Wer an der Reihe ist, hat die offene Karte nicht erlaubt"),
    "claim_of_another": gettext_noop("Die offene Karte gehört Platz %(seat)s, der in der Reihe früher kommt"),
    "claim_cost": gettext_noop("Die offene Karte kostet verdeckte Karten: %(cost)s, gezogen: %(cards)s"),
    "nothing_asked": gettext_noop("Niemand hat die offene Karte verlangt"),
    "stock_left": gettext_noop("Der verdeckte Stapel hat noch Karten: %(cards)s"),
    "not_on_top": gettext_noop("%(card)s wird nicht herausgezogen: Was darauf liegt, kommt mit"),
    "card_elsewhere": gettext_noop("%(card)s kann dort nicht liegen"),
    # the table
    "not_opened": gettext_noop("Wer noch nicht ausgelegt hat, darf die Kombinationen auf dem Tisch nicht nutzen"),
    "opened_this_turn": gettext_noop("Das ist erst in einem Zug nach dem eigenen Auslegen möglich"),
    "no_further_melds": gettext_noop("Nach dem Kontrakt werden keine neuen Kombinationen ausgelegt"),
    "nothing_to_complete": gettext_noop("In diesem Zug wurde nicht zum ersten Mal ausgelegt"),
    "meld_moved": gettext_noop("Was liegt, bleibt liegen: In Kombination %(meld)s ist etwas umgelegt"),
    "nothing_laid_before_end": gettext_noop("Vor dem Ende wird nichts ausgelegt"),
    "meld_of_another": gettext_noop("An Kombinationen von Platz %(owner)s darf jetzt nicht angelegt werden"),
    "must_be_used": gettext_noop("%(card)s ist aufgenommen und muss in diesem Zug auf den Tisch"),
    "no_card_from_hand": gettext_noop("%(card)s darf nicht ohne eine Karte der Hand angelegt werden"),
    "discard_takes_no_joker": gettext_noop("Mit %(card)s vom offenen Stapel darf kein Joker geholt werden"),
    "joker_back": gettext_noop("Der Joker darf nicht wieder an die Kombination, aus der er kommt"),
    "joker_without_use": gettext_noop(
        "Der Joker kann mit %(card)s nicht geholt werden, denn er wäre in diesem Zug nicht mehr anzulegen"
    ),
    "joker_blocked": gettext_noop("Der Joker unter %(card)s ist gesperrt, ihn holt niemand mehr"),
    "nothing_to_block": gettext_noop("%(card)s liegt nicht neben einem Joker, den diese Karte hätte holen können"),
    "no_rearranging": gettext_noop("Umbauen ist nicht vereinbart"),
    "melds_stay": gettext_noop("Umgelegt wird nicht: Was liegt, das liegt"),
    "card_left_over": gettext_noop("%(card)s bleibt beim Umbauen übrig"),
    "card_not_there": gettext_noop("%(card)s kommt weder vom Tisch noch von der Hand"),
    # the discard and the end
    "joker_discarded": gettext_noop("Ein Joker darf nur als letzte Karte abgelegt werden"),
    "fitting_card_discarded": gettext_noop(
        "%(card)s ist ein Anleger, passend an Kombination %(meld)s, und darf nicht abgelegt werden"
    ),
    "last_card_discarded": gettext_noop("Die letzte Karte darf hier nicht abgelegt werden"),
    "discard_possible": gettext_noop("Der Zug endet mit dem Ablegen einer Karte, möglich ist %(card)s"),
    "laying_possible": gettext_noop(
        "Der Zug endet mit dem Ablegen einer Karte; vorher lässt sich noch legen: %(cards)s"
    ),
    "hand_empty": gettext_noop("Die Hand ist leer, damit ist das Spiel beendet"),
    "cards_left": gettext_noop("Es sind noch Karten auf der Hand: %(cards)s"),
    "not_announced": gettext_noop("Das Ende muss angesagt werden"),
    "no_announcement": gettext_noop("Das Ende wird nicht angesagt, sondern ausgelegt"),
    "announced_too_late": gettext_noop(
        "Angesagt wird nur einmal im Spiel und bevor man in diesem Zug eine Karte aufnimmt"
    ),
    "too_many_points_left": gettext_noop("Übrig sind %(points)s Augen, erlaubt sind höchstens %(most)s"),
    "no_one_suit": gettext_noop("Dass eine Hand in einer Farbe gewinnt, ist nicht vereinbart"),
    "too_few_of_one_suit": gettext_noop(
        "Von keiner Farbe sind es mehr als %(cards)s Karten, nötig sind %(least)s; Joker zählen nicht mit"
    ),
}


def contract_in_words(contract: Contract) -> str:
    """Returns the contract as text, such as "1 Satz und 2 Sequenzen"."""
    parts = [
        ngettext("%(n)d Satz", "%(n)d Sätze", contract.sets) % {"n": contract.sets} if contract.sets else "",
        ngettext("%(n)d Sequenz", "%(n)d Sequenzen", contract.runs) % {"n": contract.runs} if contract.runs else "",
    ]
    return _(" und ").join(filter(None, parts))
