"""A new event belongs to an organiser at which its maker may make events."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.announcements import Announcement, copy_event, create_event
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.public_face import describe_organiser
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import Logo
from tests.cast import signed_in
from tests.factories import make_event, make_office, make_official, make_organiser
from tests.web.organiser.events.typed import TYPED as ANNOUNCED

pytestmark = pytest.mark.django_db

LATER = timezone.now() + timedelta(days=30)
TYPED = {"name": "Herbstpokal", "starts_at": f"{LATER:%Y-%m-%dT%H:%M}"}
PLAIN = Announcement(name="Herbstpokal", starts_at=LATER, bonus_mode="per_list")


@pytest.fixture
def organisers() -> dict[str, Organiser]:
    kinds = {"09-02-005": "club", "09": "federation", "09-02": "association", "08": "federation"}
    return {
        number: make_organiser(number=number, kind=kind, name=f"Veranstalter {number}", slug=f"o-{number}")
        for number, kind in kinds.items()
    }


def holder(organiser: Organiser, role: str = "sports") -> User:
    user = make_official(username="vera")
    make_office(organiser, user, role)
    return user


def choices(client: Client, **query: str) -> tuple[list[str], str]:
    form = client.get(reverse("organiser:event_new"), query).context["form"]
    return [str(organiser.number) for organiser in form.fields["held_by"].queryset], form["held_by"].value()


def test_one_organiser_is_not_asked_for():
    client = signed_in(make_official(username="petra", makes_events=True))
    assert "held_by" not in client.get(reverse("organiser:event_new")).context["form"].fields
    assert b"held_by" not in client.get(reverse("organiser:event_create")).content


def test_maker_chooses_among_the_organisers_of_the_office(organisers):
    client = signed_in(holder(organisers["09-02"]))
    assert choices(client) == (["09-02", "09-02-005"], "09-02")
    assert choices(client, veranstalter="09-02-005")[1] == "09-02-005"
    assert choices(client, veranstalter="08")[1] == "09-02"
    answer = client.post(reverse("organiser:event_new"), {**TYPED, "held_by": "09-02-005", "bonus_mode": "per_list"})
    made = Event.objects.get()
    assert (made.held_by.number, made.slug) == ("09-02-005", "o-09-02-005/herbstpokal")
    assert answer["Location"] == reverse("organiser:event", args=[made.slug])
    assert choices(client)[1] == "09-02-005"  # that of the last event


def test_organiser_elsewhere_is_refused_by_form_and_service(organisers):
    user = holder(organisers["09-02"])
    typed = {**TYPED, "held_by": "08", "bonus_mode": "per_list"}
    answer = signed_in(user).post(reverse("organiser:event_new"), typed)
    assert set(answer.context["form"].errors) == {"held_by"}
    for number in ("08", "09"):
        with pytest.raises(TournamentError, match="Vorsitz oder Sportleitung"):
            create_event(PLAIN, organiser=organisers[number], by=user)
    assert not Event.objects.exists()


def test_right_to_make_events_without_an_office_is_one_at_the_first_organiser(organisers):
    user = make_official(username="petra", makes_events=True)
    assert choices(signed_in(user)) == (["09-02-005"], "09-02-005")
    create_event(PLAIN, organiser=organisers["09-02-005"], by=user)
    with pytest.raises(TournamentError):
        create_event(PLAIN, organiser=organisers["09-02"], by=user)


def test_detailed_form_keeps_the_organiser_of_the_short_one(organisers):
    client = signed_in(holder(organisers["09-02"]))
    short = {**TYPED, "held_by": "09-02-005", "bonus_mode": "per_list", "short": "1"}
    page = client.post(reverse("organiser:event_create"), short)
    assert page.context["organiser"] == organisers["09-02-005"]
    assert 'name="held_by" value="09-02-005"' in page.content.decode()
    assert "o-09-02-005/" in page.content.decode()


def test_event_is_not_made_elsewhere_if_the_office_has_ended_meanwhile(organisers):
    user = holder(organisers["09-02"])
    make_office(organisers["08"], user, "sports")
    typed = ANNOUNCED | {"held_by": "08"}
    user.offices.filter(organiser=organisers["08"]).delete()
    page = signed_in(user).post(reverse("organiser:event_create"), typed)
    assert "Jetzt gilt: Veranstalter 09-02." in page.content.decode()
    assert not Event.objects.exists()
    assert signed_in(user).post(reverse("organiser:event_create"), typed | {"held_by": "09-02"}).status_code == 302
    assert Event.objects.get().held_by == organisers["09-02"]


def test_copy_needs_the_right_at_the_organiser_of_the_event(organisers):
    event = make_event(players=0, slug="o-08/pokal", held_by=organisers["08"])
    user = make_official(event, username="petra", makes_events=True)
    client = signed_in(user)
    address = reverse("organiser:event_copy", args=[event.slug])
    assert client.get(address).status_code == 403
    assert address not in client.get(reverse("organiser:more", args=[event.slug])).content.decode()
    with pytest.raises(TournamentError):
        copy_event(event, name="Zwei", starts_at=LATER, by=user)
    make_office(organisers["08"], user, "sports")
    assert address in client.get(reverse("organiser:more", args=[event.slug])).content.decode()
    assert client.get(address).status_code == 200


def test_new_event_takes_over_the_look_and_a_copy_elsewhere_that_of_its_organiser(organisers):
    chief = User.objects.create_superuser("chief")
    look: dict[str, Any] = {"contact": "", "imprint": "", "privacy": "", "by": chief}
    describe_organiser(organisers["09"], accent="#7a1f5c", logo=Logo(b"png", 3, 2, "d" * 32), **look)
    describe_organiser(organisers["08"], accent="#123456", logo=Logo(b"other", 3, 2, "e" * 32), **look)
    made = create_event(PLAIN, organiser=organisers["09"], by=chief)
    same = copy_event(made, name="Zwei", starts_at=LATER, by=chief)
    other = copy_event(made, name="Drei", starts_at=LATER, organiser=organisers["08"], by=chief)
    plain = copy_event(made, name="Vier", starts_at=LATER, organiser=organisers["09-02"], by=chief)
    assert [(event.accent, event.logo.digest[0]) for event in (made, same, other)] == [
        ("#7a1f5c", "d"),
        ("#7a1f5c", "d"),
        ("#123456", "e"),
    ]
    assert (plain.accent, hasattr(plain, "logo"), plain.held_by.number) == ("", False, "09-02")


def test_event_like_the_last_one_of_another_organiser_has_neither_its_officials_nor_its_account(organisers):
    held: dict[str, Any] = {"organiser": "Gastgeber", "bank_details": "DE02120300000000202051", "made_by": None}
    guest = make_event(players=0, slug="o-08/pokal", held_by=organisers["08"], **held)
    make_official(guest, "referee", "rudi")
    user = make_official(guest, username="vera")
    make_office(organisers["09-02"], user, "sports")
    typed = {**TYPED, "held_by": "09-02"}
    assert signed_in(user).post(reverse("organiser:event_new"), typed).status_code == 302
    made = Event.objects.get(held_by=organisers["09-02"])
    assert [role.user for role in made.roles.all()] == [user]
    assert (made.organiser, made.bank_details) == ("Veranstalter 09-02", "")


def test_superuser_is_told_where_the_right_to_make_events_holds(organisers):
    event = make_event(players=0, slug="o-08/pokal", held_by=organisers["08"])
    petra = make_official(event, username="petra")
    chief = signed_in(User.objects.create_superuser("chief"))
    page = chief.get(reverse("organiser:official", args=[event.slug, petra.pk])).content.decode()
    assert "Gilt bei Veranstalter 09-02-005." in page
