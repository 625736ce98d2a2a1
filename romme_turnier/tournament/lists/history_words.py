"""Texts about log entries and about differences between revisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.notation import format_row
from romme_turnier.core.lists.sheet import Game, Reading
from romme_turnier.core.rules.system.criteria import Criterion, Scoring, criteria_under
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.scorer_error_words import say_difference
from romme_turnier.tournament.lists.words import PairOfEnding, say_doubt_in_game, say_endings
from romme_turnier.tournament.shared.numbers import signed

Content = Mapping[str, Any]


def row_in_words(number: int, row: Content | None, rules: RuleSet) -> str:
    """Returns a row, as stored in a log entry or sent in an answer, in cell notation: "37 · 0 · 55 · –"."""
    if row is None:
        return _("leer")
    game = Game(number, row["finisher"], row["handromme"], tuple(row["points"]))
    readings = [Reading(int(seat), number, tuple(v)) for seat, v in row.get("readings", {}).items()]
    cells = " · ".join(cell or "–" for cell in format_row(game, readings, highest_wins=rules.highest_wins))
    return f"{cells} ({_end_in_doubt(row['endings'], rules)})" if row.get("endings") else cells


def _end_in_doubt(endings: Sequence[PairOfEnding], rules: RuleSet) -> str:
    return _("Ende unklar: %(endings)s") % {"endings": say_endings(endings, rules)}


def log_title(entry: models.LogEntry) -> str:
    """Returns the title of a log entry, for example "Spiel 3 eingetragen"."""
    words = {"game": entry.game}
    if entry.what == "row":
        return (_("Spiel %(game)s eingetragen") if entry.old is None else _("Spiel %(game)s geändert")) % words
    if entry.what == "ending":
        noted = "endings" in (entry.new or {})
        return (_("Spiel %(game)s: Ende unklar") if noted else _("Spiel %(game)s: Ende nicht mehr unklar")) % words
    if entry.what == "scorer_error":
        blamed = entry.new is not None
        return (
            _("Abweichung als Fehler des Schreibers geklärt")
            if blamed
            else _("Klärung einer Abweichung zurückgenommen")
        )
    if entry.what in ("penalty", "ruling", "vacancy"):
        return _decision_title(entry) % words
    return {
        "claims": _("Summen laut Liste eingetragen"),
        "seats": _("Sitzordnung geändert"),
        "complete": _("Liste abgeschlossen"),
        "import": _("Aus Datei übernommen"),
        "invalid": _("Liste für ungültig erklärt"),
    }.get(entry.what, entry.what)


def _decision_title(entry: models.LogEntry) -> str:
    titles = {
        "penalty": (_("Strafpunkte in Spiel %(game)s"), _("Strafpunkte in Spiel %(game)s zurückgenommen")),
        "ruling": (_("Spiel %(game)s gilt nach Entscheidung"), _("Entscheidung zu Spiel %(game)s zurückgenommen")),
        "vacancy": (_("Platz ab Spiel %(game)s verlassen"), _("Platz wieder besetzt")),
    }
    given, taken_back = titles[entry.what]
    return taken_back if entry.old and "seat" not in (entry.new or {}) else given


def log_lines(entry: models.LogEntry, rules: RuleSet) -> list[str]:
    """Returns the old and new values of a log entry as lines of text."""
    old, new = entry.old or {}, entry.new or {}
    if entry.game is not None and "points" in new and entry.what in ("row", "ending"):
        lines = [_("vorher: %(row)s") % {"row": row_in_words(entry.game, old, rules)}] if old else []
        lines.append(_("neu: %(row)s") % {"row": row_in_words(entry.game, new, rules)})
        return [*lines, *_facts({"reason": new["reason"]} if "reason" in new else {}, rules)]
    if entry.what == "claims":
        return _claim_lines(old, new, rules)
    if entry.what == "scorer_error":
        facts = new or old
        return [say_difference(Difference(**{**facts, "figure": Figure(facts["figure"])}), rules)]
    return [line for state in (old, new) if isinstance(state, dict) for line in _facts(state, rules)]


def _facts(state: Content, rules: RuleSet) -> list[str]:
    words: dict[str, Callable[[Any], str]] = {
        "numbers": lambda v: _("Startnummern von Platz 1 an: %(what)s") % {"what": ", ".join(str(n) for n in v)},
        "seat": lambda v: _("Platz %(what)s") % {"what": v},
        "points": lambda v: _("%(what)s Strafpunkte") % {"what": v},
        "counts": lambda v: _("Liste zählt für ihn") if v else _("Liste zählt für ihn nicht"),
        "endings": lambda v: _end_in_doubt(v, rules),
        "reason": lambda v: _("Grund: %(what)s") % {"what": v},
    }
    return [words[name](value) for name, value in state.items() if name in words]


def _claim_lines(old: Content, new: Content, rules: RuleSet) -> list[str]:
    lines = []
    for seat in sorted(old.keys() | new.keys(), key=int):
        before, after = old.get(seat), new.get(seat)
        if before != after and any(value is not None for value in (*(before or []), *(after or []))):
            line = _("Platz %(seat)s: %(claim)s")
            if before is not None:
                line = _("Platz %(seat)s: %(claim)s (vorher: %(before)s)")
            lines.append(line % {"seat": seat, "claim": _claim(after, rules), "before": _claim(before, rules)})
    return lines


def _claim(values: list[int | None] | None, rules: RuleSet) -> str:
    result = _("Augenpunkte") if Criterion.SCORING_POINTS in rules.criteria else _("Ergebnis")
    names = (_("Summe"), result, _("beendet"))
    pairs = zip(names, values or [], strict=False)
    return ", ".join(f"{name} {signed(value)}" for name, value in pairs if value is not None) or _("leer")


def differences(before: Content | None, after: Content) -> list[str]:
    """Returns the differences between a revision and the previous one as lines of text."""
    if before is None:
        return [_("Stand der ganzen Liste beim Abschluss")]
    lines = []
    if before["status"] != after["status"]:
        labels = dict(models.Spielliste.Status.choices)
        words = {"old": labels[before["status"]], "new": labels[after["status"]]}
        lines.append(_("Status: %(old)s → %(new)s") % words)
    lines += _seat_differences(before, after)
    lines += _game_differences(before, after)
    rules = _rules_of(after)
    for part, say in _PARTS.items():
        old, new = ([say(item, rules) for item in content[part]] for content in (before, after))
        lines += [_("entfallen: %(what)s") % {"what": item} for item in old if item not in new]
        lines += [_("neu: %(what)s") % {"what": item} for item in new if item not in old]
    return [*lines, *_result_differences(before, after)]


def content_lines(content: Content) -> list[str]:
    """Returns the decisions and the scorer's sums in a revision as lines of text."""
    rules = _rules_of(content)
    return [say(item, rules) for part, say in _PARTS.items() for item in content[part]]


def _rules_of(content: Content) -> RuleSet:
    """Returns a revision's rule system, with the criteria of the revision's scoring."""
    rules = get_ruleset(content["ruleset"])
    return replace(rules, criteria=criteria_under(rules.criteria, Scoring(content.get("scoring", Scoring.SUM))))


def _seat_differences(before: Content, after: Content) -> list[str]:
    old = {seat["seat"]: seat["number"] for seat in before["seats"]}
    return [
        _("Platz %(seat)d: Startnummer %(old)s → %(new)s")
        % {"seat": seat["seat"], "old": old.get(seat["seat"]) or "–", "new": seat["number"] or "–"}
        for seat in after["seats"]
        if old.get(seat["seat"]) != seat["number"]
    ]


def _game_differences(before: Content, after: Content) -> list[str]:
    old = _rows(before)
    rules = get_ruleset(after["ruleset"])
    return [
        _("Spiel %(game)d: %(old)s → %(new)s")
        % {"game": number, "old": row_in_words(number, old.get(number), rules), "new": row_in_words(number, row, rules)}
        for number, row in _rows(after).items()
        if old.get(number) != row
    ]


def _rows(content: Content) -> dict[int, dict[str, Any]]:
    rows = {row["number"]: {**row, "readings": {}} for row in content["games"]}
    for reading in content["readings"]:
        rows[reading["game"]]["readings"][str(reading["seat"])] = reading["values"]
    return rows


def _result_differences(before: Content, after: Content) -> list[str]:
    result = _("Ergebnis Platz %(seat)d: %(old)s → %(new)s")
    if "points_per_game" in after:
        result = _("Augenpunkte Platz %(seat)d: %(old)s → %(new)s")
    words = {
        "result": result,
        "scoring_points": _("Wertungspunkte Platz %(seat)d: %(old)s → %(new)s"),
        "half_points": _("Tischpunkte Platz %(seat)d: %(old)s → %(new)s"),
    }
    earlier = {totals["seat"]: totals for totals in before["totals"]}
    return [
        words[name] % {"seat": totals["seat"], "old": signed(was[name] / unit), "new": signed(totals[name] / unit)}
        for totals in after["totals"]
        for was in [earlier.get(totals["seat"], {})]
        for name in words
        for unit in [Fraction(2 if name == "half_points" else 1)]
        if name in was and name in totals and was[name] != totals[name]
    ]


def _say_vacancy(vacancy: Content, _rules: RuleSet) -> str:
    words = _("Platz %(seat)d ab Spiel %(from_game)d verlassen") % vacancy
    return _("%(what)s, Liste zählt") % {"what": words} if vacancy["counts"] else words


_PARTS: Mapping[str, Callable[[Content, RuleSet], str]] = {
    "penalties": lambda penalty, _rules: _("%(points)d Strafpunkte für Platz %(seat)d in Spiel %(game)d") % penalty,
    "rulings": lambda ruling, _rules: _("Spiel %(game)d gilt nach Entscheidung") % ruling,
    "endings": lambda doubt, rules: say_doubt_in_game(doubt["game"], doubt["endings"], rules),
    "vacant": _say_vacancy,
    "claims": lambda claim, rules: (
        _("laut Liste Platz %(seat)d: %(claim)s")
        % {"seat": claim["seat"], "claim": _claim([claim["total"], claim["result"], claim["finished"]], rules)}
    ),
}
