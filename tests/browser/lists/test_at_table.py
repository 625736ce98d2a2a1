"""A table writes its list on a phone: without network, with a second phone, and confirmed by everybody."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.statements import confirm
from romme_turnier.tournament.hall.messages import announce
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from romme_turnier.tournament.participants.card_code import card_code
from tests.browser.entry import until
from tests.factories import make_official
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db(transaction=True)


class Phone:
    """One player's phone."""

    def __init__(self, page: Page, table: AtTable, seat: int) -> None:
        self.page, self.table, self.seat = page, table, seat
        self.player = table.spielliste.table.seats.get(number=seat).registration

    def join(self) -> None:
        self.page.goto(f"{address(self.table, 'at_table_join')}?p={pin_of(self.table.spielliste)}")
        self.page.get_by_text(f"{self.player.number} {self.player.hall_name}").tap()
        self.page.fill("[name=card_end]", card_code(self.player)[-3:])
        self.page.get_by_role("button", name="Liste öffnen").tap()

    def write(self, game: int, points: tuple[int, ...]) -> None:
        """The player without points ended the game."""
        expect(self.page.locator(".game__title")).to_have_text(f"Spiel {game}")
        seats = self.page.locator(".game__seat")
        seats.nth(points.index(0)).locator(".tile").tap()
        entered = [one for one in points if one]
        for at, one in enumerate(entered, start=1):
            self.tap(*str(one))
            if at < len(entered):
                self.page.get_by_role("button", name="Weiter").tap()
        self.page.get_by_role("button", name=f"Spiel {game} speichern").tap()

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.page.locator("#tasten").get_by_role("button", name=key, exact=True).tap()

    def says(self, words: str) -> None:
        expect(self.page.locator("#inhalt")).to_contain_text(words)


def address(table: AtTable, name: str) -> str:
    return reverse(f"public:{name}", args=[table.event.slug, 1, 1])


@pytest.fixture
def table(live_server: LiveServer) -> AtTable:
    made = at_table(games=3, published_at=timezone.now())
    make_official(made.event)
    return made


@pytest.fixture
def phones(open_context: Callable[..., BrowserContext], table: AtTable) -> Iterator[list[Phone]]:
    """Of seats 1 and 2; every script that fails on them fails the test."""
    problems, found = [], []
    for seat in (1, 2):
        page = open_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        found.append(Phone(page, table, seat))
    yield found
    for phone in found:
        phone.page.wait_for_load_state("networkidle")  # no question of a phone meets a database that is being emptied
    assert problems == []


def test_game_written_without_network_survives_a_reload_and_is_stored_once(table: AtTable, phones: list[Phone]) -> None:
    pen = phones[0]
    pen.join()
    pen.page.get_by_role("button", name="Ich schreibe").tap()
    pen.write(1, (0, 20, 30, 40))
    pen.says("Gespeichert")
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    pen.page.route("**/zettel/spiel/", lose)
    pen.write(2, (20, 0, 30, 40))
    expect(pen.page.locator(".game__title")).to_have_text("Spiel 3")  # without waiting for the network
    pen.says("Ein Spiel wartet auf die Verbindung")
    pen.page.reload()
    pen.says("Ein Spiel wartet auf die Verbindung")
    assert lost
    pen.page.unroute("**/zettel/spiel/")
    until(lambda: table.fresh().games_in == 2)
    pen.says("Gespeichert")
    assert table.spielliste.log.count() == 2
    expect(pen.page.locator(".game__title")).to_have_text("Spiel 3")


def test_keys_of_the_page_write_a_game_and_leave_seat_and_sums_in_sight(table: AtTable, phones: list[Phone]) -> None:
    pen, page = phones[0], phones[0].page
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    pen.write(1, (0, 20, 30, 40))
    for cell in page.locator(".game__cell").all():
        cell.fill("9")
    pen.tap("Spiel 2 speichern")
    expect(page.get_by_text("Bitte tippen Sie an, wer das Spiel beendet hat.")).to_be_in_viewport()
    page.locator(".game__seat").nth(1).locator(".tile").tap()
    for key in page.locator("#tasten button").all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 56
    cells = page.locator(".game__cell")
    assert {cell.get_attribute("inputmode") for cell in cells.all()} == {"none"}  # no keyboard over the page
    pen.tap("2", "7", "Ziffer löschen", "5")  # the old figure is selected, and the first digit replaces it
    keys = page.locator("#tasten")
    expect(keys).to_contain_text("Summe 25")
    for at in (0, 2, 3):
        box, top = cells.nth(at).bounding_box(), keys.bounding_box()
        assert box is not None
        assert top is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= top["y"]
    cells.nth(2).tap()
    page.keyboard.type("31")  # a physical keyboard works, too
    page.locator(".game__seat").nth(3).evaluate("seat => { seat.dataset.sum = 1040; }")
    cells.nth(3).tap()
    pen.tap("4", "4", "Handrommé")
    expect(keys).to_contain_text("Summe 1.084")
    pen.tap("Spiel 2 speichern")
    expect(page.locator("[data-errors]")).to_contain_text("25 geht nicht")  # by Handrommé there is more left
    pen.tap("Spiel 2 speichern")
    until(lambda: table.fresh().games_in == 2)
    expect(page.locator(".game__title")).to_have_text("Spiel 3")
    expect(keys).to_be_hidden()
    row = table.spielliste.rows.get(number=2)
    assert (row.finisher, row.handromme) == (2, True)
    assert [entry.points for entry in row.entries.order_by("seat")] == [25, 0, 31, 44]


def test_keys_open_for_a_name_that_was_tapped_before_the_script_came(table: AtTable, phones: list[Phone]) -> None:
    phone, _other = phones
    phone.join()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route(re.compile(r"/at_table[.\w]*\.js"), hold)
    phone.page.get_by_role("button", name="Ich schreibe").tap(no_wait_after=True)
    phone.page.locator(".game__seat .tile").nth(1).tap()
    expect(phone.page.locator("#tasten")).to_be_hidden()
    for route in held:
        route.continue_()
    phone.page.unroute_all()
    expect(phone.page.locator("#tasten")).to_be_visible()


def test_keys_stay_open_where_a_browser_puts_the_focus_on_the_name_after_it_was_chosen(
    table: AtTable, phones: list[Phone]
) -> None:
    """Safari's order of events: first the change, then the focus of the name."""
    phone, _other = phones
    phone.join()
    phone.page.get_by_role("button", name="Ich schreibe").tap()
    name = phone.page.locator(".game__seat [name=ended]").nth(1)
    name.evaluate(
        """(name) => {
          name.checked = true;
          for (const told of ["input", "change"]) name.dispatchEvent(new Event(told, { bubbles: true }));
          name.focus();
        }"""
    )
    expect(phone.page.locator("#tasten")).to_be_visible()
    expect(phone.page.locator("[data-typed]")).to_be_focused()


def test_field_that_is_tapped_right_after_the_name_keeps_the_focus(table: AtTable, phones: list[Phone]) -> None:
    """A slow phone handles both taps before anything else."""
    phone, _other = phones
    phone.join()
    phone.page.get_by_role("button", name="Ich schreibe").tap()
    phone.says("Gespeichert")
    phone.page.locator("form.game").evaluate(
        """(game) => {
          const name = game.querySelectorAll("[name=ended]")[1];
          name.checked = true;
          for (const told of ["input", "change"]) name.dispatchEvent(new Event(told, { bubbles: true }));
          game.querySelectorAll(".game__cell")[3].focus();
        }"""
    )
    phone.page.evaluate("new Promise((handled) => setTimeout(handled))")
    expect(phone.page.locator(".game__cell").nth(3)).to_be_focused()


def test_impossible_figure_is_asked_about_before_and_marked_after_it_is_saved(
    table: AtTable, phones: list[Phone]
) -> None:
    pen, page = phones[0], phones[0].page
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    page.locator(".game__seat").nth(0).locator(".tile").tap()
    pen.tap("3", "0", "1")
    doubt = page.locator(".keys__doubt")
    expect(doubt).to_have_text("301 geht nicht: höchstens 197. Trotzdem so?")
    expect(doubt).to_be_in_viewport()
    pen.tap("Ziffer löschen")
    expect(doubt).to_be_hidden()
    pen.tap("1", "Weiter")
    expect(page.locator("[data-name]", has_text="2 ").first).to_be_visible()  # still asked
    expect(doubt).to_be_visible()
    pen.tap("Weiter")
    expect(doubt).to_be_hidden()
    pen.tap("2", "5", "Weiter", "3", "1", "Spiel 1 speichern")
    until(lambda: table.fresh().games_in == 1)
    told = page.locator("#fehler")
    expect(told).to_contain_text("höchstens 197")
    expect(told).to_be_in_viewport()
    row = page.locator("#liste tbody tr").first.locator("td")
    expect(row.nth(1)).to_contain_text("▲")
    expect(row.nth(2)).not_to_contain_text("▲")


def test_phone_whose_pen_was_taken_closes_its_keys_and_says_what_was_begun(table: AtTable, phones: list[Phone]) -> None:
    first, second = phones
    for phone in phones:
        phone.join()
    first.page.get_by_role("button", name="Ich schreibe").tap()
    first.page.locator(".game__seat").nth(0).locator(".tile").tap()
    first.tap("1", "7")
    second.page.reload()
    second.page.get_by_role("button", name="Ich schreibe ab jetzt").tap()
    first.page.evaluate("document.dispatchEvent(new Event('look-again'))")
    first.says(f"{second.player.hall_name} schreibt jetzt.")
    first.says(f"Hier war Spiel 1 angefangen (1 {first.player.hall_name}: beendet, 2 {second.player.hall_name}: 17")
    expect(first.page.locator("#tasten")).to_be_hidden()
    expect(first.page.locator("form.game")).to_have_count(0)
    first.page.get_by_role("button", name="Ich schreibe ab jetzt").tap()
    expect(first.page.locator(".game__cell").nth(1)).to_have_value("17")


def test_changed_figure_is_marked_and_named_on_the_phones_that_read(table: AtTable, phones: list[Phone]) -> None:
    first, second = phones
    for phone in phones:
        phone.join()
    first.page.get_by_role("button", name="Ich schreibe").tap()
    first.write(1, (0, 24, 30, 40))
    until(lambda: table.fresh().games_in == 1)
    look(second.page)
    expect(second.page.locator("#liste tbody")).to_contain_text("24")
    note, cells = second.page.locator("#geaendert"), second.page.locator("#liste tbody tr").first.locator("td")
    expect(note).to_be_hidden()
    first.page.get_by_role("link", name="1", exact=True).tap()
    first.page.locator(".game__cell").nth(1).fill("42")
    first.page.get_by_role("button", name="Spiel 1 speichern").tap()
    until(lambda: table.fresh().version > 1)
    look(second.page)
    expect(note).to_contain_text("Spiel 1, ")
    expect(note).to_contain_text(": 24 → 42")
    expect(cells.nth(1)).to_have_class("is-own is-changed")
    expect(second.page.locator(".is-changed")).to_have_count(1)


def test_game_that_waits_is_in_the_list_as_not_yet_sent(table: AtTable, phones: list[Phone]) -> None:
    pen, page = phones[0], phones[0].page
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    pen.says("Gespeichert")
    page.context.set_offline(True)
    pen.write(1, (0, 24, 30, 40))
    row = page.locator("#liste tbody tr").first
    expect(row).to_contain_text("noch nicht gesendet")
    assert [text.strip() for text in row.locator("td:not(.sheet__state)").all_inner_texts()] == ["0", "24", "30", "40"]
    pen.says("Bitte die Seite nicht schließen und nicht neu laden, bis es gespeichert ist.")
    page.context.set_offline(False)
    until(lambda: table.fresh().games_in == 1)
    expect(row).not_to_contain_text("noch nicht gesendet")
    expect(row.locator("td").nth(1)).to_contain_text("24")


def test_game_that_the_desk_removes_again_goes_from_the_phone_that_wrote_it(
    table: AtTable, phones: list[Phone]
) -> None:
    pen = phones[0]
    pen.join()
    pen.page.get_by_role("button", name="Ich schreibe").tap()
    expect(pen.page.locator(".game__title")).to_have_text("Spiel 1")
    look(pen.page)
    pen.write(1, (0, 20, 30, 40))
    expect(pen.page.locator("#liste tbody")).to_contain_text("40")
    expect(pen.page.locator("#liste")).not_to_contain_text("noch nicht gesendet")
    table.spielliste.rows.all().delete()
    models.Spielliste.objects.update(games_in=0, version=table.spielliste.version)
    look(pen.page)
    expect(pen.page.locator("#liste")).not_to_contain_text("40")


def test_game_just_saved_stays_when_an_answer_from_before_comes_late(table: AtTable, phones: list[Phone]) -> None:
    pen, page = phones[0], phones[0].page
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    expect(page.locator(".game__title")).to_have_text("Spiel 1")
    late: list[Route] = []
    page.route(re.compile(r"/zettel/$"), lambda route: route.continue_() if late else late.append(route))
    with page.expect_request(re.compile(r"/zettel/$")):
        page.evaluate("document.dispatchEvent(new Event('look-again'))")
    expect(page.locator("#liste")).not_to_contain_text("40")
    before = late[0].fetch()
    pen.write(1, (0, 20, 30, 40))
    expect(page.locator("#liste tbody")).to_contain_text("40")
    expect(page.locator("#liste")).not_to_contain_text("noch nicht gesendet")
    with page.expect_event("requestfinished", lambda request: request == late[0].request):
        late[0].fulfill(response=before)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert "40" in page.locator("#liste tbody").inner_text()


def test_fold_that_somebody_has_closed_stays_closed_when_others_confirm(table: AtTable, phones: list[Phone]) -> None:
    phone, page = phones[0], phones[0].page
    table.write_all(table.pen(2))
    phone.join()
    page.get_by_role("button", name="Ich schreibe ab jetzt").tap()
    page.get_by_role("button", name="Ja, alles stimmt").tap()
    phone.says("1 von 4 haben bestätigt")
    heads = page.locator(".sheet__short:visible").all()  # over the ground of the reader's column, which is the first
    assert len(heads) > 3
    assert all(head.evaluate(IS_ON_TOP) for head in heads)
    other = page.get_by_role("link", name="3 Vera3")
    expect(other).to_be_visible()
    page.get_by_text("Handy herumgeben").tap()
    confirm(table.phone(4), fingerprint=fingerprint_of(table.loaded()))
    look(page)
    phone.says("2 von 4 haben bestätigt")
    expect(other).to_be_hidden()


IS_ON_TOP = """(part) => {
  part.scrollIntoView({ block: "center" });
  const box = part.getBoundingClientRect();
  return document.elementFromPoint(box.right - 2, box.top + box.height / 2) === part;
}"""


def look(page: Page) -> None:
    """At the server, now."""
    with page.expect_response(re.compile(r"/zettel/$")):
        page.evaluate("document.dispatchEvent(new Event('look-again'))")


def test_second_phone_reads_along_takes_the_pen_and_both_confirm(table: AtTable, phones: list[Phone]) -> None:
    first, second = phones
    for phone in phones:
        phone.join()
    first.page.get_by_role("button", name="Ich schreibe").tap()
    first.write(1, (0, 20, 30, 40))
    second.says("20")
    news = re.compile(r"/zettel/$")
    first.page.route(news, lambda route: route.abort())  # it does not notice
    second.page.get_by_role("button", name="Ich schreibe ab jetzt").tap()
    second.write(2, (20, 0, 30, 40))
    first.write(2, (21, 0, 30, 40))
    first.says("Ein anderes Handy an Ihrem Tisch schreibt jetzt")
    first.page.unroute(news)
    first.page.get_by_role("button", name="Verwerfen").tap()
    second.write(3, (20, 30, 0, 40))
    second.says("Stimmt die Liste?")
    second.page.get_by_role("button", name="Ja, alles stimmt").tap()
    second.says("1 von 4 haben bestätigt")
    for seat in (3, 4):
        registration = table.spielliste.table.seats.get(number=seat).registration
        # The fold "Handy herumgeben" is open after a confirmation.
        second.page.get_by_role("link", name=f"{registration.number} {registration.hall_name}").tap()
        second.page.fill("[name=card_code]", card_code(registration))
        second.page.get_by_role("button", name="Ja, alles stimmt").tap()
        second.says(f"{seat - 1} von 4 haben bestätigt")
    first.page.get_by_role("button", name="Ja, alles stimmt").tap()
    first.says("Die Liste ist bestätigt")
    second.says(word_of(table.loaded()))
    screen = first.page.viewport_size
    assert screen is not None
    boxes = [box for box in map(Locator.bounding_box, first.page.locator(".check-word span").all()) if box]
    assert min(min(box["width"], box["height"]) for box in boxes) >= min(48, screen["width"] // 8)
    assert (
        boxes[-1]["y"] + boxes[-1]["height"] < screen["height"] < box_of(first.page, ".sheet")[0]
    )  # the list is below the screen
    assert table.fresh().status == models.Spielliste.Status.COMPLETE


def box_of(page: Page, selector: str) -> tuple[float, float]:
    """Its upper and lower edge on the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_large_text_asks_for_the_points_after_the_name(table: AtTable, phones: list[Phone]) -> None:
    pen, page = phones[0], phones[0].page
    page.add_init_script("addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '150%')")
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    names = page.locator(".game__seat .tile")
    expect(names).to_have_count(4)
    for name in names.all():
        expect(name).to_be_in_viewport(ratio=1)
    expect(page.locator(".game__cell").first).to_be_hidden()
    for game in range(1, 4):
        pen.write(game, (0, 30, 40, 50))
    expect(page.get_by_role("heading", name="Stimmt die Liste?")).to_be_in_viewport()


@pytest.mark.parametrize("size", [150, 200])
def test_announcements_cover_neither_the_seat_nor_the_field_that_is_typed(
    table: AtTable, phones: list[Phone], size: int
) -> None:
    for text in ("Das Buffet ist eröffnet", "Serie 2 beginnt um 11 Uhr", "Wer hat seinen Schlüssel verloren?"):
        announce(table.event, text, minutes=None, by=None)
    pen, page = phones[0], phones[0].page
    page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '{size}%')"
    )
    pen.join()
    page.get_by_role("button", name="Ich schreibe").tap()
    page.locator(".game__seat").nth(1).locator(".tile").tap()
    pen.tap("3", "0", "1")
    latest = "Wer hat seinen Schlüssel verloren? (2 weitere)"
    expect(page.locator(".announced summary")).to_have_attribute("data-latest", latest)
    (top, bottom), (_top, field) = box_of(page, ".announced"), box_of(page, "[data-typed]")
    assert bottom - top <= 56  # one line
    assert field <= top
    page.goto(reverse("public:my_card", args=[table.event.slug]))
    page.fill("[name=nr]", str(pen.player.number))
    page.fill("[name=code]", card_code(pen.player))
    page.keyboard.press("Enter")
    expect(page.locator("[data-uncovered]")).to_be_visible()
    expect(page.locator("[data-announced-more]")).to_have_text(" (2 weitere)")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    (top, bottom), (_top, seat) = box_of(page, ".announced"), box_of(page, "[data-uncovered]")
    assert bottom - top <= 640 / 4
    assert seat <= top
