"""The cash page: one click takes the fee where it stands, and the page stays."""

from decimal import Decimal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from romme_turnier.tournament import models
from tests.browser.entry import sign_in
from tests.factories import make_event, make_official, one

pytestmark = pytest.mark.django_db(transaction=True)

CASH = "/leitung/testpokal/kasse/"


@pytest.fixture
def event(page: Page, base_url: str) -> models.Event:
    event = make_event(players=30, entry_fee=Decimal("10.00"))
    team = models.Team.objects.create(event=event, key="T1", name="Nord")
    models.TeamMember.objects.create(team=team, registration=one(event, 3))
    sign_in(page, make_official(event), base_url)
    return event


def test_fee_is_taken_in_its_row_and_the_page_stays(page: Page, event: models.Event) -> None:
    page.goto(CASH)
    page.get_by_text("Eine Mannschaft zahlt zusammen").click()
    loads = []
    page.on("load", lambda _page: loads.append(page.url))
    row, below = (page.locator(f"#teilnehmer-{one(event, number).pk}") for number in (3, 4))
    for there in (row, below):
        there.get_by_role("button", name="Bezahlt").click()
    for there in (row, below):
        expect(there).to_contain_text("✓bezahlt")
        expect(there.get_by_role("button")).to_have_count(0)
    expect(page.locator("#kassenstand")).to_contain_text("offen280,00 €")
    expect(page.locator("#gebucht")).to_contain_text("Vera4 Spieler4: 10,00 € bar erhalten, Beleg 2.")
    expect(page.locator("#gebucht")).to_be_in_viewport()
    expect(page.locator("#mannschaften")).to_be_hidden()  # the only one of a team who had not paid
    assert page.locator("tbody tr").count() == 30
    assert loads == []
    assert event.ledger.count() == 2


def test_lost_answer_is_told_and_the_next_click_books_once(page: Page, event: models.Event) -> None:
    page.goto(f"{CASH}?zeige=offen")
    button = page.get_by_role("button", name="Bezahlt Vera7 Spieler7")
    page.route("**/bezahlt/", lambda route: (route.fetch(), route.abort()))
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Das Programm antwortet nicht")
    page.unroute("**/bezahlt/")
    button.click()
    expect(page.locator("caption")).to_have_text("Startgeld: 29 von 30 Teilnehmern")
    expect(page.get_by_role("link", name="Vera7 Spieler7")).to_have_count(0)  # the list of unpaid fees
    expect(page.get_by_role("alert")).to_be_hidden()
    assert event.ledger.count() == 1


def test_page_of_the_network_is_no_answer_and_leads_nowhere(page: Page, event: models.Event) -> None:
    """It wants people to sign in to it first: the click books when it is made again."""
    page.goto(CASH)
    portal = "<html><body><h1>Willkommen im WLAN</h1></body></html>"
    page.route("**/bezahlt/", lambda route: route.fulfill(status=200, body=portal, content_type="text/html"))
    button = page.get_by_role("button", name="Bezahlt Vera7 Spieler7")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Das Programm antwortet nicht")
    expect(page.get_by_text("Willkommen im WLAN")).to_have_count(0)
    page.unroute("**/bezahlt/")
    button.click()
    expect(page.locator("#gebucht")).to_contain_text("Vera7 Spieler7: 10,00 € bar erhalten")
    assert event.ledger.count() == 1


def test_who_was_signed_out_is_asked_to_sign_in_again(page: Page, event: models.Event) -> None:
    page.goto(CASH)
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Bezahlt Vera7 Spieler7").click()
    expect(page).to_have_url("/konto/anmelden/?next=/leitung/testpokal/kasse/")
    assert not event.ledger.exists()


@pytest.mark.parametrize("width", [360, 768])
def test_prizes_of_winners_who_owe_money_fit_the_screen(page: Page, event: models.Event, width: int) -> None:
    models.Player.objects.update(first_name="Maria-Theresia", last_name="Wolkenstein-von-Hohenlohe-Langenburg")
    prize = models.Prize.objects.create(
        event=event, position=1, first_rank=1, last_rank=2, amount=Decimal("120.00"), thing="Wanderpokal der Gemeinde"
    )
    award = models.PrizeAward(prize=prize, rank=1, amount=120, thing=prize.thing, released_at=timezone.now())
    for award.pk, award.registration, award.team in ((1, one(event, 1), None), (2, None, event.teams.get())):
        award.save(force_insert=True)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{CASH}preise/")
    expect(page.get_by_text("schuldet noch")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == width
