"""Pages of the register: search, merges of duplicates, proposals to merge, erasure of a person, and a person's data."""

from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.accounts.models import User
from romme_turnier.backup.engine import overwrite_freed
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.program import AlikeClubsTable, BansTable, MergeChoiceTable
from romme_turnier.tournament.models import Club, MergeProposal, Player
from romme_turnier.tournament.organisers.reading import (
    are_several,
    default_organiser,
    names_with_organiser,
    sees_several,
)
from romme_turnier.tournament.participants.register.bans import organisers_banning
from romme_turnier.tournament.participants.register.duplicates import club_pairs, player_pairs, sides_of, suggestions
from romme_turnier.tournament.participants.register.erasing import Erasure, erase_player, plan_erasure, why_not_erasable
from romme_turnier.tournament.participants.register.lookup import search
from romme_turnier.tournament.participants.register.merging import (
    is_merged,
    merge_clubs,
    merge_players,
    not_the_same,
    plan_clubs,
    plan_players,
)
from romme_turnier.tournament.participants.register.own_people import (
    bans_kept_by,
    clubs_kept_by,
    demand_kept,
    people_kept_by,
    people_seen_by,
)
from romme_turnier.tournament.participants.register.person_file import person_file
from romme_turnier.tournament.participants.register.proposals import (
    must_propose,
    proposals_by,
    proposals_to,
    propose_merge,
    proposes_merges,
    refuse_proposal,
    withdraw_proposal,
)
from romme_turnier.tournament.participants.register.words import club_done, club_effects, done, effects
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.tournament.publishing.forgetting import late_copies, late_hooks
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import reason_field
from romme_turnier.web.organiser.participants.forms import described

DUPLICATES_INLINE = 500  # people; in a larger register, duplicates have a separate page
_PAIRS_PER_PAGE = 20
_MATCHES_MAX = 30
_OWN_PROPOSALS = 20


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def register(request: OfficialRequest) -> HttpResponse:
    """Shows bans, searches, proposals to merge and, if the register is small, possible duplicates.

    `?q=` searches for two players to compare, which `?keep=` and `?drop=` then name. `?wen=` searches for a player to
    ban.
    """
    keep, drop = (whole_number(request.GET.get(name, ""), digits=18) for name in ("keep", "drop"))
    query, whom = (request.GET.get(name, "").strip()[:120] for name in ("q", "wen"))
    if keep is not None and drop is not None and keep != drop:
        return redirect(reverse("organiser:merge_players", args=[keep, drop], query={"q": query} if query else None))
    people = people_seen_by(request.user)
    players = people.count()
    bans = bans_kept_by(request.user).select_related("player", "organiser")
    bannable = search(whom, people, limit=_MATCHES_MAX) if whom else []
    matches = search(query, people, limit=_MATCHES_MAX) if query else []
    listed = [player.pk for player in (*bannable, *matches)]
    kept = set(people_kept_by(request.user, listed).values_list("pk", flat=True)) if listed else set()
    is_host = request.user.is_superuser and not are_several()
    context: dict[str, Any] = {
        "duplicates_apart": players > DUPLICATES_INLINE,
        "bans": BansTable.table_for(
            Medium.PAGE,
            bans,
            query=request.GET,
            id="gesperrt",
            without=() if sees_several(request.user) else ("organiser",),
        ),
        "whom": whom,
        "kept": kept,
        "choosable": {player.pk for player in matches} if proposes_merges(request.user) else kept,
        "bannable": bannable,
        "banned_by_me": {pk for pk, organisers in organisers_banning(bannable, request.user).items() if organisers},
        "q": query,
        "found": MergeChoiceTable.table_for(Medium.PAGE, matches),
        "one_chosen": keep is not None or drop is not None or "keep" in request.GET,
        "players": players,
        "whole": request.user.is_superuser,
        "may_ban": has_right(request.user, ProgramRight.BAN),
        "several": are_several(),
        "host_number": default_organiser().number if default_organiser().pk else "",
        "late_hooks": late_hooks(default_organiser()) if is_host else (),
        "late_copies": late_copies(default_organiser()) if is_host else (),
        "proposals": proposals_to(request.user),
        "own_proposals": proposals_by(request.user)[:_OWN_PROPOSALS],
    }
    if not context["duplicates_apart"]:
        context |= _duplicates(request)
    return render(request, "organiser/participants/register/register.html", context)


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def duplicates(request: OfficialRequest) -> HttpResponse:
    """Shows possible duplicates, page by page."""
    return render(request, "organiser/participants/register/duplicates.html", _duplicates(request))


def _duplicates(request: OfficialRequest) -> dict[str, Any]:
    page = Paginator(player_pairs(request.user), _PAIRS_PER_PAGE).get_page(request.GET.get("seite"))
    return {
        "page_obj": page,
        "suggestions": suggestions(page.object_list, request.user),
        "alike_clubs": AlikeClubsTable.table_for(Medium.PAGE, club_pairs(request.user)),
    }


def _to_duplicates(request: OfficialRequest) -> HttpResponse:
    """Redirects to the page with the next duplicates."""
    is_apart = people_seen_by(request.user).count() > DUPLICATES_INLINE
    return redirect("organiser:register_duplicates" if is_apart else "organiser:register")


@for_holders(ProgramRight.KEEP_REGISTER)
def players_merge(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    """Shows all effects of merging two players; a POST merges them.

    Officials who are not responsible for both players can only propose to merge them.
    """
    if is_merged(keep, drop):
        return merged_already(request)
    first, second = _both(request, keep, drop)
    if must_propose(first, second, request.user):
        return _propose(request, first, second)
    with errors_as_messages(request) as attempt:
        if request.method == "POST":
            plan = merge_players(first, second, by=request.user, expected=request.POST.get("mark"))
            messages.success(request, done(plan))
            return _to_duplicates(request)
        demand_kept((first, second), request.user)
        plan = plan_players(first, second)
    if attempt.error:
        return redirect(_back_to_search(request))
    sides = sides_of([keep, drop])
    context = {
        "title": _("Zwei Einträge zusammenlegen"),
        "keep": sides[keep],
        "drop": sides[drop],
        "what": effects(plan),
        "mark": plan.mark,
        "button": _("Zusammenlegen"),
        "danger": True,
        "cancel_url": _back_to_search(request),
    }
    return render(request, "organiser/participants/register/merge.html", context)


def _back_to_search(request: OfficialRequest) -> str:
    """Returns the address of the register, with the search that led to this page."""
    query = request.GET.get("q", "").strip()[:120]
    if not query:
        return reverse("organiser:register")
    return reverse("organiser:register", query={"q": query}, fragment="suchen")


def _propose(request: OfficialRequest, keep: Player, drop: Player) -> HttpResponse:
    if request.method == "POST":
        with errors_as_messages(request):
            propose_merge(keep, drop, by=request.user)
            words = _(
                "Vorgeschlagen. Wer für alle Veranstalter der beiden zuständig ist, legt sie zusammen oder lehnt "
                "es ab. Den Grund einer Ablehnung lesen Sie dann hier."
            )
            messages.success(request, words)
        return redirect(_back_to_search(request))
    names = {"keep": described(keep), "drop": described(drop)}
    return confirm(
        request,
        _("Zusammenlegen vorschlagen"),
        _("Es bliebe „%(keep)s“, und „%(drop)s“ ginge darin auf.") % names,
        _("Mindestens einer der beiden gehört auch zu Veranstaltern, für die Sie nicht zuständig sind."),
        _("Wer für alle davon zuständig ist, oder wer das Programm betreibt, legt sie zusammen oder lehnt es ab."),
        button=_("Vorschlagen"),
        back=_back_to_search(request),
    )


class RefusalForm(forms.Form):
    reason = reason_field(gettext_lazy("Liest, wer den Vorschlag gemacht hat."), max_length=300)


@for_holders(ProgramRight.KEEP_REGISTER)
def proposal_refuse(request: OfficialRequest, pk: int) -> HttpResponse:
    proposal = get_object_or_404(proposals_to(request.user), pk=pk)
    form = RefusalForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with errors_in(form, "reason"):
            refuse_proposal(proposal, form.cleaned_data["reason"], by=request.user)
            messages.success(request, _("Der Vorschlag ist abgelehnt."))
            return redirect("organiser:register")
    names = {"keep": described(proposal.keep), "drop": described(proposal.drop)}
    return confirm(
        request,
        _("Vorschlag ablehnen"),
        _("Vorgeschlagen ist, „%(drop)s“ mit „%(keep)s“ zusammenzulegen.") % names,
        button=_("Ablehnen"),
        back=reverse("organiser:register"),
        form=form,
    )


@require_POST
@login_required
def proposal_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraws the user's own proposal, even if the user no longer has the right to keep the register."""
    user = cast(User, request.user)
    with errors_as_messages(request):
        withdraw_proposal(get_object_or_404(MergeProposal, by=user, pk=pk), by=user)
        messages.success(request, _("Der Vorschlag ist zurückgezogen."))
    return redirect("organiser:register" if has_right(user, ProgramRight.KEEP_REGISTER) else "organiser:events")


@require_POST
@for_holders(ProgramRight.KEEP_REGISTER)
def players_differ(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    first, second = _both(request, keep, drop)
    with errors_as_messages(request):
        not_the_same(first, second, by=request.user)
        names = {"one": first.name, "other": second.name}
        messages.success(request, _("Gemerkt: %(one)s und %(other)s sind verschiedene Personen.") % names)
    return _to_duplicates(request)


def _both(request: OfficialRequest, keep: int, drop: int) -> tuple[Player, Player]:
    people = people_seen_by(request.user, [keep, drop]).select_related("club")
    return get_object_or_404(people, pk=keep), get_object_or_404(people, pk=drop)


def merged_already(request: HttpRequest) -> HttpResponse:
    """Redirects to the register with a message that the entries have already been merged."""
    messages.info(request, _("Diese beiden Einträge sind schon zusammengelegt."))
    return redirect("organiser:register")


@for_holders(ProgramRight.KEEP_REGISTER)
def clubs_merge(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    if request.method == "POST" and not Club.objects.filter(pk=drop).exists():
        return merged_already(request)
    first, second = (get_object_or_404(clubs_kept_by(request.user, [pk]), pk=pk) for pk in (keep, drop))
    with errors_as_messages(request) as attempt:
        if request.method == "POST":
            messages.success(request, club_done(merge_clubs(first, second, by=request.user)))
            return _to_duplicates(request)
        plan = plan_clubs(first, second)
    if attempt.error:
        return redirect("organiser:register")
    return confirm(
        request,
        _("Zwei Clubs zusammenlegen"),
        *club_effects(plan),
        button=_("Zusammenlegen"),
        back=reverse("organiser:register"),
        danger=True,
        template="organiser/participants/register/merge_clubs.html",
        swap_url=reverse("organiser:merge_clubs", args=[drop, keep]),
    )


@require_POST
@for_holders(ProgramRight.KEEP_REGISTER)
def clubs_differ(request: OfficialRequest, keep: int, drop: int) -> HttpResponse:
    first, second = (get_object_or_404(clubs_kept_by(request.user, [pk]), pk=pk) for pk in (keep, drop))
    not_the_same(first, second, by=request.user)
    messages.success(request, _("Gemerkt: %(one)s und %(other)s sind zwei Clubs.") % {"one": first, "other": second})
    return _to_duplicates(request)


@for_holders(ProgramRight.KEEP_REGISTER)
def player_erase(request: OfficialRequest, pk: int) -> HttpResponse:
    """Shows the effects on results and texts; after a confirmation, erases the person for good.

    Afterwards, deletes all papers in the cache, and rewrites the database so that its file no longer contains the name.
    """
    player = get_object_or_404(people_seen_by(request.user, [pk]), pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            erase_player(player, by=request.user)
            transaction.on_commit(partial(_clear, request))
            messages.success(request, _("Die Person ist gelöscht."))
        return redirect("organiser:register")
    if why := why_not_erasable(player, request.user):
        messages.error(request, why)
        return redirect("organiser:register")
    return confirm(
        request,
        _("%(name)s löschen") % {"name": player.name},
        *_erasure_in_words(plan_erasure(player)),
        button=_("Für immer löschen"),
        back=reverse("organiser:register"),
        danger=True,
    )


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def player_data(request: OfficialRequest, pk: int) -> HttpResponse:
    """Sends all stored data about a person as a JSON file, to answer that person's request."""
    player = get_object_or_404(people_kept_by(request.user, [pk]), pk=pk)
    return JsonResponse(
        person_file(player, request.user),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": 'attachment; filename="auskunft.json"'},
    )


def _clear(request: OfficialRequest) -> None:
    paper_cache.forget_all()
    if not overwrite_freed():
        messages.warning(request, _("Gelesen werden kann der Name nur noch aus der Datei der Datenbank selbst."))


def _erasure_in_words(plan: Erasure) -> list[str]:
    lines = [_("Ergebnisse und Listen bleiben, mit „N. N.“ statt des Namens. Das lässt sich nicht zurücknehmen.")]
    if plan.events:
        events = ", ".join(dict.fromkeys(names_with_organiser(plan.events)))
        lines.append(_("Betrifft: %(events)s") % {"events": events})
    lines.append(_("Gelöscht werden Name, E-Mail oder Telefon, Sperren und die Gründe eines Ausschlusses."))
    if are_several():
        lines.append(_("Auch alle Mitgliedschaften der Person werden gelöscht."))
    if plan.texts:
        words = ngettext(
            "In %(count)d Text steht … statt des Namens.", "In %(count)d Texten steht … statt des Namens.", plan.texts
        )
        lines.append(words % {"count": plan.texts})
    if not plan.family_name_alone:
        lines.append(_("Der Nachname allein bleibt in Texten stehen: Im Register hat ihn noch jemand."))
    lines.append(
        _(
            "Nicht gelöscht wird, was außerhalb liegt: ausgedrucktes Papier, Dateien, die jemand gespeichert hat, und "
            "Sicherungen. Löschen Sie alte Sicherungen, sobald es eine neue gibt."
        )
    )
    return lines
