"""The register: duplicates side by side, merging with all effects told before, bans and their warnings."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Ban, Club, DifferentClubs, DifferentPlayers, Event, Player, Registration
from romme_turnier.tournament.participants.register import duplicates
from romme_turnier.tournament.participants.register.bans import ban
from romme_turnier.web.organiser.participants.register import views
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event, make_official, register, register_player, seat_series
from tests.web.organiser.pages import text

pytestmark = pytest.mark.django_db
REGISTER = "/leitung/register/"


@pytest.fixture
def event() -> Event:
    return make_event(players=4, games_per_list=2)


@pytest.fixture
def double(event: Event) -> tuple[Player, Player]:
    """Jörg plays here, Joerg at another event that Petra directs, too."""
    elsewhere = make_event(slug="zweiter", name="Zweitpokal", players=0)
    make_official(elsewhere, username="petra")
    keep = register(event, 20, first_name="Jörg", last_name="Müller").player
    drop = register(elsewhere, 1, first_name="Joerg", last_name="Mueller").player
    return keep, drop


@pytest.fixture
def chief() -> Client:
    """Runs the program."""
    return signed_in(User.objects.create_superuser("chief", display_name="Christa Leitner"))


def merge_url(keep: Player, drop: Player) -> str:
    return reverse("organiser:merge_players", args=[keep.pk, drop.pk])


def test_register_shows_doubles_side_by_side(petra, double):
    page = text(petra.get(REGISTER))
    assert "Jörg Müller" in page
    assert "Joerg Mueller" in page
    assert "gleich bis auf die Schreibweise" in page
    assert "Zweitpokal" in page


def test_large_register_shows_doubles_on_their_own_page(petra, double, monkeypatch):
    monkeypatch.setattr(views, "DUPLICATES_INLINE", 0)
    monkeypatch.setattr(duplicates, "COMPARED_DIRECTLY", 0)
    keep, drop = double
    apart = reverse("organiser:register_duplicates")
    page = text(petra.get(REGISTER))
    assert apart in page
    assert "Joerg Mueller" not in page
    assert "gleich bis auf die Schreibweise" in text(petra.get(apart))
    answer = petra.post(reverse("organiser:players_differ", args=[keep.pk, drop.pk]))
    assert answer["Location"] == apart
    assert "Keine zwei Namen ähneln sich." in text(petra.get(apart))


def test_pages_of_bans_and_of_doubles_are_turned_separately(chief, event, monkeypatch):
    monkeypatch.setattr(views, "_PAIRS_PER_PAGE", 1)
    people = [register(event, 30 + n, first_name=f"Jörg{'g' * n}", last_name="Müller").player for n in range(51)]
    for player in people:
        Ban.objects.create(player=player, organiser=event.held_by, reason="Streit", at=timezone.now())
    page = text(chief.get(REGISTER, {"seite-gesperrt": "2"}))
    assert 'href="?seite-gesperrt=2&amp;seite=2"' in page  # of the doubles
    assert 'href="?seite-gesperrt=1#gesperrt"' in page
    assert 'href="?zeilen=100#gesperrt"' in page


def test_doubles_are_shown_with_their_last_events_alone(petra, event, double, monkeypatch):
    monkeypatch.setattr(duplicates, "_EVENTS_NAMED", 2)
    keep, _drop = double
    for days in (3, 2, 1, -1):
        evening = make_event(
            slug=f"abend-{days}",
            name=f"Abend {days}",
            players=0,
            starts_at=timezone.localtime().replace(hour=10) - timedelta(days=days),
        )
        make_official(evening, username="petra")
        register_player(evening, keep, number=1)
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=9))
    page = text(petra.get(REGISTER))
    assert "Abend 1, Abend -1 und 3 frühere" in page
    assert f"{timezone.localdate() - timedelta(days=1):%d.%m.%Y}" in page


def test_all_effects_are_told_before_and_the_result_after(petra, double):
    keep, drop = double
    page = text(petra.get(merge_url(keep, drop)))
    assert "die Meldungen bei: Zweitpokal." in page
    assert "lässt sich nicht rückgängig machen" in page
    mark = page.split('name="mark" value="')[1].split('"')[0]
    after = text(petra.post(merge_url(keep, drop), {"mark": mark}, follow=True))
    assert "1 Meldung ist umgezogen." in after
    assert not Player.objects.filter(pk=drop.pk).exists()


def test_search_is_kept_when_merging_is_refused_or_given_up(petra, event, double):
    seat_series(event, tables=[[1, 2, 3, 4]])
    both, register_page = [event.registrations.get(number=n).player_id for n in (1, 2)], reverse("organiser:register")
    compare = petra.get(register_page, {"q": "vera spieler", "keep": both[0], "drop": both[1]})["Location"]
    refused = petra.get(compare)["Location"]  # both have a seat
    assert refused == f"{register_page}?q=vera+spieler#suchen"
    page = text(petra.get(f"{merge_url(*double)}?q=m%C3%BCll"))
    assert f'href="{register_page}?q=m%C3%BCll#suchen"' in page
    assert f'href="{merge_url(*reversed(double))}?q=m%C3%BCll"' in page


def test_merging_sent_twice_says_that_it_is_done(petra, double):
    keep, drop = double
    page = text(petra.get(merge_url(keep, drop)))
    mark = page.split('name="mark" value="')[1].split('"')[0]
    for _attempt in range(2):
        answer = petra.post(merge_url(keep, drop), {"mark": mark})
    assert "schon zusammengelegt" in text(petra.get(answer["Location"]))
    assert petra.post(merge_url(drop, keep), {"mark": mark}).status_code == 404


def test_merging_clubs_sent_twice_says_that_it_is_done(petra, event):
    keep, drop = Club.objects.all()[:2]
    address = reverse("organiser:merge_clubs", args=[keep.pk, drop.pk])
    petra.post(address)
    assert "schon zusammengelegt" in text(petra.post(address, follow=True))


def test_merging_two_who_both_played_here_says_why_not(petra, event):
    seat_series(event, tables=[(1, 2, 3, 4)])
    one, other = (event.registrations.get(number=number).player for number in (1, 2))
    page = text(petra.get(merge_url(one, other), follow=True))
    assert "sitzt an einem Tisch" in page


def test_merging_what_has_changed_meanwhile_does_nothing(petra, double):
    keep, drop = double
    page = text(petra.post(merge_url(keep, drop), {"mark": "of yesterday"}, follow=True))
    assert "Inzwischen hat sich etwas geändert" in page
    assert Player.objects.filter(pk=drop.pk).exists()


def test_different_people_are_not_suggested_again(petra, double):
    keep, drop = double
    petra.post(reverse("organiser:players_differ", args=[drop.pk, keep.pk]))
    assert DifferentPlayers.objects.count() == 1
    petra.get(REGISTER)  # with the message
    assert "Joerg" not in text(petra.get(REGISTER))


def test_two_whose_names_differ_are_searched_and_compared(petra, event):
    assert "Vera3 Spieler3" in text(petra.get(REGISTER, {"q": "vera"}))
    one, other = (event.registrations.get(number=number).player for number in (3, 4))
    answer = petra.get(REGISTER, {"q": "vera", "keep": one.pk, "drop": other.pk})
    assert answer["Location"] == f"{merge_url(one, other)}?q=vera"


def test_clubs_are_merged_or_told_apart(chief):
    keep, drop = Club.objects.create(name="RC Nord"), Club.objects.create(name="Rommé-Club Nord")
    third = Club.objects.create(name="RC Nord e.V.")
    assert "Rommé-Club Nord" in text(chief.get(REGISTER))
    chief.post(reverse("organiser:clubs_differ", args=[keep.pk, third.pk]))
    assert DifferentClubs.objects.count() == 1
    address = reverse("organiser:merge_clubs", args=[keep.pk, drop.pk])
    assert "0 Spieler wechseln." in text(chief.get(address))
    chief.post(address)
    assert not Club.objects.filter(pk=drop.pk).exists()


@pytest.mark.parametrize("name", ["rudi", "ella", "karl"])
def test_register_is_the_directors_and_says_so(cast, name):
    answer = signed_in(getattr(cast, name)).get(REGISTER)
    assert answer.status_code == 403
    assert "Spielleitung" in text(answer)


# --- bans ---


def exclusion(event: Event, number: int = 1) -> str:
    return reverse("organiser:participant_exclude", args=[event.slug, event.registrations.get(number=number).pk])


def test_somebody_is_banned_without_an_exclusion(petra, event):
    player = event.registrations.get(number=2).player
    address = reverse("organiser:player_ban", args=[player.pk])
    assert address in text(petra.get(REGISTER, {"wen": player.last_name}))
    past = petra.post(address, {"reason": "Verbandsbeschluss", "until": "2020-01-01"})
    assert "liegt in der Vergangenheit" in str(past.context["form"].errors["until"])
    assert "reason" in petra.post(address, {"reason": ""}).context["form"].errors
    page = text(petra.post(address, {"reason": "Verbandsbeschluss"}, follow=True))
    assert f"{player.name} ist gesperrt." in page
    row = Ban.objects.get()
    assert (row.player, row.reason, row.until, row.event) == (player, "Verbandsbeschluss", None, None)


def test_bans_are_sorted_by_their_end_with_endless_ones_last(petra, event):
    for number, days in ((1, None), (2, 9), (3, 5)):
        until = timezone.localdate() + timedelta(days=days) if days else None
        player = event.registrations.get(number=number).player
        Ban.objects.create(
            player=player,
            organiser=event.held_by,
            reason="Zwist",
            until=until,
            event=event,
            at=timezone.now(),
        )
    page = text(petra.get(REGISTER, {"sortiert-gesperrt": "until"}))
    assert page.index("Vera3 Spieler3") < page.index("Vera2 Spieler2") < page.index("Vera1 Spieler1")
    assert 'href="?sortiert-gesperrt=-until#gesperrt"' in page


def test_exclusion_with_a_ban_warns_at_the_next_registration(petra, event):
    until = timezone.localdate() + timedelta(days=100)
    petra.post(exclusion(event), {"left_before_series": "1", "reason": "Kartentausch", "banned": "on", "until": until})
    other = make_event(slug="naechster", players=0)
    make_cast(other)
    banned = Ban.objects.get()
    again = register_player(other, banned.player, number=1)
    shown = f"gesperrt bis {until:%d.%m.%Y}: Kartentausch"
    assert shown in text(petra.get(reverse("organiser:participant", args=["naechster", again.pk])))
    assert shown in text(petra.get(reverse("organiser:front_desk", args=["naechster"])))


def test_desk_warns_at_once_and_registers_all_the_same(petra, event):
    banned = Player.objects.create(first_name="Jörg", last_name="Müller")
    ban(banned, "Zwist", until=None, event=None, by=None)
    address = reverse("organiser:front_desk", args=[event.slug])
    page = petra.post(address, {"person": banned.pk, "club": ""}, headers={"HX-Request": "true"})
    assert "gesperrt. Den Grund kennt, wer das Programm betreibt." in text(page)
    assert event.registrations.filter(player=banned).exists()


def test_exclusion_without_a_ban_makes_none(petra, event):
    petra.post(exclusion(event), {"left_before_series": "1", "reason": "Kartentausch"})
    assert event.registrations.get(number=1).status == "excluded"
    assert not Ban.objects.exists()


def test_exclusion_is_not_stored_when_the_ban_ends_in_the_past(petra, event):
    page = petra.post(
        exclusion(event), {"left_before_series": "1", "reason": "Zwist", "banned": "on", "until": date(2020, 1, 1)}
    )
    assert "liegt in der Vergangenheit" in text(page)
    assert event.registrations.get(number=1).status == "active"


def test_day_without_the_tick_for_a_ban_is_asked_about(petra, event):
    page = petra.post(exclusion(event), {"left_before_series": "1", "reason": "Zwist", "until": date(2099, 1, 1)})
    assert "setzen Sie hier den Haken" in text(page)
    assert not Ban.objects.exists()


def test_namesake_who_registered_alone_is_asked_about_until_told_apart(petra, event):
    banned = register(event, 21, first_name="Jörg", last_name="Müller").player
    ban(banned, "Zwist", until=None, event=event, by=None)
    same = register(event, 20, first_name="Joerg", last_name="Mueler")
    address = reverse("organiser:participant", args=[event.slug, same.pk])
    assert "vielleicht Jörg Müller: gesperrt: Zwist" in text(petra.get(address))
    petra.post(reverse("organiser:players_differ", args=[banned.pk, same.player_id]))
    assert "Zwist" not in text(petra.get(address))


def test_lifted_and_ended_bans_do_not_warn(petra, event):
    player = event.registrations.get(number=1).player
    one = ban(player, "Zwist", until=None, event=event, by=None)
    old = ban(player, "Zank", until=timezone.localdate(), event=None, by=None)
    Ban.objects.filter(pk=old.pk).update(until=timezone.localdate() - timedelta(days=1))
    list_url = reverse("organiser:front_desk", args=[event.slug])
    page = text(petra.get(list_url))
    assert "Zwist" in page
    assert "Zank" not in page
    lift = reverse("organiser:ban_lift", args=[one.pk])
    assert "Dass es die Sperre gab" in text(petra.get(lift))
    petra.post(lift)
    assert "Zwist" not in text(petra.get(list_url))
    assert petra.get(lift).status_code == 404


def test_public_pages_show_no_ban_and_no_reason(event):
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series))
    event.published_at = timezone.now()
    event.save()
    series.seats_released_at = timezone.now()
    series.save()
    player = event.registrations.get(number=1)
    ban(player.player, "Kartentausch", until=None, event=event, by=None)
    Registration.objects.filter(pk=player.pk).update(
        status="excluded", left_before_series=2, leaving_reason="Kartentausch"
    )
    make_cast(event)
    for name, more in (("event", []), ("seats", []), ("player", [1]), ("hall", [])):
        page = Client().get(reverse(f"public:{name}", args=[event.slug, *more]))
        assert page.status_code == 200
        assert "Kartentausch" not in text(page)
        assert "gesperrt" not in text(page)
