"""The webhooks of an organiser, and the log of attempts to deliver messages to each."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import FILE, SCREEN, Column, NumberColumn, TimeColumn
from romme_turnier.tournament.models import Hook, HookAttempt


def state_of(hook: Hook) -> tuple[str, str]:
    """Returns the kind of a hook's badge and its state as text."""
    if hook.off_at is not None:
        return "off", gettext("aus: %(why)s") % {"why": hook.get_off_because_display()}
    if hook.failing_since is not None:
        since = date_format(timezone.localtime(hook.failing_since), "j.n. H:i")
        return "problem", gettext("scheitert seit %(since)s Uhr") % {"since": since}
    return ("good", gettext("läuft")) if hook.delivered_at else ("open", gettext("noch nichts zugestellt"))


class HooksTable(ListTable):
    """Rows are hooks with `waiting` and `late` (`hooks_of`)."""

    title = _("Webhooks")
    caption_is_hidden = True
    last = "pk"

    host = Column(_("Adresse"), names_row=True, one_line=True, media=SCREEN)
    url = Column(_("Adresse"), media=FILE)
    types = Column(_("Meldungen"), media=FILE)
    state = Column(_("Stand"), source=lambda hook: state_of(hook)[1])
    delivered_at = TimeColumn(_("Zuletzt zugestellt"), default="–")
    waiting = NumberColumn(_("Warten"))
    late = NumberColumn(_("Seit sieben Tagen nicht bestätigt"))

    def value_types(self, value: list[str], _record: Hook) -> str:
        return " ".join(value)


class AttemptsTable(ListTable):
    """Attempts of one hook, newest first, with their messages."""

    title = _("Protokoll der letzten 30 Tage")
    last = "pk"
    has_pages = True
    page_order = "-at"

    at = TimeColumn(_("Zeit"), format="d.m.Y, H:i:s", names_row=True)
    type = Column(_("Anlass"), source="message__get_type_display", orderable=False)
    ids = Column(_("Worum es ging"), source="message__ids", orderable=False, default="–")
    answer = Column(_("Antwort"), source=lambda attempt: attempt.fault or attempt.status, orderable=False)
    milliseconds = NumberColumn(_("Dauer (ms)"))

    def render_ids(self, value: dict[str, Any], _record: HookAttempt) -> str:
        return ", ".join(map(str, value.values()))

    def render_answer(self, _value: object, record: HookAttempt) -> str:
        return record.get_fault_display() if record.fault else str(record.status)
