"""Rights as text, for the page that shows officials their rights."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import EventRole, Office, Organiser
from romme_turnier.tournament.offices import ORGANISER_GRANTS, OfficeRole, OrganiserRight, offices_of
from romme_turnier.tournament.permissions import GRANTS, OFFICE_GRANTS, Right

# At an event; every role includes seeing it.
RIGHT_WORDS: Mapping[Right, Promise] = {
    Right.SEE: _("Turniere ansehen, mit Teilnehmern, Listen und Ranglisten"),
    Right.REGISTER: _("Teilnehmer melden und ändern, Startnummern vergeben"),
    Right.COLLECT: _("Abgabe der Tische festhalten"),
    Right.CASH: _("Kasse führen: Startgeld, Bußgeld, Preise, Tagesabschluss"),
    Right.ENTER: _("Listen eingeben"),
    Right.RULE: _("Listen prüfen und berichtigen, Streitfälle entscheiden"),
    Right.DIRECT: _("Turniere leiten: Ausschreibung, Auslosung, Abschluss, Freigabe, Aufgaben"),
}
ORGANISER_RIGHT_WORDS: Mapping[OrganiserRight, Promise] = {
    OrganiserRight.MAKE_EVENTS: _("Turniere anlegen und kopieren"),
    OrganiserRight.KEEP_REGISTER: _("Mitglieder und Register der Spieler und Clubs führen"),
    OrganiserRight.BAN: _("Spieler sperren"),
    OrganiserRight.GIVE_OFFICES: _("Ämter geben und beenden, Passwörter erneuern, Zugänge für Programme vergeben"),
    OrganiserRight.DESCRIBE: _("Kontakt, Impressum, Farbe, Logo und Frist für Namen ändern"),
}


@dataclass(frozen=True, slots=True)
class OfficeRights:
    """An office of the user, with the rights that it grants at the organiser and below, as text."""

    office: Office
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoleRights:
    """A role of the user, with the events at which the user has it, latest first, and its rights as text."""

    role: str
    events: tuple[EventRole, ...]
    words: tuple[str, ...]


def rights_of_office(role: OfficeRole, kind: str) -> tuple[str, ...]:
    """Returns the rights of the office at an organiser of this kind, as text."""
    at_events = [str(words) for right, words in RIGHT_WORDS.items() if role in OFFICE_GRANTS[right]]
    at_organisers = [str(words) for right, words in ORGANISER_RIGHT_WORDS.items() if role in ORGANISER_GRANTS[right]]
    if role in ORGANISER_GRANTS[OrganiserRight.GIVE_OFFICES] and kind != Organiser.Kind.CLUB:
        at_organisers.append(str(_("Veranstalter darunter anlegen")))
    return (*at_events, *at_organisers)


def offices_in_words(user: User) -> list[OfficeRights]:
    """Returns the user's offices in force today, with their rights as text."""
    return [
        OfficeRights(office, rights_of_office(OfficeRole(office.role), office.organiser.kind))
        for office in offices_of(user)
    ]


def roles_in_words(user: User) -> list[RoleRights]:
    """Returns the user's roles, in the order of `EventRole.Role`."""
    rows = list(user.event_roles.select_related("event__held_by").order_by("-event__starts_at", "event__slug"))
    return [
        RoleRights(
            str(role.label),
            tuple(row for row in rows if row.role == role),
            tuple(str(words) for right, words in RIGHT_WORDS.items() if role in GRANTS[right]),
        )
        for role in EventRole.Role
        if any(row.role == role for row in rows)
    ]
