"""The log (Protokoll) of an event or of the register: acts with time, person and reason."""

from collections.abc import Iterable
from datetime import datetime

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter, Filter

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import PersonName
from romme_turnier.documents.tables.base import ListTable, TableFilter
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    Column,
    LinesColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.documents.tables.moments import MomentField
from romme_turnier.tournament.models import EventLog
from romme_turnier.tournament.shared.log_lines import LogLine, log_lines
from romme_turnier.tournament.shared.verb_words import SUBJECT_WORDS

NOBODY = "0"  # acts without an account

LogRows = QuerySet[EventLog]


class LogTable(ListTable):
    """The log, with people's current names. Pages show the newest acts first."""

    title = _("Protokoll")
    key = "log"
    page_order = "-number"
    has_pages = True

    number = OrdinalColumn(_("Nr."))
    at = TimeColumn(_("Zeit"))
    what = Column(_("Was"), names_row=True, orderable=False)
    facts = Column(_("Worum es ging"), media=SCREEN, source=lambda _line: True, orderable=False, wide=True)
    subject = Column(_("Worum es ging"), media=FILE, orderable=False)
    changes = LinesColumn(_("Änderungen"), media=FILE, orderable=False)
    reason = Column(_("Grund"), media=FILE, orderable=False)
    by = PersonColumn(_("Wer"))

    def records(self, rows: Iterable[EventLog]) -> Iterable[LogLine]:
        return log_lines(list(rows))

    def render_at(self, value: datetime, _record: LogLine) -> str:
        return timezone.localtime(value).strftime("%d.%m.%Y, %H:%M:%S")

    def render_facts(self, _value: bool, record: LogLine) -> str:
        lines = [record.subject or "–", *record.changes]
        if record.reason:
            lines.append(gettext("Grund: %(reason)s") % {"reason": record.reason})
        return format_html("<div>{}</div>", format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines)))


class WholeLogTable(LogTable):
    """The whole log, oldest acts first, to be printed."""

    page_order = "number"
    has_pages = False


class _MomentFilter(Filter):  # type: ignore[misc]
    field_class = MomentField


class LogFilter(TableFilter):
    wer = ChoiceFilter("by", label=_("Wer"), empty_label=_("alle"), null_value=NOBODY)
    was = ChoiceFilter("subject_kind", label=_("Worum es ging"), empty_label=_("alle"))
    nr = CharFilter(
        "subject_number",
        label=_("Nummer"),
        max_length=20,
        widget=forms.TextInput(attrs={"placeholder": _("12, Tisch als 1/3")}),
    )
    von = _MomentFilter("at", "gte", label=_("Von"))
    bis = _MomentFilter("at", "lte", label=_("Bis"))

    def __init__(self, query: QueryDict, rows: LogRows) -> None:
        """Limits the choices to the people and subjects in the rows."""
        super().__init__(query, rows.select_related("by", "event").order_by("number"))
        acts = set(rows.order_by().values_list("by", "subject_kind").distinct())
        by = {user for user, _kind in acts}
        people = [(str(user.pk), str(user)) for user in User.objects.filter(pk__in=by - {None})]
        nobody = [(NOBODY, gettext("ohne Anmeldung"))] if None in by else []
        people.sort(key=lambda person: PersonName.of(person[1]).order)
        self.filters["wer"].extra["choices"] = people + nobody
        kinds = {kind for _user, kind in acts}
        subjects = [(kind, words) for kind, words in SUBJECT_WORDS.items() if kind in kinds]
        self.filters["was"].extra["choices"] = subjects
