"""Calls of tables that are over."""

from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    ActionColumn,
    Column,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.hall.calls_reading import minutes_after
from romme_turnier.tournament.models import TableCall
from romme_turnier.tournament.permissions import Right


def _place(call: TableCall) -> str:
    words = {"series": call.table.series.number, "table": call.table.number}
    return gettext("Serie %(series)s, Tisch %(table)s") % words


def _about(call: TableCall) -> str:
    kind = call.get_about_display()
    return gettext("%(kind)s: „%(text)s“") % {"kind": kind, "text": call.text} if call.text else kind


def _end(call: TableCall) -> str:
    if call.withdrawn_at:
        return gettext("vom Tisch zurückgenommen")
    other = str(call.ended_by) if call.ended_by != call.answered_by else ""
    return ", ".join(filter(None, (minutes_after(call.until_end), other)))


class CallsTable(ListTable):
    """Calls as `past_calls` returns them."""

    title = _("Frühere Rufe")
    key = "calls"
    last = "pk"
    has_pages = True

    place = Column(
        _("Tisch"),
        media=SCREEN,
        source=_place,
        sort=lambda call: (call.table.series.number, call.table.number),
        names_row=True,
    )
    series = OrdinalColumn(_("Serie"), media=FILE, source="table__series__number")
    table = OrdinalColumn(_("Tisch"), media=FILE, source="table__number")
    seat = OrdinalColumn(_("Platz"), media=FILE)
    who = Column(_("Wer"), source=lambda call: str(call.registration or "–"), sort="registration__player")
    about = Column(_("Anlass"), source=_about)
    called_at = TimeColumn(_("Gerufen"), format="d.m.Y, H:i")
    came = PersonColumn(_("Wer kam"), source="answered_by", default="–")
    end = Column(_("Erledigt"), source=_end, sort=lambda call: call.ended_at or call.withdrawn_at)
    actions = ActionColumn(_("Was damit geht"), "organiser/hall/_take_back_end.html", right=Right.ENTER)

    def render_who(self, value: str, record: TableCall) -> str:
        if record.seat is None:
            return value
        seat = gettext("Platz %(seat)s") % {"seat": record.seat}
        return format_html('{} <span class="muted">{}</span>', value, seat)

    def value_who(self, value: str, _record: TableCall) -> str:
        return value

    def render_came(self, value: User, record: TableCall) -> str:
        return f"{value}, {minutes_after(record.until_answer)}"
