"""Tables beyond one event: the register of people and clubs, bans, and backups of the database.

None of them is saved as a file: reasons for bans are only for officials who may lift them, and the other tables are
used on their pages only.
"""

from datetime import date
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import ActionColumn, Column, NumberColumn, PersonColumn, TimeColumn


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
    keep = Column(_("bleibt"), source="pk", template="organiser/participants/register/keep.html")
    drop = Column(_("geht darin auf"), source="pk", template="organiser/participants/register/drop.html")


class BansTable(ListTable):
    title = _("Wer gesperrt ist")
    caption_is_hidden = True
    last = "pk"
    has_pages = True

    player = PersonColumn(_("Spieler"), names_row=True)
    reason = Column(_("Grund"))
    until = Column(_("gesperrt bis"), sort=lambda ban: ban.until or date.max, default=_("ohne Ende"))
    actions = ActionColumn(_("Sperre aufheben"), "organiser/participants/register/ban_link.html")

    def render_until(self, value: date, _record: Any) -> str:
        return date_format(value, "d.m.Y")


class BackupsTable(ListTable):
    title = _("Die letzten Sicherungen")

    made_at = TimeColumn(_("Zeit"), format="SHORT_DATETIME_FORMAT", names_row=True)
    size = NumberColumn(_("Größe"))
    name = Column(_("Datei"))

    def render_size(self, value: int, _record: Any) -> str:
        return filesizeformat(value)
