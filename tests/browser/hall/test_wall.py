"""The screen of the hall: no text is cut with 250 players, all is legible from ten metres, keys and officials steer."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls import call_official
from romme_turnier.tournament.hall.clock import start_clock
from romme_turnier.tournament.hall.messages import TEXT_LENGTH, announce
from romme_turnier.tournament.hall.wall import hold_board, set_programme
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import list_of, make_complete, make_event, make_official

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_context]

WALL = "/t/testpokal/saal/"
FIVE_SECONDS = 5_000
PLAYERS = 250
SCREEN_MM = 680  # the visible height of 55 inches
CAPITALS_MM = 27

# Leafs through the whole programme, as the wall's own script does, and names every text that sticks out of the window
# or of its part of the page, or whose capitals are too small: "seats-3: Sommer, Petra sticks out by 4".
_FAULTS = """async ([screen, least]) => {
  const capital = document.createElement("canvas").getContext("2d");
  const faults = [], shown = [], heights = {};
  await document.fonts.ready;
  function look(key) {
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const element = walk.currentNode.parentElement, text = walk.currentNode.data.trim();
      if (!text || element.closest(".visually-hidden, svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const box = range.getBoundingClientRect(), style = getComputedStyle(element);
      const part = element.closest(".wall__board, .wall__head, .wall__foot").getBoundingClientRect();
      const out = Math.max(box.right - innerWidth, -box.left, box.bottom - innerHeight, part.top - box.top - 3,
                           box.bottom - part.bottom - 3);
      if (out > 1) faults.push(`${key}: ${text} sticks out by ${Math.round(out)}`);
      const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      if (!(font in heights)) {
        capital.font = font;
        heights[font] = capital.measureText("H").actualBoundingBoxAscent / innerHeight * screen;
      }
      const high = heights[font];
      if (high < least) faults.push(`${key}: ${text} has capitals of ${high} mm`);
    }
    if (document.documentElement.scrollHeight > innerHeight) faults.push(`${key} is higher than the window`);
  }
  for (;;) {
    const main = document.querySelector("main"), key = main.dataset.frame;
    if (shown.includes(key)) return [shown, faults];
    shown.push(key);
    look(key);
    const answer = await fetch(main.dataset.ahead);
    main.replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main"));
  }
}"""


@pytest.fixture
def event() -> models.Event:
    make_official()
    return make_event(
        players=0, name="Herbstpokal der Romméfreunde", published_at=timezone.now(), starts_at=timezone.now()
    )


@pytest.fixture
def screen(page: Page) -> Page:
    page.set_viewport_size({"width": 1280, "height": 720})
    return page


@pytest.fixture
def timed(screen: Page) -> Page:
    """A screen whose time the test makes pass."""
    screen.clock.install()
    return screen


def seat_many(event: models.Event, count: int = PLAYERS) -> models.Series:
    """A hall full of people whose names are as long as names get, as everybody has agreed to be named."""
    firsts = ("Maximiliane", "Bo", "Hans-Joachim", "Wilhelmina")
    lasts = ("Müller-Lüdenscheid", "Oh", "von der Wummensteiner-Mommsen", "Kowalczyk", "Schmidt")
    players = models.Player.objects.bulk_create(
        models.Player(first_name=firsts[n % 4], last_name=f"{lasts[n % 5]}{'' if n % 3 else ' Weg'}")
        for n in range(count)
    )
    people = models.Registration.objects.bulk_create(
        models.Registration(event=event, player=player, number=number, publish_name=True)
        for number, player in enumerate(players, 1)
    )
    series = models.Series.objects.create(event=event, number=1)
    tables = models.Table.objects.bulk_create(
        models.Table(series=series, number=number) for number in range(1, -(-count // 4) + 1)
    )
    models.Spielliste.objects.bulk_create(models.Spielliste(table=table) for table in tables)
    models.Seat.objects.bulk_create(
        models.Seat(table=tables[place // 4], series=series, number=place % 4 + 1, registration=person)
        for place, person in enumerate(people)
    )
    release_seats(series, by=None)
    return series


def release(series: models.Series) -> None:
    """Standings of everybody, with sums as long as sums get."""
    event = series.event
    rows = [
        StandingRow.from_json(
            {
                "rank": rank,
                "number": number,
                "club": None,
                "results": [[-9000 - rank, *[0] * (len(SeatTotals._fields) - 1)]],
                "play_off_needed": False,
                "decided_by": None,
                "play_off_waived": False,
                "withdrawn_from": None,
                "excluded": False,
                "out_of_competition": False,
                "categories": [],
            }
        )
        for rank, number in enumerate(event.registrations.values_list("number", flat=True), 1)
    ]
    models.StandingsRelease.objects.create(event=event, series=series, number=1, released_at=timezone.now(), rows=rows)


def boards_without_fault(page: Page) -> set[str]:
    """Every text of every frame is in sight and large enough; returns the boards that were shown."""
    page.goto(WALL)
    shown, faults = page.evaluate(_FAULTS, [SCREEN_MM, CAPITALS_MM])
    assert faults == []
    return {key.rpartition("-")[0] for key in shown}


def timetable(event: models.Event) -> None:
    long = "Mittagspause mit Erbsensuppe und Würstchen vom Grill im Garten, Kaffee und Kuchen im Foyer bei Frau Sommer"
    now = timezone.localtime()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    apart = min(timedelta(minutes=10), (midnight - now) / 4)  # the wall shows what comes today
    for place, what in enumerate(("Serie 2", long, "Siegerehrung"), start=1):
        number = 2 if what == "Serie 2" else None
        event.timetable.create(starts_at=now + place * apart, what=what, series_number=number)


def test_nothing_is_cut_and_capitals_have_27_mm_when_250_players_are_in_the_hall(
    screen: Page, event: models.Event
) -> None:
    series = seat_many(event)
    release(series)
    timetable(event)
    for table in series.tables.filter(number__in=(60, 61, 62)):
        call_official(table, about="rule")
    for text in ("Das Buffet ist eröffnet", "Wort für Wort " * 6, "W" * TEXT_LENGTH):
        announce(event, text, minutes=None, by=None)
    models.HallMessage.objects.update(at=timezone.now() - timedelta(minutes=5))
    assert boards_without_fault(screen) == {"clock", "seats", "standings", "next", "messages"}
    event.series_minutes = 120
    event.save()
    start_clock(series, by=None)
    models.Spielliste.objects.filter(table__number=1).update(games_in=12)
    set_programme(event, [(Board.CLOCK, 15), (Board.TABLES, 15), (Board.SEATS, 15)], look="light", by=None)
    assert boards_without_fault(screen) == {"clock", "tables"}


def test_nothing_is_cut_when_the_hall_is_small(screen: Page, event: models.Event) -> None:
    series = seat_many(event, 40)
    make_complete(list_of(series, 1))
    models.HallMessage.objects.update(at=timezone.now() - timedelta(minutes=5))
    release(series)
    models.Event.objects.update(series_count=1)
    earlier = timezone.now() - timedelta(minutes=5)
    for groups in ([[1, 2, 3, 4, 5]], [[1, 6]]):
        models.PlayOff.objects.create(event=event, at=earlier, table=3, groups=groups, played=False)
    assert boards_without_fault(screen) == {"clock", "tables", "standings", "play_off"}


def test_an_announcement_is_on_the_wall_within_five_seconds_and_the_boards_go_on(
    timed: Page, event: models.Event
) -> None:
    seat_many(event, 8)
    set_programme(event, [(Board.CLOCK, 60), (Board.SEATS, 60)], look="dark", by=None)
    timed.goto(WALL)
    expect(timed.locator("main")).to_have_attribute("data-frame", "clock-1")
    announce(event, "Das Buffet ist eröffnet", minutes=None, by=None)
    timed.clock.run_for(FIVE_SECONDS)
    expect(timed.get_by_text("Das Buffet ist eröffnet")).to_be_visible()
    expect(timed.locator(".wall__new")).to_be_visible()
    board = timed.locator(".wall__message")
    assert board.evaluate("one => 1 / parseFloat(getComputedStyle(one).animationDuration)") <= 3
    assert board.evaluate("one => getComputedStyle(one).animationName") == "wall-new"
    models.HallMessage.objects.update(at=timezone.now() - timedelta(minutes=5))
    timed.clock.run_for(FIVE_SECONDS)
    expect(timed.locator("main")).to_have_attribute("data-frame", "clock-1")
    timed.clock.run_for(61_000)
    expect(timed.locator("main")).to_have_attribute("data-frame", "seats-1")


def test_page_of_the_network_is_no_frame_and_no_answer(timed: Page, event: models.Event) -> None:
    """It wants people to sign in to it first; the wall keeps its colours and soon says that nothing comes."""
    set_programme(event, [(Board.CLOCK, 60)], look="dark", by=None)
    timed.goto(WALL)
    classes = timed.locator("html").get_attribute("class") or ""
    portal = "<html class=hotel><h1>Willkommen im WLAN</h1></html>"
    timed.route(f"**{WALL}**", lambda route: route.fulfill(body=portal, content_type="text/html"))
    for _look in range(20):
        timed.clock.run_for(FIVE_SECONDS)
        timed.wait_for_load_state("networkidle")
    expect(timed.locator("[data-stale]")).to_be_visible()
    expect(timed.locator("html")).to_have_class(classes)


def test_the_keyboard_leafs_and_holds(timed: Page, event: models.Event) -> None:
    seat_many(event, 8)
    set_programme(event, [(Board.CLOCK, 10), (Board.SEATS, 10)], look="light", by=None)
    timed.goto(WALL)
    main = timed.locator("main")
    expect(timed.get_by_text("Vollbild")).to_be_visible()
    timed.keyboard.press("ArrowRight")
    expect(main).to_have_attribute("data-frame", "seats-1")
    timed.keyboard.press("ArrowLeft")
    expect(main).to_have_attribute("data-frame", "clock-1")
    timed.keyboard.press("Space")
    timed.clock.run_for(30_000)
    expect(main).to_have_attribute("data-frame", "clock-1")
    timed.keyboard.press("Space")
    timed.clock.run_for(11_000)
    expect(main).to_have_attribute("data-frame", "seats-1")
    expect(timed.get_by_text("Vollbild")).to_be_hidden()
    timed.keyboard.press("f")
    expect(timed.locator("html:fullscreen")).to_have_count(1)


def test_the_officials_choose_the_board_and_the_colours(timed: Page, event: models.Event) -> None:
    seat_many(event, 8)
    timed.goto(WALL)
    assert timed.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    hold_board(event, Board.SEATS, by=None)
    set_programme(event, [(Board.CLOCK, 10)], look="dark", by=None)
    timed.clock.run_for(FIVE_SECONDS)
    expect(timed.locator("main")).to_have_attribute("data-frame", "seats-1")
    assert timed.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
