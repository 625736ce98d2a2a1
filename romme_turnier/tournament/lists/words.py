"""Texts about a list: findings with their clauses, doubtful endings, and labels of sums.

For example: "Spiel 7, Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)"
"""

from collections.abc import Callable, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext, pgettext_lazy

from romme_turnier.core.lists.sheet import Terms
from romme_turnier.core.lists.sums import Counted, SumKey, SumLine, points_key
from romme_turnier.core.rules.system.ruleset import Contract, RuleSet
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.shared.numbers import number_format, signed
from romme_turnier.tournament.shared.rule_words.play import contract_in_words
from romme_turnier.tournament.shared.rule_words.scoring_points import points_in_short

Params = Mapping[str, int | str | None]


def describe(violation: Violation, rules: RuleSet) -> str:
    """Returns a violation as a sentence with its place and clause."""
    return _sentence(violation, _place(violation, with_game=True), rules)


def describe_in_row(violation: Violation, rules: RuleSet) -> str:
    """Returns a violation as a sentence without the game, for use next to its row."""
    return _sentence(violation, _place(violation, with_game=False), rules)


def describe_cell_error(code: str, seat: int, text: str) -> str:
    """Returns the message for an unreadable cell."""
    words = {
        "not_understood": _("„%(text)s“ lässt sich nicht lesen, siehe „Was Sie eingeben können“"),
        "points_too_large": _("„%(text)s“ ist zu groß, höchstens vier Ziffern"),
        "reading_incomplete": _("„%(text)s“ ist unvollständig, gemeint ist etwa 37/87"),
    }[code]
    return _("Platz %(seat)d: %(what)s") % {"seat": seat, "what": words % {"text": text}}


def points(number: int) -> str:
    """Returns points with their unit and a true minus sign: "1 Punkt", "37 Punkte"."""
    return ngettext("%(n)s Punkt", "%(n)s Punkte", abs(number)) % {"n": signed(number)}


def _sentence(violation: Violation, place: str, rules: RuleSet) -> str:
    say_what = _SENTENCES.get(violation.code)
    what = say_what({**violation.params, "hand": rules.hand_name}) if say_what else violation.code
    words = f"{place}: {what}" if place else what[:1].upper() + what[1:]
    return f"{words} ({violation.clause})" if violation.clause else words


def _place(violation: Violation, *, with_game: bool) -> str:
    game, seat = violation.params.get("game"), violation.params.get("seat")
    parts = []
    if with_game and game is not None:
        parts.append(_("Spiel %(game)s") % {"game": game})
    if seat is not None:
        parts.append(_("Platz %(seat)s") % {"seat": seat})
    return ", ".join(parts)


def _n(params: Params, name: str) -> int:
    return int(params[name] or 0)


def _written(params: Params) -> str:
    return points(_n(params, "points"))


def _too_low(params: Params) -> str:
    words = ngettext(
        "%(points)s ist nicht möglich, mindestens %(least)s",
        "%(points)s sind nicht möglich, mindestens %(least)s",
        _n(params, "points"),
    )
    return words % {"points": _written(params), "least": params["least"]}


def _not_in_deck_together(params: Params) -> str:
    hands = str(params["hands"]).split()
    if len(set(hands)) == 1:
        number = {2: _("zwei"), 3: _("drei"), 4: _("vier"), 5: _("fünf")}.get(len(hands), str(len(hands)))
        which = _("%(number)s Hände mit je %(points)s Punkten") % {"number": number, "points": hands[0]}
    else:
        listed = _("%(first)s und %(last)s") % {"first": ", ".join(hands[:-1]), "last": hands[-1]}
        which = _("Hände mit %(points)s Punkten") % {"points": listed}
    return _("%(hands)s gibt es nicht zusammen: %(reason)s") % {"hands": which, "reason": _what_runs_out(params)}


def _what_runs_out(params: Params) -> str:
    words = {
        "jokers": _("sie brauchen mindestens %(jokers_needed)s Joker, im Spiel sind nur %(jokers)s"),
        "high": _("im Spiel sind nur %(jokers)s Joker und %(aces)s Asse"),
        "low": _("so viele niedrige Karten sind nicht im Spiel"),
    }.get(str(params["short"]), _("so viele passende Karten sind nicht im Spiel"))
    return words % params


def _no_such_melds(params: Params) -> str:
    noted = str(params["noted"]).split()
    if len(noted) == 1:
        which = points(int(noted[0]))
    else:
        listed = _("%(first)s und %(last)s") % {"first": ", ".join(noted[:-1]), "last": noted[-1]}
        which = _("%(points)s Punkte zusammen") % {"points": listed}
    reason = {"melds": _("dafür fehlen die Kombinationen, schon die kleinste zählt 6")}.get(
        str(params["short"]), _("die 52 Karten lassen sich nicht so aufteilen")
    )
    return _("%(which)s gibt es nicht in einem Spiel: %(reason)s") % {"which": which, "reason": reason}


_SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "game_not_on_list": lambda p: _("die Liste hat nur %(games)s Spiele") % {"games": p["games"]},
    "no_finisher": lambda _p: _("niemand hat beendet"),
    "two_finishers": lambda _p: _("mehrere sollen beendet haben"),
    "finisher_has_points": lambda p: _("hat das Spiel beendet, aber %(points)s") % {"points": _written(p)},
    "finisher_has_left": lambda _p: _("soll das Spiel beendet haben, der Platz war aber schon verlassen"),
    "vacated_seat_has_points": lambda p: _("%(points)s, der Platz war aber schon verlassen") % {"points": _written(p)},
    "points_missing": lambda _p: _("die Punkte fehlen oder sind nicht lesbar"),
    "points_too_low": _too_low,
    "points_too_high": lambda p: (
        _("%(points)s sind nicht möglich, höchstens %(most)s") % {"points": _written(p), "most": p["most"]}
    ),
    "handromme_points_too_low": lambda p: (
        _("%(points)s in einem Handrommé, mindestens %(least)s") % {"points": _written(p), "least": p["least"]}
    ),
    "no_such_hand": lambda p: _("%(points)s ergibt keine Hand, die übrig bleiben kann") % {"points": _written(p)},
    "not_in_deck_together": _not_in_deck_together,
    "no_such_melds": _no_such_melds,
    "points_beyond_pack": lambda p: (
        _("%(points)s zusammen sind nicht möglich, höchstens %(most)s") % {"points": _written(p), "most": p["most"]}
    ),
    "handromme_without_finisher": lambda p: _("%(hand)s ist angekreuzt, aber nicht, von wem") % p,
    "handromme_not_in_ruleset": lambda _p: _("ein Handrommé gibt es in diesem Regelwerk nicht"),
    "many_players": lambda p: (
        _("an diesem Tisch spielen %(players)s, zu empfehlen sind höchstens %(most)s")
        % {"players": p["players"], "most": p["most"]}
    ),
    "penalty_does_not_fit": lambda p: (
        _("%(penalty)s Strafpunkte passen nicht zu einer Hand mit %(points)s")
        % {
            "penalty": p["penalty"],
            "points": ngettext("%(n)s Punkt", "%(n)s Punkten", _n(p, "points")) % {"n": p["points"]},
        }
    ),
    "penalty_not_in_ruleset": lambda p: (
        _("%(penalty)s Strafpunkte sieht das Regelwerk nicht vor") % {"penalty": p["penalty"]}
    ),
    "readings_not_true_together": lambda _p: _("die Lesarten können nicht alle zugleich richtig sein"),
    "reading_not_worst": lambda p: _("eingetragen sind %(points)s, die ungünstigste Lesart ist %(worst)s") % p,
}


_LABELS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: gettext_lazy("Minuspunkte"),
    SumKey.POINTS: gettext_lazy("Punkte"),
    SumKey.BONUS: gettext_lazy("Bonus"),
    SumKey.HANDROMME: gettext_lazy("Handrommé"),
    SumKey.PENALTIES: gettext_lazy("Strafpunkte"),
    SumKey.RESULT: gettext_lazy("Ergebnis"),
    SumKey.CARD_POINTS: gettext_lazy("Augenpunkte"),
    SumKey.FINISHED: gettext_lazy("beendete Spiele"),
    SumKey.TABLE_POINTS: gettext_lazy("Tischpunkte"),
    SumKey.SCORING_POINTS: gettext_lazy("Wertungspunkte"),
}
_SHORT_LABELS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: pgettext_lazy("kurz", "Minus"),
    SumKey.HANDROMME: pgettext_lazy("kurz", "Hand"),
    SumKey.PENALTIES: pgettext_lazy("kurz", "Strafe"),
    SumKey.RESULT: pgettext_lazy("kurz", "Summe"),
    SumKey.CARD_POINTS: pgettext_lazy("kurz", "Augenp."),
    SumKey.FINISHED: pgettext_lazy("kurz", "beendet"),
    SumKey.TABLE_POINTS: pgettext_lazy("kurz", "Tischpkt."),
    SumKey.SCORING_POINTS: pgettext_lazy("kurz", "Wertungsp."),
}


_CLAIM_LABELS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: gettext_lazy("Summe laut Liste"),
    SumKey.POINTS: gettext_lazy("Summe laut Liste"),
    SumKey.RESULT: gettext_lazy("Ergebnis laut Liste"),
    SumKey.CARD_POINTS: gettext_lazy("Augenpunkte laut Liste"),
    SumKey.FINISHED: gettext_lazy("beendet laut Liste"),
}


def sum_label(line: SumLine, *, provisional: bool = False) -> str:
    label = str(_LABELS[line.key])
    return _("%(label)s, vorläufig") % {"label": label} if provisional else label


def claim_label(line: SumLine) -> str:
    """Returns the label of the scorer's figures on a line; "" if the scorer writes none there."""
    return str(_CLAIM_LABELS.get(line.key, ""))


def short_sum_label(line: SumLine, *, provisional: bool = False) -> str:
    """Returns a sum's label for a narrow column, as on a phone."""
    if provisional and line.key is SumKey.RESULT:
        return pgettext("kurz", "bisher")
    return str(_SHORT_LABELS.get(line.key, _LABELS[line.key]))


def sum_label_for_pen(line: SumLine) -> str:
    """Returns a sum's label on paper, with the value of one unit if units are counted: "Handrommé, je −50".

    The figure next to the label has its own sign.
    """
    label = sum_label(line)
    if line.counted in (Counted.HANDROMMES, Counted.FINISHED) and line.each and line.sign:
        return _("%(label)s, je %(each)s") % {"label": label, "each": number_format(line.sign * line.each)}
    return label


def points_label(ruleset: RuleSet) -> str:
    """Returns the label for the points of a game."""
    return str(_LABELS[points_key(ruleset)])


def factor_mark(factor: int) -> str:
    """Returns the mark of a game whose points count more than once: "× 2"; "" for other games."""
    return f"× {factor}" if factor != 1 else ""


def demand_in_words(contract: Contract | None) -> str:
    """Returns a game's contract and the number of cards dealt, as text; "" without a contract."""
    if contract is None:
        return ""
    words = {"contract": contract_in_words(contract), "cards": contract.dealt}
    return _("%(contract)s, %(cards)d Handkarten") % words


def figures_legend(terms: Terms) -> str:
    """Returns the legend for marks, running sums and scoring points in the cells; "" if there are none."""
    legends = factor_legend(terms.ruleset), so_far_legend(terms.ruleset), scoring_points_legend(terms)
    return " ".join(filter(None, legends))


def so_far_legend(ruleset: RuleSet) -> str:
    """Returns the legend for running sums in the games; "" if the rule system has none."""
    if not ruleset.running_sums:
        return ""
    return _("Die kleinere Zahl in einem Feld ist die Summe bis zu diesem Spiel.")


def scoring_points_legend(terms: Terms) -> str:
    """Returns the legend for scoring points in the games; "" if the event does not count them."""
    if terms.points_per_game is None:
        return ""
    points = points_in_short(terms.points_per_game, terms.ruleset)
    return _("Die letzte Zahl in einem Feld sind die Wertungspunkte dieses Spiels: %(points)s.") % {"points": points}


def factor_legend(ruleset: RuleSet) -> str:
    """Returns the legend for `factor_mark`; "" if the points of every game count once."""
    if ruleset.hand_factor == 1:
        return ""
    return _("%(mark)s: Handrommé, die Punkte dieses Spiels zählen in der Summe %(times)s.") % {
        "mark": factor_mark(ruleset.hand_factor),
        "times": times(ruleset.hand_factor),
    }


def times(factor: int) -> str:
    return pgettext("factor", "doppelt") if factor == 2 else _("%(n)d-fach") % {"n": factor}


PairOfEnding = tuple[int | None, bool] | list[int | bool | None]  # a seat and the Handrommé mark


def say_endings(endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """Returns possible endings as text, such as "Platz 1 oder Platz 3" or "Platz 2 mit oder ohne Handrommé"."""
    marks: dict[int | None, set[bool]] = {}
    for seat, mark in endings:
        marks.setdefault(seat, set()).add(bool(mark))
    return _(" oder ").join(_say_ending(seat, marked, rules) for seat, marked in marks.items())


def _say_ending(seat: int | None, marks: set[bool], rules: RuleSet) -> str:
    if seat is None:
        return _("niemand")
    words = {"seat": seat, "hand": rules.hand_name}
    if len(marks) > 1:
        return _("Platz %(seat)d mit oder ohne %(hand)s") % words
    if True in marks:
        return _("Platz %(seat)d durch %(hand)s") % words
    return _("Platz %(seat)d") % words


def say_doubt(endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """Returns the doubt about a game: "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart"."""
    words = _("Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"endings": say_endings(endings, rules)}


def say_doubt_in_game(game: int, endings: Iterable[PairOfEnding], rules: RuleSet) -> str:
    """Returns the doubt with the number of its game: "Spiel 3, Ende unklar: …"."""
    words = _("Spiel %(game)d, Ende unklar: %(endings)s; für jeden zählt die ungünstigste Lesart")
    return words % {"game": game, "endings": say_endings(endings, rules)}
