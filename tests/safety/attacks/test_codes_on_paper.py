"""Codes and links on paper: forged, guessed and replayed ones open nothing."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product, repeat
from typing import Any

import pytest
from allauth.core.internal.ratelimit import RateLimitUsage
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import access
from romme_turnier.tournament.at_table.access import MOST_WRONG, pin_of
from romme_turnier.tournament.at_table.phones import reset_access
from romme_turnier.tournament.events.official_invitations import withdraw_official_invitation
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.participants.card_code import ALPHABET, END, LENGTH, card_code, is_code_of, replace_card
from romme_turnier.tournament.participants.invitations import withdraw_invitation
from tests.cast import signed_in
from tests.factories import list_of, make_event, make_official, make_open_event, one, register, seat_series
from tests.safety.sizes import ATTACKS

pytestmark = pytest.mark.django_db

Figure = Callable[[str], None]
COOKIE = "mein-turnier"


@pytest.fixture
def event(db: None) -> models.Event:
    make_official()  # an empty program leads everybody to its set-up
    return make_open_event(players=8)


def card(event: models.Event, number: int, code: str, client: Client | None = None, **more: Any) -> bool:
    """Whether number and code open a page."""
    client = client or Client()
    client.post(reverse("public:my_card", args=[event.slug]), {"nr": str(number), "code": code}, **more)
    return bool(client.cookies.get(COOKIE) and client.cookies[COOKIE].value)


def figure_of(figure: Figure, what: str, accepted: int, tried: int) -> None:
    figure(f"{what}: {accepted} of {tried} accepted (95 %: below 1 in {tried // 3})")


def test_guessed_codes_of_start_cards_open_nothing(event: models.Event, figure: Figure) -> None:
    rng, registrations = random.Random(13), list(event.registrations.all())
    assert all(is_code_of(registration, card_code(registration)) for registration in registrations)
    tried = ATTACKS.codes
    assert card(event, 1, card_code(one(event, 1)))
    guesses = ("".join(rng.choices(ALPHABET, k=LENGTH)) for _guess in range(tried))
    accepted = sum(is_code_of(rng.choice(registrations), guess) for guess in guesses)
    figure_of(figure, "guessed codes of start cards", accepted, tried)
    assert accepted == 0


def nearly_right(code: str) -> Iterator[str]:
    """One sign wrong, too short, too long, its signs in another order, nothing at all."""
    for place in range(LENGTH):
        yield from (code[:place] + sign + code[place + 1 :] for sign in ALPHABET if sign != code[place])
    yield from ("", " ", code[:-1], code + code[0], code * 2, f"{code}\0x", "%" * LENGTH, "_" * LENGTH)
    if code[::-1] != code:
        yield code[::-1]


def test_codes_that_are_nearly_right_open_nothing(event: models.Event, figure: Figure) -> None:
    wrong = [(one(event, number), code) for number in (1, 2) for code in nearly_right(card_code(one(event, number)))]
    wrong += [(one(event, number), card_code(one(event, number % 8 + 1))) for number in range(1, 9)]
    accepted = [code for registration, code in wrong if is_code_of(registration, code)]
    figure_of(figure, "codes that are nearly right", len(accepted), len(wrong))
    assert accepted == []


def guess_from_many_headers(event: models.Event) -> bool:
    """Whether the right code still opens the page after wrong ones, each with another forged address."""
    for guess in range(11):
        forged = {"X-Forwarded-For": f"10.1.1.{guess}", "Host": f"localhost:{guess}"}
        assert not card(event, 1, "AAAAAA", headers=forged)
    return card(event, 1, card_code(one(event, 1)))


def test_limit_of_guesses_is_not_passed_by_forged_headers(event: models.Event) -> None:
    assert not guess_from_many_headers(event)


def test_guessing_goes_on_where_nobody_counts(event: models.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr("allauth.core.internal.ratelimit.consume", lambda *_args, **_more: RateLimitUsage([]))
    assert guess_from_many_headers(event)


def test_codes_and_cookies_that_are_over_open_nothing(event: models.Event, figure: Figure) -> None:
    other, phone = make_open_event(slug="andere", players=8), Client()
    code = card_code(one(event, 1))
    assert card(event, 1, code, phone)
    kept = phone.cookies[COOKIE].value
    mine = reverse("public:my_event", args=[event.slug])
    assert one(event, 1).player.first_name in phone.get(mine).content.decode()
    replayed = []
    for slug, cookie in cookies_of_others(event, other, kept):
        stranger = Client()
        stranger.cookies[COOKIE] = cookie
        page = stranger.get(reverse("public:my_event", args=[slug])).content.decode()
        replayed.append("Vera1" in page)
    replace_card(one(event, 1), by=None)
    replayed += [card(event, 1, code), "Vera1" in phone.get(mine).content.decode(), card(other, 1, code)]
    figure_of(figure, "replayed codes and cookies", sum(replayed), len(replayed))
    assert not any(replayed)


def cookies_of_others(event: models.Event, other: models.Event, kept: str) -> Iterator[tuple[str, str]]:
    """Event and cookie: of another event, with another number, without or with another's signature."""
    value, _gap, signature = kept.partition(":")
    pk, code = value.split(" ")
    yield other.slug, kept
    yield from ((event.slug, made) for made in (value, f"{value}:", f"{value}:{signature[:-2]}", signature, ""))
    yield from ((event.slug, f"{made}:{signature}") for made in (f"{int(pk) + 1} {code}", f"{pk} AAAAAA", pk))


def links(event: models.Event) -> dict[str, str]:
    """Addresses with a secret only: a registration, its lasting page, all invitations."""
    now = timezone.now()
    own = register(event, None, status="waiting", token="Sv" * 16)
    invitation = models.PlayerInvitation.objects.create(event=event, name="Berta Neu", at=now)
    official = models.OfficialInvitation.objects.create(
        event=event, role="director", at=now, until=now + timedelta(days=1)
    )
    models.LastingPage.objects.create(registration=own, token_hash=hash_of("Lp" * 16), made_at=now)
    return {
        "Lp" * 16: "public:lasting",
        str(own.token): "public:registration",
        invitation.token: "public:invited",
        official.token: "invited:official",
    }


def address(name: str, event: models.Event, token: str) -> str:
    return reverse(name, args=[token] if name.startswith("invited") else [event.slug, token])


def opens(name: str, event: models.Event, token: str) -> bool:
    """Whether the link shows more than an error."""
    answer = Client().get(address(name, event, token))
    assert answer.status_code in (200, 404)
    return answer.status_code == 200 and "Diese Einladung gilt nicht mehr" not in answer.content.decode()


def test_links_of_which_one_letter_is_another_lead_nowhere(event: models.Event, figure: Figure) -> None:
    tried, opened = 0, []
    for token, name in links(event).items():
        assert opens(name, event, token)
        near = {
            token[:at] + sign + token[at + 1 :]
            for at in range(0, len(token), ATTACKS.letters)
            for sign in (token[at].swapcase(), "x")
        }
        near |= {token[:-1], f"{token}A", token.lower(), token.upper(), token[::-1], "A" * len(token)}
        for wrong in sorted(near - {token}):
            tried += 1
            if opens(name, event, wrong):
                opened.append(wrong)
    figure_of(figure, "links with a letter wrong", len(opened), tried)
    assert opened == []


def test_link_of_one_event_opens_nothing_at_another(event: models.Event) -> None:
    other = make_open_event(slug="andere")
    for token, name in links(event).items():
        if not name.startswith("invited"):
            assert not opens(name, other, token)


def official_account(token: str, name: str) -> bool:
    """Whether the link makes an official."""
    said = {"display_name": name, "username": name, "password1": "ganz-geheim-7", "password2": "ganz-geheim-7"}
    Client().post(reverse("invited:official", args=[token]), said)
    return User.objects.filter(username=name, event_roles__isnull=False).exists()


def test_invitations_that_are_used_withdrawn_or_out_of_date_admit_nobody(event: models.Event, figure: Figure) -> None:
    now = timezone.now()
    used, withdrawn, over = (
        models.OfficialInvitation.objects.create(event=event, role="director", at=now, until=until)
        for until in (now + timedelta(days=1), now + timedelta(days=1), now - timedelta(seconds=1))
    )
    withdraw_official_invitation(withdrawn, by=None)
    assert official_account(used.token, "erste")
    admitted = [official_account(one.token, f"weitere{one.pk}") for one in (used, withdrawn, over)]
    signed = signed_in(make_official(username="schon-da"))
    for invitation in (used, withdrawn, over):
        signed.post(reverse("invited:official", args=[invitation.token]))
        admitted.append(event.roles.filter(user__username="schon-da").exists())
    closed = models.PlayerInvitation.objects.create(event=event, name="Berta Neu", at=now)
    withdraw_invitation(closed, by=None)
    admitted.append(opens("public:invited", event, closed.token))
    figure_of(figure, "invitations that are over", sum(admitted), len(admitted))
    assert not any(admitted)


def test_code_of_a_list_shows_a_stranger_nothing_before_it_is_released(event: models.Event) -> None:
    """The code on a list is its address, which is no secret; it carries no right."""
    spielliste = list_of(seat_series(event))
    cache.clear()
    for name in ("public:list", "organiser:list"):
        kwargs = {"slug": event.slug, "table": 1, "series" if name == "public:list" else "number": 1}
        answer = Client().get(reverse(name, kwargs=kwargs))
        assert answer.status_code in (302, 404)
        assert "Vera1" not in answer.content.decode()
    assert spielliste.version == list_of(event.series.get()).version


def test_events_that_are_not_published_open_by_no_link(event: models.Event) -> None:
    found = links(event)
    models.Event.objects.filter(pk=event.pk).update(published_at=None)
    hidden = make_event(slug="verborgen")
    for token, name in found.items():
        if not name.startswith("invited"):
            assert not opens(name, event, token)
    assert not card(hidden, 1, card_code(one(hidden, 1)))


# Lists that tables keep on phones: the PIN on the list, the end of a start card, the phone's token


@pytest.fixture
def lists(event: models.Event) -> list[models.Spielliste]:
    """Of both tables, whose phones may get in."""
    series = seat_series(event)
    models.Series.objects.update(seats_released_at=timezone.now())
    models.Event.objects.update(phone_lists=models.Event.PhoneLists.ALLOWED)
    return [list_of(series, table) for table in (1, 2)]


def place(name: str, spielliste: models.Spielliste) -> str:
    series = spielliste.table.series
    return reverse(f"public:{name}", args=[series.event.slug, series.number, spielliste.table.number])


def names_with(spielliste: models.Spielliste, pin: str, *, followed: bool = False, **more: Any) -> bool:
    """Whether the PIN, typed or in a link, shows who sits at the table."""
    ask = Client().get if followed else Client().post
    answer = ask(place("at_table_join", spielliste), {"p": pin}, **more)
    assert answer.status_code in (200, 400, 429)
    return 'name="seat"' in answer.content.decode()


def joins(spielliste: models.Spielliste, pin: str, seat: int, end: str) -> Client | None:
    """The phone that PIN and end of a card let in."""
    phone, body = Client(), {"p": pin, "seat_asked": "1", "seat": str(seat), "card_end": end}
    phone.post(place("at_table_join", spielliste), body)
    return phone if phone.cookies.get("tisch") else None


def end_of_card(spielliste: models.Spielliste, seat: int) -> str:
    return card_code(spielliste.table.seats.get(number=seat).registration)[-END:]


def test_pins_of_lists_open_nothing_after_twenty_wrong_ones(lists: list[models.Spielliste], figure: Figure) -> None:
    rng, opened, tried = random.Random(29), 0, ATTACKS.codes // 100
    for spielliste in lists:
        right = pin_of(spielliste)
        assert names_with(spielliste, right)
        assert not any(names_with(spielliste, wrong) for wrong in nearly_the_pin(right, pin_of(lists[0])))
        for guess in range(tried):
            pin = right if guess >= MOST_WRONG else f"{(int(right) + rng.randrange(1, 10_000)) % 10_000:04d}"
            forged = {"X-Forwarded-For": f"10.1.2.{guess % 250}"}
            opened += names_with(spielliste, pin, followed=guess % 2 > 0, headers=forged)
        assert joins(spielliste, right, 1, end_of_card(spielliste, 1)) is None
    figure_of(figure, "guessed PINs of lists", opened, tried * len(lists))
    assert opened == 0


def nearly_the_pin(right: str, other: str) -> Iterator[str]:
    """Too short, too long, a sign, digits of another alphabet, another table's; few, as wrong ones count."""
    yield from (right[:-1], f"{right}\0", f"+{right[1:]}", "%%%%", "".join(chr(ord(digit) + 0xFEE0) for digit in right))
    if other != right:
        yield other


def test_ends_of_start_cards_open_nothing_after_twenty_wrong_ones(
    lists: list[models.Spielliste], figure: Figure
) -> None:
    rng, opened, tried = random.Random(31), 0, ATTACKS.codes // 100
    spielliste = lists[0]
    pin, right = pin_of(spielliste), end_of_card(spielliste, 2)
    wrong = rng.sample([end for end in map("".join, product(ALPHABET, repeat=END)) if end != right], MOST_WRONG)
    for end in (*wrong, *repeat(right, tried - MOST_WRONG)):
        opened += joins(spielliste, pin, 2, end) is not None
    figure_of(figure, "guessed ends of start cards", opened, tried)
    assert opened == 0
    assert joins(lists[1], pin_of(lists[1]), 2, end_of_card(lists[1], 2))  # counted for each list


def test_pin_is_guessed_on_where_nobody_counts(lists: list[models.Spielliste], monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(access, "take_guess", lambda _list: 0)
    assert not any(names_with(lists[0], "x") for _guess in range(MOST_WRONG))
    assert names_with(lists[0], pin_of(lists[0]))


def test_phones_and_pins_that_were_ended_open_nothing(lists: list[models.Spielliste], figure: Figure) -> None:
    spielliste, other = lists
    pin = pin_of(spielliste)
    phone = joins(spielliste, pin, 1, end_of_card(spielliste, 1))
    assert phone is not None
    token = phone.cookies["tisch"].value

    def reads(of: models.Spielliste, cookie: str) -> bool:
        stranger = Client()
        stranger.cookies["tisch"] = cookie
        return stranger.get(place("at_table", of)).status_code == 200

    assert reads(spielliste, token)
    stored = models.TablePhone.objects.get().token_hash  # the contents of the database
    opened = [reads(other, token), *(reads(spielliste, made) for made in (stored, token[:-1], token.swapcase(), ""))]
    opened.append(joins(spielliste, pin, 1, end_of_card(spielliste, 2)) is not None)
    old_end = end_of_card(spielliste, 2)
    second = joins(spielliste, pin, 2, old_end)
    assert second is not None
    replace_card(spielliste.table.seats.get(number=2).registration, by=None)
    opened += [joins(spielliste, pin, 2, old_end) is not None, reads(spielliste, second.cookies["tisch"].value)]
    reset_access(spielliste, by=None)
    opened += [reads(spielliste, token), names_with(spielliste, pin)]
    figure_of(figure, "replayed PINs, ends and tokens of phones", sum(opened), len(opened))
    assert not any(opened)
