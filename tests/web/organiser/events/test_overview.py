"""The list of all events that an official has a task at."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Dispute, Event, EventRole
from romme_turnier.web.organiser.events import overview
from tests.cast import Cast, signed_in
from tests.factories import make_event, make_organiser
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

LIST = "/leitung/"


def test_list_shows_the_events_with_a_task_and_no_others(petra: Client) -> None:
    make_event(players=0, slug="fremd", name="Fremdes Turnier")
    page = text(petra.get(reverse("organiser:events")))
    assert "Testpokal" in page
    assert "Fremdes Turnier" not in page


def test_list_without_events_says_what_comes_here_and_offers_the_next_step() -> None:
    page = text(signed_in(User.objects.create_user("neu", makes_events=True)).get(reverse("organiser:events")))
    assert "Noch ist keines angelegt" in page
    assert reverse("organiser:event_new") in page


def test_list_without_events_names_the_people_that_give_roles_if_the_user_may_make_none() -> None:
    page = text(signed_in(User.objects.create_user("neu")).get(reverse("organiser:events")))
    assert "Noch haben Sie bei keinem eine Aufgabe." in page
    assert reverse("organiser:event_new") not in page


def test_superuser_sees_all_events(event: Event) -> None:
    admin = User.objects.create_superuser("chefin")
    assert "Testpokal" in text(signed_in(admin).get(reverse("organiser:events")))


def test_more_than_fifty_events_are_on_several_pages() -> None:
    client, address = signed_in(User.objects.create_superuser("chefin")), reverse("organiser:events")
    for number in range(50):
        make_event(players=0, slug=f"abend-{number}", starts_at=timezone.now() - timedelta(days=number + 1))
    assert "Seite 1 von" not in text(client.get(address))
    make_event(players=0, slug="abend-50", starts_at=timezone.now() - timedelta(days=60))
    first, second = (text(client.get(address, {"seite": number})) for number in (1, 2))
    assert "Seite 1 von 2" in first
    assert [url("event", Event.objects.get(slug="abend-50")) in page for page in (first, second)] == [False, True]


def test_strangers_are_asked_to_sign_in(cast: Cast) -> None:
    response = Client().get(reverse("organiser:events"))
    assert response.status_code == 302
    assert reverse("account_login") in response["Location"]


# --- contents and search ---


def names(client: Client, **asked: str) -> list[str]:
    page = client.get(LIST, asked).content.decode()
    return re.findall(r'<th [^>]*scope="row"[^>]*><a [^>]*><span [^>]*>(.*?)</span></a>', page)


@pytest.fixture
def three(cast: Cast, event: Event) -> None:
    """Petra directs "Testpokal", which has no draw yet, an event of 2019, and a coming one."""
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(starts_at=now - timedelta(days=5))
    for slug, name, venue, at in (
        ("alt", "Łódź-Pokal", "Bürgerhaus", datetime(2019, 3, 2, 9, tzinfo=UTC)),
        ("neu", "Winterpokal", "Stadthalle", now + timedelta(days=5)),
    ):
        coming = make_event(players=0, slug=slug, name=name, venue=venue, starts_at=at)
        EventRole.objects.create(event=coming, user=cast.petra, role=EventRole.Role.DIRECTOR)


def test_list_is_searched_by_name_and_hall_in_plain_letters(petra: Client, three: None) -> None:
    assert names(petra, q="lodz") == ["Łódź-Pokal"]
    assert names(petra, q="burgerhaus pokal") == ["Łódź-Pokal"]
    assert names(petra, q="stadt") == ["Winterpokal"]


def test_list_is_narrowed_by_year_and_state(petra: Client, three: None) -> None:
    assert names(petra, jahr="2019") == ["Łódź-Pokal"]
    assert names(petra, stand="coming") == ["Winterpokal"]
    assert len(names(petra)) == len(names(petra, jahr="bald", stand="irgendwie")) == 3
    page = text(petra.get(LIST, {"stand": "coming"}))
    assert "1 von 3 Turnieren" in page
    assert re.search(r'value="coming" selected', page)


def test_list_is_sorted_and_saved_as_shown(petra: Client, three: None) -> None:
    assert names(petra, sortiert="-name") == ["Winterpokal", "Testpokal", "Łódź-Pokal"]
    assert names(petra, sortiert="begin") == ["Łódź-Pokal", "Testpokal", "Winterpokal"]
    (address,) = re.findall(
        r'href="([^"]+turniere\.csv[^"]*)"', text(petra.get(LIST, {"q": "pokal", "sortiert": "-name"}))
    )
    lines = petra.get(address.replace("&amp;", "&")).content.decode("utf-8-sig").splitlines()
    assert [line.split(";")[0] for line in lines] == ["Turnier", "Winterpokal", "Testpokal", "Łódź-Pokal"]
    assert petra.get(f"{LIST}turniere.pdf").status_code == 404


def test_selection_that_fits_nothing_says_so_and_leads_back(petra: Client, three: None) -> None:
    page = text(petra.get(LIST, {"q": "Sommer"}))
    assert "Auf diese Auswahl passt kein Turnier" in page
    assert f'href="{LIST}"' in page
    assert 'value="Sommer"' in page


def test_next_step_is_shown_to_all_and_linked_for_officials_that_may_do_it(
    petra: Client, cast: Cast, event: Event
) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
    link = f'<a href="{url("series_draw", event, 1)}">Serie 1 auslosen</a>'
    assert link in text(petra.get(LIST))
    page = text(signed_in(cast.ella).get(LIST))
    assert link not in page
    assert '<td data-label="Was ansteht">Serie 1 auslosen</td>' in page


def test_file_of_events_holds_text_without_tags(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
    content = petra.get(f"{LIST}turniere.csv").content.decode("utf-8-sig")
    assert "Serie 1 auslosen" in content
    assert "<" not in content


def test_open_dispute_is_next_to_the_next_step(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
    Dispute.objects.create(event=event, number=1, facts="Streit", called_at=timezone.now())
    assert "Serie 1 auslosen</a>, 1 Streitfall" in text(petra.get(LIST))


def test_register_is_open_to_directors_of_an_event(petra: Client, cast: Cast) -> None:
    door = f'<a class="button button--quiet" href="{reverse("organiser:register")}">'
    assert door in text(petra.get(LIST))
    assert door not in text(signed_in(cast.ella).get(LIST))


# --- more events than a page shows ---


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Client:
    """The operator of three organisers with eleven events; lists of more than two events have pages."""
    monkeypatch.setattr(overview, "EVENTS_AT_ONCE", 2)
    for number in range(9):
        at = datetime(2023 + number // 3, 5, number + 1, 18, tzinfo=UTC)
        organiser = make_organiser(number=f"1-0{number % 2 + 1}", slug=f"o-{number % 2}", name=f"Verein {number % 2}")
        make_event(
            players=0, slug=f"a-{number}", name=f"Ärmel {number}", venue="KRÜGER", starts_at=at, held_by=organiser
        )
    for number in (1, 2):
        at = timezone.now() + timedelta(days=number)
        make_event(
            players=0, slug=f"neu-{number}", name=f"Neu {number}", starts_at=at, held_by=make_organiser(name="Bund")
        )
    return signed_in(User.objects.create_superuser("chefin"))


def test_many_events_are_sorted_by_time_in_both_directions(many: Client) -> None:
    latest_first = [f"Ärmel {number}" for number in range(8, -1, -1)]
    assert names(many) == names(many, sortiert="-begin") == names(many, sortiert="name") == latest_first
    assert names(many, sortiert="begin") == latest_first[::-1]
    assert names(many, stand="coming") == names(many, stand="coming", sortiert="begin") == ["Neu 1", "Neu 2"]
    assert names(many, stand="coming", sortiert="-begin") == ["Neu 2", "Neu 1"]
    page = text(many.get(LIST, {"q": "ärmel", "seite": "1"}))
    assert 'href="?q=%C3%A4rmel&amp;sortiert=begin"' in page
    assert page.count("sortiert=") == 1  # only one heading sorts
    assert 'aria-sort="descending"' in text(many.get(LIST, {"sortiert": "-begin"}))


def test_many_events_are_chosen_by_organiser_with_those_below_and_by_words_in_capitals(many: Client) -> None:
    assert names(many, veranstalter="1-01") == [f"Ärmel {number}" for number in (8, 6, 4, 2, 0)]
    assert len(names(many, veranstalter="1")) == len(names(many, veranstalter="9")) == 9
    assert names(many, veranstalter="1-02", q="armel KRÜGER 3") == ["Ärmel 3"]
    assert names(many, q="VEREIN 1", jahr="2024") == ["Ärmel 5", "Ärmel 3"]
    page = text(many.get(LIST, {"veranstalter": "1-02"}))
    assert re.search(r'value="1-02" selected', page)
    assert "mehr als 2 Turniere" in text(many.get(LIST, {"q": "Sommer"}))


def test_many_events_go_on_by_years(many: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "stehen nicht alle Turniere" not in text(many.get(LIST))
    monkeypatch.setattr(overview, "MOST", 4)
    assert names(many) == [f"Ärmel {number}" for number in (8, 7, 6, 5)]
    page = text(many.get(LIST, {"seite": "1", "q": "ärmel"}))
    assert "stehen nicht alle Turniere" in page
    assert 'href="?q=%C3%A4rmel&amp;jahr=2023"' in page
    monkeypatch.setattr(overview, "MOST", 1)
    assert names(many, jahr="2023") == ["Ärmel 2", "Ärmel 1", "Ärmel 0"]
