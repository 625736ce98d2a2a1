"""The page of Regel-Check: a form for a case, and the answer. The address contains the case."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_stubs_ext import StrOrPromise

from romme_turnier.core.organisers.addresses import is_address
from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.shared.rule_words.options import option_in_words, option_name
from romme_turnier.web.rule_check.answers import answer
from romme_turnier.web.rule_check.card_images import left_in_tray, tray
from romme_turnier.web.rule_check.case import FORMS, NUMBER_WORDS, Case, Entry, Number, asks_of, is_asked
from romme_turnier.web.rule_check.examples import examples_of
from romme_turnier.web.rule_check.trial import case_to_try
from romme_turnier.web.rule_check.verdict import Verdict

_TAP = "dazu"  # parameter: the tapped card, if no script writes it into its field
_INTO = "ziel"  # parameter: the field that receives the card
_OF_A_DISPUTE = ("turnier", "streit")  # parameters: the dispute to which an official adds the case
_BACK, _EMPTY = "zurück", "leeren"
_PART = "X-Part"  # the header of a request for the answer only


# Text for the sign before the answer, for visitors who cannot see the colour of the sign
_SPOKEN = {
    Verdict.YES: gettext_lazy("erlaubt"),
    Verdict.NO: gettext_lazy("nicht erlaubt"),
    Verdict.TOLD: gettext_lazy("Ergebnis"),
    Verdict.ASKED_BACK: gettext_lazy("Rückfrage"),
}


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    label: StrOrPromise
    value: str | int
    several: bool = False  # melds, separated by slashes


@require_safe
@vary_on_headers(_PART)
def check(request: HttpRequest) -> HttpResponse:
    """Answers the case in the address. Without scripts, a tapped card is first added to its field by a redirect."""
    if _TAP in request.GET:
        address = Case.read(_tapped(request.GET)).address
        dispute = {name: request.GET[name] for name in _OF_A_DISPUTE if request.GET.get(name)}
        return HttpResponseRedirect(f"{address}&{urlencode(dispute)}" if dispute else address)
    case = Case.read(request.GET)
    if _PART in request.headers:
        return render(request, "rule_check/_answer.html", _answered(case, request.GET))
    form = case.form
    entries = [
        Field(entry, label, case.texts[entry], entry in (Entry.MELDS, Entry.TABLE))
        for entry, label in form.entries.items()
    ]
    context = {
        **_answered(case, request.GET),
        "dispute": [(name, request.GET[name]) for name in _OF_A_DISPUTE if request.GET.get(name)],
        "form": form,
        "tray": tray(case.rules, case.used()),
        "asks": [(ask, FORMS[ask].title) for ask in asks_of(case.rules)],
        "systems": RULE_SYSTEMS.values(),
        "entries": entries,
        "into": request.GET.get(_INTO, entries[0].name),
        "takes_cards": Entry.POINTS not in form.entries,
        "numbers": [
            (
                name,
                NUMBER_WORDS[name],
                range(1, (len(case.rules.play.contracts) if name is Number.CONTRACT else case.rules.seats_max) + 1),
                case.numbers.get(name),
            )
            for name in form.numbers
            if is_asked(name, case.rules)
        ],
        "options": list(_options(case)),
        "ticks": [(tick, label, tick in case.ticks) for tick, label in form.ticks.items()],
        "examples": examples_of(case.rules),
    }
    return render(request, "rule_check/check.html", context)


def _answered(case: Case, query: QueryDict) -> dict[str, Any]:
    """Returns the context of the answer, which a script reloads while the visitor types or taps."""
    answered = answer(case)
    leads_on = answered is not None and answered.verdict is not Verdict.ASKED_BACK
    return {
        "case": case,
        "answer": answered,
        "into_dispute": _into_dispute(case, query) if leads_on else "",
        "to_try": case_to_try(case) if leads_on else "",
        "verdict": _SPOKEN[answered.verdict] if answered else "",
        "left": " ".join(map(str, left_in_tray(case.rules, case.used()))),
    }


def _into_dispute(case: Case, query: QueryDict) -> str:
    """Returns the address that adds the case to a dispute: to number `streit` or, without a number, to a new dispute.

    Returns "" if the page was not opened for a dispute.
    """
    event, number = query.get("turnier", ""), whole_number(query.get("streit", ""))
    if not is_address(event):
        return ""
    name, more = ("organiser:dispute_edit", [number]) if number else ("organiser:dispute_create", [])
    return f"{reverse(name, args=[event, *more])}?{urlencode({'fall': urlsplit(case.address).query})}"


def _options(case: Case) -> Iterator[tuple[StrOrPromise, list[tuple[str, StrOrPromise, bool]]]]:
    """Yields each option's name and choices: value, label and whether it is selected. A single choice is a checkbox."""
    for name, option in announced_options(case.rules).items():
        if option.values:
            numbers = [(f"{name}={value}", option_in_words(name, value)) for value in option.values]
            first = [] if option.usual is not None else [("", _("nicht vereinbart"))]
            usual = f"{name}={option.usual}"
            chosen = next((option for option in case.options if option.startswith(f"{name}=")), usual)
            yield option_name(name), [(value, words, value == chosen) for value, words in [*first, *numbers]]
        else:
            yield option_name(name), [(name, option_in_words(name), name in case.options)]


def _tapped(query: QueryDict) -> QueryDict:
    """Returns the query after a tap, which adds a card to a field, deletes its last card or clears it."""
    changed = query.copy()
    into, tap = query.get(_INTO, ""), query.get(_TAP, "")
    words = query.get(into, "").split()
    if tap == _BACK:
        words = words[:-1]
    elif tap == _EMPTY:
        words = []
    else:
        words.append(tap)
    changed[into] = " ".join(words)
    return changed
