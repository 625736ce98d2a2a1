"""From one organiser to an association with a club, in a browser."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Office, Organiser
from tests.browser.test_account_and_help import faults
from tests.factories import PASSWORD, make_event

pytestmark = pytest.mark.django_db(transaction=True)


def sign_in(page: Page, username: str, password: str) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Benutzername").fill(username)
    page.get_by_label("Passwort").fill(password)
    page.get_by_role("button", name="Anmelden").click()
    expect(page).to_have_url(reverse("organiser:events"))


def describe(group: Locator, name: str, kind: str, number: str, slug: str) -> None:
    group.get_by_label("Name").fill(name)
    group.get_by_label(kind, exact=True).check()
    group.get_by_label("Nummer").fill(number)
    group.get_by_label("Adresse").fill(slug)


def test_operator_adds_an_association_and_its_chair_adds_a_club(page: Page, browser: Browser, live_server) -> None:
    User.objects.create_superuser("chief", password=PASSWORD)
    event = make_event(players=0, slug="abend-1", name="Abend 1", published_at=timezone.now())
    sign_in(page, "chief", PASSWORD)
    page.goto(reverse("help:status"))
    page.get_by_role("link", name="Was sich dann ändert").click()
    page.get_by_role("link", name="Zweiten Veranstalter anlegen").click()
    assert faults(page) == []
    first, second = (page.get_by_role("group", name=f"Der {which} Veranstalter") for which in ("bisherige", "neue"))
    describe(first, "RC Herz", "Verein", "02-005", "rc-herz")
    describe(second, "Verband Süd", "Landesverband", "02", "verband-sued")
    page.get_by_role("button", name="Zweiten Veranstalter anlegen").click()
    expect(page.get_by_role("alert")).to_contain_text("Bitte bestätigen Sie, dass sich die Adressen ändern.")
    page.get_by_label("Ja, die Adressen der Turniere sollen sich ändern").check()
    page.get_by_role("button", name="Zweiten Veranstalter anlegen").click()
    expect(page.get_by_role("row", name=re.compile("RC Herz"))).to_contain_text("02-005")
    assert faults(page) == []
    # Printed addresses lead on.
    page.goto("/t/abend-1/")
    expect(page).to_have_url("/t/rc-herz/abend-1/")
    page.goto(reverse("organiser:organiser", args=["02"]))
    page.get_by_role("link", name="Amt mit neuem Konto geben").click()
    page.locator("[name=display_name]").fill("Vera Vorsitz")
    page.get_by_label("Benutzername").fill("vera")
    page.get_by_label("Vorsitz").check()
    page.get_by_role("button", name="Konto anlegen und Amt geben").click()
    password = page.locator("code").inner_text()
    assert faults(page) == []

    context = browser.new_context(base_url=live_server.url, locale="de-DE")
    vera = context.new_page()
    sign_in(vera, "vera", password)
    vera.get_by_role("button", name="Turnier wählen").click()
    vera.locator("#turniermenue").get_by_role("link", name="Veranstalter").click()
    vera.get_by_role("link", name="Veranstalter anlegen").click()
    describe(vera.locator("main"), "RC Pik", "Verein", "02-006", "rc-pik")
    vera.get_by_role("button", name="Veranstalter anlegen").click()
    expect(vera.get_by_role("heading", level=1)).to_have_text("RC Pik")
    expect(vera.locator(".bar__organiser")).to_have_text("RC Pik")
    assert faults(vera) == []
    vera.goto(reverse("organiser:own_rights"))
    expect(vera.get_by_role("heading", level=2)).to_have_text("Vorsitz, Verband Süd")
    context.close()
    assert Organiser.objects.get(slug="rc-pik").parent == Office.objects.get(user__username="vera").organiser
    event.refresh_from_db()
    assert event.held_by.slug == "rc-herz"
