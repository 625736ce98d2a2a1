"""People of events that an official does not direct: found at the door by name and club, and nothing else of them."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Ban, Club, DifferentPlayers, Event, EventLog, Player, Registration
from romme_turnier.tournament.participants.register.bans import exclude_and_ban, lift_ban
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_clubs, merge_players, not_the_same
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import Cast, make_cast, signed_in
from tests.factories import make_event, make_official, register, seat_series
from tests.web.organiser.pages import text
from tests.web.scene import FOREIGN, foreign_facts

pytestmark = pytest.mark.django_db
HIDDEN = {"Kanarienpokal", "kanarina@example.org", "Kanarienabgang", "Kanarienzwist"}


@pytest.fixture
def event() -> Event:
    return make_event(players=4)


@pytest.fixture
def there(cast: Cast) -> Registration:
    """A person at Frieda's event, banned there by Frieda."""
    elsewhere = Event.objects.get(slug="anderswo")
    Event.objects.filter(pk=elsewhere.pk).update(name=FOREIGN["event"])
    facts = {"contact": FOREIGN["contact"], "status": "excluded", "left_before_series": 1}
    names = {"first_name": FOREIGN["first_name"], "last_name": FOREIGN["last_name"]}
    club = Club.objects.create(name="RC Ferne")
    row = register(elsewhere, 1, club=club, leaving_reason=FOREIGN["left"], **names, **facts)
    facts = {"by": cast.frieda, "reason": FOREIGN["ban"], "at": timezone.now()}
    Ban.objects.create(player=row.player, organiser=elsewhere.held_by, event=elsewhere, **facts)
    return row


@pytest.fixture
def mara(event: Event) -> Client:
    """May make events, and is the only director of her own event."""
    user = make_official(username="mara", makes_events=True)
    own = make_event(players=0, slug="eigenes", made_by=user, starts_at=timezone.now())
    make_official(own, username="mara")
    return signed_in(user)


def guest_at(event: Event, there: Registration, client: Client) -> Registration:
    """Registers at the desk the person of the register that the search has offered."""
    desk = reverse("organiser:front_desk", args=[event.slug])
    client.post(desk, {"person": there.player_id, "club": "RC Ferne"})
    return event.registrations.get(player=there.player)


def test_search_at_the_door_shows_name_and_club_and_nothing_else(petra, event, there):
    answer = petra.get(reverse("organiser:front_desk", args=[event.slug]), {"q": "kanar"})
    assert "Kanarina Fremdling" in text(answer)
    assert "RC Ferne" in text(answer)
    assert set(foreign_facts(answer)) & HIDDEN == set()


@pytest.mark.parametrize("who", ["petra", "mara"])
def test_registering_somebody_opens_nothing_of_them(request, event, there, who):
    client = request.getfixturevalue(who)
    own = event if who == "petra" else Event.objects.get(slug="eigenes")
    guest = guest_at(own, there, client)
    pages = [
        reverse(f"organiser:{name}", args=[own.slug, *more])
        for name, *more in (
            ("front_desk",),
            ("participant", guest.pk),
            ("participant_withdraw", guest.pk),
            ("participant_exclude", guest.pk),
            ("event_record",),
            ("participants_import",),
            ("teams",),
        )
    ]
    pages += [reverse("documents:participants_file", args=[own.slug, "csv"]), reverse("organiser:register")]
    pages += [reverse("organiser:register") + "?q=kanar&wen=kanar", reverse("organiser:register_record")]
    for page in pages:
        assert set(foreign_facts(client.get(page))) & HIDDEN == set(), page
    shown = text(client.get(reverse("organiser:participant", args=[own.slug, guest.pk])))
    assert "gesperrt. Den Grund kennt Frieda." in shown
    assert reverse("organiser:ban_lift", args=[Ban.objects.get().pk]) not in shown


def test_register_offers_no_guest_from_elsewhere_to_merge(petra, event, there):
    guest = guest_at(event, there, petra)
    own = event.registrations.get(number=1).player
    page = text(petra.get(reverse("organiser:register"), {"q": "kanar"}))
    assert "Auch bei Turnieren, die nicht Sie leiten" in page.partition("Kanarina Fremdling")[2]
    assert f'value="{guest.player_id}"' not in page
    assert f'name="keep" value="{own.pk}"' in text(petra.get(reverse("organiser:register"), {"q": own.last_name}))


def test_register_shows_a_guest_from_elsewhere_and_changes_nothing_of_them(petra, cast, event, there):
    guest = guest_at(event, there, petra)
    other = event.registrations.get(number=1).player
    page = text(petra.get(reverse("organiser:register"), {"wen": "kanar"}))
    assert "Kanarina Fremdling" in page
    assert "Auch bei Turnieren, die nicht Sie leiten" in page
    assert "Bei Ihren Turnieren ist niemand gesperrt worden." in page
    addresses = [
        reverse("organiser:player_ban", args=[guest.player_id]),
        reverse("organiser:player_erase", args=[guest.player_id]),
        reverse("organiser:merge_players", args=[other.pk, guest.player_id]),
        reverse("organiser:players_differ", args=[other.pk, guest.player_id]),
    ]
    for address in addresses:
        assert address not in page
        answer = petra.post(address, {"reason": "Grund"}, follow=True)
        assert "gehört auch zu Turnieren, die nicht Sie leiten" in text(answer), address
    assert petra.post(reverse("organiser:ban_lift", args=[Ban.objects.get().pk])).status_code == 404
    assert (Ban.objects.filter(lifted_at=None).count(), DifferentPlayers.objects.count()) == (1, 0)
    assert Player.objects.filter(pk=guest.player_id, erased_at=None, first_name="Kanarina").exists()


def test_who_is_at_no_event_of_the_official_is_missing_in_the_register(petra, event, there):
    mine = event.registrations.get(number=1).player
    for name, arguments in (
        ("player_ban", [there.player_id]),
        ("player_erase", [there.player_id]),
        ("merge_players", [mine.pk, there.player_id]),
        ("merge_players", [there.player_id, mine.pk]),
    ):
        assert petra.get(reverse(f"organiser:{name}", args=arguments)).status_code == 404
    assert "Fremdling" not in text(petra.get(reverse("organiser:register"), {"q": "kanar", "wen": "kanar"}))


def test_services_refuse_what_the_pages_refuse(cast, event, there):
    mine, foreign = event.registrations.get(number=1).player, there.player
    club, ferne = Club.objects.exclude(name="RC Ferne").earliest("pk"), there.club
    for attempt in (
        lambda: merge_players(mine, foreign, by=cast.petra),
        lambda: not_the_same(mine, foreign, by=cast.petra),
        lambda: erase_player(foreign, by=cast.petra),
        lambda: lift_ban(Ban.objects.get(), by=cast.petra),
        lambda: merge_clubs(club, ferne, by=cast.petra),
    ):
        with pytest.raises(TournamentError):
            attempt()


def test_name_of_a_guest_from_elsewhere_is_not_changed_and_what_was_typed_stays(petra, event, there):
    guest = guest_at(event, there, petra)
    address = reverse("organiser:participant", args=[event.slug, guest.pk])
    page = petra.post(address, {"first_name": "Kanarina", "last_name": "Umbenannt", "club": "RC Ferne", "number": ""})
    assert "Den Namen ändert, wer das Programm betreibt." in text(page)
    assert 'value="Umbenannt"' in text(page)
    there.player.refresh_from_db()
    assert there.player.last_name == "Fremdling"
    petra.post(address, {"first_name": "Kanarina", "last_name": "Fremdling", "club": "", "number": ""})
    guest.refresh_from_db()
    assert guest.club is None


@pytest.mark.parametrize("director", ["mara", "kollege"])
def test_event_that_somebody_made_bans_nobody_by_an_exclusion(mara, there, director):
    own = Event.objects.get(slug="eigenes")
    user = make_official(own, username=director)
    mara = signed_in(user)
    guest = guest_at(own, there, mara)
    address = reverse("organiser:participant_exclude", args=[own.slug, guest.pk])
    assert "Auch für weitere Turniere sperren" not in text(mara.get(address))
    mara.post(address, {"left_before_series": "1", "reason": "Zank", "banned": "on"})
    guest.refresh_from_db()
    assert (guest.status, Ban.objects.count()) == ("excluded", 1)
    with pytest.raises(TournamentError, match="wer das Programm betreibt"):
        exclude_and_ban(guest, 1, reason="Zank", banned=True, until=None, by=user)


def test_director_bans_a_guest_from_elsewhere_only_after_they_have_played(petra, event, there):
    guest = guest_at(event, there, petra)
    address = reverse("organiser:participant_exclude", args=[event.slug, guest.pk])
    said = {"left_before_series": "2", "reason": "Zank", "banned": "on"}
    assert "Auch für weitere Turniere sperren" not in text(petra.get(address))
    petra.post(address, said)
    assert Ban.objects.count() == 1
    petra.post(reverse("organiser:participant_reinstate", args=[event.slug, guest.pk]))
    Registration.objects.filter(pk=guest.pk).update(number=5)
    seat_series(event, tables=[(1, 2, 3, 4, 5)])
    assert "Auch für weitere Turniere sperren" in text(petra.get(address))
    petra.post(address, said)
    assert Ban.objects.count() == 2


def test_operator_lets_colleagues_make_events(cast, event):
    chief = signed_in(User.objects.create_superuser("chief"))
    address = reverse("organiser:official", args=[event.slug, cast.ella.pk])
    assert "Darf Turniere anlegen" in text(chief.get(address))
    chief.post(address, {"roles": ["entry"], "makes_events": "on"})
    assert signed_in(cast.ella).get(reverse("organiser:event_new")).status_code == 200
    assert "darf Turniere anlegen" in text(chief.get(reverse("organiser:officials", args=[event.slug])))
    assert EventLog.objects.filter(event=event, verb="officials.let_make_events").count() == 1
    chief.post(address, {"roles": ["entry"]})
    assert signed_in(cast.ella).get(reverse("organiser:event_new")).status_code == 403


def test_director_gives_nobody_the_right_to_make_events(petra, cast, event):
    address = reverse("organiser:official", args=[event.slug, cast.ella.pk])
    assert "Darf Turniere anlegen" not in text(petra.get(address))
    petra.post(address, {"roles": ["entry"], "makes_events": "on"})
    cast.ella.refresh_from_db()
    assert not cast.ella.makes_events


def test_director_without_the_right_copies_no_event(event):
    invited = signed_in(make_official(event, username="invited"))
    copy = reverse("organiser:event_copy", args=[event.slug])
    assert invited.get(copy).status_code == 403
    assert "Wer das Programm betreibt, kann es Ihnen geben" in text(invited.post(copy, {"name": "Kopie"}))
    assert copy not in text(invited.get(reverse("organiser:more", args=[event.slug])))


def test_ban_by_nobody_in_particular_names_who_to_ask(petra, event):
    make_cast(event)
    player = event.registrations.get(number=1).player
    Ban.objects.create(player=player, organiser=event.held_by, reason="Verbandsbeschluss", at=timezone.now())
    page = text(petra.get(reverse("organiser:front_desk", args=[event.slug])))
    assert "gesperrt. Den Grund kennt, wer das Programm betreibt." in page
    assert "Verbandsbeschluss" not in page
