"""Public pages fit a phone, also with text twice as large, and a tablet, without scrolling sideways."""

import re
from io import BytesIO
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.tournament.hall.messages import announce
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, register, seat_series
from tests.web.matrix import PUBLIC, REFUSED
from tests.web.scene import PublicScene

pytestmark = pytest.mark.django_db(transaction=True)

# Not pages: files, a part of a page, and the screen of the hall with its fixed size.
NOT_PAGES = {
    "public:robots",
    "public:manifest",
    "public:calendar",
    "public:draw_record",
    "public:hall",
    "public:hall_now",
    "public:my_rank",
    "public:accent",
    "public:logo",
    "public:language",
    "public:papers_offline",
}
WIDTHS = [(360, "100%"), (360, "200%"), (768, "100%"), (1366, "100%")]
FIRST, LAST = "Maria-Theresia", "Wolkenstein-von-Hohenlohe-Langenburg"

# The innermost elements that reach beyond the screen, for the message.
CULPRITS = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .filter((one, _at, all) => !all.some((other) => other !== one && one.contains(other)))
  .slice(0, 4).map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`).join("; ")"""

# How far figures in one row stay apart at least, in pixels.
_CLOSEST = """() => Math.min(...[...document.querySelectorAll(".sheet tfoot tr")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("td")].filter((cell) => cell.textContent.trim()).map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  return boxes.slice(1).map((box, at) => box.left - boxes[at].right);
}))"""


@pytest.fixture
def addresses() -> list[str]:
    """Everything released, with a long name among the short ones."""
    with transaction.atomic():
        scene = PublicScene("ESR")
    event = scene.event
    player = event.registrations.get(number=2).player
    player.first_name, player.last_name = FIRST, LAST
    player.save()
    event.registrations.filter(number=2).update(publish_name=True)
    club = event.registrations.get(number=2).club
    assert club is not None
    club.name = "Romméfreunde Untermarchtaler-Donauwörthstraßenbahnerverein"
    club.save()
    Event.objects.filter(pk=event.pk).update(self_registration=True, venue="Bürgerhaus Untermarchtal, Am Markt 3")
    register(event, 9, token="T" * 32, first_name=FIRST, last_name=LAST, publish_name=True)
    announce(event, "Bitte kommen Sie zur Siegerehrung in den großen Saal", minutes=None, by=None)
    pages = [
        scene.url(name, arguments)
        for name, (arguments, looking, _sending) in PUBLIC.items()
        if looking is not REFUSED
        and name not in NOT_PAGES
        and not name.endswith(("_file", "_feed", "_calendar", "_picture"))
    ]
    own = reverse("public:registration", args=[event.slug, "T" * 32])
    rules = [reverse("help:rules"), f"{reverse('rule_check:check')}?frage=nehmen&karte=5H&hand=4H&tisch=AH+2H+3H"]
    rules += [reverse("rulebook:system", args=["treppenromme"]), f"{reverse('public:play')}?regeln=contract"]
    rules.append(reverse("public:play_fair"))
    position = "rommeordnung / hands ?9, KS 9H 8H, ?13 / table 3 5H 6H 7H / pile ?3 4C / stock 57 / turn 2 11"
    rules.append(f"{reverse('public:play_case')}?{urlencode({'lage': position})}")
    more = [f"{reverse('public:seats', args=[event.slug])}?q=2", reverse("help:players"), *rules]
    # The link of a registration identifies the player of the phone, whose page comes next.
    return [own, *pages, *more]


def test_no_public_page_is_wider_than_the_screen(page: Page, addresses: list[str]) -> None:
    wide = []
    for address in addresses:
        page.set_viewport_size({"width": 360, "height": 740})
        answer = page.goto(address)
        assert answer is not None
        assert answer.status in (200, 404), address
        for width, text in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
            if (there := page.evaluate("document.documentElement.scrollWidth")) > width:
                wide.append(f"{address} at {width} px, text {text}: {there} px, {page.evaluate(CULPRITS)}")
    assert not wide, "\n".join(wide)


def test_a_list_and_a_player_are_printed_on_one_sheet_without_search_and_announcements(
    page: Page, addresses: list[str]
) -> None:
    event = Event.objects.get(slug="geheim")
    for name, arguments in (("list", [1, 1]), ("player", [1])):
        page.goto(reverse(f"public:{name}", args=[event.slug, *arguments]))
        assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) == 1
    page.goto(f"{reverse('public:seats', args=[event.slug])}?q=2")
    page.emulate_media(media="print")
    expect(page.get_by_text("Siegerehrung", exact=False)).to_be_hidden()
    expect(page.get_by_role("search")).to_be_hidden()
    expect(page.get_by_text("Alle Tische der Serie 1")).to_be_visible()
    page.goto(reverse("public:standings", args=[event.slug]))
    first = page.locator(".standings tbody tr").first
    expect(first.locator(".side").first).to_be_hidden()
    expect(first.locator(".under")).to_be_visible()
    assert page.locator(".standings thead .reason").first.evaluate("cell => getComputedStyle(cell).fontSize") == "0px"


def test_hero_of_a_page_is_in_the_first_screen_of_a_small_phone(page: Page, addresses: list[str]) -> None:
    """Rank 1 and the seat with text of any size; names at a table are not broken."""
    page.set_viewport_size({"width": 360, "height": 640})
    standings = reverse("public:standings", args=["geheim"])
    seats = f"{reverse('public:seats', args=['geheim'])}?q=4"
    for size in ("100%", "150%", "200%"):
        for address, hero in ((standings, ".standings .rank:not(thead *)"), (seats, ".answer__where")):
            page.goto(address)
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            page.locator(".announced").evaluate("strip => strip.remove()")
            box = page.locator(hero).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < 640, (address, size)
            bar = page.locator(".site-header").bounding_box()
            assert bar is not None
            assert bar["height"] == 40
    lefts = page.locator(".seat").evaluate_all("seats => seats.map((seat) => seat.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1  # a line for each
    page.goto(reverse("public:list", args=["geheim", 1, 1]))
    for row in page.locator(".sheet tfoot tr").all():  # the head of a sum is in line with its figures
        head, figure = row.locator(".sheet__short").bounding_box(), row.locator("td").first.bounding_box()
        assert head is not None
        assert figure is not None
        assert figure["y"] <= head["y"] + head["height"] / 2 <= figure["y"] + figure["height"]
        assert head["x"] + head["width"] < figure["x"] + figure["width"] - 40  # room for three figures
    page.goto(standings)
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_text("Suchen", exact=True).first.click()
    expect(page.get_by_role("searchbox")).to_be_visible()


def test_current_tab_of_the_rankings_is_in_sight_on_a_small_phone(page: Page, addresses: list[str]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    large = "document.addEventListener('readystatechange', () => { document.documentElement.style.fontSize = '150%'; })"
    page.add_init_script(large)
    page.goto(reverse("public:charts", args=["geheim", 1, 1]))
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=0.99)


def test_podium_leaves_the_table_in_the_first_screen_of_a_small_phone(page: Page) -> None:
    make_official()
    with transaction.atomic():
        event = make_event(players=4, series_count=1, published_at=timezone.now())
        make_checked(list_of(seat_series(event, tables=[(1, 2, 3, 4)])))
        close_series(event.series.get(), by=None)
        release_standings(event, 1, by=None)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(reverse("public:standings", args=[event.slug]))
    for size in ("100%", "150%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        expect(page.locator(".podium li").first).to_be_visible(visible=size != "200%")
        for hero in (page.locator(".find__own"), page.locator(".standings tbody .rank").first):
            expect(hero).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1366, "height": 641})
    page.evaluate("document.documentElement.style.fontSize = ''")
    bottoms = page.locator(".standings tbody tr:has(.why)").first.evaluate(_BASELINES)
    assert max(bottoms) - min(bottoms) < 0.5


# The baselines of a row's name and of its "Warum?".
_BASELINES = """row => [".name a", ".why > summary > span"].map((place) => {
  const mark = document.createElement("span");
  mark.style.cssText = "display: inline-block; width: 0; height: 0";
  row.querySelector(place).append(mark);
  const { bottom } = mark.getBoundingClientRect();
  mark.remove();
  return bottom;
})"""


def test_rows_of_standings_have_one_line_on_a_laptop_and_lead_to_the_player_on_a_phone(
    page: Page, addresses: list[str]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(reverse("public:standings", args=["geheim"]))
    written = (
        "(cells, text) => { for (const cell of cells) cell.textContent = text; return cells.at(-1).offsetHeight; }"
    )
    page.locator(".standings tbody .name a").evaluate_all(written, "Hannelore Brinkmeier")
    clubs = page.locator(".standings tbody td.one-line")
    one_line = clubs.evaluate_all(written, "Eichenau")
    assert clubs.evaluate_all(written, "Gehörlosen-Sportverein Eichenau") == one_line
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".announced").evaluate("strip => strip.remove()")
    box = page.locator(".standings tbody .total").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    expect(page).to_have_url(re.compile(r"/spieler/\d+/$"))


def test_figures_of_a_list_keep_off_the_edges_and_on_one_line_with_large_text(page: Page, addresses: list[str]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(next(address for address in addresses if re.search(r"/tisch/\d+/$", address)))
    page.locator(".sheet tbody .sheet__no").last.evaluate("number => { number.firstChild.textContent = '12'; }")
    for size in ("100%", "150%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        rows = page.locator(".sheet tbody tr").evaluate_all(_FIGURES)
        assert len(rows) > 1
        assert len({round(row["height"]) for row in rows}) == 1
        for row in rows:
            assert min(row["left"], row["right"]) >= 7.5, (size, row)
            assert max(row["bottoms"]) - min(row["bottoms"]) <= 2, (size, row)


# Of each row: its height, the room at both edges, and the lower edges of its number and figures.
_FIGURES = """rows => rows.map((row) => {
  const boxes = [...row.querySelectorAll(".sheet__no, td:not(.sheet__state)")].map((cell) => {
    const range = document.createRange();
    const drawn = [...cell.childNodes].filter((node) => !node.matches?.(".dealer, .visually-hidden"));
    const figure = drawn.find((node) => node.textContent.trim());
    range.selectNodeContents(figure ?? cell);
    return range.getBoundingClientRect();
  });
  return {
    height: row.getBoundingClientRect().height,
    left: boxes[0].left,
    right: innerWidth - boxes.at(-1).right,
    bottoms: boxes.map(({ bottom }) => bottom),
  };
})"""


@pytest.mark.parametrize(("players", "text"), [(10, "100%"), (4, "150%"), (4, "200%"), (5, "200%"), (6, "200%")])
def test_figures_of_a_list_of_many_keep_apart_on_a_phone(page: Page, players: int, text: str) -> None:
    games = 12 if players == 4 else 2  # sums of four digits
    make_official()
    with transaction.atomic():
        event = make_event(
            players=players, ruleset="classic", games_per_list=games, table_size=players, published_at=timezone.now()
        )
        series = seat_series(event, tables=[range(1, players + 1)])
        points = " ".join(str((90 if players == 4 else 50) + seat) for seat in range(2, players + 1))
        rows = {game: f"0 {points}" if game % 2 else f"{points} 0" for game in range(1, games + 1)}
        make_checked(list_of(series), rows)
        close_series(series, by=None)
        release_standings(event, 1, by=None)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("public:list", args=[event.slug, 1, 1]))
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(_CLOSEST) >= 4


@pytest.mark.parametrize("players", [3, 4])
def test_figures_keep_off_the_heads_of_the_sums_of_scoring_points_on_a_phone(page: Page, players: int) -> None:
    make_official()
    points = PointsPerGame(9, 9, ((100, 8),))  # three digits in a list of sixteen games
    with transaction.atomic():
        event = make_event(
            players=players,
            games_per_list=16,
            scoring="scoring_points",
            points_per_game=points,
            published_at=timezone.now(),
        )
        series = seat_series(event, tables=[range(1, players + 1)])
        row = ["95"] * (players - 1)
        make_checked(list_of(series), {game: [*row, "0"] if game % 5 else ["0", *row] for game in range(1, 17)})
        close_series(series, by=None)
        release_standings(event, 1, by=None)
    page.goto(reverse("public:list", args=[event.slug, 1, 1]))
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(_HEADS_COVERED) == []


# The heads of sums that reach into a figure of their row or come closer than 4 px to it.
_HEADS_COVERED = """() => [...document.querySelectorAll(".sheet tfoot tr")].flatMap((row) => {
  const drawn = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const figure = drawn(row.querySelector("td"));
  return [...row.querySelectorAll(".sheet__whole, .sheet__short")]
    .filter((head) => head.checkVisibility() && head.clientWidth !== 1)
    .filter((head) => {
      const box = drawn(head);
      return box.bottom > figure.top + 4 && box.right > figure.left - 4;
    })
    .map((head) => head.textContent);
})"""
