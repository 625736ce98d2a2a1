"""Points for the place at a table as text, with an example that the engine works out."""

from django.utils.translation import gettext as _

from romme_turnier.core.lists.table_points import table_points
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.shared.numbers import number_format

_RESULTS = (120, 260, 260, 340, 410, 480, 530, 590, 640, 700)  # one pair of equals


def table_points_example(rules: RuleSet) -> str:
    """Returns the points for the places at a table of the usual size, and for equal places."""
    seats = rules.table_size
    results = sorted(_RESULTS[:seats], reverse=rules.highest_wins)
    given = [number_format(points) for points in table_points(results, highest_wins=rules.highest_wins)]
    places = [number_format(points) for points in table_points(range(seats), highest_wins=False)]
    words = {
        "seats": seats,
        "places": ", ".join(places),
        "results": ", ".join(map(number_format, results)),
        "points": ", ".join(given),
    }
    return (
        _(
            "Am Tisch mit %(seats)d Plätzen geben die Plätze %(places)s; Gleiche teilen: Die Ergebnisse %(results)s "
            "geben %(points)s."
        )
        % words
    )
