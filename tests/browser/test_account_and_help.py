"""The pages of the account and the handbook in a browser."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "geheim-geheim"


def sign_in(page: Page, password: str = PASSWORD) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Benutzername").fill("petra")
    page.get_by_label("Passwort").fill(password)
    page.get_by_role("button", name="Anmelden").click()


def faults(page: Page) -> list[str]:
    """The findings of axe on the page: rule and place of each fault."""
    broken = violations(page, rules={"color-contrast-enhanced": {"enabled": True}})  # AAA: seven to one
    return [f"{rule['id']}: {node['target']}" for rule in broken for node in rule["nodes"]]


def test_wrong_password_is_said_and_the_name_stays(page: Page) -> None:
    make_official(username="petra")
    sign_in(page, "falsch")
    expect(page.get_by_role("alert")).to_contain_text("passen nicht zusammen")
    expect(page.get_by_label("Benutzername")).to_have_value("petra")


def test_signing_in_and_out_by_keyboard(page: Page) -> None:
    make_official(username="petra")
    page.goto(reverse("account_login"))
    page.get_by_label("Benutzername").focus()
    page.keyboard.type("petra")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Petra").focus()
    for key in ("Enter", "Tab", "Tab", "Enter"):  # the menu, past the account, to the way out
        page.keyboard.press(key)
    expect(page.get_by_role("status")).to_contain_text("Sie sind abgemeldet.")


def test_back_keeps_what_was_typed_before_a_preview_and_shows_nothing_after_signing_out(page: Page) -> None:
    event = make_event(players=0)
    make_official(event, username="petra")
    sign_in(page)
    expect(page).to_have_url(reverse("organiser:events"))
    page.goto(reverse("organiser:participants_import", args=[event.slug]))
    page.locator("textarea").fill("Anna Adler\nBernd Bach")
    page.get_by_role("button", name="Liste prüfen").click()
    expect(page.get_by_role("button", name="Teilnehmer melden")).to_be_visible()
    page.go_back()
    expect(page.locator("textarea")).to_have_value("Anna Adler\nBernd Bach")
    page.get_by_role("button", name="Petra").click()
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("status")).to_contain_text("Sie sind abgemeldet.")
    page.go_back()
    expect(page.get_by_label("Passwort")).to_be_visible()


def test_handbook_leads_from_its_list_through_the_chapters(page: Page) -> None:
    make_official()
    page.goto("/")
    page.get_by_role("link", name="Handbuch").click()
    page.get_by_role("link", name="Auslosen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Auslosen")
    page.get_by_role("link", name="Listen eingeben →").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Listen eingeben")
    expect(page.get_by_role("img", name="Eine Spielliste bei der Eingabe")).to_have_js_property("complete", True)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_pages_have_no_accessibility_faults_and_fit_the_screen(
    browser: Browser, base_url: str, browser_context_args: dict[str, Any], width: int, scheme: Any
) -> None:
    make_official(username="petra")
    arguments = {**browser_context_args, "base_url": base_url, "viewport": {"width": width, "height": 800}}
    context = browser.new_context(**{**arguments, "color_scheme": scheme})
    page = context.new_page()
    found = {}
    sign_in(page)
    for path in (
        reverse("account"),
        reverse("account_change_password"),
        reverse("account_reauthenticate"),
        reverse("mfa_index"),
        reverse("help:handbook"),
        reverse("help:handbook_page", args=["listen-eingeben"]),
        reverse("help:status"),
        reverse("account_logout"),
    ):
        page.goto(path)
        found[path] = faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()
    assert {path: what for path, what in found.items() if what} == {}
