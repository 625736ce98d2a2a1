"""Questions to a federation's pages and lookups, for benchmarks/organisers.py and its test."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from benchmarks.federation.making import Federation
from romme_turnier.accounts.models import User
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament.events.reading import desk_of
from romme_turnier.tournament.models import Organiser, Player
from romme_turnier.tournament.participants.register.duplicates import player_pairs
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes


def questions(made: Federation) -> dict[str, Callable[[], object]]:
    """Returns a call for each question, by its name in the table."""
    officials = {
        "operator": made.operator,
        "chair": made.chair,
        "association": made.association_chair,
        "club": made.club_chair,
    }
    visitor, home = Client(), reverse("public:home")
    year = made.evening.starts_at.year
    federation = reverse("public:organiser", args=[Organiser.objects.order_by("number")[0].slug])
    asked: dict[str, Callable[[], object]] = {
        "home": lambda: page(visitor, home),
        "home, last page": lambda: page(visitor, f"{home}?seite=999"),
        "home, one year": lambda: page(visitor, f"{home}?jahr={year}"),
        "home, searched in vain": lambda: page(visitor, f"{home}?q=xyzzy"),
        "page of the federation": lambda: page(visitor, federation),
    }
    for name, user in officials.items():
        client = Client()
        client.force_login(user)
        asked |= _of_official(name, user, client, made)
    names = [name_key(*name) for name in Player.objects.values_list("first_name", "last_name")[:150]]
    asked["namesakes of 150 names"] = lambda: namesakes(names, Player.objects.known())
    asked["duplicates, compared again"] = lambda: _duplicates(made.operator)
    return asked


def _duplicates(user: User) -> None:
    remembered.clear()
    player_pairs(user)


def _of_official(name: str, user: User, client: Client, made: Federation) -> dict[str, Callable[[], object]]:
    door = reverse("organiser:front_desk", args=[made.evening.slug])
    return {
        f"menu, {name}": lambda: desk_of(User.objects.get(pk=user.pk)),
        f"list of events, {name}": lambda: page(client, reverse("organiser:events")),
        f"list of events, last page, {name}": lambda: page(client, f"{reverse('organiser:events')}?seite=999"),
        f"list of events, searched, {name}": lambda: page(client, f"{reverse('organiser:events')}?q=xyzzy"),
        f"search at the door, {name}": lambda: page(client, f"{door}?q=sch"),
        f"register, {name}": lambda: page(client, reverse("organiser:register")),
        f"duplicates, {name}": lambda: page(client, reverse("organiser:register_duplicates")),
        f"search in the register, {name}": lambda: page(client, f"{reverse('organiser:register')}?q=sch"),
    }


def page(client: Client, address: str) -> None:
    answer = client.get(address, HTTP_HOST="localhost")
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answers {answer.status_code}")
