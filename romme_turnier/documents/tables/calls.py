"""The table of past calls."""

from datetime import datetime

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


class CallsTable(ListTable):
    """Rows are calls from `past_calls`."""

    title = _("Frühere Rufe")
    key = "calls"
    last = "pk"
    has_pages = True

    place = Column(
        _("Tisch"), media=SCREEN, source=lambda call: (call.table.series.number, call.table.number), names_row=True
    )
    series = OrdinalColumn(_("Serie"), media=FILE, source="table__series__number")
    table = OrdinalColumn(_("Tisch"), media=FILE, source="table__number")
    seat = OrdinalColumn(_("Platz"), media=FILE)
    who = Column(_("Wer"), source=lambda call: str(call.registration or "–"), sort="registration__player")
    about = Column(_("Anlass"), source="get_about_display")
    called_at = TimeColumn(_("Gerufen"))
    came = PersonColumn(_("Wer kam"), source="answered_by", default="–")
    end = Column(_("Erledigt"), source=lambda call: call.ended_at or call.withdrawn_at)
    actions = ActionColumn(_("Was damit geht"), "organiser/hall/_take_back_end.html", right=Right.ENTER)

    def render_place(self, value: tuple[int, int], _record: TableCall) -> str:
        series, table = value
        return gettext("Serie %(series)s, Tisch %(table)s") % {"series": series, "table": table}

    def render_who(self, value: str, record: TableCall) -> str:
        if record.seat is None:
            return value
        seat = gettext("Platz %(seat)s") % {"seat": record.seat}
        return format_html('<div>{} <span class="muted">{}</span></div>', value, seat)

    def render_about(self, value: str, record: TableCall) -> str:
        return gettext("%(kind)s: „%(text)s“") % {"kind": value, "text": record.text} if record.text else value

    def render_came(self, value: User, record: TableCall) -> str:
        return f"{value}, {minutes_after(record.until_answer)}"

    def render_end(self, _value: datetime, record: TableCall) -> str:
        if record.withdrawn_at:
            return gettext("vom Tisch zurückgenommen")
        other = str(record.ended_by) if record.ended_by != record.answered_by else ""
        return ", ".join(filter(None, (minutes_after(record.until_end), other)))

    value_about, value_came, value_end = render_about, render_came, render_end
