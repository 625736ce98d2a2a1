"""Self-registration without an account (§ 1.3): one player, or a captain for a whole team.

The link of a registration (its token) allows changing and withdrawing it. Names are never matched with the register: a
new person is added, and officials merge duplicates.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import new_token
from romme_turnier.tournament.participants.invitations import demand_valid
from romme_turnier.tournament.participants.names.consents import Speaker, record_consents
from romme_turnier.tournament.participants.register.lookup import name_key
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.participants.registrations import NAME_LENGTH, get_or_create_club
from romme_turnier.tournament.participants.self_registered_teams import demand_open_team, new_team
from romme_turnier.tournament.participants.team_creation import add_to_team, join_team
from romme_turnier.tournament.participants.waiting_list import is_drawn, status_for
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import RegisteredAlready, TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import nothing_done, service

CONTACT_LENGTH = 120
MOST = 1_000  # the maximum number of registrations for one event, to limit pranks

Status = models.Registration.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person's data. `categories` are primary keys; `fee` None means the event's usual fee."""

    first_name: str
    last_name: str
    fee: models.FeeKind | None = None
    categories: Collection[int] = ()
    publish_name: bool = False
    agrees: Collection[str] | None = None  # further purposes (consents.py); None: not asked

    @property
    def name(self) -> str:
        return tidy(f"{self.first_name} {self.last_name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationDetails:
    """The data that all people of a registration share. `token` is the secret of the registration's link.

    The token comes from the page, so that a registration sent twice is stored once; "" means a new token.
    """

    club: str = ""
    contact: str = ""
    invitation: models.PlayerInvitation | None = None
    token: str = ""


def why_closed(event: models.Event, *, invited: bool = False) -> str:
    """Returns the reason why registration is closed, as a sentence; "" while it is open."""
    closes_at = event.registration_closes_at
    if not event.self_registration:
        return _("Für dieses Turnier kann man sich hier nicht anmelden. Bitte fragen Sie den Veranstalter.")
    if is_over(event):
        closed = cited(_("Der Anmeldeschluss ist vorbei (§ 1.3)."), event.rules)
        return closed if closes_at else _("Das Turnier hat begonnen.")
    if is_drawn(event):
        return _("Die erste Serie ist schon ausgelost.")
    if event.access == models.Event.Access.CLOSED and not invited:
        return _("Bei diesem Turnier spielt nur, wer eingeladen ist. Öffnen Sie dazu den Link Ihrer Einladung.")
    return ""


def is_over(event: models.Event) -> bool:
    """Returns whether the registration period has ended (§ 1.3), at the latest when the event begins."""
    return timezone.now() >= (event.registration_closes_at or event.starts_at)


@service(gettext_lazy("Selbst angemeldet"))
def register_alone(
    event: models.Event, person: Person, details: RegistrationDetails, *, team: str = ""
) -> models.Registration:
    """Registers one player, or puts the player on the waiting list. `team` names the team to join.

    If a registration of this player already has the token of `details`, it is returned, and no row is stored. Raises
    TournamentError if registration is not possible (`_open_event`), if the invitation is not valid for this player
    (`demand_valid`), for faulty data, if the player is already registered (RegisteredAlready), or if the team is full
    or managed by a captain.
    """
    current = _open_event(event, details)
    if known := _known(current, details.token, [person]):
        nothing_done()
        return known
    _demand_invited(details, [person])
    demand_new(current, [person], details.club, details.contact)
    status = status_for(current, 1)
    if tidy(team):
        demand_open_team(current, team)
    registration = _store(current, person, details, status, token=_free_token(details.token))
    if tidy(team):
        join_team(registration, team)
    invalidate_public_pages(current.pk)
    return registration


@service(gettext_lazy("Mannschaft selbst angemeldet"))
def register_team(
    event: models.Event,
    name: str,
    people: Sequence[Person],
    details: RegistrationDetails,
    *,
    substitute: Person | None = None,
) -> models.Registration:
    """Registers a whole team; the first of the `people` is the captain. Returns the captain's registration.

    The members take part together or wait together. A repeated call with the same token returns the first registration
    of the captain. Raises TournamentError as `register_alone` does, and if there are too many members or the name of
    the team is missing, too long or taken (TeamNameTaken).
    """
    current = _open_event(event, details)
    everybody = [*people, *([substitute] if substitute else [])]
    if known := _known(current, details.token, everybody):
        nothing_done()
        return known
    _demand_invited(details, everybody)
    demand_new(current, everybody, details.club, details.contact)
    status = status_for(current, len(people))
    captain = _store(current, everybody[0], details, status, token=_free_token(details.token))
    others = [_store(current, person, details, status, captain=captain) for person in everybody[1:]]
    new_team(current, name, [captain, *others], substitutes=1 if substitute else 0)
    invalidate_public_pages(current.pk)
    return captain


@service(gettext_lazy("Mitglied der Mannschaft angemeldet"))
def add_member(
    captain: models.Registration, team: models.Team, person: Person, *, substitute: bool = False
) -> models.Registration:
    """Adds a member to a captain's team. Substitutes need no place; other members wait if no place is free.

    Raises TournamentError as `register_alone` and `add_to_team` do.
    """
    club = captain.club.name if captain.club else ""
    details = RegistrationDetails(club=club, contact=captain.contact, invitation=captain.invitation)
    current = _open_event(captain.event, details)
    _demand_invited(details, [person])
    demand_new(current, [person], club, details.contact)
    status = captain.status if substitute else status_for(current, 1)
    if status not in (Status.ACTIVE, Status.WAITING):
        status = status_for(current, 0 if substitute else 1)
    registration = _store(current, person, details, status, captain=captain)
    add_to_team(team, registration, substitute=substitute)
    invalidate_public_pages(current.pk)
    return registration


def _open_event(event: models.Event, details: RegistrationDetails) -> models.Event:
    """Locks the event, so that the last place is given only once.

    Raises TournamentError if registration is closed, the event is not public, or it has `MOST` registrations already.
    """
    current = models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    closed = why_closed(current, invited=details.invitation is not None)
    if not closed and not current.is_public:
        closed = _("Dieses Turnier ist nicht öffentlich.")
    if not closed and current.registrations.filter(token__isnull=False).count() >= MOST:
        closed = _("Hier sind keine Anmeldungen mehr möglich. Bitte fragen Sie den Veranstalter.")
    if closed:
        raise TournamentError(closed)
    return current


def _known(event: models.Event, token: str, people: Sequence[Person]) -> models.Registration | None:
    """Returns the registration that the same page has already stored for the first person, if any.

    This makes a second click on the button harmless.
    """
    known = event.registrations.filter(token=token).select_related("player").first() if token else None
    return known if known and folded(known.name) == folded(people[0].name) else None


def _free_token(token: str) -> str:
    taken = not token or models.Registration.objects.filter(token=token).exists()
    return new_token() if taken else token


def _demand_invited(details: RegistrationDetails, people: Sequence[Person]) -> None:
    if details.invitation is not None:
        demand_valid(details.invitation, [person.name for person in people])


def demand_new(
    event: models.Event, people: Sequence[Person], club: str, contact: str, *, but: models.Registration | None = None
) -> None:
    """Raises RegisteredAlready if a name is registered with this club and this contact, or is given twice.

    With a different contact it may be a different person, and the form must not reveal registrations. The registration
    `but` is ignored. Raises TournamentError for a contact that is too long.
    """
    rows = event.registrations.exclude(status=Status.WITHDRAWN).filter(player__erased_at=None)
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    fields = rows.values_list("player__first_name", "player__last_name", "club__name", "contact", "captain__contact")
    here = {
        (name_key(first, last), folded(of or ""), folded(own or captains or ""))
        for first, last, of, own, captains in fields
    }
    named = set()
    for person in people:
        key = (name_key(person.first_name, person.last_name), folded(club), folded(clean_contact(contact)))
        if key in named:
            raise RegisteredAlready(_("%(name)s ist zweimal genannt.") % {"name": person.name}, person.name)
        if key in here:
            said = _(
                "%(name)s ist schon angemeldet. Wenn das jemand anders ist oder Sie den Link zu Ihrer Anmeldung "
                "nicht mehr haben, fragen Sie bitte den Veranstalter."
            )
            raise RegisteredAlready(said % {"name": person.name}, person.name)
        named.add(key)


def _store(
    event: models.Event,
    person: Person,
    details: RegistrationDetails,
    status: str,
    *,
    captain: models.Registration | None = None,
    token: str = "",
) -> models.Registration:
    club = get_or_create_club(details.club)
    first_name, last_name = clean_names(person)
    player = models.Player(first_name=first_name, last_name=last_name, club=club)
    player.save()
    registration = models.Registration(
        event=event,
        player=player,
        club=club,
        status=status,
        fee=own_fee(event, person.fee),
        publish_name=person.publish_name,
        contact=clean_contact(details.contact),
        invitation=details.invitation,
        captain=captain,
        token=token or new_token(),
    )
    registration.save()
    add_organiser_players(event, [player])
    speaker = Speaker.CAPTAIN if captain else Speaker.PLAYER
    record_consents(registration, person.agrees, named_before=False, speaker=speaker)
    registration.categories.set(event.categories.filter(pk__in=list(person.categories)))
    return registration


def clean_names(person: Person) -> tuple[str, str]:
    """Returns first and last name without extra spaces. Raises TournamentError if either is missing or too long."""
    names = tidy(person.first_name), tidy(person.last_name)
    if not all(names) or max(map(len, names)) > NAME_LENGTH:
        words = _("Bitte geben Sie Vor- und Nachnamen an, je höchstens %(most)d Zeichen.")
        raise TournamentError(words % {"most": NAME_LENGTH})
    return names


def clean_contact(contact: str) -> str:
    contact = " ".join(contact.split())
    if len(contact) > CONTACT_LENGTH:
        raise TournamentError(_("Bitte kürzen Sie E-Mail oder Telefon."))
    return contact


def own_fee(event: models.Event, fee: models.FeeKind | None) -> models.FeeKind | None:
    if fee is not None and fee.event_id != event.pk:
        raise TournamentError(_("Dieses Startgeld gehört nicht zu diesem Turnier."))
    return fee
