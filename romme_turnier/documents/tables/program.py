"""Tables beyond one event: the register, bans, organisers with their offices and events, and backups of the database.

None of them is saved as a file: reasons for bans are only for officials who may lift them, and the other tables are
used only on their pages.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    ActionColumn,
    Column,
    DayColumn,
    NumberColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.models import Office, Organiser
from romme_turnier.tournament.organisers.retention import NamesEnd


class AlikeClubsTable(ListTable):
    """Rows are pairs of clubs with similar names, the larger club first."""

    title = _("Clubs mit ähnlichen Namen")
    caption_is_hidden = True

    club = Column(_("Club"), source="0__name", names_row=True)
    alike = Column(_("Ähnlich"), source="1__name")
    actions = ActionColumn(_("Zusammenlegen"), "organiser/participants/register/clubs_actions.html")


class MergeChoiceTable(ListTable):
    """Players, with fields to choose two to merge."""

    title = _("Gefundene Spieler")
    caption_is_hidden = True

    player = PersonColumn(_("Spieler"), source=str, names_row=True)
    club = Column(_("Club"), source="club__name")
    keep = Column(
        pgettext_lazy("entry of the register", "bleibt"),
        source="pk",
        template="organiser/participants/register/keep.html",
    )
    drop = Column(_("geht darin auf"), source="pk", template="organiser/participants/register/drop.html")


class BansTable(ListTable):
    title = _("Wer gesperrt ist")
    caption_is_hidden = True
    last = "pk"
    has_pages = True

    player = PersonColumn(_("Spieler"), names_row=True)
    organiser = Column(_("Gilt bei"), source="organiser__name")  # only if there may be several
    reason = Column(_("Grund"))
    until = DayColumn(_("gesperrt bis"), sort=lambda ban: ban.until or date.max, default=_("ohne Ende"))
    actions = ActionColumn(_("Sperre aufheben"), "organiser/participants/register/ban_link.html")


class BackupsTable(ListTable):
    title = _("Die letzten Sicherungen")

    made_at = TimeColumn(_("Zeit"), format="SHORT_DATETIME_FORMAT", names_row=True)
    size = NumberColumn(_("Größe"))
    name = Column(_("Datei"))

    def render_size(self, value: int, _record: Any) -> str:
        return filesizeformat(value)


@dataclass(frozen=True, slots=True)
class OrganiserLine:
    """An organiser, and the number of its `events`, None if the reader may not see it."""

    organiser: Organiser
    events: int | None


class OrganisersTable(ListTable):
    """Organisers in the order of their numbers."""

    title = _("Veranstalter")
    caption_is_hidden = True

    name = Column(_("Name"), source="organiser__name", names_row=True, css="tree")
    number = Column(_("Nummer"), source="organiser__number")
    kind = Column(_("Art"), source="organiser__get_kind_display")
    events = NumberColumn(_("Turniere"))


class OfficesTable(ListTable):
    """The offices of one organiser. Only officials who may give offices see `username` and `actions`."""

    title = _("Ämter")
    caption_is_hidden = True
    last = "pk"

    name = PersonColumn(_("Name"), source="user", names_row=True)
    username = Column(_("Benutzername"), source="user__username")
    role = Column(_("Amt"), source="get_role_display")
    since = DayColumn(pgettext_lazy("first day", "von"))
    until = Column(_("bis"), sort=lambda office: office.until or date.max, default=_("ohne Ende"))
    actions = ActionColumn(_("Ändern"), "organiser/organisers/office_links.html")

    def render_until(self, value: date, record: Office) -> str:
        day = date_format(value, "d.m.Y")
        return gettext("%(day)s, beendet") % {"day": day} if record.is_over else day


class NamesEndTable(ListTable):
    """The events of an organiser, with the day from which they no longer name all players."""

    title = _("Wann Namen verschwinden")
    last = "event__pk"
    has_pages = True
    page_order = "day"

    name = Column(_("Turnier"), source="event__name", names_row=True, one_line=True)
    begin = TimeColumn(_("Beginn"), source="event__starts_at", format="d.m.Y")
    day = Column(_("Ohne Namen ab"))
    people = NumberColumn(_("Teilnehmer"))

    def render_day(self, value: date, record: NamesEnd) -> str:
        day = date_format(value, "d.m.Y")
        return gettext("%(day)s, also sofort") % {"day": day} if record.is_now else day


class HeldEventsTable(ListTable):
    """The events of one organiser."""

    title = _("Turniere")
    caption_is_hidden = True
    last = "pk"
    has_pages = True
    page_order = "-begin"

    name = Column(_("Turnier"), names_row=True, one_line=True)
    begin = TimeColumn(_("Beginn"), source="starts_at", format="d.m.Y, H:i")
    venue = Column(_("Spielort"), one_line=True)
    public = Column(_("Öffentlich"), source=lambda event: gettext("✓ ja") if event.published_at else gettext("– nein"))
