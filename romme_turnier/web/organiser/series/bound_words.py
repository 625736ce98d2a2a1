"""What no seating can avoid and what chance would do, in plain German, for the page of a draw."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from romme_turnier.core.seating_bounds import Bound, bounds, chance
from romme_turnier.tournament.services.draws import met_of
from romme_turnier.tournament.services.seating_inputs import candidate


def impossible_in_words(inputs: dict[str, Any]) -> list[str]:
    """What this draw could not avoid and why, a sentence a point."""
    players = [candidate(player) for player in inputs["players"]]
    return [_bound(bound) for bound in bounds(players, met_of(inputs))]


def chance_in_words(inputs: dict[str, Any]) -> list[str]:
    """What a seating by pure chance comes to on average, where that is more than nothing."""
    expected = chance([candidate(player) for player in inputs["players"]], met_of(inputs))
    words = (
        (expected.threes_again, _("Noch einmal an einem Dreiertisch: %(n)s.")),
        (expected.team_pairs, _("Paare derselben Mannschaft an einem Tisch: %(n)s.")),
        (expected.club_pairs, _("Paare aus einem Club an einem Tisch: %(n)s.")),
        (expected.repeats, _("Wiederbegegnungen: %(n)s.")),
    )
    return [text % {"n": number_format(float(value), 1)} for value, text in words if value]


def _bound(bound: Bound) -> str:
    facts = {"least": bound.least, "members": bound.members, "tables": bound.tables}
    match bound.code:
        case "club_pairs":
            words = _(
                "Paare aus einem Club an einem Tisch: mindestens %(least)d. "
                "Der größte Club hat %(members)d Spieler, Tische gibt es %(tables)d."
            )
        case "team_pairs":
            words = _(
                "Paare derselben Mannschaft an einem Tisch: mindestens %(least)d. "
                "Die größte Mannschaft hat %(members)d Spieler, Tische gibt es %(tables)d."
            )
        case "few_tables":
            words = _(
                "Wiederbegegnungen: mindestens %(least)d. "
                "Wenn vier schon zusammen saßen, sind sie auf nur %(tables)d Tische nicht zu verteilen."
            )
        case "repeats":
            words = _(
                "Wiederbegegnungen: mindestens %(least)d. "
                "Spieler, für die am Tisch zu wenige neue Gegner übrig sind: %(members)d."
            )
        case _threes:
            words = _(
                "Noch einmal an einem Dreiertisch: mindestens %(least)d. "
                "Spieler, die noch an keinem saßen: %(members)d."
            )
    return words % facts
