"""The pages about the codes of papers. The check on the server works without a script and shows the coded figures."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.core.codes.content import Content, Kind
from romme_turnier.core.codes.signing import MOST_DIGITS
from romme_turnier.documents.check_page import check_page
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.papers.checking import Check, State, check, digits_in
from romme_turnier.tournament.papers.words import day_of, figures_of, places_named, seal_in, title_of
from romme_turnier.tournament.standings.releases import pinned_lists
from romme_turnier.web.public.access import visible_events

_NAME_MOST = 200


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Text des Codes"),
        max_length=MOST_DIGITS + 300,
        widget=forms.Textarea(attrs={"rows": 4, "inputmode": "numeric", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        digits = digits_in(self.cleaned_data["code"])
        if not digits:
            raise forms.ValidationError(
                _("Darin steht kein Code eines Papiers. Ein Code besteht aus mehreren Hundert Ziffern.")
            )
        return digits


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def papers(request: HttpRequest) -> HttpResponse:
    """Explains the codes, and redirects to the page of a pasted code."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        return redirect("public:paper", form.cleaned_data["code"])
    return render(request, "public/papers/papers.html", {"form": form})


@never_cache
@require_safe
def saved_page(_request: HttpRequest) -> HttpResponse:
    """Sends the page that checks papers and archives without a server, as a download."""
    answer = HttpResponse(check_page())
    answer.headers["Content-Disposition"] = 'attachment; filename="papiere-pruefen.html"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """Checks a code. A sent `name` is compared with the names on the paper, unless the key is revoked.

    The name appears in no address and no log.
    """
    checked = check(code)
    context: dict[str, Any] = {"check": checked, "state": checked.state.value, "name": "", "places": None}
    if (content := checked.content) is not None and checked.key is not None:
        context |= {
            "organiser": checked.key.organiser,
            "is_list": content.kind is Kind.LIST,
            "is_report": content.kind is Kind.REPORT,
            "is_compared": checked.state not in (State.GONE, State.DAMAGED),
            "seal": seal_in(content),
            "title": title_of(content),
            "day": day_of(content.day),
            "issued": day_of(content.issued),
            "figures": figures_of(content),
            "public_page": _public_page(checked, content),
        }
        if not checked.key.revoked and (name := request.POST.get("name", "")[:_NAME_MOST].strip()):
            context |= {"name": name, "places": places_named(content, name)}
    return render(request, "public/papers/paper.html", context)


def _public_page(checked: Check, content: Content) -> str:
    """Returns the address of the public page with all rows of the release or list; "" if there is none."""
    if content.kind is Kind.LIST:
        event = visible_events().filter(pk=content.subject).first()
        shown = {(row.series, row.table) for row in pinned_lists(event)} if event is not None else set()
        return reverse("public:list", args=[event.slug, *content.part]) if event and content.part in shown else ""
    if content.kind is not Kind.STANDINGS:
        return ""
    number = checked.current or content.number
    releases = StandingsRelease.objects.in_force().filter(
        event=content.subject, event__published_at__isnull=False, series__number=content.part[0], number=number
    )
    release = releases.select_related("event", "series").first()
    if release is None:
        return ""
    return reverse("public:release", args=[release.event.slug, release.series.number, release.number])
