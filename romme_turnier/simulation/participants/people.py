"""Invented people and clubs."""

import random
from collections.abc import Iterator
from itertools import count

from romme_turnier.simulation.scenario import Scenario
from romme_turnier.tournament.participants.registrations import Entry

_FIRST = """
    Anja Bernd Carla Dieter Elke Frank Gisela Holger Inge Jürgen Karin Lothar Monika Norbert Olga Peter
    Renate Sigrid Thomas Ursula Volker Waltraud Heinz Ilse Kurt Lieselotte Manfred Rosemarie Werner Yvonne
""".split()  # noqa: SIM905 - to be read as words
_LAST = """
    Ahrens Brandt Clasen Dietz Eggers Fröhlich Grothe Hübner Ihle Jansen Köhler Lüders Möller Nagel Oster
    Peters Quandt Riedel Sander Thiele Uhlig Voss Wendt Zander von-der-Heide Schmidt-Rüdenhausen Özdemir
""".split()  # noqa: SIM905
_PLACES = """
    Altenhagen Birkenau Dornfelde Eschenbach Falkenried Grünau Hohenweiler Kiefernheide Lindenhof Mühltal
    Neuendorf Rosenthal Steinbrück Talheim Waldsee Wiesengrund
""".split()  # noqa: SIM905
_TABLE = 3  # enough for the halls of all scenarios


def club_names(scenario: Scenario) -> list[str]:
    """Returns the names of the clubs of the scenario."""
    return [
        f"Rommé-Club {_PLACES[n % len(_PLACES)]}{' II' if n >= len(_PLACES) else ''}" for n in range(scenario.clubs)
    ]


def entries(scenario: Scenario, rng: random.Random) -> Iterator[Entry]:
    """Yields people endlessly, most of them in a club; some do not consent to the publication of their names."""
    clubs = club_names(scenario)
    tied = rng.sample(range(scenario.players), 1 if rng.random() < 0.1 else 0)
    for n in count():
        yield Entry(
            first_name=rng.choice(_FIRST),
            last_name=rng.choice(_LAST),
            club=rng.choice(clubs) if clubs and rng.random() < 0.9 else "",
            paid=rng.random() < 0.7,
            publish_name=rng.random() < 0.8,
            fixed_table=_TABLE if n in tied else None,
        )
