"""Imprint and privacy: the public pages, and the form for the program's operator."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.operator import describe_operator, operator
from romme_turnier.tournament.models import Operator, Organiser
from romme_turnier.tournament.organisers.reading import are_several, default_organiser
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.web.acting import errors_in


class OperatorForm(forms.ModelForm[Operator]):
    class Meta:
        model = Operator
        fields = ("imprint", "privacy")
        widgets = {"imprint": forms.Textarea(attrs={"rows": 7}), "privacy": forms.Textarea(attrs={"rows": 7})}
        help_texts = {
            "imprint": gettext_lazy(
                "Wer das Programm betreibt: Name oder Verein mit Vertretung, Anschrift, E-Mail und Telefon."
            ),
            "privacy": gettext_lazy(
                "Wen man zu seinen Daten fragt, und was über den Text des Programms hinaus gilt, etwa wie lange Sie "
                "Ergebnisse aufheben."
            ),
        }


@require_safe
def legal_page(request: HttpRequest, template: str) -> HttpResponse:
    several = are_several()
    context = {
        "operator": operator(),
        "may_change": has_right(request.user, ProgramRight.RUN),
        "are_several": several,
        "names_years": None if several else default_organiser().names_years,
        "organisers": Organiser.objects.exclude(imprint="") if several else (),
    }
    return render(request, template, context)


@for_holders(ProgramRight.RUN)
def edit_operator(request: OfficialRequest) -> HttpResponse:
    form = OperatorForm(request.POST or None, instance=operator())
    if form.is_valid():
        with errors_in(form):
            describe_operator(**form.cleaned_data, by=request.user)
            messages.success(request, _("Impressum und Datenschutz sind gespeichert."))
            return redirect("help:imprint")
    return render(request, "help/operator.html", {"form": form})
