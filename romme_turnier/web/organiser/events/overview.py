"""The list of an official's events: searched, by year and state, with what is next at each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import holds
from romme_turnier.tournament.events.overview import EventLine, EventState, lines_of
from romme_turnier.tournament.events.reading import events_of
from romme_turnier.tournament.permissions import ProgramRight, has_right, may
from romme_turnier.web.organiser.events.next_action import Action, next_action
from romme_turnier.web.organiser.fields import offer

STATES = {
    EventState.NOW: ("open", gettext_lazy("läuft")),
    EventState.TO_FINISH: ("missing", gettext_lazy("auszuwerten")),
    EventState.COMING: ("quiet", gettext_lazy("kommt")),
    EventState.MISSED: ("quiet", gettext_lazy("nicht gespielt")),
    EventState.DONE: ("good", gettext_lazy("abgeschlossen")),
}


class EventFilter(forms.Form):
    """Which events are shown; invalid values are ignored."""

    q = forms.CharField(label=gettext_lazy("Suche"), required=False, max_length=120)
    jahr = forms.TypedChoiceField(label=gettext_lazy("Jahr"), required=False, coerce=int, empty_value=None)
    stand = forms.ChoiceField(label=gettext_lazy("Stand"), required=False)

    def __init__(self, data: Any, lines: Sequence[EventLine]) -> None:
        super().__init__(data, auto_id="filter_%s")
        self.lines = lines
        years = sorted({_year(line) for line in lines}, reverse=True)
        there = {line.state for line in lines}
        offer(self, "jahr", [("", _("alle")), *((year, str(year)) for year in years)])
        offer(
            self, "stand", [("", _("alle")), *((key, str(word)) for key, (_k, word) in STATES.items() if key in there)]
        )

    def chosen(self) -> list[EventLine]:
        self.is_valid()
        words, year, state = (self.cleaned_data.get(name) for name in ("q", "jahr", "stand"))
        return [
            line
            for line in self.lines
            if (not year or _year(line) == year)
            and (not state or line.state == state)
            and holds(words or "", line.event.name, line.event.venue, line.event.organiser)
        ]


def _year(line: EventLine) -> int:
    return timezone.localtime(line.event.starts_at).year


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list in words; `action` is what comes next, a link for whoever may do it."""

    line: EventLine
    kind: str
    word: str
    action: Action | None
    may_act: bool
    waiting: tuple[str, ...]


@require_safe
@login_required
def events(request: HttpRequest) -> HttpResponse:
    """All events at which somebody has a task, first those where somebody is needed."""
    user = cast(User, request.user)
    form = EventFilter(request.GET, lines_of(events_of(user)))
    context = {
        "form": form,
        "total": len(form.lines),
        "rows": [_row(line, user) for line in form.chosen()],
        "filtered": any(request.GET.get(name) for name in form.fields),
        "has_register": has_right(user, ProgramRight.KEEP_REGISTER),
        "may_make": has_right(user, ProgramRight.MAKE_EVENTS),
    }
    return render(request, "organiser/events/events.html", context)


def _row(line: EventLine, user: User) -> Row:
    kind, word = STATES[line.state]
    action = next_action(line.event, line.progress) if line.progress else None
    return Row(line, kind, str(word), action, bool(action and may(user, action.right, line.event)), _waiting(line))


def _waiting(line: EventLine) -> tuple[str, ...]:
    disputes = ngettext("%(n)d Streitfall", "%(n)d Streitfälle", line.disputes) % {"n": line.disputes}
    notices = ngettext("%(n)d Mitteilung", "%(n)d Mitteilungen", line.notices) % {"n": line.notices}
    return tuple(words for words, count in ((disputes, line.disputes), (notices, line.notices)) if count)
