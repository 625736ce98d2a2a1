"""Tables of the print page: the printouts of a phase, and tables for other programs."""

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column


class PrintoutsTable(ListTable):
    """Rows have a printout's `title`, `purpose`, `names` and `links` (label, address).

    If the printout cannot be made yet, `links` is empty and `not_yet` gives the reason.
    """

    caption_is_hidden = True

    name = Column(_("Blatt"), source="title", template="organiser/printouts/_name.html", names_row=True)
    purpose = Column(_("Wofür"))
    names = Column(_("Namen"))
    links = Column(_("Drucken"), template="organiser/printouts/_links.html")

    def render_purpose(self, value: str, _record: object) -> str:
        return format_html("<div>{}</div>", value)  # pages turn clauses into links

    def render_names(self, value: str, _record: object) -> str:
        return format_html('<span class="muted">{}</span>', value)


class DataFilesTable(ListTable):
    title = _("Tabellen für andere Programme")
    caption_is_hidden = True

    name = Column(_("Tabelle"), source="title", names_row=True)
    purpose = Column(_("Was darin steht"))
    links = Column(_("Speichern"), template="organiser/printouts/_links.html")
