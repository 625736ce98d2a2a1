"""Some years after an event most names are no longer on its public pages and papers."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.files import state_of
from romme_turnier.documents.printout import Names
from romme_turnier.tournament.models import Consent, Event, Organiser, Registration
from romme_turnier.tournament.organisers.retention import set_names_years
from romme_turnier.tournament.participants.reading import full_names, hall_names, public_names
from romme_turnier.tournament.seating.draws import apply_draw, discard_draw, propose_draw
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.name_search import matches
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event, make_official, make_organiser, seat_series
from tests.web.names.answers import papers_of, public_answers

pytestmark = pytest.mark.django_db

LAST_DAY = datetime(2028, 10, 18, 12, tzinfo=UTC)  # the event's last item is on 18 October 2026
FOR_OTHERS = {Names.HALL}


@pytest.fixture
def event() -> Event:
    """Played, with released final standings; the last of the ranking consented to years, another withdrew."""
    event = make_event(names="hall", games_per_list=2, series_count=1, published_at="2026-10-01T08:00Z")
    event.timetable.create(starts_at=datetime(2026, 10, 18, 16, tzinfo=UTC), what="Siegerehrung")
    make_official()  # before there is one, every page leads to the first visit
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_seats(series, by=None)
    release_standings(event, 1, by=None)
    by_rank = [row.number for row in event.releases.get().rows]
    for number, withdrawn_at in ((by_rank[-1], None), (by_rank[-2], timezone.now())):
        Consent.objects.create(
            registration=event.registrations.get(number=number),
            purpose="years",
            given_at=timezone.now(),
            speaker="player",
            withdrawn_at=withdrawn_at,
        )
    return event


@pytest.fixture
def two_years(event: Event) -> Organiser:
    Organiser.objects.update(names_years=2)
    return Organiser.objects.get()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(LAST_DAY, tick=False) as traveller:
        yield traveller


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def stays(event: Event) -> set[int]:
    rows = event.releases.get().rows
    return {row.number for row in rows if row.rank and row.rank <= 3 and row.number} | {rows[-1].number or 0}


def named(text: str) -> set[int]:
    """The start numbers whose first or family name a text holds."""
    return {number for number in range(1, 9) if f"Vera{number}" in text or f"Spieler{number}" in text}


def answers(event: Event) -> dict[str, str]:
    keys = [printout.key for printout in PRINTOUTS if printout.names in FOR_OTHERS]
    return dict([*public_answers(Client(), event), *papers_of(event, *keys)])


def test_names_end_after_the_last_day_except_those_that_stay(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    assert 3 <= len(stays(event)) < 8
    before = {name: named(text) for name, text in answers(fresh(event)).items()}
    assert before["standings"] == set(range(1, 9))
    clock.move_to(datetime(2028, 10, 18, 22, 1, tzinfo=UTC))  # 19 October, 0:01 in Berlin
    after = answers(fresh(event))
    assert {name: named(text) - stays(event) for name, text in after.items() if named(text) - stays(event)} == {}
    assert named(after["standings"]) == stays(event)
    assert set(after) == set(before)
    assert "N. N." in after["standings"]


def test_club_ends_with_the_name(event: Event, two_years: Organiser, clock: time_machine.Traveller) -> None:
    gone = next(number for number in range(1, 9) if number not in stays(event))
    club = str(event.registrations.get(number=gone).club)
    address = reverse("public:player", args=[event.slug, gone])
    assert club in Client().get(address).content.decode()
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    assert club not in Client().get(address).content.decode()


def test_hidden_family_name_finds_nobody_and_the_number_still_does(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    gone = next(number for number in range(1, 9) if number not in stays(event))
    assert matches(event.registrations.get(number=gone), f"Spieler{gone}")
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    hidden = Registration.objects.get(event=event, number=gone)
    assert not matches(hidden, f"Spieler{gone}")
    assert matches(hidden, str(gone))


def test_kept_page_does_not_outlive_the_day(event: Event, two_years: Organiser, clock: time_machine.Traveller) -> None:
    clock.move_to(datetime(2028, 10, 18, 21, 50, tzinfo=UTC))
    address, client = reverse("public:standings", args=[event.slug]), Client()
    first = client.get(address)
    assert named(first.content.decode()) == set(range(1, 9))
    clock.shift(11 * 60)
    later = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200
    assert named(later.content.decode()) == stays(event)


def test_texts_of_officials_end_with_the_names_and_officials_still_read_them(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    event.releases.update(note="Vera7 führt")
    event.hall_messages.create(text="Vera7 bitte zu Tisch 1", at=timezone.now())
    event.hall_messages.create(text="Vera6 fehlt", at=timezone.now(), is_over=True)

    def texts() -> str:
        addresses = [reverse(f"public:{name}", args=[event.slug]) for name in ("standings", "announcements", "hall")]
        pages = " ".join(Client().get(address).content.decode() for address in addresses)
        return pages + " ".join(text for _key, text in papers_of(fresh(event), "release"))

    typed = ("Vera7 führt", "Vera7 bitte", "Vera6 fehlt")
    before = texts()
    assert [text in before for text in typed] == [True] * 3
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    after = texts()
    assert [text in after for text in typed] == [False] * 3
    desk = signed_in(make_cast(event).petra).get(reverse("organiser:hall", args=[event.slug])).content.decode()
    assert "Vera6 fehlt" in desk


def test_reason_of_a_discarded_draw_ends_with_the_names(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    clock.move_to(datetime(2026, 10, 17, 12, tzinfo=UTC))
    other = make_event(slug="andere", published_at=event.published_at)
    discarded = apply_draw(propose_draw(other, 1, by=None), by=None)
    discard_draw(discarded, reason="Vera5 kam spät", by=None)
    release_seats(apply_draw(propose_draw(other, 1, by=None), by=None), by=None)
    address = reverse("public:draw", args=["andere", 1])
    assert "Vera5 kam spät" in Client().get(address).content.decode()
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    page = Client().get(address).content.decode()
    assert "Vera5" not in page
    assert "Verworfene Auslosungen dieser Serie" in page


def test_file_of_papers_is_made_again_after_the_day(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    before = state_of(event.pk)
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    assert state_of(event.pk) != before


def test_officials_still_read_the_names(event: Event, two_years: Organiser, clock: time_machine.Traveller) -> None:
    clock.move_to(datetime(2030, 1, 1, tzinfo=UTC))
    assert named(" ".join(full_names(fresh(event)).values())) == set(range(1, 9))
    desk = (
        signed_in(make_cast(event).petra)
        .get(reverse("organiser:standings", args=[event.slug]), follow=True)
        .content.decode()
    )
    assert named(desk) == set(range(1, 9))


def test_without_final_standings_nobody_is_among_the_first_three(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    Event.objects.update(series_count=2)
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    (consenting,) = Registration.objects.filter(consents__withdrawn_at=None, consents__purpose="years")
    for names in (public_names, hall_names):
        assert {number for number, name in names(fresh(event)).items() if name != "N. N."} == {consenting.number}


def test_names_stay_without_a_number_of_years(event: Event, clock: time_machine.Traveller) -> None:
    clock.move_to(datetime(2060, 1, 1, tzinfo=UTC))
    assert "N. N." not in public_names(fresh(event)).values()


def test_leap_day_ends_on_the_first_of_march(event: Event, two_years: Organiser) -> None:
    event.timetable.all().delete()
    Event.objects.update(starts_at=datetime(2028, 2, 29, 12, tzinfo=UTC))
    for day, is_named in ((1, True), (2, False)):
        with time_machine.travel(datetime(2030, 3, day, 12, tzinfo=UTC)):
            assert ("N. N." not in public_names(fresh(event)).values()) == is_named


def test_names_of_an_old_event_cost_few_statements_however_many_play(
    event: Event, two_years: Organiser, clock: time_machine.Traveller
) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            Client().get(reverse("public:seats", args=[event.slug]), {"q": "1"})
        return len(queries)

    clock.move_to(datetime(2026, 10, 19, 12, tzinfo=UTC))
    before = statements()
    clock.move_to(datetime(2028, 10, 19, 12, tzinfo=UTC))
    assert statements() <= before + 4  # for the event, not for each of the players


# --- The page for the number of years ---


def test_preview_names_the_day_of_each_event_before_it_is_stored(
    event: Event, clock: time_machine.Traveller, chief: Client
) -> None:
    make_organiser(number="2", slug="zweiter")
    address = reverse("organiser:organiser_names", args=["1"])
    assert "Jetzt: ohne Frist." in chief.get(address).content.decode()
    page = chief.get(address, {"years": "2"}).content.decode()
    assert "19.10.2028" in page
    assert "sofort" not in page
    assert Organiser.objects.get(number="1").names_years is None
    page = chief.get(address, {"years": "1"}).content.decode()
    assert "Bei 1 Turnier verschwinden die Namen sofort." in page
    assert "19.10.2027, also sofort" in page
    version = event.public_version.number
    chief.post(address, {"years": "1"})
    assert Organiser.objects.get(number="1").names_years == 1
    event.public_version.refresh_from_db()
    assert event.public_version.number > version
    chief.post(address, {"years": ""})
    assert Organiser.objects.get(number="1").names_years is None


def test_one_organiser_sets_the_number_from_the_register_and_the_page_about_data(
    event: Event, clock: time_machine.Traveller, chief: Client
) -> None:
    address, about_data = reverse("organiser:register_names"), reverse("help:privacy")
    for name in ("organiser:register", "help:privacy"):
        assert address in chief.get(reverse(name)).content.decode()
        assert address not in signed_in(make_cast(event).petra).get(reverse(name)).content.decode()
    page = chief.get(address, {"years": "1"}).content.decode()
    assert "19.10.2027, also sofort" in page
    assert "Veranstalter" not in page
    chief.post(address, {"years": "1"})
    assert Organiser.objects.get().names_years == 1
    assert "bis 1 Jahr nach einem Turnier öffentlich" in Client().get(about_data).content.decode()
    (own,) = event.registrations.filter(number=1)
    Registration.objects.filter(pk=own.pk).update(token="T" * 32)
    page = Client().get(reverse("public:own_data", args=[event.slug, "T" * 32])).content.decode()
    assert "Der Name darf auch nach 1 Jahr öffentlich bleiben" in page
    assert "Bilder" not in page


def test_preview_of_many_events_has_pages_that_keep_the_number(chief: Client) -> None:
    for number in range(51):
        at = timezone.now() - timedelta(days=number)
        make_event(players=0, slug=f"abend-{number}", name=f"Abend Nr. {number}", starts_at=at, published_at=at)
    address = reverse("organiser:register_names")
    first, second = (chief.get(address, {"years": "2", "seite": page}).content.decode() for page in "12")
    assert ("Abend Nr. 50" in first, "Abend Nr. 0<" in first) == (True, False)
    assert ("Abend Nr. 50" in second, "Abend Nr. 0<" in second) == (False, True)
    assert 'href="?years=2&amp;seite=2"' in first


def test_number_can_be_set_before_the_first_event(chief: Client) -> None:
    Organiser.objects.all().delete()
    address = reverse("organiser:register_names")
    assert "Noch ist kein Turnier öffentlich." in chief.get(address, {"years": "2"}).content.decode()
    chief.post(address, {"years": "2"})
    assert Organiser.objects.get().names_years == 2


def test_page_of_the_only_organiser_ends_with_the_second(event: Event, chief: Client) -> None:
    make_organiser(number="2", slug="zweiter")
    assert chief.get(reverse("organiser:register_names")).status_code == 404
    for name in ("organiser:register", "help:privacy"):
        assert reverse("organiser:register_names") not in chief.get(reverse(name)).content.decode()


@pytest.mark.parametrize("typed", ["0", "51", "zwei"])
def test_impossible_number_is_refused_at_its_place(event: Event, chief: Client, typed: str) -> None:
    make_organiser(number="2", slug="zweiter")
    Organiser.objects.update(names_years=2)
    address = reverse("organiser:organiser_names", args=["1"])
    for page in (chief.get(address, {"years": typed}), chief.post(address, {"years": typed})):
        text = page.content.decode()
        assert "19.10." not in text
        assert "Noch ist kein Turnier" not in text
        assert f'value="{typed}"' in text
    assert Organiser.objects.get(number="1").names_years == 2


def test_press_sets_the_number_and_others_do_not(event: Event) -> None:
    organiser = Organiser.objects.get()
    with pytest.raises(Exception, match="Presse"):
        set_names_years(organiser, 2, by=make_cast(event).ella)
