"""Two officials change offices, members and proposals at the same moment: one change, no broken page.

`meet` stops a request between its check and its change until the other one has checked, too. A lock keeps the other one
out; without the lock both would change the rows.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.models import EventLog, MergeProposal, Office, OrganiserPlayer, Player
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.participants.register.proposals import propose_merge
from tests.cast import signed_in
from tests.factories import make_event
from tests.tournament.participants.associations import Associations, guest_of_both, make_associations

pytestmark = pytest.mark.django_db(transaction=True)

Send = Callable[[], int]
Meet = Callable[..., None]


@pytest.fixture
def there() -> Associations:
    return make_associations()


def chief(name: str) -> Client:
    return signed_in(User.objects.create_superuser(name, display_name=name))


def sends(client: Client, address: str, **fields: object) -> Send:
    client.get(address)  # so that both are equally fast afterwards
    return lambda: client.post(address, fields).status_code


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> Meet:
    barrier = Barrier(2)

    def at(*places: str) -> None:
        for place in places:
            module, _dot, name = f"romme_turnier.tournament.{place}".rpartition(".")
            monkeypatch.setattr(f"{module}.{name}", then_wait(getattr(import_module(module), name)))

    def then_wait(check: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **options: object) -> object:
            answer = check(*args, **options)
            with suppress(BrokenBarrierError):
                barrier.wait(0.5)
            return answer

        return run

    return at


def at_once(*both: Send) -> list[int]:
    together = Barrier(len(both))

    def run(send: Send) -> int:
        together.wait(30)
        try:
            return send()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(both)) as pool:
        return list(pool.map(run, both))


def test_office_given_twice_is_stored_once(there: Associations, meet: Meet) -> None:
    holder = there.official(there.a, OfficeRole.VIEWER)
    address = reverse("organiser:office_give", args=[there.a.number])
    fields = {"username": holder.username, "role": "press", "since": f"{timezone.localdate():%d.%m.%Y}"}
    clients = [signed_in(there.official(there.a)), signed_in(there.official(there.federation))]
    meet("organisers.holders._faults")
    assert sorted(at_once(*(sends(client, address, **fields) for client in clients))) == [200, 302]
    assert Office.objects.filter(role="press").count() == 1


def test_last_two_chairs_who_end_each_other_leave_one(there: Associations, meet: Meet) -> None:
    people = [there.official(there.federation)]
    second = User.objects.create(username="zweite", display_name="Zweite")
    today = timezone.localdate()
    Office.objects.create(organiser=there.federation, user=second, role="chair", since=today - timedelta(days=1))
    people.append(second)
    other = dict(zip(people, reversed(people), strict=True))
    ends = [
        sends(
            signed_in(user),
            reverse("organiser:office_end", args=[there.federation.number, other[user].offices.get().pk]),
            until=f"{today:%d.%m.%Y}",
        )
        for user in people
    ]
    meet("organisers.holders._others_give_offices")
    assert sorted(at_once(*ends)) == [200, 302]
    assert Office.objects.filter(role="chair", until=None).count() == 1


def proposal(there: Associations) -> MergeProposal:
    by = there.official(there.a, OfficeRole.REGISTRAR)
    return propose_merge(there.anna.player, guest_of_both(there), by=by)


@pytest.mark.parametrize("decisions", [("merge", "refuse"), ("merge", "merge"), ("refuse", "refuse")])
def test_proposal_is_decided_once(there: Associations, meet: Meet, decisions: tuple[str, str]) -> None:
    row = proposal(there)
    MergeProposal.objects.filter(pk=row.pk).update(keep=there.anna.player, drop=there.foreign.player)
    row.refresh_from_db()
    merge = reverse("organiser:merge_players", args=[row.keep_id, row.drop_id])
    refuse = reverse("organiser:proposal_refuse", args=[row.pk])
    ways = {"merge": lambda c: sends(c, merge), "refuse": lambda c: sends(c, refuse, reason="Cousinen")}
    clients = [chief(f"chief{at}") for at in range(2)]
    meet("participants.register.proposals.demand_reason", "participants.register.merging.plan_players")
    answers = at_once(*(ways[how](client) for client, how in zip(clients, decisions, strict=True)))
    assert all(status in (200, 302, 404) for status in answers)
    assert Player.objects.filter(pk=row.drop_id).exists() == ("merge" not in decisions)
    left = MergeProposal.objects.filter(pk=row.pk)
    assert left.exists() == ("merge" not in decisions)
    assert all(proposal.reason == "Cousinen" for proposal in left)
    logged = EventLog.objects.filter(verb__in=("merging.merge_players", "proposals.refuse_proposal"))
    assert [row.verb.partition(".")[0] for row in logged] in (["merging"], ["proposals"], ["proposals", "merging"])


def test_person_merged_while_a_list_of_members_is_stored(there: Associations, meet: Meet) -> None:
    drop = Player.objects.create(first_name="Anna", last_name="Appel")
    drop.memberships.create(organiser=there.a, number="8")
    address = reverse("organiser:members_import", args=[there.a.number])
    storing, merging = signed_in(there.official(there.a, OfficeRole.REGISTRAR)), chief("chief")
    text = "Nr.;Name;Eintritt\n7;Anna Apel;1.1.2020\n8;Anna Appel;1.1.2021"
    shown = storing.post(address, {"text": text})
    fields = {"what": "uebernehmen", "text": text, "stand": shown.context["state"]}
    fields["ended"] = f"{timezone.localdate():%d.%m.%Y}"
    merge = reverse("organiser:merge_players", args=[there.anna.player.pk, drop.pk])
    meet("participants.members.memberships.demand_still_there", "participants.register.merging.plan_players")
    answers = at_once(sends(storing, address, **fields), sends(merging, merge))
    assert all(status in (200, 302) for status in answers)
    assert not Player.objects.filter(pk=drop.pk).exists()
    assert there.a.memberships.filter(player=there.anna.player).count() == 1
    assert list(register_differences()) == []


def test_person_registered_while_another_registration_is_deleted_stays_in_the_register(
    there: Associations, meet: Meet
) -> None:
    player, second = there.anna.player, make_event(players=0, slug="verein-1/abend-2", held_by=there.a)
    by = chief("chief")
    deleting = sends(by, reverse("organiser:participant_delete", args=[there.event_a.slug, there.anna.pk]))
    desk = reverse("organiser:front_desk", args=[second.slug])
    registering = sends(chief("zweite"), desk, person=player.pk, first_name="Anna", last_name="Apel")
    meet("participants.deletion.renew_organisers_of", "participants.registrations.add_organiser_players")
    assert at_once(deleting, registering) == [302, 302]
    assert player.registrations.get().event == second
    assert OrganiserPlayer.objects.filter(player=player, organiser=there.a).exists()
