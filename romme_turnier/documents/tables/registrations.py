"""Tables of registrations: by team, on the waiting list, by invitation, and with start numbers to assign."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import FILE, ActionColumn, Column, NumberColumn, TimeColumn
from romme_turnier.documents.tables.participants import team_of
from romme_turnier.tournament.models import Event, Registration, Team, TeamMember
from romme_turnier.tournament.permissions import Right


class TeamsTable(ListTable):
    """Rows are teams from `teams_of`."""

    title = _("Mannschaften")
    key = "teams"
    caption_is_hidden = True
    last = "pk"

    name = Column(_("Name"), names_row=True)
    members = Column(
        _("Mitglieder"),
        source=lambda team: team.memberships.all() or None,
        sort=lambda team: len(team.memberships.all()),
        initial_sort_descending=True,
        default=_("noch niemand"),
    )

    def render_members(self, value: Iterable[TeamMember], _record: Team) -> str:
        members = []
        for membership in value:
            who = " ".join(filter(None, (str(membership.registration.number or ""), membership.registration.name)))
            members.append(gettext("%(member)s (Ersatz)") % {"member": who} if membership.substitute else who)
        return ", ".join(members)

    value_members = render_members


def teams_of(event: Event) -> QuerySet[Team]:
    return event.teams.prefetch_related("memberships__registration__player")


class WaitingTable(ListTable):
    """Rows are pairs of a place in the list (1, 2, …) and its group."""

    title = _("Warteliste")
    key = "waiting"
    last = "0"

    place = NumberColumn(_("Platz"), source="0")
    name = Column(
        _("Name"),
        source=lambda row: ", ".join(registration.name for registration in row[1].registrations),
        sort="1__first__player__order",
        template="organiser/participants/waiting_names.html",
        names_row=True,
    )
    team = Column(_("Mannschaft"), media=FILE, source=lambda row: team_of(row[1].first))
    club = Column(_("Club"), source="1__first__club__name", default="–")
    contact = Column(_("E-Mail oder Telefon"), short=_("Kontakt"), source="1__first__contact", default="–")
    since = TimeColumn(_("seit"), source="1__first__registered_at")
    admit = ActionColumn(_("Nachrücken"), "organiser/participants/waiting_admit.html", right=Right.REGISTER)


def _state(invitation: Any) -> str:
    if not invitation.used:
        state = gettext("○ noch nicht benutzt")
    elif invitation.club:
        state = ngettext("%(n)s angemeldet", "%(n)s angemeldet", invitation.used) % {"n": invitation.used}
    else:
        state = gettext("✓ angemeldet")
    return ", ".join((state, gettext("zurückgenommen"))) if invitation.withdrawn_at else state


class InvitationsTable(ListTable):
    """Rows are invitations from `invitations_of`."""

    title = _("Einladungen")
    key = "player_invitations"
    last = "pk"

    invited = Column(_("Für"), source=lambda invitation: str(invitation.club or invitation.name), names_row=True)
    kind = Column(_("Art"), source=lambda invitation: gettext("Club") if invitation.club else gettext("Person"))
    at = TimeColumn(_("Erstellt"))
    state = Column(_("Stand"), source=_state, sort="used", initial_sort_descending=True)


class NumbersTable(ListTable):
    """Rows are triples: a start number, the registration that would get it, and whether its fee is open."""

    title = _("Vorschau")
    last = "0"

    number = NumberColumn(_("Nr."), source="0")
    name = Column(_("Name"), source="1__name", sort="1__player__order", names_row=True)
    club = Column(_("Club"), source="1__club__name")
    fee = Column(_("Startgeld"), source="1__paid", sort=lambda row: (row[1].paid, not row[2]))

    def render_fee(self, value: bool, record: tuple[int, Registration, bool]) -> str:
        owes = record[2]
        return gettext("✓ bezahlt") if value else gettext("○ offen") if owes else "–"
