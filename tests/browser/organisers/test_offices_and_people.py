"""Offices, members and merging across clubs, by clicks."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from romme_turnier.tournament.models import Membership, MergeProposal, Office, Organiser, Player
from romme_turnier.tournament.offices import OfficeRole
from tests.browser.entry import sign_in
from tests.browser.test_account_and_help import faults
from tests.tournament.participants.associations import Associations, guest_of_both, make_associations

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def there() -> Associations:
    there = make_associations()
    Organiser.objects.filter(pk__in=(there.a.pk, there.b.pk)).update(kind=Organiser.Kind.CLUB)
    return there


def test_chair_takes_back_an_office_and_ends_another(page: Page, live_server, there: Associations) -> None:
    there.official(there.a, OfficeRole.PRESS)
    sign_in(page, there.official(there.federation), live_server.url)
    page.goto(reverse("organiser:organisers"))
    page.get_by_role("link", name="Verein A").click()
    page.get_by_role("link", name="Amt einem Konto geben").click()
    page.get_by_label("Benutzername").fill("press-1-1")
    page.get_by_label("Kasse").check()
    page.get_by_role("button", name="Amt geben").click()
    expect(page.get_by_role("status")).to_have_text("✓ Press-1-1 hat jetzt das Amt Kasse.")
    assert faults(page) == []
    page.get_by_role("row", name="Kasse").get_by_role("link", name="zurücknehmen").click()
    page.get_by_role("button", name="Amt zurücknehmen").click()
    expect(page.get_by_role("row", name="Kasse")).to_have_count(0)
    page.get_by_role("row", name="Presse").get_by_role("link", name="beenden").click()
    page.get_by_label("Letzter Tag").fill("2020-01-01")
    page.get_by_role("button", name="Amt beenden").click()
    expect(page.get_by_role("alert")).to_contain_text("Ein Amt endet nicht vor seinem ersten Tag.")
    since = Office.objects.get(role=OfficeRole.PRESS).since.isoformat()
    page.get_by_label("Letzter Tag").fill(since)
    page.get_by_role("button", name="Amt beenden").click()
    expect(page.get_by_role("row", name="Presse")).to_contain_text("beendet")
    expect(page.get_by_role("row", name="Presse").get_by_role("link")).to_have_count(0)


def test_registrar_reads_a_list_of_members(page: Page, live_server, there: Associations) -> None:
    sign_in(page, there.official(there.a, OfficeRole.REGISTRAR), live_server.url)
    page.goto(reverse("organiser:organiser", args=[there.a.number]))
    page.get_by_role("link", name="Mitglieder", exact=True).click()
    page.get_by_role("link", name="Mitgliederliste einlesen").click()
    page.get_by_label("Liste einfügen").fill("Nr.;Name;Eintritt\n8;Otto Kühn;31.2.2020\n9;Zora Zander;1.3.2020")
    page.get_by_role("button", name="Liste prüfen").click()
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.get_by_role("alert")).to_contain_text("Gespeichert ist nichts. Zeile 2")
    assert faults(page) == []
    page.get_by_role("row", name="Otto Kühn").get_by_label("Zeile weglassen").check()
    page.get_by_role("group", name="Anna Apel").get_by_label("bleibt Mitglied").check()
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.get_by_role("status")).to_have_text("✓ 1 Änderung übernommen.")
    expect(page.get_by_role("row", name="Zora Zander")).to_contain_text("01.03.2020")
    assert Membership.objects.filter(organiser=there.a).count() == 2


def test_merge_is_proposed_by_a_club_and_decided_above(page: Page, browser, live_server, there: Associations) -> None:
    both = guest_of_both(there)
    both.first_name = "Anna"  # she has married
    both.save()
    sign_in(page, there.official(there.a), live_server.url)
    page.goto(reverse("organiser:register"))
    search = page.get_by_role("region", name="Zwei Einträge selbst wählen")
    search.get_by_label("Name oder Club").fill("anna")
    search.get_by_role("button", name="Suchen").click()
    search.get_by_role("row", name="Anna Apel").get_by_role("radio").first.check()
    search.get_by_role("row", name="Anna Beide").get_by_role("radio").last.check()
    search.get_by_role("button", name="Vergleichen").click()
    page.get_by_role("button", name="Vorschlagen").click()
    expect(page.get_by_text("wartet auf eine Antwort")).to_be_visible()
    assert Player.objects.filter(pk=both.pk).exists()

    context = browser.new_context(base_url=live_server.url, locale="de-DE")
    above = context.new_page()
    sign_in(above, there.official(there.federation), live_server.url)
    above.goto(reverse("organiser:register"))
    above.get_by_role("link", name="Vorschlag ablehnen").click()
    above.get_by_label("Grund").fill("Geschwister")
    above.get_by_role("button", name="Ablehnen").click()
    expect(above.get_by_role("status")).to_contain_text("Der Vorschlag ist abgelehnt.")
    context.close()
    page.reload()
    expect(page.get_by_text("abgelehnt: Geschwister")).to_be_visible()
    assert MergeProposal.objects.get().refused_at
