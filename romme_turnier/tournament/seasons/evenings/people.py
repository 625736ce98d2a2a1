"""People for a club evening: members, players of earlier evenings, and guests."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.core.people.written_names import parse_name
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.service import lock_events, service
from romme_turnier.tournament.standings.results import store_results

_RECENTLY = timedelta(days=730)
_OTHERS_MOST = 200  # people other than members; officials find the rest by name


@dataclass(frozen=True, slots=True)
class Person:
    """A person to choose for an evening: a member, or another player of earlier evenings.

    `last_visit` is the beginning of the person's last event here, None if there is no recent one. `plays_evenings`
    tells whether a recent event was a club evening, and `guest` whether the person would play as a guest.
    """

    player: models.Player
    member: bool
    guest: bool
    last_visit: datetime | None = None
    plays_evenings: bool = False
    banned: bool = False


def people_of_evening(season: models.Season, day: date) -> list[Person]:
    """Returns the members on that day, then up to 200 other people who played here in the two years before.

    In both groups, people of club evenings precede people of other events, because a cup has many guests from
    elsewhere; then the latest visits come first. If the evening is entered afterwards, people whose first visit was
    later are included. People who are not members are guests; if the organiser has no memberships, people are guests if
    they were guests at their last visit.
    """
    organiser = season.organiser
    since = Q(since=None) | Q(since__lte=day)
    memberships = organiser.memberships.filter(since, Q(until=None) | Q(until__gte=day), player__erased_at=None)
    end = timezone.make_aware(datetime.combine(day, time.max))
    last_begin = max(end, timezone.now())
    members = set(memberships.values_list("player_id", flat=True))
    visits = models.Registration.objects.taking_part().filter(
        event__held_by=organiser,
        event__starts_at__range=(end - _RECENTLY, last_begin),
        player__erased_at=None,
    )
    rows = list(
        visits.order_by("event__starts_at").values_list("player_id", "event__starts_at", "guest", "event__kind")
    )
    last = {player: (starts_at, guest) for player, starts_at, guest, _kind in rows}
    at_evenings = {player for player, _starts_at, _guest, kind in rows if kind == models.Event.Kind.EVENING}
    others = sorted(last.keys() - members, key=lambda player: (player in at_evenings, last[player][0]), reverse=True)[
        :_OTHERS_MOST
    ]
    players = models.Player.objects.select_related("club").in_bulk([*members, *others])
    has_members = organiser.memberships.exists()
    bans = models.Ban.objects.in_force().filter(organiser__number__in=chain_of(organiser.number))
    banned = set(bans.values_list("player", flat=True))
    people = [
        Person(
            player,
            member=pk in members,
            guest=pk not in members and (has_members or last[pk][1]),
            last_visit=last[pk][0] if pk in last else None,
            plays_evenings=pk in at_evenings,
            banned=pk in banned,
        )
        for pk, player in players.items()
    ]
    return sorted(people, key=_order)


def _order(person: Person) -> tuple[bool, bool, float, object]:
    visit = person.last_visit.timestamp() if person.last_visit else 0.0
    return not person.member, not person.plays_evenings, -visit, person.player.order


def known_by_name(names: Collection[str], organiser: models.Organiser) -> dict[str, list[models.Player]]:
    """Returns the people with each of these typed names whom the organiser can look up; names without any are omitted.

    An official decides whether a guest is one of these people.
    """
    keys = {name: name_key(written.first, written.last) for name in names for written in [parse_name(name)]}
    matches = namesakes(set(keys.values()), people_of(organiser))
    return {name: matches[key] for name, key in keys.items() if key in matches}


@service(gettext_lazy("Gast vermerkt"))
def set_guest(registration: models.Registration, guest: bool, *, by: User) -> models.Registration:
    """Records whether the player plays as a guest. Released results of the season change, too."""
    registrations = models.Registration.objects.select_for_update(of=("self",), no_key=True).select_related("event")
    lock_events([registration.event_id])
    current = registrations.get(pk=registration.pk)
    current.guest = guest
    current.save(update_fields=["guest"])
    store_results(current.event)
    invalidate_public_pages(current.event_id)
    return current
