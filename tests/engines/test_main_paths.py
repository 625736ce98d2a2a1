"""The main paths in Firefox and in WebKit; the tests in Chromium go into depth."""

from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.hall.wall import set_programme
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.series import release_seats
from tests.browser.entry import ROWS, make_scene, points_of
from tests.engines.conftest import Window
from tests.engines.engines import until
from tests.factories import PASSWORD, enter, make_event, make_official, one
from tests.seasons import issue, make_season_with_players
from tests.tournament.at_table.scene import at_table
from tests.tournament.playing.tables import at_position, restarted
from tests.web.public.playing.pages import seated

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/leitung/testpokal/serie/1/tisch/1/"
# Each question of a page to the server fails as without a network, until the page is loaded again or `back` is called.
_NO_NETWORK = """
  const send = XMLHttpRequest.prototype.send, fetch = window.fetch;
  XMLHttpRequest.prototype.send = function () { setTimeout(() => this.dispatchEvent(new ProgressEvent("error"))); };
  window.fetch = () => Promise.reject(new TypeError("no network"));
  window.back = () => {
    XMLHttpRequest.prototype.send = send;
    window.fetch = fetch;
    dispatchEvent(new Event("online"));
  };
"""


def test_official_signs_in(window: Window) -> None:
    make_official(make_event(players=0), username="petra")
    window.open("/konto/anmelden/")
    window.find("[name=login]").send_keys("petra")
    window.find("[name=password]").send_keys(PASSWORD)
    window.find("main button[type=submit]").click()
    until(lambda: window.driver.execute_script("return location.pathname") == "/leitung/")


def test_participant_is_served_at_the_door_by_a_number_and_two_enters(window: Window) -> None:
    event = make_event(players=30, entry_fee=Decimal("10.00"))
    window.sign_in(make_official(event))
    window.open("/leitung/testpokal/einlass/")
    until(lambda: window.driver.execute_script("return document.activeElement.id") == "q")
    window.focused().send_keys("7")
    window.find("[data-for='7'] #erledigen")
    window.type("")
    window.find("#tresen[data-done]", "Startnummer 7")
    assert one(event, 7).paid


def test_list_is_typed_with_a_conflict_and_a_lost_network(window: Window) -> None:
    scene = make_scene()
    window.sign_in(scene.official)
    window.open(LIST)
    window.find("#spaltenweise")
    enter(scene.sheet(), 1, "0 22 31 45")
    window.type(*ROWS[0])
    window.find("#eingabe-stand", "Konflikt in Spiel 1")
    window.find("button", "Meine Eingabe gilt").click()
    window.find("#eingabe-stand", "Alles ist gespeichert")
    window.driver.execute_script("document.querySelector('[name=g2s1]').focus()")
    window.driver.execute_script(_NO_NETWORK)
    window.type(*ROWS[1])
    window.find("#eingabe-stand", "wartet")
    window.driver.execute_script("window.back()")
    window.find("#eingabe-stand", "Alles ist gespeichert")
    assert scene.rows() == {1: points_of(ROWS[0]), 2: points_of(ROWS[1])}


def test_figure_of_a_loaded_page_is_replaced_by_what_is_typed(window: Window) -> None:
    scene = make_scene()
    enter(scene.sheet(), 1, "12 * 55 61")  # 12 is too little after a Handrommé
    window.sign_in(scene.official)
    window.open(LIST)
    until(lambda: str(window.focused().get_property("name")).startswith("g1"))
    assert window.focused().get_property("value") == "12"
    window.focused().send_keys("40")
    until(lambda: window.focused().get_property("value") == "40")


def test_game_is_written_on_a_phone(window: Window) -> None:
    table = at_table(games=3, published_at=timezone.now())
    make_official(table.event)
    player = table.spielliste.table.seats.get(number=1).registration
    window.open(f"{reverse('public:at_table_join', args=['handys', 1, 1])}?p={pin_of(table.spielliste)}")
    window.find("label", player.hall_name).click()
    window.find("[name=card_end]").send_keys(card_code(player)[-3:])
    window.find("button", "Liste öffnen").click()
    window.find("button", "Ich schreibe").click()
    window.find(".game__seat .tile").click()
    for seat, points in enumerate(("20", "30", "40"), start=2):
        window.find(f".game__seat:nth-of-type({seat}) .game__cell").send_keys(points)
    window.find("button", "Spiel 1 speichern").click()
    until(lambda: table.fresh().games_in == 1)


def test_player_finds_the_seat_on_their_page(window: Window) -> None:
    scene = make_scene()
    models.Event.objects.update(published_at=timezone.now())
    release_seats(scene.series, by=scene.official)
    window.open(f"/t/testpokal/ich/?k={card_code(one(scene.event, 7))}&nr=7")
    window.find("main", "Tisch 2")


def test_regel_check_judges_tapped_cards(window: Window) -> None:
    make_official()
    window.open(reverse("rule_check:check"))
    for name in ("Herz 9", "Joker", "Herz Bube"):
        window.find(f"button[aria-label='{name}']").click()
    window.find(".verdict__headline", "Ja: Sequenz, 29 Augen")


def test_card_is_dragged_onto_the_pile(window: Window) -> None:
    restarted()
    make_official()
    row, anna = at_position(
        "rommee / hands 8C 8D 2S KD, 2H 3H 4H, 9S / table 1 8H 9H 10H, 3 5D 6D 7D"
        " / pile 4C / stock 40 / turn 1 10 drawn / opened 4 5 -"
    )
    window.has_cookies(seated(row, anna))
    window.open(f"/spielen/tisch/{row.token}/")
    window.drag(window.find(".hand [data-drag]:has([value='KD.0'])"), window.find("[data-drop=ablegen]"))
    window.find(".turn", "Bernd ist an der Reihe")
    assert row.made.filter(seat=1).latest("pk").command == "ablegen KD"
    restarted()


def test_wall_leafs_by_the_arrow_keys(window: Window) -> None:
    scene = make_scene()
    models.Event.objects.update(published_at=timezone.now())
    release_seats(scene.series, by=scene.official)
    set_programme(scene.event, [(Board.CLOCK, 300), (Board.SEATS, 300)], look="light", by=None)
    window.open("/t/testpokal/saal/")
    window.find("main[data-frame=clock-1]")
    window.driver.execute_script("document.body.focus()")
    window.find("body").send_keys(Keys.ARROW_RIGHT)
    window.find("main[data-frame=seats-1]")
    window.find("body").send_keys(Keys.ARROW_LEFT)
    window.find("main[data-frame=clock-1]")


def test_date_is_marked_as_empty_until_it_is_set(window: Window) -> None:
    window.sign_in(make_official(make_event(players=0)))
    window.open("/leitung/testpokal/ausschreibung/")
    is_empty = "return document.querySelector('[name=registration_closes_at]').matches('[data-empty]')"
    assert until(lambda: window.driver.execute_script(is_empty))
    window.driver.execute_script("""
      const field = document.querySelector("[name=registration_closes_at]");
      field.value = "2026-12-01T09:00";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    """)
    assert not window.driver.execute_script(is_empty)


_WIDTHS = "const page = document.documentElement; return [page.scrollWidth, page.clientWidth];"
PAGES = ("/", "/t/testpokal/", "/t/testpokal/rangliste/", "/regel-check/", "/konto/anmelden/", LIST)
SEASON = ("/saison/verein/2026/", "/leitung/saison/verein/2026/")


def test_pages_with_text_at_200_percent_fit_the_narrowest_window(window: Window) -> None:
    scene = make_scene()
    models.Event.objects.update(published_at=timezone.now())
    issue(make_season_with_players(), ["912.00", "913.50", "1004.25", ""])
    window.sign_in(make_official(scene.event, username="petra", is_superuser=True))
    window.driver.set_window_rect(x=0, y=0, width=390, height=844)
    too_wide = []
    for path in (*PAGES, *SEASON):
        window.open(path)
        window.driver.execute_script("document.documentElement.style.fontSize = '200%'")
        sizes = window.driver.execute_script(_WIDTHS)
        if sizes[0] > sizes[1]:
            too_wide.append((path, sizes))
    window.driver.set_window_rect(x=0, y=0, width=1280, height=900)
    assert too_wide == []


def test_page_is_dark_where_the_computer_is(dark: WebDriver, live_server: LiveServer) -> None:
    make_official(make_event(players=0))
    dark.get(f"{live_server.url}/")
    background = dark.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert sum(int(part) for part in background[background.index("(") + 1 : -1].split(",")[:3]) < 200
