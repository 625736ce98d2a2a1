"""A draw by hand: officials type or scan each player and the card that this player drew (§ 2.1.1)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seats import DrawnCardsTable, seat_columns
from romme_turnier.tournament.models import Draw, Event, Series
from romme_turnier.tournament.participants.finding import fitting, number_named
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.seating.drawn_cards import (
    apply_cards,
    demand_no_card,
    discard_cards,
    draw_by_hand,
    enter_card,
    player_of,
    read_card,
    read_draw,
    side_by_side,
    start_cards,
    still_to_draw,
    swap_cards,
    take_back_last,
)
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import ReasonForm
from romme_turnier.web.organiser.seating.common import people_before_draw


def _url(event: Event, number: int, player: int | None = None) -> str:
    return reverse("organiser:series_cards", args=[event.slug, number], query={"nr": player} if player else None)


@for_officials(Right.DIRECT)
def series_cards(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Shows drawn and remaining cards.

    A POST starts the draw, enters or undoes a card, swaps the seats of two players, or adopts the drawn seats.
    """
    demand_series(event, number)
    series = Series.objects.filter(event=event, number=number).first()
    draw = draw_by_hand(series) if series else None
    if request.method == "POST":
        with errors_as_messages(request):
            return redirect(_do(request, event, number, draw))
        return redirect(_url(event, number, whole_number(request.POST.get("nr", ""), digits=4)))
    context = {
        "event": event,
        "number": number,
        "draw": draw,
        **(_state(request, draw) if draw else {"drawn": bool(series and series.tables.exists())}),
        **people_before_draw(request, event, number, page="series_cards"),
    }
    return render(request, "organiser/seating/cards.html", context)


def _do(request: OfficialRequest, event: Event, number: int, draw: Draw | None) -> str:
    """Carries out the posted step and returns the address of the next page. Raises TournamentError if it is refused."""
    what = request.POST.get("was", "")
    if draw is None:
        if what == "anfangen":
            start_cards(event, number, by=request.user)
        return _url(event, number)
    match what:
        case "zurueck":
            card = take_back_last(draw, by=request.user)
            who = card.registration
            messages.success(
                request,
                _("Zurückgenommen: Nr. %(number)s, Tisch %(table)d, Platz %(seat)d.")
                % {"number": who.number if who else "", "table": card.table, "seat": card.seat},
            )
        case "tausch":
            pair = [whole_number(text, digits=4) or 0 for text in request.POST.getlist("paar")[:2]]
            swap_cards(draw, pair[0] if pair else 0, pair[1] if len(pair) > 1 else 0, by=request.user)
            messages.success(request, _("Die beiden haben die Plätze getauscht."))
        case "uebernehmen":
            apply_cards(draw, by=request.user)
            messages.success(request, _("Die gezogenen Plätze gelten."))
            return reverse("organiser:series", args=[event.slug, number])
        case _typed:
            return _enter(request, event, number, draw)
    return _url(event, number)


def _enter(request: OfficialRequest, event: Event, number: int, draw: Draw) -> str:
    """Reads a player, a card, or both; stores the card, if any, and returns the next address.

    If only a card is typed, `nr` names its player. Raises TournamentError if the text cannot be read or does not fit
    exactly one player, if the player is not in the draw or already has a card, and as `enter_card` does.
    """
    text = request.POST.get("eingabe", "").strip()
    asked = whole_number(request.POST.get("nr", ""), digits=4)
    card = read_card(text) if asked else None
    player = asked
    if card is None and (scanned := number_named(event, text)):  # a start card
        player = scanned
    elif card is None and (typed := read_draw(text)):
        player, card = typed
    elif card is None and len(matches := fitting(still_to_draw(draw), text)) == 1:  # a name
        player = matches[0].number
    elif card is None:
        raise TournamentError(
            _("„%(text)s“ ist keine Karte. Schreiben Sie Tisch und Platz, zum Beispiel 7 2, oder scannen Sie sie.")
            % {"text": text}
            if asked
            else _("Auf „%(text)s“ passt niemand, der noch zieht, oder mehrere.") % {"text": text}
        )
    if player is None:
        raise TournamentError(_("„%(text)s“ ist keine Startnummer.") % {"text": text})
    who = player_of(draw, player)
    if card is None:
        demand_no_card(draw, who)
        return _url(event, number, player)
    stored = enter_card(draw, player, *card, by=request.user)
    messages.success(
        request,
        _("Nr. %(number)d %(name)s: Tisch %(table)d, Platz %(seat)d.")
        % {"number": player, "name": who.name, "table": stored.table, "seat": stored.seat},
    )
    return _url(event, number)


def _state(request: OfficialRequest, draw: Draw) -> dict[str, object]:
    cards = list(draw.cards.select_related("registration__player", "registration__club"))
    tables: dict[int, list[object]] = {}
    for card in cards:
        tables.setdefault(card.table, []).append(card)
    waiting = still_to_draw(draw)
    player = None
    if asked := whole_number(request.GET.get("nr", ""), digits=4):
        with errors_as_messages(request):
            player = player_of(draw, asked)
    return {
        "table": DrawnCardsTable.table_for(
            Medium.PAGE, tables.items(), extra_columns=seat_columns(max(map(len, tables.values()), default=0))
        ),
        "player": player,
        "waiting": waiting,
        "left": sum(card.registration_id is None for card in cards),
        "can_take_back": any(card.by_id is not None for card in cards),
        "neighbours": side_by_side(draw),
    }


@for_officials(Right.DIRECT)
def series_cards_discard(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    demand_series(event, number)
    series = Series.objects.filter(event=event, number=number).first()
    draw = draw_by_hand(series) if series else None
    if draw is None:
        return redirect(_url(event, number))
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            discard_cards(draw, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Ziehung ist verworfen. Sie bleibt im Protokoll."))
            return redirect("organiser:series_draw", event.slug, number)
    return confirm(
        request,
        _("Ziehung von Serie %(number)s verwerfen") % {"number": number},
        _("Alle Karten, die schon gezogen sind, gelten dann nicht mehr."),
        button=_("Ziehung verwerfen"),
        back=_url(event, number),
        danger=True,
        form=form,
        event=event,
    )
