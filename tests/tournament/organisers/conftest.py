"""An installation with a federation, an association, and clubs."""

import pytest

from romme_turnier.tournament.models import Organiser
from tests.factories import make_organiser

KINDS = {"09": "federation", "09-02": "association", "09-02-005": "club", "09-02-006": "club", "08": "federation"}


@pytest.fixture
def organisers(db: None) -> dict[str, Organiser]:
    """The organisers by number; the first one of the installation is the club 09-02-005."""
    rows: dict[str, Organiser] = {}
    for number in ("09-02-005", "09", "09-02", "09-02-006", "08"):
        rows[number] = make_organiser(number=number, kind=KINDS[number], name=f"Nr. {number}", slug=f"o-{number}")
    for number, organiser in rows.items():
        organiser.parent = rows.get(number.rpartition("-")[0])
        organiser.save()
    return rows
