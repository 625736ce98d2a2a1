"""Categories (Sonderwertungen): named in the announcement, given to participants."""

import pytest
from django.urls import reverse

from romme_turnier.tournament.participants.categories import name_categories
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm
from tests.cast import make_cast, signed_in
from tests.factories import make_event
from tests.web.organiser.pages import posted

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event(players=2)
    name_categories(event, ["Damen", "  Jugend ", "", "Damen"])
    return event


def names(event):
    return [one.name for one in event.categories.all()]


def test_categories_stand_in_the_order_given_and_once(event):
    assert names(event) == ["Damen", "Jugend"]
    name_categories(event, ["jugend", "Senioren", "Damen"])
    assert names(event) == ["jugend", "Senioren", "Damen"]


def test_names_that_differ_only_in_case_are_one_category(event):
    name_categories(event, ["Damen", "DAMEN", "Jugend", "damen"])
    assert names(event) == ["Damen", "Jugend"]
    double = event.categories.create(name="DAMEN", position=2)  # as 0.3.0 stored it
    name_categories(event, names(event))
    assert names(event) == ["Damen", "Jugend"]
    double.save()
    double.registrations.add(event.registrations.get(number=1))
    with pytest.raises(TournamentError, match="DAMEN"):
        name_categories(event, names(event))


def test_category_with_members_is_not_dropped(event):
    event.categories.get(name="Damen").registrations.add(event.registrations.get(number=1))
    with pytest.raises(TournamentError, match="Damen"):
        name_categories(event, ["Jugend"])
    assert names(event) == ["Damen", "Jugend"]


def test_participant_is_put_into_categories_and_out_again(event):
    petra = signed_in(make_cast(event).petra)
    player, damen = event.registrations.get(number=1), event.categories.get(name="Damen")
    address = reverse("organiser:participant", args=[event.slug, player.pk])
    assert "Damen" in petra.get(address).content.decode()
    said = {"first_name": "Vera", "last_name": "Eins", "number": "1"}
    petra.post(address, {**said, "categories": [str(damen.pk)]})
    assert list(player.categories.all()) == [damen]
    petra.post(address, said)
    assert not player.categories.exists()


def test_announcement_names_the_categories(event):
    petra = signed_in(make_cast(event).petra)
    address = reverse("organiser:event_edit", args=[event.slug])
    page = petra.get(address)
    assert "Damen\nJugend" in page.content.decode()
    data = posted(page.context["form"])
    data |= {"categories": "Damen\nSenioren", "starts_at": "2026-10-17T10:00", "registration_closes_at": ""}
    petra.post(address, data)
    assert names(event) == ["Damen", "Senioren"]


def test_comma_parts_categories_as_a_line_does_but_not_a_name_that_has_one(event):
    name_categories(event, ["Damen, Senioren"])
    form = AnnouncementForm(event=event)
    form.cleaned_data = {"categories": "Damen, Senioren\nJugend; Junioren,\n\n"}
    name_categories(event, form.category_names())
    assert names(event) == ["Damen, Senioren", "Jugend", "Junioren"]
    form.cleaned_data = {"categories": "Damen,Herren"}
    name_categories(event, form.category_names())
    assert names(event) == ["Damen", "Herren"]
