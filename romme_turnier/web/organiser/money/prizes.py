"""Prizes: the current awards, their release and distribution, and the ties that leave prizes undecided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.core.money.prizes import Item, Undecided
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.prizes import PrizeLine, PrizesTable
from romme_turnier.tournament.models import Event, PrizeAward
from romme_turnier.tournament.money import prizes as service
from romme_turnier.tournament.money.prize_reading import PLAYER, TEAM, PrizeState, Who, prize_state, ranking_key
from romme_turnier.tournament.money.reading import Account, accounts
from romme_turnier.tournament.money.words import amount, prize_label, ranking_label
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, rights_at
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import ReasonForm
from romme_turnier.web.organiser.money.common import page


@dataclass(frozen=True, slots=True)
class Tie:
    ranking: str
    rank: int
    names: str
    prizes: str
    of_teams: bool


@require_safe
@for_officials(Right.SEE)
def prizes(request: OfficialRequest, event: Event) -> HttpResponse:
    absent = _absent(request, event)
    state = prize_state(event, absent=absent)
    names = _Names(event)
    ready = [
        PrizeLine(
            place,
            PrizeAward(
                prize=next(prize for prize in state.plan if prize.pk == award.item.key),
                rank=award.rank,
                registration=names.players.get(pk) if kind == PLAYER else None,
                team=names.teams.get(pk) if kind == TEAM else None,
                amount=award.amount,
                thing=award.thing,
            ),
            award.equals,
        )
        for place, award in enumerate(state.to_release)
        for kind, pk in [cast(Who, award.who)]
    ]
    owing = [account for account in accounts(event) if account.open] if state.awards else []
    released = [PrizeLine(place, award, owed=owed_by_winner(award, owing)) for place, award in enumerate(state.awards)]
    handed = sum(award.handed_at is not None for award in state.awards)
    table = PrizesTable.table_for(
        Medium.PAGE,
        released,
        rights=rights_at(request.user, event),
        query=request.GET,
        without={"present"},
        row_attrs={"id": lambda record: f"preis-{record.award.pk}"},
        caption=_("Freigegeben: %(handed)s von %(total)s ausgegeben") % {"handed": handed, "total": len(released)},
    )
    is_absent_asked = event.prizes_only_if_present
    ready_table = PrizesTable.table_for(
        Medium.PAGE,
        ready,
        without={"state"} if is_absent_asked else {"state", "present"},
        caption=_("Bereit zur Freigabe"),
    )
    ready_table.caption_is_hidden = True
    context = {
        "state": state,
        "ready": ready,
        "ready_table": ready_table,
        "absent": [(names.of(who), f"{who[0]}-{who[1]}") for who in absent] if is_absent_asked else [],
        "ties": [_tie(tie, state, names, event.currency) for tie in state.outcome.undecided],
        "unclaimed": [_item(item, state, names, event.currency) for item in state.outcome.unclaimed],
        "waiting": [_item(item, state, names, event.currency) for item in state.outcome.waiting],
        "released": released,
        "table": table,
        "passed_over": [names.of((PLAYER, pk)) for pk in sorted({pk for award in state.awards for pk in award.absent})],
        "handed": handed,
        "player_ties": any(not _of_teams(tie) for tie in state.outcome.undecided),
    }
    return page(request, event, "prizes.html", context)


def owed_by_winner(award: PrizeAward, owing: Sequence[Account]) -> tuple[str, ...]:
    """Returns the winner's open fees as texts, such as "schuldet noch 12,00 €".

    For a team, each text names the member who owes the fee.
    """
    words = _("%(name)s schuldet noch %(amount)s") if award.team else _("schuldet noch %(amount)s")
    currency = award.prize.event.currency
    return tuple(
        words % {"name": account.registration.name, "amount": amount(account.open, currency)}
        for account in owing
        if account.registration.pk == award.registration_id or (award.team and account.team == award.team.name)
    )


class _Names:
    def __init__(self, event: Event) -> None:
        self.players = participants_reading.registrations_by_pk(event)
        self.teams = event.teams.in_bulk()

    def of(self, who: Who) -> str:
        kind, pk = who
        return str(self.players[pk] if kind == PLAYER else self.teams[pk])

    @staticmethod
    def ranking(state: PrizeState, key: str) -> str:
        return next(ranking_label(prize) for prize in state.plan if ranking_key(prize) == key)


def _absent(request: OfficialRequest, event: Event) -> list[Who]:
    values = request.POST.getlist("fehlt") if request.method == "POST" else request.GET.getlist("fehlt")
    absent: list[Who] = []
    for value in dict.fromkeys(values):
        kind, _dash, text = value.partition("-")
        pk = whole_number(text)
        if kind == PLAYER and pk is not None and event.registrations.filter(pk=pk).exists():
            absent.append((kind, pk))
    return absent


def _item(item: Item, state: PrizeState, names: _Names, currency: str) -> str:
    words = _("Rang %(first)d") if item.first == item.last else _("Rang %(first)d bis %(last)d")
    words %= {"first": item.first, "last": item.last}
    return f"{names.ranking(state, item.ranking)}, {words}: {prize_label(item.amount, item.thing, currency)}"


def _of_teams(tie: Undecided) -> bool:
    return cast(Who, tie.who[0])[0] != PLAYER


def _tie(tie: Undecided, state: PrizeState, names: _Names, currency: str) -> Tie:
    return Tie(
        ranking=names.ranking(state, tie.ranking),
        rank=tie.rank,
        names=", ".join(names.of(cast(Who, who)) for who in tie.who),
        prizes=", ".join(prize_label(item.amount, item.thing, currency) for item in tie.items),
        of_teams=_of_teams(tie),
    )


@require_POST
@for_officials(Right.DIRECT)
def prizes_release(request: OfficialRequest, event: Event) -> HttpResponse:
    with errors_as_messages(request):
        awards = service.release(event, absent=_absent(request, event), seen=request.POST.get("seen"), by=request.user)
        released = ngettext("%(count)d Preis ist freigegeben.", "%(count)d Preise sind freigegeben.", len(awards))
        messages.success(request, released % {"count": len(awards)})
    return redirect("organiser:prizes", event.slug)


@for_officials(Right.DIRECT)
def prizes_withdraw(request: OfficialRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        with errors_as_messages(request):
            count = service.withdraw_release(event, by=request.user)
            messages.success(request, _("Zurückgenommen: %(count)d Preise.") % {"count": count})
        return redirect("organiser:prizes", event.slug)
    return confirm(
        request,
        _("Freigabe der Preise zurücknehmen"),
        _("Alle freigegebenen Preise sind danach wieder offen. Ausgegeben darf noch keiner sein."),
        button=_("Freigabe zurücknehmen"),
        back=reverse("organiser:prizes", args=[event.slug]),
        danger=True,
        event=event,
    )


@require_POST
@for_officials(Right.CASH)
def prize_hand_out(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    award = get_object_or_404(PrizeAward, prize__event=event, pk=pk)
    with errors_as_messages(request):
        service.hand_out(award, by=request.user)
    return redirect(reverse("organiser:prizes", args=[event.slug], fragment=f"preis-{pk}"))


@for_officials(Right.CASH)
def prize_take_back(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    award = get_object_or_404(PrizeAward, prize__event=event, pk=pk)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            service.take_back(award, reason=form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Die Ausgabe ist zurückgenommen."))
            return redirect("organiser:prizes", event.slug)
    winner = award.registration.name if award.registration else str(award.team)
    return confirm(
        request,
        _("Ausgabe zurücknehmen"),
        f"{winner}: {prize_label(award.amount, award.thing, event.currency)}",
        back=reverse("organiser:prizes", args=[event.slug]),
        danger=True,
        form=form,
        event=event,
    )
