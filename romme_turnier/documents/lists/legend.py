"""The instructions on a blank list, which depend on the rules and terms of its event."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from romme_turnier.core.lists.sums import Counted, SumLine
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.lists.words import factor_mark, sum_label, times
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.rule_words.scoring_points import points_in_short


def legend(event: Event, lines: Sequence[SumLine]) -> tuple[str, ...]:
    """Returns the instructions, each with one topic; `lines` are the sums below the games."""
    rules = event.rules
    sentences = [_cited(_("● gibt und hakt ab, dass das vorige Spiel stimmt"), rules)]
    sentences.append(" ".join(_how_to_write_endings(event)))
    if formula := sum_formula(lines):
        sentences.append(formula)
    places = _("%(points)s: %(first)d für das beste Ergebnis am Tisch, dann je 1 weniger; Gleiche teilen.")
    sentences += [
        places % {"points": sum_label(line), "first": line.each} for line in lines if line.counted is Counted.PLACE
    ]
    if key := scoring_points_key(event):
        sentences.append(key)
    sentences.append(_cited(_("Berichtigen: streichen, rechts eintragen, alle zeichnen ab"), rules))
    return tuple(sentences)


def scoring_points_key(event: Event) -> str:
    """Returns the scoring points of a game as a short key; "" if the event has none."""
    per_game = event.terms.points_per_game
    return _("WP: %(points)s") % {"points": points_in_short(per_game, event.rules)} if per_game else ""


def sum_formula(lines: Sequence[SumLine]) -> str:
    """Returns a formula such as "Ergebnis = Minuspunkte − 20 + Strafpunkte"; "" if it would have only one term."""
    terms = [term for line in lines if (term := _term(line))]
    if len(terms) < 2:
        return ""
    result = next(sum_label(line) for line in lines if line.counted is Counted.RESULT)
    return f"{result} = {' '.join(terms)}"


def _term(line: SumLine) -> str:
    sign = "−" if line.sign < 0 else "+"
    match line.counted:
        case Counted.POINTS:
            return sum_label(line)
        case Counted.LIST:
            return f"{sign} {line.each}"
        case Counted.FINISHED if line.sign:
            return _("%(sign)s %(each)d je beendetem Spiel") % {"sign": sign, "each": line.each}
        case Counted.HANDROMMES:
            return _("%(sign)s %(each)d je Handrommé") % {"sign": sign, "each": line.each}
        case Counted.PENALTIES:
            return f"{sign} {sum_label(line)}"
        case _:
            return ""


def _how_to_write_endings(event: Event) -> Iterator[str]:
    rules = event.rules
    if rules.highest_wins:
        yield _("Nacheinander anschreiben: 18 + 30 + 27.")
        yield _("Wer beendet: X ins schmale Feld neben die Punkte.")
        if not rules.finisher_required:
            yield _("Beendet es niemand: kein X.")
        if rules.has_handromme:
            yield _("%(hand)s: H statt X.") % {"hand": rules.hand_name}
        yield _("Was die anderen auf der Hand haben, bekommt dazu, wer beendet hat.")
        if rules.play.stroke_factor > 1:
            yield _("Bei %(hand)s %(times)s.") % {"hand": rules.hand_name, "times": times(rules.play.stroke_factor)}
    elif rules.running_sums:
        yield _("Wer beendet: X und 0.")
        yield _("Rechts daneben: die Summe bis zu diesem Spiel.")
    else:
        yield _("Wer beendet: 0 und X ins schmale Feld.")
        if rules.has_handromme:
            yield _("%(hand)s: 0 und H.") % {"hand": rules.hand_name}
    if mark := factor_mark(rules.hand_factor):
        yield _("Dann „%(mark)s“ neben die Spielnummer: In der Summe zählen die Punkte %(times)s.") % {
            "mark": mark,
            "times": times(rules.hand_factor),
        }


def _cited(words: str, rules: RuleSet) -> str:
    """Returns a sentence; under the Romméordnung, it cites § 2.2.3, the clause on writing a list."""
    return f"{words} (§ 2.2.3)." if rules.has_paragraphs else f"{words}."
