"""Webhooks: making and switching them, the outbox, and changes of people that other programs must follow."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.tournament.events.announcements import publish_event, unpublish_event
from romme_turnier.tournament.models import EventLog, Hook, HookMessage, PersonChange
from romme_turnier.tournament.participants.names.consents import change_own_consents
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, update_registration
from romme_turnier.tournament.publishing.forgetting import changes_after, confirm, id_of, late_hooks
from romme_turnier.tournament.publishing.hooks import (
    CHOICES,
    MOST,
    delete_hook,
    hooks_of,
    make_hook as make,
    renew_secret,
    secret_of,
    send_test,
    switch_off,
    switch_on,
    url_fault,
)
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_event, make_hook, make_office, make_official, make_organiser, one, seat_series
from tests.tournament.papers.papers import released_event

pytestmark = pytest.mark.django_db

ADDRESS = "https://rc-herz.example/meldungen"


@pytest.fixture(autouse=True)
def on_the_internet(settings) -> None:
    settings.MODE = "public"


def sent(hook: Hook) -> list[tuple[str, dict[str, Any]]]:
    return [(message.type, message.ids) for message in hook.messages.order_by("pk")]


# --- Making ---


@pytest.mark.parametrize(
    "url",
    [
        *("http://rc.example/", "ftp://rc.example/", "//rc.example/", "rc.example", "", "https://", "https:///x"),
        *("https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/", "https://localhost/"),
        *(
            "https://user@rc.example/",
            "https://user:pass@rc.example/",
            "https://rc.example/#x",
            "https://rc.example:22/",
        ),
        *("https://rc.example:99999/", "https://rc.example:x/", "https://rc example/", "https://rc.example/ü"),
        *(
            "https://rc.example/\r\nX: y",
            "https://rc.example\\@other.example/",
            "https://-rc.example/",
            "https://rc..example/",
        ),
    ],
)
def test_wrong_addresses_are_refused(url):
    assert url_fault(url)


@pytest.mark.parametrize(
    "url", [ADDRESS, "https://a.b-c.example:8443/x?y=z", "https://rc.example", "https://xn--h-1ga.example/"]
)
def test_addresses_with_a_name_are_accepted(url):
    assert url_fault(url) == ""


def test_secret_is_shown_once_and_opens_here_alone(chief, settings):
    hook, secret = make(make_organiser(), ADDRESS, ["standings.released"], by=chief)
    stored = [str(value) for row in Hook.objects.values() for value in row.values()]
    logged = [str(value) for row in EventLog.objects.values() for value in row.values()]
    assert not any(secret in text or secret[6:] in text for text in (*stored, *logged))
    assert any("rc-herz.example" in text for text in logged)
    assert not any("meldungen" in text for text in logged)  # may be a secret of the other program
    settings.SECRET_KEY = "that of another machine"
    assert secret_of(hook) is None


def test_only_the_chair_makes_and_changes_hooks(chief):
    organiser, sporty = make_organiser(), make_official(username="sporty")
    make_office(organiser, sporty, "sports")
    hook = make_hook(organiser)
    for act in (renew_secret, switch_off, switch_on, send_test, delete_hook):
        with pytest.raises(TournamentError, match="Vorsitz"):
            act(hook, by=sporty)
    with pytest.raises(TournamentError, match="Vorsitz"):
        make(organiser, ADDRESS, [], by=sporty)


def test_hooks_are_bounded_and_each_address_has_one(chief):
    organiser = make_organiser()
    make(organiser, ADDRESS, [], by=chief)
    with pytest.raises(TournamentError, match="schon Meldungen"):
        make(organiser, ADDRESS, [], by=chief)
    for number in range(MOST - 1):
        make_hook(organiser, f"https://h{number}.example/")
    with pytest.raises(TournamentError, match="Mehr als 20"):
        make(organiser, "https://mehr.example/", [], by=chief)
    with pytest.raises(TournamentError, match="Anlass"):
        make(make_organiser(number="2", slug="zwei"), ADDRESS, ["person.changed"], by=chief)


def test_new_secret_switches_a_hook_from_another_machine_on(chief, settings):
    hook = make_hook(make_organiser(), off_at=timezone.now(), off_because="sealed", sealed="foreign")
    with pytest.raises(TournamentError, match="Geheimnis"):
        switch_on(hook, by=chief)
    renew_secret(hook, by=chief)
    hook.refresh_from_db()
    assert (hook.off_at, hook.off_because) == (None, "")
    assert len(secret_of(hook) or b"") == 32


def test_test_message_waits_once_and_needs_a_hook_that_is_on(chief):
    hook = make_hook(make_organiser())
    send_test(hook, by=chief)
    assert sent(hook) == [("test", {})]
    with pytest.raises(TournamentError, match="wartet schon"):
        send_test(hook, by=chief)
    tomorrow = timezone.now() + timedelta(days=1)
    hook.messages.update(failures=3, due_at=tomorrow)  # as after three failed attempts
    Hook.objects.update(busy_until=tomorrow)
    send_test(hook, by=chief)
    hook.refresh_from_db()
    assert hook.busy_until is None
    assert hook.messages.filter(due_at__lte=timezone.now()).exists()
    switch_off(hook, by=chief)
    with pytest.raises(TournamentError, match="aus"):
        send_test(hook, by=chief)


# --- The outbox ---


def test_release_of_a_public_event_is_announced_to_its_organiser_and_above():
    above = make_organiser(number="09", slug="verband", kind="federation")
    club = make_organiser(number="09-1", slug="rc-herz", parent=above)
    other = make_organiser(number="09-2", slug="rc-nord", parent=above)
    here, higher, beside = (make_hook(organiser) for organiser in (club, above, other))
    event = released_event(held_by=club, published_at=timezone.now(), slug="rc-herz/pokal")
    expected = ("standings.released", {"event": "rc-herz/pokal", "series": 1, "release": 1})
    assert sent(here) == [expected]
    assert sent(higher) == [expected]
    assert sent(beside) == []
    release_standings(event, 1, by=None)
    assert sent(here)[-1] == ("standings.released", {"event": "rc-herz/pokal", "series": 1, "release": 2})


def test_unpublished_events_chosen_kinds_and_hooks_that_are_off():
    hidden = make_event(published_at=None)
    organiser = hidden.held_by
    every, only, off = (
        make_hook(organiser),
        make_hook(organiser, "https://nur.example/", types=["seats.released"]),
        make_hook(organiser, "https://aus.example/", off_at=timezone.now(), off_because="by_hand"),
    )
    release_seats(seat_series(hidden), by=None)
    assert not HookMessage.objects.exists()
    event = make_event(slug="offen", published_at=timezone.now())
    release_seats(seat_series(event), by=None)
    assert sent(every) == sent(only) == [("seats.released", {"event": "offen", "series": 1})]
    unpublish_event(event, by=make_official())
    assert sent(every)[-1] == ("event.changed", {"event": "offen"})
    assert len(sent(only)) == 1
    assert sent(off) == []
    publish_event(event, by=make_official())
    assert sent(every)[-1] == ("event.changed", {"event": "offen"})


@pytest.mark.parametrize("mode", ["local", "hall"])
def test_off_the_internet_only_changes_of_people_are_remembered(settings, mode):
    settings.MODE = mode
    hook = make_hook(make_organiser())
    event = released_event(published_at=timezone.now())
    assert sent(hook) == []
    erase_player(one(event, 1).player, by=None)
    assert sent(hook) == [("person.changed", {"event": event.slug, "number": 1})]


def test_message_of_an_act_that_fails_is_not_stored(monkeypatch):
    event = make_event(published_at=timezone.now())
    make_hook(event.held_by)
    series = seat_series(event)
    monkeypatch.setattr("romme_turnier.tournament.seating.series.tell", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        release_seats(series, by=None)
    assert not HookMessage.objects.exists()


# --- People ---


def test_person_is_announced_where_a_reader_could_have_seen_it_and_no_row_joins_two_events():
    first = released_event(slug="eins", published_at=timezone.now())
    second = released_event(slug="zwei", published_at=timezone.now())
    hidden, undrawn = released_event(slug="drei"), make_event(slug="vier", published_at=timezone.now())
    player = one(first, 1).player
    for event, number in ((second, 3), (hidden, 3), (undrawn, 5)):
        row = one(event, number)
        row.player = player
        row.save()
    second.results.filter(registration__number=3).update(player=player)
    hook = make_hook(first.held_by)
    erase_player(player, by=None)
    messages = sorted(sent(hook), key=lambda pair: str(pair[1]))
    assert messages == [
        ("person.changed", {"event": "eins", "number": 1}),
        ("person.changed", {"event": "zwei", "number": 3}),
    ]
    assert all((change.event is None) != (change.season is None) for change in PersonChange.objects.all())
    assert player.first_name not in str(HookMessage.objects.values_list("ids", flat=True))


def test_rename_merge_and_withdrawn_consent_are_announced_and_given_consent_is_not():
    event = released_event(published_at=timezone.now())
    hook = make_hook(event.held_by)
    registration = one(event, 1)
    change_own_consents(registration, publish_name=True, agrees=None)
    assert sent(hook) == []
    change_own_consents(registration, publish_name=False, agrees=None)
    assert sent(hook) == [("person.changed", {"event": event.slug, "number": 1})]
    entry = Entry(first_name="Neu", last_name="Name", number=2, club="")
    update_registration(one(event, 2), entry, by=None)
    assert sent(hook)[-1] == ("person.changed", {"event": event.slug, "number": 2})
    other = released_event(slug="anders", published_at=timezone.now())
    merge_players(one(event, 3).player, one(other, 4).player, by=None)
    merged = sorted(sent(hook)[-2:], key=lambda pair: str(pair[1]))
    assert [ids for _type, ids in merged] == [{"event": "anders", "number": 4}, {"event": event.slug, "number": 3}]


def test_hook_that_is_off_gets_changes_of_people_once_it_is_on(chief):
    event = released_event(published_at=timezone.now())
    hook = make_hook(event.held_by, off_at=timezone.now(), off_because="by_hand")
    erase_player(one(event, 1).player, by=None)
    assert hook.messages.get().due_at is None
    switch_on(hook, by=chief)
    assert hook.messages.get().due_at is not None


def test_program_is_named_after_seven_days_until_it_confirms():
    event = released_event(published_at=timezone.now())
    hook = make_hook(event.held_by)
    erase_player(one(event, 1).player, by=None)
    message = hook.messages.get()
    HookMessage.objects.update(delivered_at=timezone.now())  # a receipt does not confirm
    assert not late_hooks(event.held_by)
    HookMessage.objects.update(at=timezone.now() - timedelta(days=7, minutes=1))
    assert list(late_hooks(event.held_by)) == [hook]
    assert [vars(row)["late"] for row in hooks_of(event.held_by)] == [1]
    foreign = make_organiser(number="2", slug="zwei")
    assert confirm(foreign, [message.key]) == 0
    assert confirm(event.held_by, [message.key, "msg_unknown"]) == 1
    assert confirm(event.held_by, [message.key]) == 0
    assert not late_hooks(event.held_by)


def test_program_without_a_hook_reads_changes_in_order():
    event = released_event(published_at=timezone.now())
    for number in (1, 2):
        erase_player(one(event, number).player, by=None)
    assert changes_after(event.held_by, "", 10) == []  # not settled yet
    PersonChange.objects.update(at=timezone.now() - timedelta(minutes=2))
    first, second = changes_after(event.held_by, "", 10)
    assert [first.ids, second.ids] == [{"event": event.slug, "number": n} for n in (1, 2)]
    assert changes_after(event.held_by, id_of(first), 10) == [second]
    assert changes_after(event.held_by, "", 1) == [first]
    assert changes_after(make_organiser(number="2", slug="zwei"), "", 10) == []
    unpublish_event(event, by=make_official())
    assert changes_after(event.held_by, "", 10) == []


def test_no_change_is_read_before_an_earlier_one_whatever_the_clock_did():
    event = released_event(published_at=timezone.now())
    now = timezone.now()
    times = [now + timedelta(hours=1), now - timedelta(seconds=5), now - timedelta(minutes=5)]  # set back twice
    rows = [
        PersonChange.objects.create(organiser=event.held_by, event=event, number=number, at=at)
        for number, at in enumerate(times, 1)
    ]
    assert changes_after(event.held_by, "", 10) == rows[:1]
    PersonChange.objects.filter(pk=rows[1].pk).update(at=now - timedelta(minutes=2))
    assert changes_after(event.held_by, id_of(rows[0]), 10) == rows[1:]


def test_every_kind_but_that_of_people_and_tests_can_be_chosen():
    assert {*CHOICES, Type.PERSON_CHANGED, Type.TEST} == set(Type)
