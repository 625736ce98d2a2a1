"""Links participants of a file to players of the register: by key or by confirmation, never by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.event_file.faults import Fault, json_path
from romme_turnier.tournament.models import Player
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes


@dataclass(frozen=True, slots=True)
class Linked:
    """The linked players by index of the participant in the file, and the faults of impossible links."""

    players: Mapping[int, Player]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player in the register with the same name as a new participant, whose start number is `number`."""

    number: int | None
    player: Player


def link_players(people: Sequence[dict[str, Any]], links: Mapping[int, int]) -> Linked:
    """Links participants by their register keys and by `links` (start number → primary key), which take precedence."""
    keys = [facts["key"] for facts in people if "key" in facts]
    by_key = {player.key: player for player in Player.objects.filter(key__in=keys).select_related("club")}
    confirmed = Player.objects.known().select_related("club").in_bulk(list(links.values()))
    players: dict[int, Player] = {}
    numbers = {facts["number"] for facts in people}
    unknown = _("erwartet: eine Startnummer %(number)d, wie --link sie nennt")
    faults = [Fault("$.participants", unknown % {"number": number}) for number in links if number not in numbers]
    for index, facts in enumerate(people):
        known = by_key.get(facts.get("key"))
        link = links.get(facts["number"]) if facts["number"] is not None else None
        player = confirmed.get(link) if link is not None else known
        faults += _doubts(index, facts, known, link, player)
        if player is not None:
            if player in players.values():
                message = _("erwartet: jede Person nur einmal; %(name)s ist schon ein anderer Teilnehmer")
                faults.append(Fault(_place(index), message % {"name": player.name}))
            players[index] = player
    return Linked(players, tuple(faults))


def _place(index: int, *more: str) -> str:
    return json_path(("participants", index, *more))


def _doubts(
    index: int, facts: dict[str, Any], known: Player | None, link: int | None, player: Player | None
) -> list[Fault]:
    """Returns a fault if a participant cannot be the linked player.

    `known` is the player with the participant's key, `link` the primary key from --link, `player` the linked player.
    """
    if link is not None and player is None:
        message = _("erwartet: ein Spieler Nr. %(link)d im Register, wie --link ihn nennt")
        return [Fault(_place(index), message % {"link": link})]
    if player is None:
        return []
    key = facts.get("key")
    if link is not None and key is not None and player.key != key:
        message = _("erwartet: der Schlüssel des Spielers, den --link nennt: %(key)s")
        return [Fault(_place(index, "key"), message % {"key": player.key or _("keiner")})]
    if (
        link is None
        and known is not None
        and (known.first_name, known.last_name) != (facts["first_name"], facts["last_name"])
    ):
        message = _(
            "erwartet: der Name, den das Register zu diesem Schlüssel kennt: %(name)s; ist es dieselbe Person, "
            "dann bestätigen Sie es mit --link %(number)s=%(pk)d"
        )
        place = {"name": known.name, "number": facts["number"] or "…", "pk": known.pk}
        return [Fault(_place(index, "key"), message % place)]
    return []


def namesakes_of(people: Sequence[dict[str, Any]], linked: Linked) -> tuple[Namesake, ...]:
    """Returns every player in the register who has the same name as a participant without a link."""
    new = [facts for index, facts in enumerate(people) if index not in linked.players]
    names = {name_key(facts["first_name"], facts["last_name"]) for facts in new}
    same_names = namesakes(names, Player.objects.known())  # the command is for the operator
    return tuple(
        Namesake(facts["number"], player)
        for facts in new
        for player in same_names.get(name_key(facts["first_name"], facts["last_name"]), [])
    )
