"""The options of a rule system as text: the meaning, an example computed by the engine, and the faults.

The options themselves are data of the core; a test compares this table with them. The module also has sentences about
faults in table sizes, lengths of lists, and stakes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.length import Length, bounds_of
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.outcome.check import check_outcome, most_left
from romme_turnier.core.rules.search.rearrange import best_rearrangement
from romme_turnier.core.rules.system.cards import format_cards, parse_cards, parse_hand
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.options import OptionFault, announced_options, with_options
from romme_turnier.core.rules.system.ruleset import LastDiscard, LengthUnit, RuleSet
from romme_turnier.tournament.shared.rule_words.cards import card_names

Value = bool | int
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class OptionWords:
    """The texts of an option.

    `label` is short and appears in the announcement; with a number it contains `%(n)d`. `example` takes the rule system
    without the option.
    """

    label: Promise
    meaning: Promise
    example: Callable[[RuleSet], str]


def _minimum(rules: RuleSet) -> str:
    meld = parse_cards("10H JH QH")
    values = rules.options["minimum"].values
    played = {n: judge_opening([meld], with_options(rules, {"minimum": n})) for n in values}
    words = {
        "cards": card_names(format_cards(meld)),
        "points": max(opening.points or 0 for opening in played.values()),
        "enough": _number_list([n for n in values if played[n].valid]),
        "low": _number_list([n for n in values if not played[n].valid]),
    }
    return _("%(cards)s zählen %(points)d: Das genügt bei %(enough)s, nicht bei %(low)s.") % words


def _number_list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or _("keiner Zahl")


def _most_in_hand(name: str) -> Callable[[RuleSet], str]:
    def example(rules: RuleSet) -> str:
        players = rules.table_size
        words = {
            "players": players,
            "without": most_left(rules, players),
            "most": most_left(with_options(rules, {name: True}), players),
        }
        message = _(
            "Am Tisch mit %(players)d Plätzen zählt eine Hand am Ende höchstens %(most)d Punkte, "
            "sonst höchstens %(without)d."
        )
        return message % words

    return example


def _rearranging(rules: RuleSet) -> str:
    table = [parse_cards(run) for run in ("8C 9C 10C JC", "8S 9S 10S JS", "8H 9H 10H JH")]
    hand = parse_hand("8D")
    rearranged = best_rearrangement(
        [card for run in table for card in run], hand, with_options(rules, {"rearranging": True})
    )
    melds = len(rearranged.melds) if rearranged and not rearranged.left else 0
    words = {"runs": len(table), "card": card_names(format_cards(hand)), "melds": melds}
    message = _(
        "Liegen %(runs)d Sequenzen von 8 bis Bube in Kreuz, Pik und Herz, werden mit %(card)s aus der Hand daraus "
        "%(melds)d Sätze."
    )
    return message % words


def _without_laying_out(rules: RuleSet) -> str:
    most = rules.options["without_laying_out"].when_on or 0
    played = with_options(rules, {"without_laying_out": most})
    hands = [parse_hand(hand) for hand in ("3H 4S", "3H 5S")]
    points = [points_left(hand, rules) for hand in hands]
    allowed = [
        not check_outcome(played, finisher=1, handromme=False, points=[left, 20, 30], options_known=True)
        for left in points
    ]
    verdicts = [_("ja") if is_allowed else _("nein") for is_allowed in allowed]
    words = {"most": most} | {
        f"{name}_{place}": value
        for place, told in enumerate(
            zip([card_names(format_cards(hand)) for hand in hands], points, verdicts, strict=True), start=1
        )
        for name, value in zip(("cards", "points", "said"), told, strict=True)
    }
    message = _(
        "Ansagen bei höchstens %(most)d Punkten: mit %(cards_1)s (%(points_1)d) %(said_1)s, "
        "mit %(cards_2)s (%(points_2)d) %(said_2)s."
    )
    return message % words


def _one_suit(rules: RuleSet) -> str:
    hand = parse_hand("2S 3S 5S 6S 8S 9S 10S QS KS AS")
    words = {"cards": len(hand), "points": points_left(hand, rules)}
    return _("%(cards)d Karten in Pik, die sonst %(points)d Punkte kosten könnten, gewinnen das Spiel.") % words


def _simple(rules: RuleSet) -> str:
    simple, meld = with_options(rules, {"simple": True}), parse_cards("3C 3H 3D")
    opening = judge_opening([meld], simple)
    words = {
        "dealt": simple.play.dealt,
        "usual": rules.play.dealt,
        "points": opening.points or 0,
        "now": _allowed(opening.valid),
        "else": _allowed(judge_opening([meld], rules).valid),
    }
    message = _(
        "Jeder bekommt %(dealt)d statt %(usual)d Karten. Drei Dreien (%(points)d Punkte) als Erstes auslegen: "
        "%(now)s, sonst %(else)s."
    )
    return message % words


def _allowed(valid: bool) -> str:
    return _("erlaubt") if valid else _("nicht erlaubt")


def _jokers_by_players(rules: RuleSet) -> str:
    played = with_options(rules, {"jokers_by_players": True})
    parts = [
        _("%(players)d Spieler: %(now)d Joker statt %(usual)d")
        % {"players": n, "now": played.pack(n).jokers, "usual": rules.pack(n).jokers}
        for n in (rules.seats_min, rules.table_size, rules.seats_max)
    ]
    return "; ".join(parts) + "."


def _no_jokers(rules: RuleSet) -> str:
    packs = [variant.pack(rules.table_size) for variant in (with_options(rules, {"no_jokers": True}), rules)]
    now, usual = (pack.packs * 52 + pack.jokers for pack in packs)
    words = {"players": rules.table_size, "now": now, "usual": usual}
    return _("%(players)d Spieler spielen mit %(now)d statt %(usual)d Karten.") % words


def _free_contract(rules: RuleSet) -> str:
    melds = [parse_cards("7C 7S 7H 7D"), parse_cards("KC KS KH")]
    openings = [
        judge_opening(melds, variant, round_number=1)
        for variant in (with_options(rules, {"free_contract": True}), rules)
    ]
    words = {name: _allowed(opening.valid) for name, opening in zip(("now", "usual"), openings, strict=True)}
    return _("Vier Siebenen und drei Könige in Runde 1 (2 Sätze): %(now)s, sonst %(usual)s.") % words


def _round7_discard(rules: RuleSet) -> str:
    last = len(rules.play.contracts)
    discards = {
        LastDiscard.REQUIRED: _("muss eine Karte abgelegt werden"),
        LastDiscard.FREE: _("darf eine Karte abgelegt werden"),
        LastDiscard.FORBIDDEN: _("darf keine Karte abgelegt werden"),
    }
    contracts = [variant.play.contracts[-1] for variant in (with_options(rules, {"round7_discard": True}), rules)]
    now, usual = (discards[contract.last_discard] for contract in contracts)
    words = {"last": last, "now": now, "usual": usual}
    return _("Beim Ausgehen in Runde %(last)d %(now)s, sonst %(usual)s.") % words


def _joker_25(rules: RuleSet) -> str:
    hand = parse_hand("9H AS *")
    words = {
        "cards": card_names(format_cards(hand)),
        "now": points_left(hand, with_options(rules, {"joker_25": True})),
        "usual": points_left(hand, rules),
    }
    return _("%(cards)s auf der Hand zählen %(now)d Punkte, sonst %(usual)d.") % words


OPTION_WORDS: Mapping[str, OptionWords] = {
    "minimum": OptionWords(
        gettext_lazy("Erstes Auslegen ab %(n)d Punkten"),
        gettext_lazy("So viel muss auf dem Tisch liegen, bevor jemand frei auslegen und anlegen darf."),
        _minimum,
    ),
    "knocking": OptionWords(
        gettext_lazy("Klopfen"),
        gettext_lazy(
            "Wer nicht an der Reihe ist, darf um die oberste abgelegte Karte klopfen und nimmt dafür zwei Karten vom "
            "Stapel dazu."
        ),
        _most_in_hand("knocking"),
    ),
    "rearranging": OptionWords(
        gettext_lazy("Umbauen"),
        gettext_lazy("Wer ausgelegt hat, darf Kombinationen auf dem Tisch auflösen und mit Handkarten neu legen."),
        _rearranging,
    ),
    "without_laying_out": OptionWords(
        gettext_lazy("Ansagen mit höchstens %(n)d Punkten"),
        gettext_lazy(
            "Niemand legt während des Spiels aus. Wer wenig genug auf der Hand behält, sagt an und gewinnt; die "
            "anderen legen danach noch einmal aus, was sie können."
        ),
        _without_laying_out,
    ),
    "one_suit": OptionWords(
        gettext_lazy("Zehn Karten einer Farbe gewinnen"),
        gettext_lazy("Wer nur Karten einer Farbe auf der Hand hat, gewinnt das Spiel sofort."),
        _one_suit,
    ),
    "take_many": OptionWords(
        gettext_lazy("Mehrere abgelegte Karten aufnehmen"),
        gettext_lazy("Wer an der Reihe ist, darf mehrere Karten von oben vom offenen Stapel nehmen."),
        _most_in_hand("take_many"),
    ),
    "simple": OptionWords(
        gettext_lazy("Einfaches Spiel mit sieben Karten"),
        gettext_lazy("Es werden weniger Karten gegeben, und das erste Auslegen braucht keine Mindestpunkte."),
        _simple,
    ),
    "jokers_by_players": OptionWords(
        gettext_lazy("Ein Joker weniger, als Spieler am Tisch sitzen"),
        gettext_lazy("Die Zahl der Joker richtet sich nach dem Tisch."),
        _jokers_by_players,
    ),
    "no_jokers": OptionWords(gettext_lazy("Ohne Joker"), gettext_lazy("Die Joker werden aussortiert."), _no_jokers),
    "free_contract": OptionWords(
        gettext_lazy("Mehr als der Kontrakt auf einmal"),
        gettext_lazy(
            "Der Kontrakt darf mit mehr Karten gelegt werden, als er verlangt, und Sequenzen einer Farbe dürfen "
            "aneinander anschließen."
        ),
        _free_contract,
    ),
    "round7_discard": OptionWords(
        gettext_lazy("Ablegen auch in der letzten Runde"),
        gettext_lazy("Wer in der letzten Runde ausgeht, darf die letzte Karte ablegen."),
        _round7_discard,
    ),
    "joker_25": OptionWords(
        gettext_lazy("Ein Joker auf der Hand zählt 25 Punkte"),
        gettext_lazy("Wer am Ende noch einen Joker hält, verliert daran mehr."),
        _joker_25,
    ),
}


def agreed_in_words(rules: RuleSet, options: Options | None) -> list[str]:
    """Returns the agreed options, one line each, in the order of the rule system, including default numbers."""
    lines = []
    for name, option in announced_options(rules).items():
        value = (options or {}).get(name, option.usual or False)
        if value is not False:
            lines.append(option_in_words(name, option.when_on if value is True else value))
    return lines


def option_in_words(name: str, value: int | None = None) -> str:
    """Returns an agreed option as text; `value` is its number."""
    words = str(OPTION_WORDS[name].label)
    return words % {"n": value} if value is not None else words


def option_name(name: str) -> str:
    """Returns the name of an option, with "…" for its number."""
    return str(OPTION_WORDS[name].label).replace("%(n)d", "…")


def fault_in_words(rules: RuleSet, fault: OptionFault) -> str:
    """Returns the fault of an option, as a sentence."""
    match fault.code:
        case "unknown":
            words = {"rules": rules.name, "name": fault.name}
            return _("„%(name)s“ lässt sich in diesem Regelwerk nicht vereinbaren: %(rules)s.") % words
        case "excluded":
            words = {"one": option_name(fault.name), "other": option_name(fault.other)}
            return _("„%(one)s“ passt nicht zu „%(other)s“. Bitte wählen Sie eines von beiden.") % words
    if not fault.allowed:
        return _("„%(name)s“ gilt oder gilt nicht, eine Zahl passt hier nicht.") % {"name": option_name(fault.name)}
    numbers = ", ".join(map(str, fault.allowed))
    return _("„%(name)s“: Möglich ist nur %(numbers)s.") % {"name": option_name(fault.name), "numbers": numbers}


def size_fault_in_words(rules: RuleSet) -> str:
    """Returns the possible table sizes, as a sentence."""
    words = {"rules": rules.name, "least": rules.sizes[0], "most": rules.sizes[-1]}
    if rules.size_fixed:
        return _("%(rules)s: Wie groß die Tische sind, sagt das Regelwerk, möglichst %(most)d Plätze.") % words
    return _("%(rules)s: An einem Tisch sitzen %(least)d bis %(most)d.") % words


def length_fault(rules: RuleSet, length: Length) -> str:
    """Returns the fault in the length of a list, as a sentence; "" without a fault."""
    bounds = bounds_of(rules, length.unit)
    if bounds is None:
        return _("%(rules)s: In dieser Einheit zählt das Regelwerk keine Liste.") % {"rules": rules.name}
    least, most = bounds
    if least <= length.number <= most:
        return ""
    words = {"rules": rules.name, "least": least, "most": most}
    match length.unit:
        case LengthUnit.GAMES if least == most:
            return _("%(rules)s: Eine Liste hat immer %(most)d Spiele.") % words
        case LengthUnit.GAMES:
            return _("%(rules)s: Eine Liste hat %(least)d bis %(most)d Spiele.") % words
        case LengthUnit.ROUNDS:
            return _("%(rules)s: Eine Liste hat %(least)d bis %(most)d Runden.") % words
        case LengthUnit.TARGET:
            return _("%(rules)s: Gespielt wird bis zu einer Punktzahl von %(least)d bis %(most)d.") % words
        case _:
            assert_never(length.unit)


STAKE_DECIMALS, STAKE_MOST = 4, 100


def no_stake_to_book() -> str:
    """Returns the message for an announcement that books stakes in the cash box but does not name a stake."""
    return _("Bitte geben Sie den Einsatz an, der durch die Kasse gehen soll.")


def stake_fault(rules: RuleSet, stake: Decimal) -> str:
    """Returns the fault in the stake for each point, as a sentence; "" without a fault."""
    if not rules.settles:
        return _("%(rules)s: Um Geld wird nach diesem Regelwerk nicht abgerechnet.") % {"rules": rules.name}
    in_bounds = stake.is_finite() and 0 < stake <= STAKE_MOST
    if not in_bounds or stake != round(stake, STAKE_DECIMALS):
        words = {"most": STAKE_MOST, "decimals": STAKE_DECIMALS}
        message = _(
            "Der Einsatz je Punkt liegt über null, ist höchstens %(most)d und hat höchstens %(decimals)d Stellen "
            "nach dem Komma, zum Beispiel 0,001 für einen zehntel Cent."
        )
        return message % words
    return ""
