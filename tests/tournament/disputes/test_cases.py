"""Disputes: the call, the decision, the appeal, the consequences (§ 1.2, § 2.3.2)."""

import pytest
from django.db import IntegrityError

from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament.disputes import cases as disputes_cases, words
from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.models import Dispute, DisputeEffect, EventLog
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import make_official, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def rudi(event):
    return make_official(event, "referee", "rudi")


@pytest.fixture
def called(event):
    seat_series(event)
    call = Call(facts="Karte zu früh aufgedeckt", series=1, table=2, game=3, seats=(2, 1), clause="§ 6.7")
    return disputes_cases.call_referee(event, call, by=None)


def decided(called, rudi):
    return disputes_cases.decide(called, "Das Spiel gilt.", expected=called.version, by=rudi)


def appealed(called, rudi):
    now = decided(called, rudi)
    return disputes_cases.appeal(now, "Platz 2 ist nicht einverstanden.", expected=now.version, by=rudi)


def test_disputes_are_numbered_in_order(event):
    assert [disputes_cases.call_referee(event, Call(facts="Streit"), by=None).number for _ in range(3)] == [1, 2, 3]


def test_call_keeps_who_sat_there(called):
    assert (called.seats, called.players) == ([1, 2], [5, 6])
    assert words.where(called) == "Serie 1, Tisch 2, Spiel 3"
    assert words.concerned(called, full_names(called.event))[0] == "Platz 1: 5 Vera5 Spieler5"


def test_call_of_no_table_is_written_down_as_such(event):
    dispute = disputes_cases.call_referee(event, Call(facts="Störung im Saal"), by=None)
    assert words.where(dispute) == "kein bestimmter Tisch"


@pytest.mark.parametrize(
    "call",
    [
        Call(facts="  "),
        Call(facts="x", series=1, table=9),
        Call(facts="x", series=1, table=1, seats=(5,)),
        Call(facts="x", series=1, table=1, game=13),
        Call(facts="x", game=3),
    ],
)
def test_call_that_names_nothing_or_what_is_not_there_is_refused(event, call):
    seat_series(event)
    with pytest.raises(TournamentError):
        disputes_cases.call_referee(event, call, by=None)
    assert not Dispute.objects.exists()


def test_call_can_be_put_right_until_it_is_decided(called, rudi):
    anew = disputes_cases.describe_anew(called, Call(facts="Karte fiel auf den Tisch"), expected=0, by=rudi)
    assert (anew.facts, anew.table_number, anew.players) == ("Karte fiel auf den Tisch", None, [])
    now = decided(anew, rudi)
    with pytest.raises(TournamentError, match="schon entschieden"):
        disputes_cases.describe_anew(now, Call(facts="anders"), expected=now.version, by=rudi)


def test_decision_names_the_referee_and_the_time(called, rudi):
    now = decided(called, rudi)
    assert (now.referee, now.decision, now.is_open) == (rudi, "Das Spiel gilt.", False)
    assert now.decided_at is not None
    assert words.state_of(now)[1] == "entschieden"


def test_decision_without_words_is_refused(called, rudi):
    with pytest.raises(TournamentError):
        disputes_cases.decide(called, " ", expected=called.version, by=rudi)


def test_decision_on_an_older_state_is_refused(called, rudi):
    decided(called, rudi)
    with pytest.raises(Conflict):
        disputes_cases.decide(called, "anders", expected=0, by=rudi)


def test_referee_of_the_same_club_is_noted_when_the_event_knows_the_club(event, called, rudi):
    rudi.display_name = "Rudi Rabe"
    rudi.save()
    club = event.registrations.get(number=5).club
    register(event, 20, club=club, first_name="Rudi", last_name="Rabe")
    assert disputes_cases.shares_club(called, rudi) is True
    assert decided(called, rudi).referee_of_same_club


def test_referee_of_another_club_is_not_noted(event, called, rudi):
    rudi.display_name = "Rudi Rabe"
    rudi.save()
    register(event, 20, club=None, first_name="Rudi", last_name="Rabe")
    assert disputes_cases.shares_club(called, rudi) is None
    assert not decided(called, rudi).referee_of_same_club


def test_referee_may_say_that_the_club_is_the_same(called, rudi):
    now = disputes_cases.decide(called, "Das Spiel gilt.", same_club=True, expected=called.version, by=rudi)
    assert now.referee_of_same_club


def test_appeal_is_against_a_decision_and_only_once(called, rudi):
    with pytest.raises(TournamentError, match="Noch hat niemand entschieden"):
        disputes_cases.appeal(called, "Nein", expected=called.version, by=rudi)
    now = Dispute.objects.get()
    now = disputes_cases.appeal(decided(now, rudi), "Nein", expected=now.version + 1, by=rudi)
    assert (now.appeal, now.is_open) == ("open", True)
    with pytest.raises(TournamentError, match="schon Berufung"):
        disputes_cases.appeal(now, "Doch", expected=now.version, by=rudi)


def test_decision_stays_once_somebody_appeals(called, rudi):
    now = appealed(called, rudi)
    with pytest.raises(TournamentError, match="Spielleitung"):
        disputes_cases.decide(now, "anders", expected=now.version, by=rudi)


@pytest.mark.parametrize(("changed", "state"), [(False, "bestätigt"), (True, "geändert")])
def test_spielleitung_upholds_or_changes_the_decision(event, called, rudi, changed, state):
    petra = make_official(event)
    now = appealed(called, rudi)
    now = disputes_cases.settle_appeal(now, "So ist es.", changed=changed, expected=now.version, by=petra)
    assert (words.state_of(now)[1], now.appeal_by, now.is_open) == (state, petra, False)


def test_nothing_is_settled_without_an_appeal(called, rudi):
    now = decided(called, rudi)
    with pytest.raises(TournamentError, match="keine Berufung"):
        disputes_cases.settle_appeal(now, "So ist es.", changed=False, expected=now.version, by=rudi)


def test_effect_is_named_only_when_it_was_carried_out(called, rudi):
    assert disputes_cases.because_of(called, "100 Strafpunkte", lambda: 7, by=rudi) == 7

    def fails():
        raise TournamentError("geht nicht")

    with pytest.raises(TournamentError):
        disputes_cases.because_of(called, "Ausschluss", fails, by=rudi)
    assert [effect.words for effect in DisputeEffect.objects.all()] == ["100 Strafpunkte"]


def test_every_change_stays_in_the_log(called, rudi):
    now = appealed(called, rudi)
    acts = EventLog.objects.filter(subject_kind="dispute", subject_pk=now.pk)
    assert [act.verb for act in acts] == ["cases.call_referee", "cases.decide", "cases.appeal"]
    assert [act.by for act in acts][1:] == [rudi, rudi]


def test_log_says_which_seats_a_dispute_was_about_before(called, rudi):
    call = Call(facts="Doch Platz 2", series=1, table=1, game=1, seats=(2,))
    disputes_cases.describe_anew(called, call, expected=called.version, by=rudi)
    act = EventLog.objects.get(verb="cases.describe_anew")
    assert (act.old["seats"], act.new["seats"]) == (list(called.seats), [2])


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision": "ohne Zeit"},
        {"appeal": "open"},
        {"series_number": 1, "table_number": None},
    ],
)
def test_database_holds_what_must_never_be_false(called, wrong):
    with pytest.raises(IntegrityError):
        Dispute.objects.filter(pk=called.pk).update(**wrong)


def clauses_of(question):
    return {entry.clause for cases in words.look_up(question).values() for entry, _case, _orders in cases}


def test_rules_are_found_by_paragraph_and_by_word():
    assert clauses_of("§ 5.3") == {"§ 5.3"}
    assert clauses_of("strafpunkte") == {"§ 8.3"}
    assert clauses_of("§ 6.1") == set()  # and not § 6.10
    assert "§ 6.10" in clauses_of("6") & clauses_of("6.10")
    assert clauses_of("§ 6.4") == {"§ 6.4", "§ 6.5", "§ 7.3"}  # the last two go by it
    assert words.look_up("Zauberer") == {}


def test_rules_are_grouped_by_what_happened():
    found = words.look_up("Abheben Joker")
    assert list(found) == ["Abheben"]
    assert {incident: len(cases) for incident, cases in words.look_up("").items()}["Zu wenig ausgelegt"] == 5


def test_paragraph_of_a_dispute_says_what_it_orders():
    cases = words.ordered_by(" § 8.3", get_ruleset(DEFAULT))
    assert [orders for _entry, _case, orders in cases] == [
        ("Die Spielleitung gibt 100 Strafpunkte.",),
        ("Die Spielleitung gibt 150 Strafpunkte.",),
    ]
    assert words.ordered_by("", get_ruleset(DEFAULT)) == []


@pytest.mark.parametrize("rules", [rules for key, rules in RULE_SYSTEMS.items() if key != DEFAULT])
def test_clauses_to_choose_from_are_those_of_the_rules_of_the_event(rules: RuleSet) -> None:
    assert words.ordered_by("§ 8.3", rules) == []
    suggested = [clause for clause, _about in words.clauses(rules)]
    assert suggested
    assert len({*suggested}) == len(suggested)
    assert {*suggested} == {*rules.clauses.values()}
    assert not any("§" in clause for clause in suggested)


def test_paragraphs_to_choose_from_name_every_case():
    assert len(words.clauses(get_ruleset(DEFAULT))) > 30
