"""The twenty minutes between two series.

Ten lists, five of them with mistakes of different kinds, a missing player, two officials on one row, a lost
connection, a correction with notices, and the next series posted.
"""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament import models
from romme_turnier.tournament.seating import draws, series as series_services
from tests.browser.entry import Hands, cell, open_list, sign_in, until
from tests.factories import enter, list_of, make_event, make_official

pytestmark = pytest.mark.django_db(transaction=True)

DESK = "/leitung/testpokal/"
# A short list: four games that one pack can give, and their sums.
FOUR = (("0", "20", "31", "45"), ("12", "0", "55", "63"), ("28", "74", "0", "9"), ("51", "37", "16", "0"))
THREE = (("0", "20", "31"), ("12", "0", "55"), ("28", "74", "0"), ("0", "37", "16"))
TABLES = range(1, 11)
Rows = tuple[tuple[str, ...], ...]


@pytest.fixture
def event(page: Page, live_server: LiveServer) -> models.Event:
    """Forty players, the first series drawn and its seats posted; Petra is at the desk."""
    event = make_event(players=40, clubs=8, series_count=2, games_per_list=4)
    petra = make_official(event, models.EventRole.Role.DIRECTOR, "petra")
    draw = draws.propose_draw(event, 1, by=petra, seed="hour")
    series_services.release_seats(draws.apply_draw(draw, by=petra), by=petra)
    sign_in(page, petra, live_server.url)
    return event


@pytest.mark.own_context
def test_the_hour_between_two_series(page: Page, event: models.Event) -> None:
    short = somebody_is_missing(page, event)
    for table in TABLES:
        type_a_list(page, event, table, rows=THREE if table == short else FOUR)
    for table in TABLES:
        check(page, event, table)
    tell_of_a_correction(page, event)
    close_release_and_draw(page, event)


def series_of(event: models.Event, number: int = 1) -> models.Series:
    return event.series.get(number=number)


def somebody_is_missing(page: Page, event: models.Event) -> int:
    """Number 40 has not come: the change without moves is proposed, and made. Returns the table of three."""
    table = models.Seat.objects.get(series=series_of(event), registration__number=40).table.number
    page.goto(f"{DESK}serie/1/aenderung/?nummern=40&grund=nicht+erschienen")
    page.get_by_role("button", name="Vorschläge zeigen").click()
    expect(page.get_by_role("heading", name="Vorschlag 1")).to_be_visible()
    page.get_by_role("button", name="Vorschlag 1 übernehmen").click()
    until(lambda: not models.Seat.objects.filter(series=series_of(event), registration__number=40).exists())
    short = [table.number for table in series_of(event).tables.all() if table.seats.count() == 3]
    assert short == [table]
    return table


def type_a_list(page: Page, event: models.Event, table: int, rows: Rows) -> None:
    """With the keypad only, with the special event of each list on the way."""
    hands = open_list(page, f"{DESK}serie/1/tisch/{table}/")
    special = {4: a_lost_connection, 5: another_official_types_too}.get(table)
    if special:
        special(page, event, table, hands, rows)
    else:
        for number, row in enumerate(rows):
            hands.cells(*(mistyped(table, number, row)))
    hands.cells(*(claimed(table, seat, rows) for seat in range(len(rows[0]))))
    hands.press("Enter", 2)  # past the results and the games ended, which this scorer did not write
    expect(page.locator("#tisch:focus")).to_be_visible()
    if table == 3:
        mend_an_impossible_row(page, hands)
    until(lambda: list_of(series_of(event), table).claims.count() == len(rows[0]))
    expect(page.locator("#eingabe-stand .sign")).to_have_text("✓")
    settle_differences(page, event, table)
    if table == 3:
        page.locator("#abschliessen").click()
    until(lambda: list_of(series_of(event), table).status != models.Spielliste.Status.OPEN)


def mistyped(table: int, number: int, row: tuple[str, ...]) -> tuple[str, ...]:
    """The typed cells: at table 1 two digits change places, at table 3 a 1 for an 11."""
    if (table, number) == (1, 1):
        return (row[0], row[1], "".join(reversed(row[2])), *row[3:]) if row[2] != "55" else ("21", *row[1:])
    if (table, number) == (3, 0):
        return (row[0], "1", *row[2:])
    return row


def claimed(table: int, seat: int, rows: Rows) -> str:
    """The scorer's sums: at table 2 a hundred was carried once too often."""
    total = sum(int(row[seat]) for row in rows)
    return str(total + 100) if (table, seat) == (2, 1) else str(total)


def a_lost_connection(page: Page, event: models.Event, table: int, hands: Hands, rows: Rows) -> None:
    """The network is gone for three rows; all of it is typed on, and sent when the network is back."""
    hands.cells(*rows[0])
    page.context.set_offline(True)
    for row in rows[1:]:
        hands.cells(*row)
    expect(page.locator("#eingabe-stand")).not_to_contain_text("Alles ist gespeichert")
    assert list_of(series_of(event), table).rows.count() <= 1
    page.context.set_offline(False)
    until(lambda: list_of(series_of(event), table).rows.count() == len(rows))


def another_official_types_too(page: Page, event: models.Event, table: int, hands: Hands, rows: Rows) -> None:
    """Ella saves row 2 while Petra types it: both values stand at the row, and Petra decides with the paper in hand."""
    hands.cells(*rows[0])
    enter(list_of(series_of(event), table), 2, " ".join(("13", *rows[1][1:])))
    hands.cells(*rows[1])
    mine = page.get_by_role("button", name="Meine Eingabe gilt")
    expect(mine).to_be_visible()
    expect(page.locator(".is-stored")).to_contain_text("13")
    mine.click()
    expect(mine).to_be_hidden()
    cell(page, 3, 1).focus()
    for row in rows[2:]:
        hands.cells(*row)
    until(lambda: points(event, table, 2)[0] == int(rows[1][0]))


def points(event: models.Event, table: int, game: int) -> list[int | None]:
    entries = models.GameEntry.objects.filter(row__spielliste=list_of(series_of(event), table), row__number=game)
    return list(entries.order_by("seat").values_list("points", flat=True))


def mend_an_impossible_row(page: Page, hands: Hands) -> None:
    """The page reports it immediately, with the clause; the paper shows a 20."""
    expect(page.locator("#spiel-1")).to_contain_text("1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)")
    cell(page, 1, 2).focus()
    hands.cells("20")
    expect(page.locator("#spiel-1")).not_to_contain_text("nicht möglich")


def settle_differences(page: Page, event: models.Event, table: int) -> None:
    """Table 1: a typing mistake, corrected with one press. Table 2: the scorer's, with a notice to the player."""
    found = page.locator("#abweichungen")
    if table == 1:
        expect(found).to_contain_text("Ziffern vertauscht?")
        page.get_by_role("button", name="Auf der Liste steht").first.click()
        expect(page.get_by_text("Der Tippfehler ist berichtigt.")).to_be_visible()
    if table == 2:
        expect(found).to_contain_text("Übertrag: beim Addieren 100 zu viel")
        page.get_by_role("button", name="Rechenfehler des Listenführers").click()
        expect(page.get_by_text("Rechenfehler des Listenführers vermerkt", exact=False)).to_be_visible()


def check(page: Page, event: models.Event, table: int) -> None:
    page.goto(f"{DESK}serie/1/tisch/{table}/")
    if table == 6:
        page.goto(f"{DESK}serie/1/tisch/6/strafpunkte/")
        penalise(page)
        page.goto(f"{DESK}serie/1/tisch/6/")
    page.get_by_role("button", name="Geprüft", exact=True).click()
    until(lambda: list_of(series_of(event), table).status == models.Spielliste.Status.CHECKED)


def penalise(page: Page) -> None:
    """§ 8.3: the effect is shown before it is confirmed."""
    page.locator("[name=seat][value='1']").check()
    page.locator("[name=game]").select_option("2")
    page.locator("[name=amount][value='100']").check()
    page.locator("[name=reason]").fill("Karten zusammengeworfen")
    page.get_by_role("button", name="Wirkung ansehen").click()
    page.get_by_role("button", name="Strafpunkte geben").click()


def tell_of_a_correction(page: Page, event: models.Event) -> None:
    """§ 2.2.5: a checked list is corrected, and its players are notified."""
    page.goto(f"{DESK}serie/1/tisch/7/")
    page.get_by_role("link", name="Liste berichtigen").click()
    cell(page, 4, 1).fill("52")
    page.locator("#reason").fill("Punkte nachgezählt")
    page.get_by_role("button", name="Berichtigung speichern").click()
    until(lambda: list_of(series_of(event), 7).revisions.count() > 2)
    page.goto(f"{DESK}mitteilungen/")
    names = page.get_by_role("button", name="unterrichtet")
    waiting = names.count()
    assert waiting == models.Notice.objects.filter(told_at=None).count() > 1
    for left in range(waiting, 0, -1):
        expect(names).to_have_count(left)
        names.first.click()
    expect(page.get_by_text("Alle sind unterrichtet.")).to_be_visible()


def close_release_and_draw(page: Page, event: models.Event) -> None:
    page.goto(f"{DESK}serie/1/tisch/7/")
    if page.get_by_role("button", name="Geprüft", exact=True).count():
        page.get_by_role("button", name="Geprüft", exact=True).click()
    page.goto(f"{DESK}serie/1/abschliessen/")
    page.locator("main form button[type=submit]").click()
    until(lambda: series_of(event).is_closed)
    page.goto(f"{DESK}rangliste/1/freigeben/")
    page.locator("main form button[type=submit]").click()
    until(lambda: event.releases.count() == 1)
    page.goto(f"{DESK}serie/2/auslosen/")
    page.get_by_role("button", name="Vorschau auslosen").click()
    page.get_by_role("button", name="Diese Auslosung übernehmen").click()
    page.get_by_role("button", name="Plätze freigeben").click()
    until(lambda: series_of(event, 2).seats_released_at is not None)
