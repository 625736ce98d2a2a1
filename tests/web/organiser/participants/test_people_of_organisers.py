"""With several organisers, no answer to a club names the people of its neighbour; the canary is their name."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Ban, MergeProposal, Player
from romme_turnier.tournament.offices import OfficeRole
from tests.cast import signed_in
from tests.factories import make_official, register
from tests.tournament.participants.associations import CANARY, Associations, guest_of_both, make_associations

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Associations:
    there = make_associations()
    Ban.objects.create(
        player=there.foreign.player, organiser=there.b, event=there.event_b, reason=CANARY["ban"], at=timezone.now()
    )
    return there


def text(answer: Any) -> str:
    return (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace")


def told(answer: Any) -> list[str]:
    return [fact for fact in CANARY.values() if fact in text(answer)]


def readers(there: Associations) -> dict[str, Client]:
    users: dict[str, User] = {role: there.official(there.a, role) for role in OfficeRole}
    users["director"] = make_official(there.event_a, username="leitung")
    return {name: signed_in(user) for name, user in users.items()}


def test_no_page_of_a_club_names_a_person_of_its_neighbour(there: Associations) -> None:
    event, player = there.event_a, there.foreign.player
    register(event, 2, first_name="Kanarin", last_name="Fremdlin")  # similar, so that duplicates would be found
    desk = reverse("organiser:front_desk", args=[event.slug])
    participants = reverse("organiser:participants_import", args=[event.slug])
    pages = [
        desk,
        f"{desk}?q=kanar",
        f"{desk}?q=ferne",
        f"{desk}?person={player.pk}",
        reverse("organiser:participant", args=[event.slug, there.anna.pk]),
        reverse("organiser:event_record", args=[event.slug]),
        reverse("organiser:register"),
        reverse("organiser:register") + "?q=kanar&wen=kanar",
        reverse("organiser:register_record"),
        reverse("organiser:player_ban", args=[player.pk]),
        reverse("organiser:player_erase", args=[player.pk]),
        reverse("organiser:merge_players", args=[there.anna.player_id, player.pk]),
        reverse("organiser:ban_lift", args=[Ban.objects.get().pk]),
        reverse("documents:participants_file", args=[event.slug, "csv"]),
        reverse("organiser:events"),
    ]
    for name, client in readers(there).items():
        assert [(name, page) for page in pages if told(client.get(page, follow=True))] == []
        # Typed names come back; the answer may not show that the register has them.
        with transaction.atomic():
            typed = client.post(desk, {"first_name": "Kanarina", "last_name": "Fremdling", "number": ""})
            transaction.set_rollback(True)
        assert "dieselbe Person" not in text(typed)
        pasted = client.post(participants, {"text": "Vorname;Nachname\nKanarina;Fremdling"})
        assert "steht schon im Register" not in text(pasted)
        assert "RC Ferne" not in text(pasted)


def test_person_of_a_neighbour_is_not_registered_by_their_number(there: Associations) -> None:
    chair = signed_in(there.official(there.a))
    desk = reverse("organiser:front_desk", args=[there.event_a.slug])
    assert chair.post(desk, {"person": there.foreign.player_id}).status_code == 404
    assert not there.event_a.registrations.filter(player=there.foreign.player).exists()


def test_federation_finds_the_people_of_all_its_clubs(there: Associations) -> None:
    chair = signed_in(there.official(there.federation))
    page = text(chair.get(reverse("organiser:register"), {"wen": "kanar"}))
    assert "Kanarina Fremdling" in page
    assert CANARY["ban"] in page
    assert reverse("organiser:player_erase", args=[there.foreign.player_id]) in page


def test_ban_names_where_it_holds_and_is_refused_for_an_unrelated_organiser(there: Associations) -> None:
    both, chair = guest_of_both(there), signed_in(there.official(there.a))
    address = reverse("organiser:player_ban", args=[both.pk])
    assert "Gilt bei Verein A. Den Grund sieht nur" in text(chair.get(address))
    assert "Verein B" not in text(chair.get(address))
    above = text(signed_in(there.official(there.federation)).get(address))
    assert "1-1 Verein A" in above
    assert "1-2 Verein B" in above
    page = text(chair.post(address, {"reason": "Zwist", "organiser": there.b.pk, "until": "2020-01-01"}))
    assert "Das Ende der Sperre liegt in der Vergangenheit." in page
    assert "Für diesen Veranstalter können Sie niemanden sperren." in page
    assert 'value="Zwist"' in page
    chair.post(address, {"reason": "Zwist", "organiser": there.a.pk})
    assert Ban.objects.get(player=both).organiser == there.a


def test_sports_office_bans_and_lifts_without_the_register(there: Associations) -> None:
    sports = signed_in(there.official(there.a, OfficeRole.SPORTS))
    refused = sports.get(reverse("organiser:register"))
    assert refused.status_code == 403
    assert "Vorsitz oder Mitgliederverwaltung" in text(refused)
    assert "Der Vorsitz Ihres Veranstalters kann Ihnen das Amt geben." in text(refused)
    address = reverse("organiser:player_ban", args=[there.anna.player_id])
    answer = sports.post(address, {"reason": "Zwist", "organiser": there.a.pk}, follow=True)
    assert "ist gesperrt" in text(answer)
    answer = sports.post(reverse("organiser:ban_lift", args=[Ban.objects.get(organiser=there.a).pk]), follow=True)
    assert "ist nicht mehr gesperrt" in text(answer)


def test_register_names_the_organiser_of_events_and_bans_where_there_are_several(there: Associations) -> None:
    guest_of_both(there)
    register(there.event_a, 8, first_name="Gerda", last_name="Beide")
    federation, club = (signed_in(there.official(one)) for one in (there.federation, there.a))
    page = text(federation.get(reverse("organiser:register")))
    assert "Testpokal (Verein A), Testpokal (Verein B)" in page
    assert "<td>Verein B</td>" in page.partition("Wer gesperrt ist")[2].replace(' data-label="Gilt bei"', "")
    assert "Gilt bei" not in text(club.get(reverse("organiser:register")))


def test_registrar_erases_and_is_offered_no_ban(there: Associations) -> None:
    registrar = signed_in(there.official(there.a, OfficeRole.REGISTRAR))
    page = text(registrar.get(reverse("organiser:register"), {"wen": "anna"}))
    ban = reverse("organiser:player_ban", args=[there.anna.player_id])
    assert "Sperre" not in page
    assert ban not in page
    assert reverse("organiser:player_erase", args=[there.anna.player_id]) in page
    refused = registrar.get(ban)
    assert refused.status_code == 403
    assert "Vorsitz oder Sportleitung" in text(refused)


def test_merge_across_clubs_is_proposed_and_answered_by_the_federation(there: Associations) -> None:
    both = guest_of_both(there)
    club, federation = (signed_in(there.official(one)) for one in (there.a, there.federation))
    merge = reverse("organiser:merge_players", args=[there.anna.player_id, both.pk])
    page = text(club.get(merge))
    assert "Zusammenlegen vorschlagen" in page
    assert there.event_b.slug not in page
    club.post(merge)
    club.post(merge)  # a second click
    proposal = MergeProposal.objects.get()
    assert "wartet auf eine Antwort" in text(club.get(reverse("organiser:register")))
    refuse = reverse("organiser:proposal_refuse", args=[proposal.pk])
    assert "Register (1 Vorschlag)" in text(federation.get(reverse("organiser:events")))
    assert "Vorschlag" not in text(club.get(reverse("organiser:events")))
    assert refuse in text(federation.get(reverse("organiser:register")))
    assert club.get(refuse).status_code == 404
    federation.post(refuse, {"reason": ""})
    assert MergeProposal.objects.filter(refused_at=None).exists()
    federation.post(refuse, {"reason": "Geschwister"})
    assert "Geschwister" in text(club.get(reverse("organiser:register")))


def test_suggestion_across_clubs_shows_neither_events_nor_the_register_key(there: Associations) -> None:
    Player.objects.filter(pk=guest_of_both(there).pk).update(key="K-4711")
    register(there.event_a, 3, first_name="Gerda", last_name="Beide")
    page = text(signed_in(there.official(there.a)).get(reverse("organiser:register")))
    assert "auch anderswo" in page
    assert "K-4711" not in page


def test_proposal_is_withdrawn_by_its_author_until_it_is_answered(there: Associations) -> None:
    both, users = guest_of_both(there), [there.official(one) for one in (there.a, there.federation)]
    club, federation = (signed_in(user) for user in users)
    merge = reverse("organiser:merge_players", args=[there.anna.player_id, both.pk])
    for refused in (False, True):
        club.post(merge)
        proposal = MergeProposal.objects.get()
        withdraw = reverse("organiser:proposal_withdraw", args=[proposal.pk])
        assert withdraw in text(club.get(reverse("organiser:register")))
        assert federation.post(withdraw).status_code == 404
        if refused:
            federation.post(reverse("organiser:proposal_refuse", args=[proposal.pk]), {"reason": "Geschwister"})
            assert withdraw not in text(club.get(reverse("organiser:register")))
        answer = text(club.post(withdraw, follow=True))
        assert ("schon beantwortet" if refused else "ist zurückgezogen") in answer
        assert MergeProposal.objects.count() == refused


def test_official_who_lost_the_office_withdraws_a_proposal_and_reads_an_answer(there: Associations) -> None:
    user = there.official(there.a)
    client, merge = signed_in(user), [there.anna.player_id, guest_of_both(there).pk]
    client.post(reverse("organiser:merge_players", args=merge))
    user.offices.update(since=timezone.localdate() - timedelta(days=9), until=timezone.localdate() - timedelta(days=1))
    withdraw = reverse("organiser:proposal_withdraw", args=[MergeProposal.objects.get().pk])
    answer = client.post(withdraw, follow=True)
    assert (answer.status_code, answer.redirect_chain) == (200, [(reverse("organiser:events"), 302)])
    assert "ist zurückgezogen" in text(answer)
    assert not MergeProposal.objects.exists()


def test_register_of_one_organiser_has_no_word_of_others() -> None:
    there = make_associations()
    there.event_b.delete()
    there.foreign.player.memberships.all().delete()
    there.b.delete()
    there.anna.player.memberships.all().delete()
    there.event_a.held_by = there.federation
    there.event_a.save()
    there.a.delete()
    client = signed_in(make_official(there.event_a, username="leitung"))
    page = text(client.get(reverse("organiser:register"), {"q": "anna", "wen": "anna"}))
    page += text(client.get(reverse("organiser:player_ban", args=[there.anna.player_id])))
    assert "Veranstalter" not in page
    assert "Vorschl" not in page


def test_first_names_of_a_neighbour_do_not_decide_what_the_columns_of_a_list_are(there: Associations) -> None:
    chair = signed_in(there.official(there.a))
    address = reverse("organiser:participants_import", args=[there.event_a.slug])
    guesses = [
        chair.post(address, {"text": f"Sommer;{first_name}"}).context["draft"].sheet.columns
        for first_name in (CANARY["first_name"], "Unbekannte", "Anna")
    ]
    assert guesses[0] == guesses[1] != guesses[2]


@pytest.mark.parametrize("reader", ["chair", "director", "superuser"])
def test_search_for_a_ban_needs_no_further_statements_for_further_people(there: Associations, reader: str) -> None:
    users = {
        "chair": lambda: there.official(there.a),
        "director": lambda: make_official(there.event_a, username="leitung"),
        "superuser": lambda: User.objects.create_superuser("chief", display_name="Chief"),
    }
    client = signed_in(users[reader]())
    client.get(reverse("organiser:register"))

    def answer() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            page = text(client.get(reverse("organiser:register"), {"wen": "apel"}))
        return len(queries), page.count("Sperren …")

    statements, buttons = answer()
    assert buttons == 1
    for number in range(2, 9):
        register(there.event_a, number, first_name=f"{number}", last_name="Apel")
    assert answer() == (statements, 8)
