"""The table of players who must be, or have been, informed of a corrected result (§ 2.2.5)."""

from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    Column,
    LinesColumn,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.lists.checking.notice_words import NoticeText
from romme_turnier.tournament.shared.numbers import Number, number_format


class NoticesTable(ListTable):
    """Rows come from `texts`."""

    title = _("Mitteilungen an Spieler")
    key = "notices"
    caption_is_hidden = True
    last = "notice__pk"

    player = Column(
        _("Spieler"), media=SCREEN, source="notice__registration", sort="notice__registration__player", names_row=True
    )
    number = OrdinalColumn(_("Startnummer"), media=FILE, source="notice__registration__number")
    name = PersonColumn(_("Name"), media=FILE, source="notice__registration__name")
    place = Column(_("Liste"), media=SCREEN, source=lambda row: (row.series, row.table, row.seat))
    series = OrdinalColumn(_("Serie"), media=FILE)
    table = OrdinalColumn(_("Tisch"), media=FILE)
    seat = OrdinalColumn(_("Platz"), media=FILE)
    old = NumberColumn(_("bisher"), source="notice__old_result", default=_("zählte nicht"))
    new = NumberColumn(_("jetzt"), source="notice__new_result", default=_("zählt nicht"))
    changes = LinesColumn(_("Was sich geändert hat"), wide=True, template="organiser/lists/notices/_changes.html")
    reason = Column(_("Grund"), media=FILE)
    told = Column(
        _("Unterrichtet"),
        media=SCREEN,
        source=lambda _row: True,
        sort="notice__told_at",
        template="organiser/lists/notices/_told.html",
        wide=True,
        css="actions",
    )
    told_at = TimeColumn(_("unterrichtet"), media=FILE, source="notice__told_at")
    told_by = PersonColumn(_("unterrichtet von"), media=FILE, source="notice__told_by")
    answer = Column(_("Antwort"), media=FILE, source="notice__get_answer_display")
    withdrawn = TimeColumn(_("Zurückgezogen"), source="notice__withdrawn_at", format="j.n.Y, H:i")

    def render_place(self, _value: tuple[int, int, int], record: NoticeText) -> str:
        words = {"series": record.series, "table": record.table, "seat": record.seat}
        return gettext("Serie %(series)s, Tisch %(table)s, Platz %(seat)s") % words

    def render_new(self, value: Number, _record: NoticeText) -> str:
        return format_html("<strong>{}</strong>", number_format(value))
