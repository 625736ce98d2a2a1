"""Disputes at the officials' desk: taken down, decided, carried out, appealed against, printed."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.documents.disputes.minutes import minutes_document
from romme_turnier.tournament.disputes import cases
from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.models import Dispute, Registration
from tests.cast import signed_in
from tests.factories import enter, list_of, make_checked, make_event, make_official, seat_series
from tests.web.organiser.pages import url

pytestmark = pytest.mark.django_db


@pytest.fixture
def dispute(event):
    seat_series(event)
    call = Call(facts="Karte aufgedeckt", series=1, table=1, game=2, seats=(3,), clause="§ 8.3")
    return cases.call_referee(event, call, by=None)


def text(response):
    return response.content.decode()


def decide(client, event, **more):
    version = Dispute.objects.get().version
    data = {"version": version, "decision": "100 Strafpunkte für Platz 3", "clause": "§ 8.3", **more}
    return client.post(url("dispute_decide", event, 1), data, follow=True)


def test_empty_list_says_what_comes_here(rudi, event):
    assert "Noch kein Streitfall" in text(rudi.get(url("disputes", event)))


def test_overview_reminds_of_open_disputes(rudi, event, dispute):
    overview = reverse("organiser:event", args=[event.slug])
    assert "1 Streitfall wartet auf eine Entscheidung." in text(rudi.get(overview))
    decide(rudi, event)
    assert "wartet auf eine Entscheidung" not in text(rudi.get(overview))


def test_call_takes_over_what_the_link_knows(rudi, event):
    seat_series(event)
    page = text(rudi.get(url("dispute_create", event) + "?serie=1&tisch=2&spiel=3&platz=2&paragraph=§ 6.4"))
    assert "Platz 2: 6 Vera6 Spieler6" in page
    assert 'value="§ 6.4"' in page


def test_list_leads_to_a_dispute_about_its_table(rudi, cast, event):
    seat_series(event)
    address = url("dispute_create", event) + "?serie=1&amp;tisch=2"
    assert address in text(rudi.get(url("list", event, 1, 2)))
    assert address not in text(signed_in(cast.ella).get(url("list", event, 1, 2)))


def test_dispute_is_taken_down(rudi, event):
    seat_series(event)
    data = {"series": "1", "table": "2", "game": "3", "seats": ["1", "2"], "facts": "Streit um den Joker"}
    page = text(rudi.post(url("dispute_create", event), data, follow=True))
    assert "Streit um den Joker" in page
    assert "Platz 1: 5 Vera5 Spieler5" in page
    assert "wartet auf Entscheidung" in text(rudi.get(url("disputes", event)))


def test_what_was_typed_stays_when_the_table_is_not_there(rudi, event):
    seat_series(event)
    page = text(rudi.post(url("dispute_create", event), {"series": "1", "table": "77", "facts": "Streit"}))
    assert "keinen Tisch 77" in page
    assert ">Streit</textarea>" in page.replace("\n", "")


def test_place_that_is_not_there_is_told_at_its_field(rudi, event):
    seat_series(event)
    typed = {"series": "1", "table": "1", "facts": "Streit"}
    for field, value in (("table", "77"), ("game", "90"), ("seats", "9")):
        form = rudi.post(url("dispute_create", event), typed | {field: value}).context["form"]
        assert field in form.errors
        assert "__all__" not in form.errors


def test_page_says_what_the_paragraph_orders(rudi, event, dispute):
    assert "Die Spielleitung gibt 100 Strafpunkte." in text(rudi.get(url("dispute", event, 1)))


def test_decision_is_entered_and_the_club_of_the_referee_noted(rudi, event, dispute):
    page = text(decide(rudi, event, same_club="on"))
    assert "Der Schiedsrichter gehört zum Club eines Beteiligten." in page
    assert "Rudi" in page


def test_decision_that_somebody_else_made_first_is_shown(rudi, event, dispute):
    decide(rudi, event)
    page = text(rudi.post(url("dispute_decide", event, 1), {"version": "0", "decision": "anders"}))
    assert "Inzwischen hat jemand anders" in page
    assert ">anders</textarea>" in page.replace("\n", "")


def test_penalty_is_given_from_the_dispute_and_named_there(rudi, event, dispute):
    decide(rudi, event)
    enter(list_of(event.series.get()), 2, "0 20 30 40")
    address = url("list_penalty", event, 1, 1) + "?streitfall=1&spiel=2&platz=3"
    assert address.replace("&", "&amp;") in text(rudi.get(url("dispute", event, 1)))
    form = text(rudi.get(address))
    assert 'value="Streitfall 1, § 8.3"' in form
    version = list_of(event.series.get()).version
    data = {"version": version, "seat": "3", "game": "2", "amount": "100", "reason": "Streitfall 1, § 8.3"}
    page = rudi.post(address, {**data, "confirm": "1"}, follow=True)
    assert page.redirect_chain[-1][0] == url("dispute", event, 1)
    assert "100 Strafpunkte für Platz 3 in Spiel 2" in text(page)
    name = event.registrations.get(number=3).name
    assert f"3 {name} hat 100 Strafpunkte." in text(page)


def test_list_is_declared_invalid_from_the_dispute(rudi, event, dispute):
    make_checked(list_of(event.series.get()))
    decide(rudi, event)
    version = list_of(event.series.get()).version
    address = url("list_invalid", event, 1, 1) + "?streitfall=1"
    page = rudi.post(address, {"version": version, "reason": "Streitfall 1", "confirm": "1"}, follow=True)
    assert "Liste für ungültig erklären" in text(page)
    assert Dispute.objects.get().effects.count() == 1
    assert list_of(event.series.get()).status == "invalid"


def test_player_is_excluded_from_the_dispute(petra, event, dispute):
    decide(petra, event)
    player = event.registrations.get(number=3)
    address = url("participant_exclude", event, player.pk) + "?streitfall=1"
    assert address in text(petra.get(url("dispute", event, 1)))
    assert "Streitfall 1" in text(petra.get(address))
    petra.post(address, {"left_before_series": "2", "reason": "Streitfall 1"})
    player.refresh_from_db()
    assert player.status == Registration.Status.EXCLUDED
    assert Dispute.objects.get().effects.get().words == "Vera3 Spieler3 ausschließen"


def test_referee_may_not_exclude(rudi, event, dispute):
    decide(rudi, event)
    assert "participant_exclude" not in text(rudi.get(url("dispute", event, 1)))
    assert "ausschließen" not in text(rudi.get(url("dispute", event, 1)))


def test_decision_without_a_dispute_leaves_none_behind(rudi, event, dispute):
    version = list_of(event.series.get()).version
    address = url("list_invalid", event, 1, 1) + "?streitfall=99"
    page = rudi.post(address, {"version": version, "reason": "unleserlich", "confirm": "1"}, follow=True)
    assert page.redirect_chain[-1][0] == url("list", event, 1, 1)
    assert not Dispute.objects.get().effects.exists()


def test_appeal_is_settled_by_the_spielleitung_alone(rudi, petra, event, dispute):
    decide(rudi, event)
    data = {"version": Dispute.objects.get().version, "grounds": "Platz 3 bestreitet es."}
    page = text(rudi.post(url("dispute_appeal", event, 1), data, follow=True))
    assert "Über die Berufung entscheidet die Spielleitung." in page
    settlement = {"version": Dispute.objects.get().version, "changed": "1", "decision": "Keine Strafpunkte."}
    assert rudi.post(url("dispute_settle", event, 1), settlement).status_code == 403
    page = text(petra.post(url("dispute_settle", event, 1), settlement, follow=True))
    assert "Entscheidung geändert" in page
    assert "Keine Strafpunkte." in page


def test_history_says_who_changed_what(rudi, event, dispute):
    decide(rudi, event)
    page = text(rudi.get(url("dispute", event, 1)))
    assert "aufgenommen" in page
    assert "Rudi: Entscheidung" in page


def test_minutes_are_printed_for_one_and_for_all(rudi, event, dispute):
    for address in (
        reverse("documents:minutes_pdf", args=[event.slug]),
        reverse("documents:minutes_one_pdf", args=[event.slug, 1]),
    ):
        answer = rudi.get(address)
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")


def test_minutes_say_that_there_was_no_dispute(rudi, event):
    answer = rudi.get(reverse("documents:minutes_pdf", args=[event.slug]))
    assert answer.status_code == 409
    assert "Es gab keinen Streitfall." in answer.content.decode()


def test_minutes_of_a_dispute_that_is_not_there_are_not_found(rudi, event, dispute):
    assert rudi.get(reverse("documents:minutes_one_pdf", args=[event.slug, 2])).status_code == 404


def test_who_types_lists_sees_no_disputes(cast, event, dispute):
    assert signed_in(cast.ella).get(url("disputes", event)).status_code == 403
    assert signed_in(cast.ella).get(reverse("documents:minutes_pdf", args=[event.slug])).status_code == 403


def test_rules_are_looked_up_by_everybody(cast):
    page = text(Client().get(reverse("help:rules") + "?q=Joker+abheben"))
    assert "§\N{NO-BREAK SPACE}5.5" in page
    assert "§\N{NO-BREAK SPACE}8.3" not in page
    assert "Nichts gefunden" in text(Client().get(reverse("help:rules") + "?q=Zauberer"))


def test_rule_leads_to_a_dispute_for_officials(rudi, event):
    page = text(rudi.get(reverse("help:rules") + f"?q=8.3&turnier={event.slug}"))
    assert url("dispute_create", event) + "?vorfall=not_counted_openly_after_opening" in page
    assert "dispute" not in text(Client().get(reverse("help:rules") + "?turnier=../x"))


def test_case_that_was_looked_up_is_taken_down_and_its_orders_are_the_decision(rudi, event):
    seat_series(event)
    address = url("dispute_create", event) + "?vorfall=not_counted_openly_after_opening"
    form = rudi.get(address).context["form"]
    assert form["facts"].value() == "Ein Spieler zählt nicht offen, er hatte ausgelegt (§ 8.3)"
    said = {name: form[name].value() for name in ("facts", "clause")}
    made = rudi.post(address, said | {"series": "1", "table": "1"}, follow=True)
    assert made.context["decision_form"]["decision"].value() == "Die Spielleitung gibt 100 Strafpunkte."
    assert rudi.get(url("dispute", event, 1)).context["decision_form"]["decision"].value() == ""


def linked(page: str, words: str) -> str:
    """The address behind these words."""
    found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{re.escape(words)}</a>', page)
    assert found, words
    return html.unescape(found[1])


def test_list_leads_to_the_rules_and_from_there_to_its_minutes_and_its_penalty_points(rudi, event):
    seat_series(event)
    rules = linked(text(rudi.get(reverse("organiser:list", args=[event.slug, 1, 2]))), "Regeln nachschlagen")
    page = text(rudi.get(f"{rules}&spiel=3&q=8.3"))
    assert linked(page, "Serie 1, Tisch 2") == reverse("organiser:list", args=[event.slug, 1, 2])
    assert '<input type="hidden" name="tisch" value="2">' in page  # searched again for the same list
    call = rudi.get(linked(page, "Streitfall dazu aufnehmen")).context["form"]
    assert [call[name].value() for name in ("series", "table", "game", "clause")] == [1, 2, 3, "§ 8.3"]
    penalty = rudi.get(linked(page, "150 Strafpunkte geben")).context["form"]
    assert [penalty[name].value() for name in ("game", "amount")] == [3, "150"]
    assert penalty["reason"].value() == "Ein Spieler zählt nicht offen, er hatte noch nicht ausgelegt (§ 8.3)"


def test_case_looked_up_for_a_dispute_is_taken_as_its_decision(rudi, event):
    seat_series(event)
    cases.call_referee(event, Call(facts="Streit", series=1, table=1), by=None)
    rules = linked(text(rudi.get(url("dispute", event, 1))), "Regeln nachschlagen (neues Fenster)")
    page = text(rudi.get(f"{rules}&q=8.3"))
    assert "Streitfall dazu aufnehmen" not in page
    decision = rudi.get(linked(page, "Als Entscheidung in Streitfall 1 übernehmen")).context["decision_form"]
    assert decision["decision"].value() == "Die Spielleitung gibt 100 Strafpunkte."
    assert decision["clause"].value() == "§ 8.3"


def test_case_is_shown_to_the_players_alone(cast):
    page = text(Client().get(reverse("help:rules") + "?fall=joker_cut"))
    assert "<h1>Beim Abheben liegt unten ein Joker" in page
    assert "Der Joker gehört dem, der abgehoben hat." in page
    assert "Falsch ausgelegt" not in page
    assert "Falsch ausgelegt" in text(Client().get(reverse("help:rules") + "?fall=gibt-es-nicht"))


@pytest.mark.parametrize(
    ("name", "arguments"), [("disputes", []), ("dispute_create", []), ("dispute", [1]), ("more", [])]
)
def test_other_rules_are_looked_up_in_their_own_book(name, arguments):
    other = make_event(slug="treppe", ruleset="treppenromme")
    seat_series(other)
    cases.call_referee(other, Call(facts="Streit", clause="§ 8.3"), by=None)
    page = (
        text(signed_in(make_official(other)).get(url(name, other, *arguments)))
        .partition("<main")[2]
        .partition("</main")[0]
    )
    assert reverse("rulebook:system", args=["treppenromme"]) in page
    assert reverse("help:rules") not in page
    assert "Strafpunkte" not in page.partition('id="entscheidung"')[0]
    if name != "dispute_create":
        assert "regeln=treppenromme" in page


# A case with cards, from Regel-Check


def kept() -> KeptCase | None:
    case = Dispute.objects.get().case
    return KeptCase.read(case) if case else None


LAID_OFF = "frage=anlegen&liegt=9H+*+JH&karten=10H"


def test_case_of_regel_check_is_taken_into_a_dispute_with_one_click(rudi, event):
    page = text(rudi.get(reverse("rule_check:check") + f"?turnier={event.slug}&{LAID_OFF}"))
    address = html.unescape(re.findall(r'href="([^"]*\?fall=[^"]*)"', page)[0])
    assert address.startswith(url("dispute_create", event))
    form = text(rudi.get(address))
    assert "Dieser Fall kommt dazu:" in form
    assert "Herz 10" in form
    case = html.unescape(re.findall(r'name="case" value="([^"]*)"', form)[0])
    rudi.post(url("dispute_create", event), {"facts": "Streit um den Joker", "case": case})
    taken = kept()
    assert taken
    assert (taken.rules, taken.question) == ("Romméordnung", "Darf ich anlegen?")
    cards = [[card.written for meld in row.melds for card in meld] for row in taken.rows]
    assert cards == [["♥9", "Joker", "♥B"], ["♥10"]]
    assert any("§ 6.8" in reason for reason in taken.reasons)
    assert taken.answer in text(rudi.get(url("dispute", event, 1)))
    tried = re.search(r'href="([^"]*)"[^>]*>Am Tisch ausprobieren', text(rudi.get(url("dispute", event, 1))))
    assert tried
    assert "Kombination 1, von Platz 1" in text(rudi.get(html.unescape(tried[1])))
    minutes = minutes_document(event)
    assert minutes
    (entry,) = minutes["entries"]
    assert entry.case == taken


def test_dispute_that_is_described_again_gets_or_loses_its_case(rudi, event, dispute):
    page = text(rudi.get(reverse("rule_check:check") + f"?turnier={event.slug}&streit=1&{LAID_OFF}"))
    address = html.unescape(re.findall(r'href="([^"]*\?fall=[^"]*)"', page)[0])
    assert address.startswith(url("dispute_edit", event, 1))
    assert "Herz 10" in text(rudi.get(address))
    rudi.post(url("dispute_edit", event, 1), {"version": "0", "facts": "anders", "case": LAID_OFF})
    assert kept()
    rudi.post(url("dispute_edit", event, 1), {"version": "1", "facts": "anders", "case": ""})
    assert kept() is None


def test_nobody_is_offered_a_dispute_who_did_not_come_from_one(rudi, event):
    page = reverse("rule_check:check")
    assert "?fall=" not in text(rudi.get(f"{page}?{LAID_OFF}"))
    for strange in ("a/b/c", "a/ich", "<b>", "a b", "%C3%A4"):
        assert "?fall=" not in text(rudi.get(f"{page}?turnier={strange}&{LAID_OFF}"))


def test_what_is_no_case_is_left_out(rudi, event):
    for nonsense in ("frage=anlegen", "liegt=xyz", "?" * 4000):
        page = text(rudi.get(url("dispute_create", event), {"fall": nonsense}))
        assert "Dieser Fall kommt dazu:" not in page
