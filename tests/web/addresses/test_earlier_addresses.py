"""Pages, forms, scripts, phones and papers with an earlier address of an event."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.addresses import readdress
from romme_turnier.tournament.organisers.hierarchy import (
    OrganiserDetails,
    add_organiser,
    add_second_organiser,
    first_organiser,
)
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.shared.errors import Faults
from tests.cast import Cast, make_cast, signed_in
from tests.factories import make_event, make_official, make_organiser, make_season, seat_series
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db

OLD, NEW = "abend-1", "nord/abend-1"


def move(event: Event) -> Event:
    """The event after a second organiser is added."""
    make_organiser(number="2", slug="sued")
    readdress()
    event.refresh_from_db()
    return event


@pytest.fixture
def event() -> Event:
    make_official()  # the program has been set up
    return move(make_event(slug=OLD, published_at=timezone.now(), held_by=make_organiser(slug="nord")))


@pytest.fixture
def cast(event: Event) -> Cast:
    return make_cast(event)


def test_every_page_of_the_public_leads_on(event: Event) -> None:
    for page in ("", "rangliste/", "ich/", "saal/", "termine.ics", "serie/1/tisch/2/", "spieler/3/?nach=2&x=%C3%A4"):
        answer = Client().get(f"/t/{OLD}/{page}")
        assert (answer.status_code, answer["Location"]) == (308, f"/t/{NEW}/{page}")
        assert answer["Cache-Control"] == "no-store"


def test_unpublished_event_is_as_unknown_as_before_except_to_its_officials(event: Event, cast: Cast) -> None:
    Event.objects.update(published_at=None)
    unknown, old = (Client().get(f"/t/{slug}/sitz/") for slug in ("nie-da", OLD))
    assert (old.status_code, old.content.replace(OLD.encode(), b"nie-da")) == (404, unknown.content)
    assert signed_in(cast.petra).get(f"/t/{OLD}/ich/?k=ACD347&nr=1").status_code == 308


def test_desk_leads_everybody_that_may_see_the_event_to_it(event: Event, cast: Cast) -> None:
    pages = ("", "serie/1/listen/?zeige=offen", "tabellen/teilnehmer.csv", "alles.pdf", "saal/rufe/jetzt/")
    for page in pages:
        answer = signed_in(cast.petra).get(f"/leitung/{OLD}/{page}")
        assert (page, answer.status_code, answer.headers.get("Location")) == (page, 308, f"/leitung/{NEW}/{page}")
        assert signed_in(cast.frieda).get(f"/leitung/{OLD}/{page}").status_code == 404
        assert Client().get(f"/leitung/{OLD}/{page}").status_code == 302  # to sign in


def test_form_that_was_open_is_sent_with_its_body(event: Event, cast: Cast) -> None:
    petra, number = signed_in(cast.petra), event.registrations.count()
    typed = {"first_name": "Vera", "last_name": "Spät", "club": "", "add": "1"}
    answer = petra.post(f"/leitung/{OLD}/einlass/", typed)
    assert (answer.status_code, answer["Location"]) == (308, f"/leitung/{NEW}/einlass/")
    petra.post(f"/leitung/{OLD}/einlass/", typed, follow=True)
    assert event.registrations.count() == number + 1
    assert event.registrations.filter(player__last_name="Spät").exists()


def test_event_of_a_deleted_address_is_gone(event: Event) -> None:
    event.earlier_addresses.update(event=None)
    assert Client().get(f"/t/{OLD}/").status_code == 404


def test_page_of_an_unknown_organiser_is_missing_although_an_event_had_the_name(event: Event) -> None:
    assert Client().get(f"/o/{OLD}/").status_code == 404


def test_page_that_the_event_lacks_stays_missing(event: Event, cast: Cast) -> None:
    petra = signed_in(cast.petra)
    assert petra.get(f"/leitung/{OLD}/serie/9/listen/", follow=True).status_code == 404
    assert petra.get(f"/leitung/{NEW}/serie/9/listen/").status_code == 404


def row(client: Client, table: AtTable, address: str, key: str = "k1") -> Any:
    """Sends the row of game 1 as the entry page does."""
    body = {"game": 1, "cells": ["0", "20", "1", "40"], "expected": 0, "key": key * 16}
    return client.post(f"/leitung/{address}/serie/1/tisch/1/zeile/", body, content_type="application/json")


def test_row_that_a_script_sends_is_saved_without_a_redirect(table: AtTable) -> None:
    cast = make_cast(move(table.event))
    assert row(signed_in(cast.frieda), table, OLD).json() == {"error": "gone"}
    assert row(Client(), table, OLD).json() == {"error": "signed_out"}
    ella = signed_in(cast.ella)
    answer = row(ella, table, OLD)
    assert (answer.status_code, answer.json()["saved"]) == (200, {"version": 1})
    assert row(ella, table, NEW).json()["saved"] == {"version": 1}  # the same key: sent again
    assert table.fresh().games_in == 1


# Phones


class Phone:
    """A browser that keeps cookies by path, as Django's client does not."""

    def __init__(self) -> None:
        self.cookies: dict[tuple[str, str], Any] = {}

    def _sent(self, method: str, url: str, **more: Any) -> Any:
        client = Client()
        for (_name, path), cookie in self.cookies.items():
            if url.startswith(path):
                client.cookies[cookie.key] = cookie
        answer = getattr(client, method)(url, **more)
        for cookie in answer.cookies.values():
            self.cookies.pop((cookie.key, cookie["path"]), None)
            if cookie["max-age"] != 0:
                self.cookies[cookie.key, cookie["path"]] = cookie
        return answer

    def get(self, url: str) -> Any:
        answer = self._sent("get", url)
        return self.get(answer["Location"]) if "Location" in answer.headers else answer

    def post(self, url: str, **more: Any) -> Any:
        return self._sent("post", url, **more)

    def sees(self, url: str) -> bool:
        """Whether the page is shown at this address or, after an earlier one, at the current one."""
        answer = self.get(url)
        return answer.status_code == 200 and answer.request["PATH_INFO"].endswith(url.rpartition(OLD)[2])


@pytest.fixture
def table() -> AtTable:
    make_official()  # the program has been set up
    return at_table(slug=OLD, published_at=timezone.now(), held_by=make_organiser(slug="nord"))


@pytest.fixture
def phone(table: AtTable) -> Phone:
    """The phone of player 1, which has opened Mein Turnier and joined the list of its table."""
    own, phone = table.spielliste.table.seats.get(number=1).registration, Phone()
    phone.get(f"/t/{OLD}/ich/?k={card_code(own)}&nr={own.number}")
    phone.post(f"/t/{OLD}/serie/1/tisch/1/mit/", data={"own": "1"})
    return phone


def test_phone_takes_its_player_and_its_list_along(table: AtTable, phone: Phone) -> None:
    pages = ("ich/", "serie/1/tisch/1/zettel/")
    assert [phone.sees(f"/t/{OLD}/{page}") for page in pages] == [True, True]
    move(table.event)
    assert [phone.sees(f"/t/{OLD}/{page}") for page in pages] == [True, True]
    assert [phone.sees(f"/t/{NEW}/{page}") for page in pages] == [True, True]


def test_phone_that_begins_at_the_new_address_is_known_there(table: AtTable, phone: Phone) -> None:
    move(table.event)
    assert [phone.sees(f"/t/{NEW}/{page}") for page in ("ich/", "serie/1/tisch/1/zettel/")] == [True, True]


def test_strange_phone_is_led_round_once(table: AtTable) -> None:
    move(table.event)
    strange = Phone()
    assert strange.get(f"/t/{NEW}/ich/").request["PATH_INFO"] == f"/t/{NEW}/ich/karte/"
    assert strange.get(f"/t/{NEW}/serie/1/tisch/1/zettel/").request["PATH_INFO"] == f"/t/{NEW}/serie/1/tisch/1/mit/"


def test_row_that_waits_on_a_phone_is_saved_after_the_move(table: AtTable, phone: Phone) -> None:
    phone.post(f"/t/{OLD}/serie/1/tisch/1/zettel/schreiben/", data={"take": "1"})
    move(table.event)
    phone.get(f"/t/{OLD}/serie/1/tisch/1/zettel/")
    numbers = table.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True)
    body = {"game": 1, "cells": ["R", "20", "30", "40"], "players": list(numbers), "expected": 0, "key": "k" * 32}
    answer = phone.post(f"/t/{OLD}/serie/1/tisch/1/zettel/spiel/", data=body, content_type="application/json")
    assert (answer.status_code, table.fresh().games_in) == (200, 1)


def test_phone_that_is_signed_out_stays_so_below_the_earlier_address(table: AtTable, phone: Phone) -> None:
    move(table.event)
    pages = ("ich/", "serie/1/tisch/1/zettel/")
    for page in pages:
        phone.get(f"/t/{OLD}/{page}")
    phone.post(f"/t/{NEW}/ich/karte/", data={"verlassen": "1"})
    assert [phone.sees(f"/t/{address}/{page}") for address in (OLD, NEW) for page in pages] == [False] * 4


def test_phone_of_another_player_is_not_that_of_the_first_again(table: AtTable, phone: Phone) -> None:
    move(table.event)
    phone.get(f"/t/{OLD}/ich/")
    other = table.event.registrations.get(number=5)
    for address in (NEW, OLD):
        phone.get(f"/t/{address}/ich/?k={card_code(other)}&nr=5")
        assert other.player.last_name in phone.get(f"/t/{OLD}/ich/").content.decode()


# Papers that were printed before


def test_codes_of_printed_lists_open_the_list_at_the_desk(event: Event, cast: Cast) -> None:
    seat_series(event)
    petra = signed_in(cast.petra)
    scanned = petra.get(f"/t/{OLD}/serie/1/tisch/2/", follow=True)  # by a telephone
    assert scanned.redirect_chain[-1][0] == f"/leitung/{NEW}/serie/1/tisch/2/"
    for code in (f"http://10.0.0.5:8000/t/{OLD}/serie/1/tisch/2/", f"{OLD}/serie/1/tisch/2", f"{NEW}/serie/1/tisch/2"):
        answer = petra.get(reverse("organiser:lists", args=[NEW, 1]), {"tisch": code})
        assert answer.headers.get("Location") == f"/leitung/{NEW}/serie/1/tisch/2/"
        page = reverse("organiser:hand_in", args=[NEW, 1])
        assert petra.get(page, {"tisch": code}).headers.get("Location") == f"{page}2/"


def test_code_of_another_organisers_list_names_its_event(event: Event, cast: Cast) -> None:
    seat_series(event)
    make_event(slug=f"sued/{OLD}", name="Südabend", published_at=timezone.now(), players=0)
    page = signed_in(cast.petra).get(
        reverse("organiser:lists", args=[NEW, 1]), {"tisch": f"http://10.0.0.5/t/sued/{OLD}/serie/1/tisch/2/"}
    )
    assert "Diese Liste gehört zu einem anderen Turnier: Südabend (" in page.content.decode()


def test_start_card_opens_its_player_at_the_desk(event: Event, cast: Cast) -> None:
    petra, code = signed_in(cast.petra), card_code(event.registrations.get(number=3))
    answer = petra.get(f"/t/{OLD}/ich/", {"k": code, "nr": "3"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/leitung/{NEW}/einlass/?nr=3"
    for address in (OLD, NEW):
        scanned = f"http://10.0.0.5:8000/t/{address}/ich/?k={code}&nr=3"
        answer = petra.get(reverse("organiser:front_desk", args=[NEW]), {"q": scanned})
        assert "Diese Startkarte" not in answer.content.decode()


def test_addresses_of_the_first_organiser_lead_on_after_it_got_its_name() -> None:
    chief = make_official(username="chief", is_superuser=True)
    season = make_season(published_at=timezone.now(), organiser=first_organiser())
    paths = (
        "/o/verein/",
        "/o/verein/termine.ics",
        f"/saison/verein/{season.slug}/",
        f"/saison/verein/{season.slug}.csv",
    )
    desk = f"/leitung/saison/verein/{season.slug}/termine/"
    embedded = f"/einbetten/saison/verein/{season.slug}/"
    assert Client().get(paths[2]).status_code == 200
    add_second_organiser(
        OrganiserDetails(kind="association", name="Verband Süd", number="02", slug="sued"),
        OrganiserDetails(kind="club", name="RC Herz", number="02-005", slug="rc-herz"),
        by=chief,
    )
    for path in (*paths, embedded):
        answer = Client().get(f"{path}?x=1")
        assert (answer.status_code, answer["Location"]) == (308, f"{path}?x=1".replace("/verein/", "/rc-herz/"))
    assert Client().get(paths[2], follow=True).status_code == 200
    assert signed_in(chief).get(desk, follow=True).status_code == 200
    assert Client().get("/saison/verein/fremd/", follow=True).status_code == 404
    assert Client().get("/saison/anderer/2026/").status_code == 404
    with pytest.raises(Faults) as refused:
        add_organiser(OrganiserDetails(kind="club", name="Verein", number="02-006", slug="verein"), by=chief)
    assert set(refused.value.by_argument) == {"slug"}
