"""“Mein Turnier”, which players open by scanning their start card or typing the number and code on it."""

from re import fullmatch
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.accounts.guesses import TooManyGuessesError
from romme_turnier.tournament.disputes.notice_answers import TEXT_LENGTH, acknowledge, object_to
from romme_turnier.tournament.models import Event, Notice, Registration
from romme_turnier.tournament.participants.card_code import LENGTH, is_code_of
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.fields import posted_line
from romme_turnier.web.public.access import public_event, released_series
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.my_event.reading import my_day
from romme_turnier.web.public.notices import own_notices
from romme_turnier.web.public.phone_identity import (
    CARD_CODE_INPUT,
    for_player,
    forget_phone,
    forget_player,
    holder_of_card,
    lookup_at_earlier_address,
    recognised,
    remember_player,
)
from romme_turnier.web.public.registering.guard import personal

_TOO_MANY = gettext_lazy("Zu viele falsche Codes. Bitte warten Sie zehn Minuten, oder fragen Sie die Spielleitung.")
_WRONG = gettext_lazy(
    "Diese Startnummer und dieser Code gehören nicht zusammen. Beide stehen auf Ihrer Startkarte; der Code hat sechs "
    "Zeichen."
)


class CardForm(forms.Form):
    nr = forms.CharField(
        label=gettext_lazy("Startnummer"),
        max_length=9,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "input--short"}),
        error_messages={"required": gettext_lazy("Bitte geben Sie Ihre Startnummer ein.")},
    )
    code = forms.CharField(
        label=gettext_lazy("Code der Startkarte"),
        max_length=2 * LENGTH,
        widget=forms.TextInput(attrs=CARD_CODE_INPUT),
        help_text=gettext_lazy("Sechs Zeichen, unter dem Quadrat auf der Startkarte."),
        error_messages={"required": gettext_lazy("Bitte geben Sie den Code ein, der auf Ihrer Startkarte steht.")},
    )


@require_safe
@personal
def my_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows a player's day. Phones without a remembered player are redirected to the form for a start card.

    `?k=ACD347&nr=14` comes from a start card's QR code. This address redirects officials to the front desk; any other
    phone remembers the player if the code is right.
    """
    if "k" in request.GET:
        return _scanned(request, slug)
    event = public_event(slug)
    own = recognised(request, event)
    if own is None:
        return lookup_at_earlier_address(request, event) or redirect("public:my_card", slug)
    context = {"event": event, "crumbs": crumbs_of(event, (_("Mein Turnier"), None)), **my_day(own)}
    return render(request, "public/my_event/page.html", context)


@require_safe
@personal
def my_rank(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirects to the player's row in the standings, or in the ranking at the address in `?nach=`.

    Phones without a player are redirected to the form for a start card.
    """
    event = public_event(slug)
    own = recognised(request, event)
    if own is None or own.number is None:
        return lookup_at_earlier_address(request, event) or redirect("public:my_card", slug)
    standings, wanted = reverse("public:standings", args=[slug]), request.GET.get("nach", "")
    ranking = wanted if wanted.startswith(standings) and fullmatch(r"[\w/-]+", wanted) else standings
    return redirect(f"{ranking}?nr={own.number}#nr-{own.number}")


@require_POST
@personal
@for_player
def my_notice(request: HttpRequest, own: Registration, pk: int) -> HttpResponse:
    """Stores the player's answer to a correction: `gesehen` to accept the figures, otherwise an objection in `text`.

    Raises Http404 unless the notice is the player's own and its list is released.
    """
    shown = own_notices(own.event, own, [series.number for series in released_series(own.event)])
    if pk not in {notice["pk"] for notice in shown if notice["figures"]}:
        raise Http404
    notice = Notice.objects.get(pk=pk)
    with errors_as_messages(request):
        if "gesehen" in request.POST:
            acknowledge(notice)
        else:
            object_to(notice, text=posted_line(request, "text", TEXT_LENGTH + 1))
            messages.success(request, _("Die Spielleitung hat Ihren Widerspruch und entscheidet darüber."))
    return redirect(reverse("public:my_event", args=[own.event.slug], fragment="mitteilungen"))


def _scanned(request: HttpRequest, slug: str) -> HttpResponse:
    number = whole_number(request.GET.get("nr", ""))
    event = Event.objects.filter(slug=slug).first()
    if event is not None and may(request.user, Right.SEE, event):
        own = event.registrations.filter(number=number).first() if number is not None else None
        asked = {"nr": number} if is_code_of(own, request.GET["k"]) else {"q": request.build_absolute_uri()}
        return redirect(f"{reverse('organiser:front_desk', args=[slug])}?{urlencode(asked)}")
    form = CardForm({"nr": request.GET.get("nr", ""), "code": request.GET["k"]})
    return _opened(request, public_event(slug), form)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def my_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks for the number and code of a start card. `verlassen` signs the phone out of the event and the last table."""
    event = public_event(slug)
    if request.method != "POST":
        return _asked(request, event, CardForm())
    if "verlassen" not in request.POST:
        return _opened(request, event, CardForm(request.POST))
    response = redirect("public:my_card", slug)
    own = recognised(request, event)
    if own is not None:
        forget_phone(response, own)
    forget_player(response, event)
    return response


def _opened(request: HttpRequest, event: Event, form: CardForm) -> HttpResponse:
    """Remembers the player and redirects to the player's page.

    A wrong code shows the form again; its message does not say whether the number exists. Too many wrong codes get 429.
    """
    if not form.is_valid():
        return _asked(request, event, form)
    try:
        holder = holder_of_card(
            request, event, whole_number(form.cleaned_data["nr"].strip()), form.cleaned_data["code"]
        )
    except TooManyGuessesError:
        form.add_error(None, _TOO_MANY)
        return _asked(request, event, form, status=429)
    if holder is None:
        form.add_error(None, _WRONG)
        return _asked(request, event, form)
    response = redirect("public:my_event", event.slug)
    remember_player(response, holder)
    return response


def _asked(request: HttpRequest, event: Event, form: CardForm, *, status: int = 200) -> HttpResponse:
    context = {
        "event": event,
        "crumbs": crumbs_of(event, (_("Mein Turnier"), None)),
        "form": form,
        "own": recognised(request, event),
    }
    return render(request, "public/my_event/card.html", context, status=status)
