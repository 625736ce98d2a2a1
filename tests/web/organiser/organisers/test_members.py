"""Pages of an organiser's members: the table, single memberships, and a list that is read."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import EventLog, Membership, Player
from romme_turnier.tournament.offices import OfficeRole
from tests.cast import signed_in
from tests.tournament.participants.associations import CANARY, Associations, make_associations

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Associations:
    return make_associations()


@pytest.fixture
def client(there: Associations) -> Client:
    return signed_in(there.official(there.a, OfficeRole.REGISTRAR))


def address(there: Associations, name: str, *more: object) -> str:
    return reverse(f"organiser:{name}", args=[there.a.number, *more])


def text(answer) -> str:
    return answer.content.decode()


def preview(client: Client, there: Associations, pasted: str) -> dict[str, str]:
    """The hidden fields of the preview."""
    page = text(client.post(address(there, "members_import"), {"text": pasted}))
    (state,) = re.findall(r'name="stand" value="(\w+)"', page)
    return {"text": pasted, "stand": state, "was": "uebernehmen"}


def test_table_is_filtered_sorted_and_saved(there, client):
    for place, name in enumerate(("Zora", "Otto"), 1):
        player = Player.objects.create(first_name=name, last_name="Kühn")
        Membership.objects.create(player=player, organiser=there.a, number=f"{place}0", kind="young")
    page = text(client.get(address(there, "members")))
    assert page.index("Anna Apel") < page.index("Otto Kühn") < page.index("Zora Kühn")
    assert CANARY["last_name"] not in page
    assert "Anna" not in text(client.get(address(there, "members"), {"art": "young"}))
    assert "Zora" not in text(client.get(address(there, "members"), {"q": "20"}))
    for typed, found in (("kuhn o", ["Otto"]), ("ühn", []), ("kühn", ["Otto", "Zora"]), ("–", [])):
        page = text(client.get(address(there, "members"), {"q": typed}))
        assert [name for name in ("Anna", "Otto", "Zora") if f"{name} " in page] == found
    file = text(client.get(address(there, "members_file", "csv"), {"sortiert": "-number"}))
    assert [line.split(";")[0] for line in file.splitlines()[1:]] == ["Kühn", "Kühn", "Apel"]
    assert client.get(address(there, "members_file", "exe")).status_code == 404


def test_search_for_very_many_words_finds_everybody(there, client):
    assert "Anna Apel" in text(client.get(address(there, "members"), {"q": "a " * 1200}))


def test_file_of_the_members_is_read_back_without_any_change(there, client):
    Membership.objects.update(kind="guest", since="2020-02-01")
    file = client.get(address(there, "members_file", "xlsx")).content
    sent = {"file": SimpleUploadedFile("mitglieder.xlsx", file)}
    page = text(client.post(address(there, "members_import"), sent))
    assert "1 unverändertes" in page
    assert "Steht nicht in der Liste" not in page


def test_first_names_in_the_register_tell_the_order_of_names(there, client):
    for last in ("Apel", "Berg"):
        known = Player.objects.create(first_name="Xanthippa", last_name=last)
        Membership.objects.create(player=known, organiser=there.a)
    page = text(client.post(address(there, "members_import"), {"text": "Kuhn Xanthippa\nMoor Xanthippa"}))
    assert "Xanthippa Kuhn" in page


def test_member_is_added_after_a_question_about_the_namesake(there, client):
    typed = {"first_name": "Anna", "last_name": "Apel", "kind": "full", "number": "9"}
    assert "Ist das dieselbe Person?" in text(client.post(address(there, "member_add"), typed))
    client.post(address(there, "member_add"), {**typed, "same": "new"})
    assert there.a.memberships.filter(number="9").exclude(player=there.anna.player).exists()


def test_faults_of_a_membership_are_at_their_fields_and_typed_text_stays(there, client):
    other = Membership.objects.create(player=Player.objects.create(last_name="X"), organiser=there.a, number="9")
    typed = {"kind": "full", "number": "7", "since": "2026-01-02", "until": "2026-01-01"}
    page = text(client.post(address(there, "member", other.pk), typed))
    assert "Eine Mitgliedschaft endet nicht vor ihrem ersten Tag." in page
    assert "Die Mitgliedsnummer 7 hat schon Anna Apel." in page
    assert 'value="2026-01-01"' in page
    foreign = there.foreign.player.memberships.get()
    assert client.get(address(there, "member", foreign.pk)).status_code == 404


def test_list_is_stored_only_when_every_question_is_answered(there, client):
    fields = preview(client, there, "Name;Nr.\nNora Neumann;8")
    missing = there.anna.player.memberships.get()
    page = text(client.post(address(there, "members_import"), fields))
    assert "Gespeichert ist nichts." in page
    assert there.a.memberships.count() == 1
    answered = {**fields, f"fehlt-{missing.pk}": "ends", "ended": "2026-06-30"}
    page = text(client.post(address(there, "members_import"), answered, follow=True))
    assert "1 Änderung übernommen. 1 Mitgliedschaft ist beendet." in page
    missing.refresh_from_db()
    assert str(missing.until) == "2026-06-30"


def test_faults_of_a_list_are_at_their_rows(there, client):
    pasted = "Name;Nr.;Eintritt\nAnna Apel;7;gestern\nNora Neumann;7;"
    page = text(client.post(address(there, "members_import"), preview(client, there, pasted)))
    assert "„gestern“ ist kein Datum" in page.partition('id="zeile-2"')[2].partition("</tr>")[0]
    assert "steht schon in Zeile 2" in page.partition('id="zeile-3"')[2].partition("</tr>")[0]
    assert not Player.objects.filter(last_name="Neumann").exists()


def test_list_is_shown_again_if_the_members_have_changed_since_the_preview(there, client):
    fields = preview(client, there, "Name\nAnna Apel\nNora Neumann")
    Membership.objects.filter(organiser=there.a).update(number="70")
    assert "Bitte prüfen Sie neu." in text(client.post(address(there, "members_import"), fields))
    assert not Player.objects.filter(last_name="Neumann").exists()


def test_list_of_a_club_learns_nothing_of_the_neighbours(there, client):
    page = text(client.post(address(there, "members_import"), {"text": "Name\nKanarina Fremdling\nAnna Apel"}))
    assert "1 neues Mitglied" in page
    assert "RC Ferne" not in page


@pytest.mark.parametrize(
    ("sent", "words"),
    [("\n\n", "Bitte fügen Sie eine Liste ein"), ("Name\tNr.", "steht noch niemand"), ("x" * 1_100_000, "zu groß")],
)
def test_unreadable_list_is_refused_with_the_reason(there, client, sent, words):
    assert words in text(client.post(address(there, "members_import"), {"text": sent}))


def test_list_of_too_many_rows_is_refused_with_a_way_out(there, client):
    long = "Vorname;Nachname\n" + "Anna;Apel\n" * 1_001
    for sent in ({"text": long}, {"file": SimpleUploadedFile("mitglieder.csv", long.encode())}):
        page = text(client.post(address(there, "members_import"), sent))
        assert "mehr als 1000 Zeilen. Bitte lesen Sie die Mitglieder jedes Vereins bei diesem Verein ein." in page


def test_preview_counts_questions_and_faults_and_leads_to_open_rows(there, client):
    pasted = "Name;Eintritt\nAnna Apfel;1.2.2020\nOtto Kühn;31.2.2020\nZora Kühn;1.2.2020"
    fields = preview(client, there, pasted)
    page = text(client.post(address(there, "members_import"), {"text": pasted}))
    assert "1 Zeile hat einen Fehler." in page
    page = text(client.post(address(there, "members_import"), fields))
    assert '<a href="#zeile-3">3</a>' in page
    assert 'id="zeile-3"' in page


def test_membership_entered_by_mistake_is_removed_together_with_an_otherwise_unused_person(there, client):
    client.post(address(there, "member_add"), {"first_name": "Otto", "last_name": "Kühn", "kind": "full"})
    mistaken = [Membership.objects.get(player__last_name=name) for name in ("Kühn", "Apel")]
    for membership in mistaken:
        remove = address(there, "member_remove", membership.pk)
        assert remove in text(client.get(address(there, "member", membership.pk)))
        assert membership.player.name in text(client.get(remove))
        assert "ist gelöscht" in text(client.post(remove, follow=True))
    assert not there.a.memberships.exists()
    assert not Player.objects.filter(last_name="Kühn").exists()
    about = EventLog.objects.filter(verb="memberships.remove_membership").order_by("pk")
    assert [row.subject_pk for row in about] == [membership.player_id for membership in mistaken]
    assert Player.objects.filter(last_name="Apel").exists()  # is registered at an event
    elsewhere = Membership.objects.get(organiser=there.b)
    assert client.post(address(there, "member_remove", elsewhere.pk)).status_code == 404


def test_row_that_overlaps_with_an_earlier_membership_can_be_left_out(there, client):
    there.a.memberships.all().delete()
    zora = Player.objects.create(first_name="Zora", last_name="Kühn")
    Membership.objects.create(player=zora, organiser=there.a, since="2015-01-01", until="2018-01-01")
    Membership.objects.create(player=zora, organiser=there.a, since="2020-01-01")
    fields = preview(client, there, "Name;Eintritt\nZora Kühn;1.2.2016")
    page = text(client.post(address(there, "members_import"), fields))
    assert "Diese Person war in dieser Zeit schon Mitglied." in page
    assert '<a href="#zeile-2">2</a>' in page
    assert 'name="line-2" value="skip"' in page
    stored = client.post(address(there, "members_import"), {**fields, "line-2": "skip"})
    assert stored.status_code == 302
    assert zora.memberships.filter(since="2020-01-01").exists()
