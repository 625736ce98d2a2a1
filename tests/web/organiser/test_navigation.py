"""The navigation bar of the officials' pages: seven sections, their pages, the menu of events."""

import re

import pytest
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.events.progress import progress_of
from romme_turnier.web.organiser.navigation import Here, Place, Reached, pages_of, places_of, series_of
from tests.factories import make_event, make_official, register, seat_series

pytestmark = pytest.mark.django_db


def reached(event):
    return Reached.on(progress_of(event))


BAR = re.compile(r'<header class="bar.*?</header>', re.DOTALL)


def test_places_are_in_the_order_of_the_day():
    event = make_event()
    labels = [place.label for place in places_of(reverse("organiser:event", args=[event.slug]), event, reached(event))]
    assert labels == ["Übersicht", "Einlass", "Serien", "Rangliste", "Kasse", "Drucken", "Mehr"]


@pytest.mark.parametrize(
    ("rest", "place", "page", "series"),
    [
        ("", Place.OVERVIEW, "event", None),
        ("teilnehmer/7/bezahlt/", Place.DOOR, "front_desk", None),
        ("teilnehmer/warteliste/", Place.DOOR, "waiting_list", None),
        ("mannschaften/3/", Place.DOOR, "teams", None),
        ("serie/2/", Place.SERIES, "series", 2),
        ("serie/2/auslosen/", Place.SERIES, "series", 2),
        ("serie/12/abgabe/4/", Place.SERIES, "hand_in", 12),
        ("serie/1/tisch/7/verlauf/", Place.SERIES, "lists", 1),
        ("rangliste/3/freigeben/", Place.STANDINGS, "standings_after", 3),
        ("kasse/preise/plan/", Place.STANDINGS, "prizes", None),
        ("kasse/teilnehmer/4/", Place.CASH, "cash", None),
        ("papier/", Place.PRINT, "print_page", None),
        ("protokoll/", Place.MORE, "event_record", None),
    ],
)
def test_address_belongs_to_the_place_with_its_longest_beginning(rest, place, page, series):
    here = Here.of(rest)
    assert (here.place, here.page.name, here.series) == (place, page, series)


def test_place_of_series_leads_to_the_first_that_is_not_closed():
    event = make_event(series_count=3)
    links = places_of(reverse("organiser:event", args=[event.slug]), event, reached(event))
    assert links[2].url.endswith("/serie/1/")
    series = seat_series(event, 1)
    models.Series.objects.filter(pk=series.pk).update(closed_at=event.starts_at)
    links = places_of(reverse("organiser:event", args=[event.slug]), event, reached(event))
    assert links[2].url.endswith("/serie/2/")
    assert links[3].url.endswith("/rangliste/1/")


def test_switch_of_series_stays_on_the_same_page():
    event = make_event(series_count=3)
    path = reverse("organiser:lists", args=[event.slug, 2])
    assert [
        (link.label, link.url.removeprefix("/leitung/testpokal/"), link.current) for link in series_of(path, event)
    ] == [
        ("1", "serie/1/listen/", ""),
        ("2", "serie/2/listen/", "page"),
        ("3", "serie/3/listen/", ""),
    ]
    below = reverse("organiser:list", args=[event.slug, 2, 5])
    assert [link.current for link in series_of(below, event)] == ["", "true", ""]


def test_event_of_one_series_has_no_switch():
    event = make_event(series_count=1)
    assert series_of(reverse("organiser:lists", args=[event.slug, 1]), event) == []


def door_of(event):
    path = reverse("organiser:front_desk", args=[event.slug])
    return [link.label for link in pages_of(path, event, reached(event), make_official(event))]


def test_teams_and_waiting_list_have_their_page_where_the_event_has_them():
    event = make_event(players=2)
    assert "Mannschaften" not in door_of(event)
    assert "Warteliste" not in door_of(event)
    assert "Einladungen" not in door_of(event)
    models.Event.objects.filter(pk=event.pk).update(prizes=models.Event.Prizes.TEAM, access=models.Event.Access.CLOSED)
    register(event, None, status=models.Registration.Status.WAITING)
    event.refresh_from_db()
    assert {"Mannschaften", "Warteliste", "Einladungen"} <= set(door_of(event))


def test_only_pages_that_one_may_open_are_offered():
    event = make_event()
    path = reverse("organiser:cash", args=[event.slug])
    entry = make_official(event, models.EventRole.Role.ENTRY, "ella")
    cashier = make_official(event, models.EventRole.Role.CASHIER, "karl")
    assert pages_of(path, event, reached(event), entry) == []
    assert [link.label for link in pages_of(path, event, reached(event), cashier)] == [
        "Startgeld",
        "Bußgeld",
        "Buchungen",
        "Tagesabschluss",
    ]


def test_mark_leads_to_the_events_and_the_menu_to_everything_else(client):
    event = make_event(name="Herbstpokal", published_at="2026-01-01T00:00Z")
    other = make_event(players=0, slug="anderes", name="Winterpokal")
    foreign = make_event(players=0, slug="fremd", name="Fremder Pokal")
    petra = make_official(event, makes_events=True)
    make_official(other)
    client.force_login(petra)
    html = client.get(reverse("organiser:front_desk", args=[event.slug])).content.decode()
    bar = BAR.search(html)
    assert bar is not None
    links = re.findall(r'href="([^"]+)"', bar[0])
    assert links[0] == reverse("organiser:events")
    for address in (
        reverse("organiser:event", args=[other.slug]),
        reverse("organiser:events"),
        reverse("organiser:event_new"),
        reverse("organiser:register"),
        reverse("public:event", args=[event.slug]),
        reverse("public:home"),
    ):
        assert address in links
    assert reverse("organiser:event", args=[foreign.slug]) not in links


def test_menu_and_pages_offer_new_events_and_the_register_only_with_the_right(client):
    client.force_login(ella := make_official(make_event(), "entry", "ella"))
    own = make_event(players=0, slug="eigenes", made_by=ella)
    make_official(own, username="ella")
    for address in (reverse("organiser:events"), reverse("organiser:more", args=[own.slug])):
        html = client.get(address).content.decode()
        for closed in ("organiser:event_new", "organiser:register"):
            assert reverse(closed) not in html
        assert reverse("organiser:event_copy", args=[own.slug]) not in html


def test_pages_of_no_event_have_the_bar_with_its_menu(client):
    event = make_event()
    client.force_login(make_official(event, makes_events=True))
    for address in ("organiser:events", "organiser:register", "organiser:event_new", "account", "help:status"):
        bar = BAR.search(client.get(reverse(address)).content.decode())
        assert bar is not None, address
        assert "Turnier wählen" in bar[0]
        assert 'id="orte"' not in bar[0]


def test_more_names_what_has_no_tab_of_its_own(client):
    event = make_event()
    client.force_login(make_official(event, makes_events=True))
    html = client.get(reverse("organiser:more", args=[event.slug])).content.decode()
    for address in ("disputes", "hall", "event_edit", "officials", "event_record", "event_copy", "prize_plan"):
        assert reverse(f"organiser:{address}", args=[event.slug]) in html


def test_public_pages_lead_an_official_back_to_the_desk(client):
    event = make_event(published_at="2026-01-01T00:00Z")
    client.force_login(make_official(event))
    for address in (reverse("public:home"), reverse("public:event", args=[event.slug])):
        footer = client.get(address).content.decode().partition('<footer class="site-footer">')[2]
        assert f'href="{reverse("organiser:events")}"' in footer
