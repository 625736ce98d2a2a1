"""An address of your own event with the id of an object of a neighbour's event: 404."""

import pytest

from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OfficeRole
from tests.cast import signed_in
from tests.factories import make_event, make_office, make_organiser, new_user, seat_series
from tests.web.matrix import DESK, REFUSED
from tests.web.scene import Scene, address_of, answer_to, tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]


def test_ids_of_a_neighbour_are_unknown_at_another_event() -> None:
    scene = Scene()
    for number in ("08", "09"):
        make_organiser(number=number, slug=f"o-{number}")
    scene.event.held_by = Organiser.objects.get(number="09")
    scene.event.save()
    own = make_event(players=8, slug="o-08/eigenes", held_by=Organiser.objects.get(number="08"))
    seat_series(own, tables=tables_of(own))
    user = new_user("vorsitz")
    user.save()
    make_office(Organiser.objects.get(number="08"), user, OfficeRole.CHAIR)
    chair, wrong = signed_in(user), []
    for address, (arguments, *rights) in DESK.items():
        if "pk" not in arguments:
            continue
        url = address_of(address, own, {**arguments, "pk": scene.pks[arguments["pk"]]})
        for method, right in zip(("get", "post"), rights, strict=True):
            if right is not REFUSED:
                answer = answer_to(chair, method, url, scene.bodies.get(address))
                if answer.status_code != 404:
                    wrong.append((address, method, answer.status_code))
    assert wrong == []
