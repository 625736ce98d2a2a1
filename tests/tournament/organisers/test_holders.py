"""Offices given and ended, and new passwords through the office above."""

from contextlib import nullcontext
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import EventLog, Office
from romme_turnier.tournament.offices import offices_of
from romme_turnier.tournament.organisers.holders import (
    Term,
    create_holder,
    end_office,
    give_office,
    renew_password,
    renewable_accounts,
    take_back_office,
    why_not_renewable,
)
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from tests.factories import STARTS_AT, make_event, make_office, make_official, new_user

pytestmark = pytest.mark.usefixtures("day_of_event")

TODAY = STARTS_AT.date()
CHAIR = Term(role="chair", since=TODAY)


def holder(organiser, role="chair", name="", **days) -> User:
    user = new_user(name or f"{role}-{organiser.number}")
    user.save()
    make_office(organiser, user, role, made_account=True, **days)
    return user


def faults_of(call, *args, **kwargs):
    with pytest.raises(Faults) as caught:
        call(*args, **kwargs)
    return set(caught.value.by_argument)


def test_chair_gives_offices_at_its_organiser_and_below_and_nowhere_else(organisers):
    chair, user = holder(organisers["09-02"]), make_official(username="ute")
    make_office(organisers["09-02-006"], user, "viewer")
    for number in ("09-02", "09-02-005"):
        office = give_office(organisers[number], "ute", CHAIR, by=chair)
        assert office in offices_of(user)
        user = User.objects.get(pk=user.pk)
    for number in ("09", "08"):
        with pytest.raises(TournamentError, match="Vorsitz"):
            give_office(organisers[number], "ute", CHAIR, by=chair)
    with pytest.raises(TournamentError, match="Vorsitz"):
        give_office(organisers["09-02"], "ute", CHAIR, by=holder(organisers["09-02"], "sports"))


def test_all_faults_of_an_office_are_reported_at_once(organisers, chief):
    wrong = Term(role="king", since=TODAY, until=TODAY - timedelta(days=1))
    assert faults_of(give_office, organisers["09"], "nobody", wrong, by=chief) == {"role", "until", "username"}
    account = {"username": "chief", "display_name": "Zwei"}
    assert faults_of(create_holder, organisers["09"], **account, term=wrong, by=chief) == {"role", "until", "username"}
    assert not Office.objects.exists()


@pytest.mark.parametrize(
    ("since", "until", "given"), [(0, None, False), (-9, -5, True), (-5, 5, False), (11, 12, True)]
)
def test_office_is_given_once_at_a_time(organisers, chief, since, until, given):
    user = holder(organisers["09"], since=-4, until=10)
    end = None if until is None else TODAY + timedelta(days=until)
    term = Term(role="chair", since=TODAY + timedelta(days=since), until=end)
    if given:
        give_office(organisers["09"], user.username, term, by=chief)
    else:
        assert faults_of(give_office, organisers["09"], user.username, term, by=chief) == {"role"}


def test_account_elsewhere_gets_no_office_and_the_same_answer_as_none(organisers, chief):
    chair = holder(organisers["09-02"])
    holder(organisers["08"], name="fremd")
    make_official(make_event(players=0, held_by=organisers["09-02-005"]), "referee", username="rudi")
    said = set()
    for name in ("fremd", "niemand"):
        with pytest.raises(Faults) as refused:
            give_office(organisers["09-02"], name, CHAIR, by=chair)
        said.add(refused.value.by_argument["username"].replace(name, ""))
    assert len(said) == 1
    assert not Office.objects.filter(organiser=organisers["09-02"]).exclude(user=chair).exists()
    give_office(organisers["09-02"], "rudi", CHAIR, by=chair)  # has a task at an event below
    give_office(organisers["09-02"], "fremd", CHAIR, by=chief)


def test_office_given_by_mistake_is_taken_back_on_its_first_day_with_its_unused_account(organisers, chief):
    chair = holder(organisers["09-02"])
    unused, _password = create_holder(organisers["09-02-005"], username="neu", display_name="Neu", term=CHAIR, by=chair)
    take_back_office(unused, by=chair)
    assert not User.objects.filter(username="neu").exists()
    made, taken = EventLog.objects.order_by("pk")
    assert taken.old["account"] == made.new["account"]
    used, _password = create_holder(organisers["09-02-005"], username="neu", display_name="Neu", term=CHAIR, by=chair)
    User.objects.filter(pk=used.user_id).update(last_login=timezone.now())
    take_back_office(used, by=chair)
    assert User.objects.get(username="neu").offices.count() == 0
    coming = make_office(organisers["09-02-005"], make_official(username="ute"), "press", since=3)
    take_back_office(coming, by=chair)
    assert list(Office.objects.all()) == [chair.offices.get()]
    assert User.objects.filter(username="ute").exists()


def test_office_is_not_taken_back_later_elsewhere_or_from_the_last_chair(organisers):
    chair = holder(organisers["09-02"])
    older = make_office(organisers["09-02-005"], make_official(username="ute"), "press", since=-1)
    with pytest.raises(TournamentError, match="früheren Tag"):
        take_back_office(older, by=chair)
    today = make_office(organisers["08"], make_official(username="otto"), "chair", since=0)
    with pytest.raises(TournamentError, match="Ämter gibt hier"):
        take_back_office(today, by=chair)
    with pytest.raises(TournamentError, match="niemand mehr"):
        take_back_office(today, by=today.user)


def test_new_account_signs_in_with_the_password_that_is_shown_once(organisers):
    chair = holder(organisers["09"])
    account = {"username": "neu", "display_name": "Nora Neu"}
    office, password = create_holder(organisers["09-02"], **account, term=CHAIR, by=chair)
    assert User.objects.get(username="neu").check_password(password)
    assert (office.user.username, office.organiser, office.role) == ("neu", organisers["09-02"], "chair")


def test_office_ends_with_its_last_day_and_never_before_its_first(organisers, chief):
    office = holder(organisers["09"]).offices.get()
    with pytest.raises(TournamentError, match="ersten Tag"):
        end_office(office, until=office.since - timedelta(days=1), by=chief)
    ended = end_office(office, until=TODAY, by=chief)
    assert ended in offices_of(User.objects.get(pk=office.user_id))
    end_office(office, until=TODAY - timedelta(days=1), by=chief)
    assert offices_of(User.objects.get(pk=office.user_id)) == []


def test_ended_office_does_not_reach_into_the_next_one(organisers, chief):
    user = holder(organisers["09"], since=-9, until=-5)
    give_office(organisers["09"], user.username, CHAIR, by=chief)
    first = user.offices.earliest("since")
    assert end_office(first, until=TODAY - timedelta(days=1), by=chief).until == TODAY - timedelta(days=1)
    assert faults_of(end_office, first, until=TODAY, by=chief) == {"role"}


def test_last_chair_stays_unless_somebody_above_or_the_operator_can_give_offices(organisers):
    chair = holder(organisers["09-02"])
    office = chair.offices.get()
    above = make_office(organisers["09"], holder(organisers["09"], "viewer"), "chair", until=0)
    with pytest.raises(TournamentError, match="niemand mehr"):
        end_office(office, until=TODAY, by=chair)
    Office.objects.filter(pk=above.pk).update(since=TODAY + timedelta(days=2), until=None)  # too late by a day
    with pytest.raises(TournamentError, match="niemand mehr"):
        end_office(office, until=TODAY, by=chair)
    Office.objects.filter(pk=above.pk).update(since=TODAY + timedelta(days=1))
    assert end_office(office, until=TODAY, by=chair).until == TODAY
    Office.objects.filter(pk__in=(above.pk, office.pk)).update(until=None, role="chair")
    Office.objects.filter(pk=above.pk).delete()
    User.objects.create_superuser("chief")
    assert end_office(office, until=TODAY, by=chair).until == TODAY


@pytest.mark.parametrize(("other", "ends"), [({"since": -3}, True), ({"since": -40, "until": -2}, False)])
def test_chair_ended_as_of_a_past_day_leaves_somebody_today(organisers, other, ends):
    chair, organiser = holder(organisers["09-02"], since=-60), organisers["09-02"]
    holder(organiser, name="other", **other)
    end = partial(end_office, chair.offices.get(), until=TODAY - timedelta(days=30), by=chair)
    with nullcontext() if ends else pytest.raises(TournamentError, match="niemand mehr"):
        end()


def test_new_password_comes_from_the_office_above_without_mail(organisers):
    chair, user = holder(organisers["09-02"]), holder(organisers["09-02-005"])
    password = renew_password(user, by=chair)
    assert User.objects.get(pk=user.pk).check_password(password)


def test_no_office_gives_a_password_to_an_account_with_rights_elsewhere(organisers, chief):
    chair, own = holder(organisers["09-02"]), organisers["09-02-005"]
    above, beside, staff, maker, referee = (
        holder(own, name=name) for name in ("above", "beside", "staff", "maker", "referee")
    )
    make_office(organisers["09"], above, "viewer")
    make_office(organisers["08"], beside, "viewer", since=5)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    User.objects.filter(pk=maker.pk).update(makes_events=True)
    make_official(make_event(players=0, held_by=organisers["08"]), "referee", username="referee")
    without, former = make_official(username="without"), holder(own, name="former", until=-1)
    for user in (above, beside, staff, maker, referee, without, former, chief, chair):
        user.refresh_from_db()
        assert why_not_renewable(user, chair), user
        with pytest.raises(TournamentError):
            renew_password(user, by=chair)
    make_office(own, chief, "viewer")
    assert why_not_renewable(chief, chair)
    assert why_not_renewable(holder(own, "press"), holder(organisers["09-02"], "sports"))
    assert not why_not_renewable(maker, chief)
    demand_same_answers(chair, chief, maker)


def test_account_that_existed_before_its_office_gets_no_password_from_the_office_above(organisers, chief):
    chair, user = holder(organisers["09-02"]), make_official(username="ute")
    make_office(organisers["09-02-006"], user, "viewer")
    give_office(organisers["09-02-005"], "ute", CHAIR, by=chair)
    assert "schon vor dem Amt" in why_not_renewable(user, chair)
    assert why_not_renewable(user, chief) == ""
    demand_same_answers(chair, chief, user)


def test_referee_at_an_event_below_keeps_the_office_above_able_to_help(organisers):
    chair, user = holder(organisers["09-02"]), holder(organisers["09-02-005"])
    make_official(make_event(players=0, held_by=organisers["09-02-006"]), "referee", username=user.username)
    assert why_not_renewable(user, chair) == ""
    demand_same_answers(chair, user)


def demand_same_answers(*officials):
    """Asked about all accounts together, the program gives the same answers as about each one."""
    everybody = list(User.objects.all())
    for by in officials:
        expected = {user.pk for user in everybody if not why_not_renewable(user, by)}
        assert renewable_accounts(by, {user.pk for user in everybody}) == expected


def test_log_names_the_holder_of_an_office_that_is_given_and_ended(organisers, chief):
    make_official(username="ute")
    office = give_office(organisers["09"], "ute", CHAIR, by=chief)
    end_office(office, until=TODAY, by=chief)
    lines = log_lines(list(EventLog.objects.order_by("number")))
    assert [(line.what, line.subject) for line in lines] == [
        ("Amt gegeben", "Veranstalter Nr. 09"),
        ("Amt beendet", "Veranstalter Nr. 09"),
    ]
    assert all("Konto: Ute" in line.changes for line in lines)
