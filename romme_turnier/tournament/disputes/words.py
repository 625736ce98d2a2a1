"""Texts of disputes, for pages and the minutes."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.rules.system.consequences import CASES, CONSEQUENCES, Consequence
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.disputes.consequence_words import say_case, say_incident, say_orders
from romme_turnier.tournament.models import Dispute
from romme_turnier.tournament.shared.rule_words.paragraphs import holds_all

Names = Mapping[int | None, str]
Case = tuple[Consequence, str, tuple[str, ...]]  # with its text and its orders


def state_of(dispute: Dispute) -> tuple[str, str]:
    """Returns the kind of a dispute's badge and its text."""
    if dispute.decided_at is None:
        return "problem", _("wartet auf Entscheidung")
    match dispute.appeal:
        case Dispute.Appeal.OPEN:
            return "problem", _("Berufung offen")
        case Dispute.Appeal.UPHELD:
            return "done", _("bestätigt")
        case Dispute.Appeal.CHANGED:
            return "done", _("geändert")
    return "good", _("entschieden")


def where(dispute: Dispute) -> str:
    """Returns the place of a dispute, such as "Serie 2, Tisch 7, Spiel 3"."""
    if dispute.table_number is None:
        return _("kein bestimmter Tisch")
    words = {"series": dispute.series_number, "table": dispute.table_number, "game": dispute.game}
    if dispute.game is None:
        return _("Serie %(series)d, Tisch %(table)d") % words
    return _("Serie %(series)d, Tisch %(table)d, Spiel %(game)d") % words


def concerned(dispute: Dispute, names: Names) -> list[str]:
    """Returns each player concerned, with the seat at the time of the dispute: "Platz 2: 14 Berta Beispiel"."""
    words = _("Platz %(seat)d: %(number)s %(name)s")
    return [
        words % {"seat": seat, "number": number or "–", "name": names.get(number, "")}
        for seat, number in zip(dispute.seats, dispute.players, strict=False)
    ]


def ordered_by(clause: str, rules: RuleSet) -> list[Case]:
    """Returns the cases of a section; [] under rules without sections."""
    wanted = folded(clause)
    if not wanted or not rules.has_paragraphs:
        return []
    return [_texts_of(case) for case in CONSEQUENCES if folded(case.clause) == wanted]


def case_named(name: str) -> Case | None:
    """Returns the case with that identifier; None if there is none."""
    return next((_texts_of(case) for case in CONSEQUENCES if case.case == name), None)


def _texts_of(case: Consequence) -> Case:
    return case, say_case(case), say_orders(case)


def look_up(text: str) -> dict[str, list[Case]]:
    """Returns the cases that contain every word of the question, by incident; all cases for an empty question."""
    by_incident = {say_incident(incident): [*map(_texts_of, cases)] for incident, cases in CASES.items()}
    held = {
        incident: [case for case in cases if holds_all(text, (incident, case[1], *case[2]))]
        for incident, cases in by_incident.items()
    }
    return {incident: cases for incident, cases in held.items() if cases}


def clauses(rules: RuleSet) -> list[tuple[str, str]]:
    """Returns the clauses that officials can choose, as (section, topic); a section appears once for each of its cases.

    For rules without sections, the choices are the headings of their source, without a topic: ("Abrechnung", "").
    """
    if not rules.has_paragraphs:
        return [(heading, "") for heading in dict.fromkeys(rules.clauses.values())]
    return [
        ("§ 1.4", _("Störung oder grober Verstoß")),
        ("§ 2.2.3", _("Berichtigung der Liste")),
        ("§ 2.2.6", _("Mangelhafte, unleserliche oder unvollständige Liste")),
        *((case.clause, say_case(case)) for case in CONSEQUENCES),
    ]
