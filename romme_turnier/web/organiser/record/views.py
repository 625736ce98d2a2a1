"""Protokoll: what was done at an event, or in the register, by whom, when and why."""

from typing import Any, cast

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import PersonName
from romme_turnier.tournament.models import Event, EventLog
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, Right, for_holders, for_officials
from romme_turnier.tournament.shared.log_lines import log_lines
from romme_turnier.tournament.shared.verb_words import SUBJECT_WORDS
from romme_turnier.web.organiser.fields import MomentField

AT_ONCE = 50
NOBODY = "0"  # who acted without an account

Rows = QuerySet[EventLog]


class RecordFilter(forms.Form):
    """The filter of the log; invalid values are ignored."""

    wer = forms.ChoiceField(label=gettext_lazy("Wer"), required=False)
    was = forms.ChoiceField(label=gettext_lazy("Worum es ging"), required=False)
    nr = forms.CharField(
        label=gettext_lazy("Nummer"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("12, Tisch als 1/3")}),
    )
    von = MomentField(label=gettext_lazy("Von"), required=False)
    bis = MomentField(label=gettext_lazy("Bis"), required=False)

    def __init__(self, data: Any, rows: Rows) -> None:
        super().__init__(data)
        everybody = [("", _("alle"))]
        people = [
            (str(user.pk), str(user)) for user in User.objects.filter(pk__in=rows.order_by().values("by")).distinct()
        ]
        kinds = set(rows.order_by().values_list("subject_kind", flat=True).distinct())
        nobody = [(NOBODY, _("ohne Anmeldung"))] if rows.filter(by=None).exists() else []
        choices: dict[str, list[tuple[str, str | Promise]]] = {
            "wer": [*everybody, *sorted(people, key=lambda one: PersonName.of(one[1]).order), *nobody],
            "was": [*everybody, *((kind, words) for kind, words in SUBJECT_WORDS.items() if kind in kinds)],
        }
        for name, values in choices.items():
            cast(forms.ChoiceField, self.fields[name]).choices = values

    def chosen(self, rows: Rows) -> Rows:
        """Returns the rows that pass the filter."""
        self.is_valid()
        said = self.cleaned_data
        if who := said.get("wer"):
            rows = rows.filter(by=None) if who == NOBODY else rows.filter(by=who)
        wanted = {
            "subject_kind": said.get("was"),
            "subject_number": said.get("nr"),
            "at__gte": said.get("von"),
            "at__lte": said.get("bis"),
        }
        return rows.filter(**{name: value for name, value in wanted.items() if value})


@require_safe
@for_officials(Right.DIRECT)  # it covers money, disputes and officials: only for those who may see all of these
def event_record(request: OfficialRequest, event: Event) -> HttpResponse:
    return _page(request, EventLog.objects.filter(event=event), {"event": event})


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def register_record(request: OfficialRequest) -> HttpResponse:
    """What was done in the register and belongs to no event; officials see their own acts there."""
    rows = EventLog.objects.filter(event=None)
    return _page(request, rows if request.user.is_superuser else rows.filter(by=request.user), {"event": None})


def _page(request: HttpRequest, rows: Rows, context: dict[str, Any]) -> HttpResponse:
    """The newest first, page by page; with `?alle=1` everything in the order it happened, to be printed."""
    form = RecordFilter(request.GET, rows)
    found = form.chosen(rows).select_related("by", "event")
    whole = request.GET.get("alle") == "1"
    page = Paginator(found.order_by("number" if whole else "-number"), max(found.count(), 1) if whole else AT_ONCE)
    page_obj = page.get_page(request.GET.get("page"))
    context |= {
        "form": form,
        "filtered": any(request.GET.get(name) for name in form.fields),
        "whole": whole,
        "page_obj": page_obj,
        "lines": log_lines(list(page_obj.object_list)),
        "total": rows.count(),
    }
    return render(request, "organiser/record/record.html", context)
