"""The members of an organiser."""

from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter

from romme_turnier.core.people.names import letters
from romme_turnier.documents.tables.base import ListTable, TableFilter
from romme_turnier.documents.tables.columns import FILE, SCREEN, Column, DayColumn, RegisterNameColumn
from romme_turnier.tournament.models import Membership
from romme_turnier.tournament.participants.members.memberships import current

Memberships = QuerySet[Membership]


class MembersTable(ListTable):
    title = _("Mitglieder")
    caption_is_hidden = True
    last = "pk"
    has_pages = True
    page_order = "name"

    name = RegisterNameColumn(_("Name"), source="player", sort="player__name_order", names_row=True, media=SCREEN)
    last_name = Column(_("Nachname"), source="player__last_name", media=FILE)
    first_name = Column(_("Vorname"), source="player__first_name", media=FILE)
    number = Column(_("Mitgliedsnummer"), short=_("Nummer"))
    kind = Column(_("Art"), source="get_kind_display")
    since = DayColumn(_("Mitglied seit"), short=_("seit"), sort=lambda row: row.since or date.min)
    until = DayColumn(_("Mitglied bis"), short=_("bis"), sort=lambda row: row.until or date.max)
    club = Column(_("Club"), source="player__club__name")


class MembersFilter(TableFilter):
    q = CharFilter(label=_("Name oder Nummer"), method="called", max_length=120)
    art = ChoiceFilter(label=_("Art"), field_name="kind", empty_label=_("alle"), choices=Membership.Kind.choices)
    stand = ChoiceFilter(
        label=_("Zeigen"),
        method="in_state",
        empty_label=_("heutige"),
        choices=[("fruehere", _("frühere")), ("alle", _("heutige und frühere"))],
    )

    def called(self, rows: Memberships, _name: str, text: str) -> Memberships:
        """Returns the members that have this number, or whose names contain words that begin with the typed words."""
        words = [Q(player__name_words__contains=f" {word}") for word in letters(text)]
        return rows.filter(Q(number__iexact=text.strip()) | (Q(*words) if words else Q(pk__in=())))

    def in_state(self, rows: Memberships, _name: str, state: str) -> Memberships:
        return rows.filter(until__lt=timezone.localdate()) if state == "fruehere" else rows

    @property
    def rows(self) -> Memberships:
        """Returns the memberships that match. If no state is chosen, only those in force are included."""
        chosen: Memberships = self.qs
        return chosen if self.form.asked.get("stand") else chosen.filter(current())
