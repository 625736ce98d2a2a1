"""A tournament's day with pages only: from the announcement to the counted cash box.

Self-registration and registration by a captain, a team that pays together, an unpaid fee, a late arrival, a
disputed list, a correction with notice, a drop-out, an exclusion, a tie and its play-off, prizes, and every paper.
"""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money.cash import NOTES_AND_COINS
from romme_turnier.tournament.money.reading import cash_report
from tests.browser.day_sheets import GAMES, rows_of
from tests.browser.entry import open_list, sign_in, until
from tests.factories import list_of

pytestmark = pytest.mark.django_db(transaction=True)

DESK = "/leitung/tagespokal/"
PUBLIC = "/t/tagespokal/"
WEAK = 12  # comes last in any case: the penalty and the correction hit this player


@pytest.fixture
def desk(page: Page, live_server: LiveServer) -> Page:
    """Petra's laptop. She may do everything."""
    petra = User.objects.create_superuser("petra", password="geheim-geheim", display_name="Petra Sommer")
    sign_in(page, petra, live_server.url)
    return page


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Iterator[Page]:
    """A phone, not signed in."""
    with browser.new_context(base_url=base_url, locale="de-DE", viewport={"width": 360, "height": 740}) as context:
        yield context.new_page()


def test_the_day_from_announcement_to_counted_box(desk: Page, phone: Page) -> None:
    announce(desk)
    register_by_oneself(phone)
    register_a_team(phone)
    register_at_the_desk(desk)
    team_pays_together(desk)
    draw_with_somebody_unpaid(desk)
    late_arrival(desk)
    play(desk, 1)
    dispute(desk)
    finish_series(desk, 1)
    correct_and_tell(desk, phone)
    drop_out_and_exclusion(desk)
    draw(desk, 2)
    play(desk, 2)
    finish_series(desk, 2)
    decide_the_tie(desk)
    hand_out_prizes(desk)
    count_the_box(desk)
    print_everything(desk)
    look_as_a_player(phone)


def event() -> models.Event:
    return models.Event.objects.get()


def series(number: int) -> models.Series:
    return event().series.get(number=number)


def player(number: int) -> models.Registration:
    return event().registrations.get(number=number)


def await_status(number: int, table: int, status: str) -> None:
    until(lambda: list_of(series(number), table).status == status)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def announce(page: Page) -> None:
    """§ 1.1: the announcement, open to everybody, up to fourteen players."""
    start = timezone.localtime() + timedelta(days=1)
    page.goto("/leitung/neu/ausfuehrlich/")
    page.locator("[name=name]").fill("Tagespokal")
    page.locator("[name=venue]").fill("Bürgerhaus")
    page.locator("[name=starts_at]").fill(start.strftime("%Y-%m-%dT10:00"))
    page.locator("[name=series_count]").fill("2")
    page.locator("[name=games_per_list]").fill(str(GAMES))
    page.locator("[name=prizes][value=both]").check()
    page.locator("[name=bonus_mode][value=per_list]").check()
    page.locator("[name=entry_fee]").fill("10,00")
    page.locator("[name=capacity]").fill("14")
    page.locator("[name=self_registration]").check()
    press(page, "Turnier anlegen")
    expect(page).to_have_url(DESK)
    page.goto(f"{DESK}veroeffentlichen/")
    page.locator("main form").get_by_role("button").first.click()
    until(lambda: event().published_at is not None)


def register_by_oneself(phone: Page) -> None:
    """§ 1.3, without an account; withdrawing with the link."""
    for first_name in ("Anna", "Bruno"):
        phone.goto(f"{PUBLIC}anmelden/")
        phone.locator("[name=first_name]").fill(first_name)
        phone.locator("[name=last_name]").fill("Allein")
        phone.locator("[name=contact]").fill("0170 1234567")
        press(phone, "Jetzt anmelden")
        expect(phone.get_by_role("heading", name="Bewahren Sie diesen Link auf")).to_be_visible()
    phone.get_by_role("link", name="Abmelden").click()
    press(phone, "Abmelden")
    expect(phone.locator(".answer__where")).to_have_text("Abgemeldet")
    assert [one.name for one in event().registrations.filter(status="active")] == ["Anna Allein"]


def register_a_team(phone: Page) -> None:
    """A captain registers four."""
    phone.goto(f"{PUBLIC}anmelden/mannschaft/")
    phone.locator("[name=team]").fill("Die Asse")
    phone.locator("[name=contact]").fill("asse@beispiel.de")
    for n in range(1, 5):
        phone.locator(f"[name=p{n}_first_name]").fill(f"Ass{n}")
        phone.locator(f"[name=p{n}_last_name]").fill("Asse")
    phone.locator("main form[method=post] button[type=submit]").first.click()
    expect(phone.get_by_role("heading", name="Ihre Mannschaft")).to_be_visible()
    assert event().registrations.filter(team_membership__team__name="Die Asse").count() == 4


def register_at_the_desk(page: Page) -> None:
    """A club hands in its list with the money; then everybody gets a start number."""
    lines = ["Vorname;Nachname;Club;bezahlt", *(f"Vera;Muster{n};RC Mitte;ja" for n in range(1, 8))]
    page.goto(f"{DESK}teilnehmer/import/")
    page.locator("textarea").fill("\n".join(lines))
    press(page, "Liste prüfen")
    press(page, "Teilnehmer melden")
    page.goto(f"{DESK}teilnehmer/startnummern/")
    press(page, "12 Startnummern vergeben")
    until(lambda: event().registrations.filter(number__isnull=False).count() == 12)


def team_pays_together(page: Page) -> None:
    page.goto(f"{DESK}kasse/")
    page.get_by_text("Eine Mannschaft zahlt zusammen").click()
    press(page, "Alle bezahlt")
    until(lambda: cash_report(event()).cash == Decimal(40))
    page.get_by_text("Alle 7 nachbuchen").click()  # the club's money was noted with its list; now it is booked
    press(page, "Das Geld liegt in der Kasse")
    until(lambda: cash_report(event()).cash == Decimal(110))


def draw_with_somebody_unpaid(page: Page) -> None:
    """§ 1.3: players who have not paid are named before the draw, and settled with one press."""
    page.goto(f"{DESK}serie/1/auslosen/")
    expect(page.locator("main")).to_contain_text("1 Person hat noch nicht bezahlt")
    page.get_by_role("button", name="Bezahlt Anna Allein").click()
    until(lambda: player(1).paid and cash_report(event()).cash == Decimal(120))
    draw(page, 1)


def draw(page: Page, number: int) -> None:
    page.goto(f"{DESK}serie/{number}/auslosen/")
    press(page, "Vorschau auslosen")
    press(page, "Diese Auslosung übernehmen")
    press(page, "Plätze freigeben")
    until(lambda: series(number).seats_released_at is not None)


def late_arrival(page: Page) -> None:
    """Number 13 comes after the draw: registered, paid and numbered at the desk, then seated with the least change."""
    page.goto(f"{DESK}einlass/")
    page.locator("#q").fill("Späte Ankunft")
    page.get_by_role("link", name="Neu aufnehmen").click()
    page.locator("[name=paid]").check()
    page.locator("[name=with_number]").check()
    press(page, "Aufnehmen")
    expect(page.locator("#karte")).to_have_text("13 Späte Ankunft")
    assert player(13).paid
    page.goto(f"{DESK}serie/1/aenderung/")
    page.locator("[name=kommt]").first.check()
    page.locator("[name=grund]").fill("kam nach der Auslosung")
    press(page, "Vorschläge zeigen")
    press(page, "Vorschlag 1 übernehmen")
    until(lambda: series(1).seats.count() == 13)
    assert sorted(table.seats.count() for table in series(1).tables.all()) == [3, 3, 3, 4]


def play(page: Page, number: int) -> None:
    """Every list typed by the keypad and completed."""
    for table in series(number).tables.all():
        seats = table.seats.order_by("number").values_list("registration__number", flat=True)
        rows = rows_of([seat or 0 for seat in seats])
        hands = open_list(page, f"{DESK}serie/{number}/tisch/{table.number}/")
        for row in rows:
            hands.cells(*row)
        hands.cells(*(str(sum(int(row[seat]) for row in rows)) for seat in range(len(rows[0]))))
        hands.press("Enter", 2)
        await_status(number, table.number, "complete")


def dispute(page: Page) -> None:
    """§ 2.3.2: called, written down, decided, and the penalty given from there (§ 8.3)."""
    seat = series(1).seats.get(registration__number=WEAK)
    page.goto(f"{DESK}streitfaelle/neu/")
    page.locator("[name=series]").select_option("1")
    page.locator("[name=table]").fill(str(seat.table.number))
    page.locator("[name=game]").fill("2")
    page.locator(f"[name=seats][value='{seat.number}']").check()
    page.locator("[name=clause]").fill("§ 8.3")
    page.locator("[name=facts]").fill("Karten vor dem Zählen zusammengeworfen.")
    press(page, "Streitfall aufnehmen")
    page.locator("[name=decision]").fill("Strafpunkte.")
    press(page, "Entscheidung eintragen")
    page.get_by_role("link", name="Strafpunkte geben").click()
    page.locator("[name=amount][value='100']").check()
    press(page, "Wirkung ansehen")
    press(page, "Strafpunkte geben")
    until(lambda: models.Penalty.objects.filter(seat=seat.number).exists())
    page.goto(f"{DESK}streitfaelle/1/")
    expect(page.locator("main")).to_contain_text("100 Strafpunkte")


def finish_series(page: Page, number: int) -> None:
    for table in series(number).tables.all():
        page.goto(f"{DESK}serie/{number}/tisch/{table.number}/")
        press(page, "Geprüft")
        await_status(number, table.number, "checked")
    page.goto(f"{DESK}serie/{number}/abschliessen/")
    page.locator("main form button[type=submit]").click()
    until(lambda: series(number).is_closed)
    release(page, number)


def release(page: Page, number: int) -> None:
    releases = event().releases.count()
    page.goto(f"{DESK}rangliste/{number}/freigeben/")
    page.locator("main form button[type=submit]").click()
    until(lambda: event().releases.count() == releases + 1)


def correct_and_tell(page: Page, phone: Page) -> None:
    """§ 2.2.5: a list is corrected after the series; its players are notified; the standings are released again."""
    seat = series(1).seats.get(registration__number=WEAK)
    rows = models.GameEntry.objects.filter(row__spielliste=list_of(series(1), seat.table.number), seat=seat.number)
    lost = rows.exclude(points=0).select_related("row").first()
    assert lost is not None
    page.goto(f"{DESK}serie/1/tisch/{seat.table.number}/berichtigen/?spiel={lost.row.number}")
    page.locator(f"[name=cell{seat.number}]").fill(str((lost.points or 0) + 1))
    page.locator("[name=reason]").fill("Karten nachgezählt")
    press(page, "Wirkung ansehen")
    press(page, f"Spiel {lost.row.number} berichtigen")
    until(lambda: models.Notice.objects.filter(told_at=None).exists())
    page.goto(f"{DESK}serie/1/tisch/{seat.table.number}/")
    if page.get_by_role("button", name="Geprüft", exact=True).count():
        press(page, "Geprüft")
    phone.goto(f"{PUBLIC}spieler/{WEAK}/")
    expect(phone.locator("main")).to_contain_text("berichtigt")
    page.goto(f"{DESK}mitteilungen/")
    names = page.get_by_role("button", name="unterrichtet")
    for left in range(names.count(), 0, -1):
        expect(names).to_have_count(left)
        names.first.click()
    expect(page.get_by_text("Alle sind unterrichtet.")).to_be_visible()
    release(page, 1)


def drop_out_and_exclusion(page: Page) -> None:
    """Number 11 goes home (§ 1.3), number 10 is excluded (§ 1.4): eleven remain for the second series."""
    for number, address, status in ((11, "rueckzug", "withdrawn"), (10, "ausschluss", "excluded")):
        page.goto(f"{DESK}teilnehmer/{player(number).pk}/{address}/")
        if page.locator("main form [name=left_before_series]").count():
            page.locator("main form [name=left_before_series]").select_option("2")
        if page.locator("main form [name=reason]").count():
            page.locator("main form [name=reason]").fill("grob unsportlich")
        page.locator("main form[method=post] button[type=submit]").first.click()
        expect(page.locator("main")).to_contain_text("Serie 2")
        assert player(number).status == status


def decide_the_tie(page: Page) -> None:
    """§ 1.5: 1 and 2 are equal in everything, and a prize hangs on it: a play-off, won by number 2."""
    page.goto(f"{DESK}kasse/preise/plan/")
    plan = (("event", "1", "40,00"), ("event", "2", "20,00"), ("team", "1", "20,00"))
    for n, (ranking, rank, amount) in enumerate(plan):
        page.locator(f"[name=prize-{n}-ranking]").select_option(ranking)
        page.locator(f"[name=prize-{n}-first]").fill(rank)
        page.locator(f"[name=prize-{n}-amount]").fill(amount)
    press(page, "Preisplan speichern")
    expect(page.locator("main")).to_contain_text("Gleichstand")
    page.goto(f"{DESK}entscheidungsspiel/")
    press(page, "Entscheidungsspiel ansetzen")
    for place, number in ((1, 2), (2, 1)):
        page.get_by_label(f"{place}. im Entscheidungsspiel").select_option(str(player(number).pk))
    press(page, "Ergebnis eintragen")
    until(lambda: event().play_offs.filter(places__isnull=False).exists())
    release(page, 2)


def hand_out_prizes(page: Page) -> None:
    page.goto(f"{DESK}kasse/preise/")
    press(page, "Preise freigeben")
    until(lambda: models.PrizeAward.objects.count() == 3)
    first = models.PrizeAward.objects.get(prize__ranking="event", rank=1)
    assert first.registration == player(2)
    for given in range(1, 4):
        page.goto(f"{DESK}kasse/preise/")
        press(page, "Ausgeben")
        expect(page.locator("main")).to_contain_text(f"{given} von 3 ausgegeben")


def count_the_box(page: Page) -> None:
    """To the cent: the box contains the sum of the ledger, in notes and coins."""
    left = cash_report(event()).cash
    assert left == 13 * 10 - 80
    page.goto(f"{DESK}kasse/abschluss/")
    for value in sorted(NOTES_AND_COINS, reverse=True):
        pieces, left = divmod(left, value)
        page.locator(f"[name=count_{str(value).replace('.', '_')}]").fill(str(int(pieces)))
    press(page, "Zählung speichern")
    expect(page.locator("main")).to_contain_text("Die Kasse stimmt.")


def print_everything(page: Page) -> None:
    """Every paper that the day offers opens as a PDF or a table."""
    page.goto(f"{DESK}papier/")
    papers = page.locator("main table a:not([href^='/regelwerk/'])")
    addresses = papers.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(set(addresses)) > 20
    for address in dict.fromkeys(addresses):
        response = page.request.get(address)
        assert response.ok, address
        assert response.headers["content-type"].split(";")[0] != "text/html", address


def look_as_a_player(phone: Page) -> None:
    phone.goto(f"{PUBLIC}rangliste/")
    first = phone.locator(".standings tbody tr").first
    expect(first.locator(".rank")).to_have_text("1")
    expect(first).to_contain_text("2")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
