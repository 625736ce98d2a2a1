"""No answer of the program names the people of an organiser that the reader's offices do not cover."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.db.models import CharField, Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import (
    Ban,
    Club,
    EarlierName,
    Membership,
    MergeProposal,
    Organiser,
    OrganiserPlayer,
    Player,
)
from romme_turnier.tournament.offices import OfficeRole
from tests.cast import signed_in
from tests.factories import (
    make_api_token,
    make_event,
    make_hook,
    make_office,
    make_organiser,
    new_user,
    seat_series,
)
from tests.web.matrix import ORGANISERS, PROGRAM, PUBLIC, REFUSED
from tests.web.scene import PublicScene, address_of, answer_to, tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed_at_once")]

CANARY = "Kanari"  # in all names of people and clubs of the neighbour, "08"
OFFICES = [
    (OfficeRole.CHAIR, "09"),
    (OfficeRole.SPORTS, "09-02"),
    (OfficeRole.REGISTRAR, "09-02-005"),
    (OfficeRole.TREASURER, "09-02-005"),
    (OfficeRole.PRESS, "09-02-005"),
    (OfficeRole.VIEWER, "09-02"),
]
SENDING = (OfficeRole.CHAIR, OfficeRole.SPORTS, OfficeRole.REGISTRAR)


class Neighbours:
    """An event of club 09-02-005 with four players, and one of federation 08, which is public, without any release."""

    def __init__(self) -> None:
        kinds = {"08": "federation", "09": "federation", "09-02": "association", "09-02-005": "club"}
        for number, kind in kinds.items():
            make_organiser(number=number, kind=kind, name=f"Veranstalter {number}", slug=f"o-{number}")
        own, other = Organiser.objects.get(number="09-02-005"), Organiser.objects.get(number="08")
        self.foreign = PublicScene("E")
        self.foreign.event.held_by = other
        self.foreign.event.save()
        OrganiserPlayer.objects.update(organiser=other)
        Club.objects.update(name=Concat(Value(f"{CANARY}-"), "pk", output_field=CharField()))
        Player.objects.update(first_name=f"{CANARY}na", last_name=f"{CANARY}sen")
        User.objects.update(display_name=f"{CANARY}us")
        self.event = make_event(players=4, slug="o-09-02-005/abend", held_by=own, published_at=timezone.now())
        seat_series(self.event, tables=tables_of(self.event))
        player, twin = Player.objects.filter(registrations__event=self.foreign.event)[:2]
        EarlierName.objects.create(player=player, first_name="Anna", last_name=f"{CANARY}a")
        nora = new_user("nora", display_name=f"{CANARY}ora")
        nora.save()
        now = timezone.now()
        ban = Ban.objects.create(player=player, organiser=other, reason=f"{CANARY}enzwist", at=now)
        self.pks = {
            **self.foreign.pks,
            "player": player.pk,
            "other_player": twin.pk,
            "club": Club.objects.filter(name__startswith=CANARY)[0].pk,
            "other_club": Club.objects.filter(name__startswith=CANARY)[1].pk,
            "ban": ban.pk,
            "proposal": MergeProposal.objects.create(keep=player, drop=twin).pk,
            "member": Membership.objects.create(player=player, organiser=other, number="7").pk,
            "office": make_office(other, nora, OfficeRole.CHAIR).pk,
            "api_token": make_api_token(other)[0].pk,
            "hook": make_hook(other).pk,
        }

    def public_addresses(self) -> Iterator[str]:
        for name, (arguments, looking, _sending) in PUBLIC.items():
            if looking is not REFUSED and "token" not in arguments:
                for event in (self.foreign.event, self.event):
                    yield address_of(name, event, arguments)

    def keyed_addresses(self, *, sending: bool) -> Iterator[str]:
        """Yields the addresses beyond one event that can be viewed, or posted to, with the neighbour's keys."""
        for name, (arguments, *methods) in {**PROGRAM, **ORGANISERS}.items():
            if methods[sending] is not REFUSED and name.startswith("organiser:"):
                keyed = {key: self.pks.get(value, value) for key, value in arguments.items()}
                for number in ("08", "09-02-005") if "number" in keyed else ("",):
                    yield address_of(name, self.event, keyed | ({"number": number} if number else {}))

    def typed(self) -> dict[str, object]:
        """Returns fields of all forms that name the neighbour's people by key, account or number, but not by name."""
        player, day = self.pks["player"], f"{timezone.localdate():%d.%m.%Y}"
        keys = dict.fromkeys(("person", "player", "keep", "drop", "member", "zeilen"), player)
        text = f"Nr.;Vorname;Nachname\n7;Ida;Kuhn\n{player};Otto;Kern"
        return {
            **keys,
            **dict.fromkeys(("since", "until", "ended"), day),
            "username": "nora",
            "role": "viewer",
            "number": "7",
            "kind": "full",
            "reason": "Streit",
            "text": text,
            "first_name": "Ida",
            "last_name": "Kuhn",
            "organiser": "08",
            "held_by": "08",
            "was": "uebernehmen",
        }

    def official_addresses(self) -> Iterator[str]:
        """Yields the addresses beyond one event, with the neighbour's keys, and the addresses of searches."""
        yield from self.keyed_addresses(sending=False)
        slug, typed, player = self.event.slug, CANARY[:-1], self.pks["player"]
        searches: list[tuple[str, list[Any], str]] = [
            ("front_desk", [slug], f"q={typed}"),
            ("front_desk", [slug], f"person={player}"),
            ("participants_import", [slug], ""),
            ("event_record", [slug], ""),
            ("lists_go", [slug, 1], f"tisch={self.foreign.event.slug}/serie/1/tisch/1"),  # as printed on its list
            ("register", [], f"q={typed}&wen={typed}"),
            ("events", [], f"q={typed}"),
            ("members", ["09-02-005"], f"q={typed}"),
        ]
        for name, args, query in searches:
            yield f"{reverse(f'organiser:{name}', args=args)}?{query}"


@pytest.fixture(scope="module")
def made_neighbours(module_rows: None) -> Neighbours:
    return Neighbours()


@pytest.fixture
def neighbours(made_neighbours: Neighbours, db: None) -> Neighbours:
    return deepcopy(made_neighbours)


def tells(client: Client, address: str) -> bool:
    answer = answer_to(client, "get", address)
    page = b"".join(answer) if answer.streaming else answer.content
    return CANARY in page.decode(errors="replace")


def tells_after(client: Client, address: str, typed: dict[str, object]) -> bool:
    """Returns whether the answer to a sent form, or the page to which it leads with its messages, has a canary."""
    with transaction.atomic():
        answer = client.post(address, typed, follow=True)
        transaction.set_rollback(True)
    return CANARY in answer.content.decode(errors="replace")


@pytest.mark.parametrize(("role", "number"), OFFICES)
def test_no_page_of_an_official_names_people_of_an_organiser_elsewhere(neighbours, role, number):
    user = new_user("leser")
    user.save()
    make_office(Organiser.objects.get(number=number), user, role)
    client = signed_in(user)
    addresses = [*neighbours.official_addresses(), *(neighbours.public_addresses() if role == OfficeRole.CHAIR else ())]
    assert [address for address in addresses if tells(client, address)] == []


@pytest.mark.parametrize(("role", "number"), [office for office in OFFICES if office[0] in SENDING])
def test_no_answer_to_a_form_names_people_of_an_organiser_elsewhere(neighbours, role, number):
    user = new_user("leser")
    user.save()
    make_office(Organiser.objects.get(number=number), user, role)
    client, typed = signed_in(user), neighbours.typed()
    addresses = [
        *neighbours.keyed_addresses(sending=True),
        reverse("organiser:front_desk", args=[neighbours.event.slug]),
    ]
    assert [address for address in addresses if tells_after(client, address, typed)] == []


def test_no_public_page_names_people_before_their_event_releases_them(neighbours):
    assert [address for address in neighbours.public_addresses() if tells(Client(), address)] == []


def test_canaries_are_shown_to_their_owners(neighbours):
    """Otherwise the tests above could not fail."""
    user = new_user("leser")
    user.save()
    make_office(Organiser.objects.get(number="08"), user, OfficeRole.CHAIR)
    chair = signed_in(user)
    pages = [reverse(f"organiser:{name}", args=["08"]) for name in ("organiser", "members")]
    pages.append(f"{reverse('organiser:register')}?wen={CANARY[:-1]}")
    assert all(tells(chair, page) for page in pages)
    assert tells_after(chair, reverse("organiser:office_give", args=["08"]), neighbours.typed())
