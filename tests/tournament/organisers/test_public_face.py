"""Contact, imprint, colour and logo of an organiser; its new events take over the look."""

from typing import Any

import pytest

from romme_turnier.tournament.models import EventLogo, OrganiserLogo
from romme_turnier.tournament.organisers.public_face import describe_organiser
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import Logo
from tests.factories import make_office, make_official

LOOK: dict[str, Any] = {"contact": " Hof 1 ", "imprint": "RC Herz", "privacy": " Fragen an Vera ", "accent": "#7A1F5C"}
LOGO = Logo(b"png", 3, 2, "d" * 32)


def test_texts_and_look_are_stored_and_a_logo_stays_until_it_is_removed(organisers, chief):
    organiser = organisers["09"]
    describe_organiser(organiser, **LOOK, logo=LOGO, by=chief)
    organiser.refresh_from_db()
    assert (organiser.contact, organiser.imprint, organiser.accent) == ("Hof 1", "RC Herz", "#7a1f5c")
    assert organiser.privacy == "Fragen an Vera"
    describe_organiser(organiser, **LOOK, by=chief)
    assert OrganiserLogo.objects.get(organiser=organiser).digest == LOGO.digest
    describe_organiser(organiser, **LOOK, without_logo=True, by=chief)
    assert not OrganiserLogo.objects.exists()
    assert not EventLogo.objects.exists()


def test_colour_in_another_form_is_refused_at_its_place(organisers, chief):
    with pytest.raises(TournamentError) as caught:
        describe_organiser(organisers["09"], **{**LOOK, "accent": "red"}, by=chief)
    assert caught.value.about == "accent"


@pytest.mark.parametrize(
    ("role", "number", "may"), [("press", "09", True), ("sports", "09", False), ("press", "08", False)]
)
def test_press_describes_what_is_below_its_office(organisers, role, number, may):
    user = make_official(username="paula")
    make_office(organisers[number], user, role)
    if may:
        assert describe_organiser(organisers["09-02"], **LOOK, by=user).contact == "Hof 1"
    else:
        with pytest.raises(TournamentError, match="Presse"):
            describe_organiser(organisers["09-02"], **LOOK, by=user)
