"""Shows a decision with its clause and its effect before the official confirms it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.histories import Effect, EffectsTable
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.checking.scorer_error_words import note_difference
from romme_turnier.tournament.lists.corrections import ConsentMissing
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.web.acting import Attempt
from romme_turnier.web.organiser.disputes.effects import carry_out, named_dispute, reason_of
from romme_turnier.web.organiser.lists.common import ListView, Status, posted_version
from romme_turnier.web.organiser.lists.corrections.outcome import Figures, Stored, outcome_of
from romme_turnier.web.rule_check.case import address_of_row

KEY_LENGTH = 32  # length of the key that keeps a confirmed decision from running twice


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of an official: its texts, and the function that carries it out, including in the dry run."""

    clause: str  # the rule in one sentence, with its section
    button: str
    done: str
    # Gets the `reason`, the version of the list that the official saw (`expected`), `by` and, with `asks_consent`, the
    # seats whose players agree (`consent`).
    carry_out: Callable[..., object]
    facts: Sequence[str] = ()
    facts_after: Callable[[Stored], Sequence[str]] = field(default=lambda _stored: ())  # further facts from the dry run
    danger: bool = False
    asks_consent: bool = False  # before the end of the series, the players must agree (§ 2.2.3)


def decide(
    request: OfficialRequest, view: ListView, form: forms.Form, decision: Callable[[], Decision], title: str
) -> HttpResponse:
    """Shows the form, then the preview of the effect, and carries out the decision after the confirmation.

    `decision` is called only if the form is valid. If the decision is refused, the form appears again, with the error
    above its fields; if only consent is missing, the preview asks for it again. If the address names a dispute and the
    user may rule, the decision is recorded as the dispute's effect. If the series is closed, users who may not rule are
    redirected to the list.
    """
    version = posted_version(request) if request.method == "POST" else view.spielliste.version
    context = {**view.context(), "form": form, "version": version, "title": title}
    if view.series.is_closed and not view.may_rule:
        messages.error(request, _("Die Serie ist abgeschlossen, ihre Listen sind gesperrt."))
        return redirect(view.url())
    dispute = named_dispute(request, view.event)
    if dispute is not None:
        context["dispute"] = dispute
        form.initial.setdefault("reason", reason_of(dispute))
    if request.method != "POST" or "back" in request.POST or not form.is_valid():
        return render(request, "organiser/lists/corrections/decision.html", context)
    made = decision()

    def act(agreed: Sequence[int]) -> object:
        more = {"consent": agreed} if made.asks_consent else {}
        return made.carry_out(reason=form.cleaned_data["reason"], expected=version, by=request.user, **more)

    consent = [seat.number for seat in view.seats if str(seat.number) in request.POST.getlist("consent")]
    confirmed = Attempt()
    if "confirm" in request.POST:
        with confirmed:
            words = f"{title}: {made.facts[0]}" if made.facts else title
            carry_out(request, view.event, words, lambda: act(consent))
            messages.success(request, made.done)
            back = reverse("organiser:dispute", args=[view.event.slug, dispute.number]) if dispute else view.url()
            return redirect(back)
    if confirmed.error and not isinstance(confirmed.error, ConsentMissing):  # the preview asks for consent again
        return _not_made(request, context, form, confirmed.error, view)
    with Attempt() as tried:
        outcome = outcome_of(view, act)
    if tried.error:
        return _not_made(request, context, form, tried.error, view)
    lines = [_effect(before, after) for before, after in outcome.people]
    context |= {
        "decision": made,
        "facts": [*made.facts, *made.facts_after(outcome.after)],
        "problem": confirmed.message,
        "outcome": outcome,
        "asks_consent": made.asks_consent and not view.series.is_closed,
        "consent": consent,
        "table": EffectsTable.table_for(
            Medium.PAGE,
            [line for line in lines if line.changed],
            without=EffectsTable.unused(view.event) | (set() if outcome.ranks else {"rank"}),
        ),
        "unchanged": [line for line in lines if not line.changed],
        "findings": findings(view, outcome.after.evaluation),
        "cases": cases(view, outcome.after),
        "hidden": hidden_fields(form),
        "key": get_random_string(KEY_LENGTH),
    }
    return render(request, "organiser/lists/corrections/preview.html", context)


def _not_made(
    request: OfficialRequest, context: dict[str, Any], form: forms.Form, error: TournamentError, view: ListView
) -> HttpResponse:
    """Shows the form again, with the error and the current version of the list."""
    form.add_error(None, error.message)
    version = models.Spielliste.objects.values_list("version", flat=True).get(pk=view.spielliste.pk)
    return render(request, "organiser/lists/corrections/decision.html", {**context, "version": version})


def _effect(before: Figures | None, after: Figures | None) -> Effect:
    before_rank, after_rank = (figures.rank if figures else "–" for figures in (before, after))
    where = after or before
    return Effect(
        name=where.seated.words if where else "",
        before=signed(before.total) if before else "–",
        after=signed(after.total) if after else "–",
        scored_before=before.scored if before else DASH,
        scored_after=after.scored if after else DASH,
        counts_before=_counts(before),
        counts_after=_counts(after),
        rank_before=before_rank if before_rank != after_rank else "",
        rank_after=after_rank if before_rank != after_rank else "",
        moved=before is None or after is None or before.seated != after.seated,
    )


def _counts(figures: Figures | None) -> str:
    if figures is None:
        return _("kein Platz")
    if figures.status == Status.OPEN and not figures.left:
        return _("noch offen")
    return _("zählt") if figures.counting and figures.status != Status.INVALID else _("zählt nicht")


def findings(view: ListView, after: Evaluation) -> list[str]:
    """Returns a text for each finding that the decision removes or adds."""
    rules = view.event.rules
    before, then = (
        dict.fromkeys(
            [
                *(lists_words.describe(finding, rules) for finding in (*evaluation.violations, *evaluation.warnings)),
                *(note_difference(difference, rules) for difference in evaluation.differences),
            ]
        )
        for evaluation in (view.loaded.evaluation, after)
    )
    gone = [_("Entfällt: %(what)s") % {"what": words} for words in before if words not in then]
    return [*gone, *(_("Neu: %(what)s") % {"what": words} for words in then if words not in before)]


def cases(view: ListView, after: Stored) -> list[tuple[int, str]]:
    """Returns the game number and the Regel-Check address of each complete row that would break a rule."""
    broken = {violation.params.get("game") for violation in after.evaluation.violations}
    games = [(game, address_of_row(view.event.rules, game)) for game in after.sheet.games if game.number in broken]
    return [(game.number, address) for game, address in games if address]


def hidden_fields(form: forms.Form) -> list[tuple[str, Any]]:
    """Returns the names and values of the hidden fields that repeat the form for the confirmation."""
    answers = []
    for bound in form:
        value = bound.value()
        if isinstance(bound.field, forms.BooleanField):
            value = "on" if value else ""
        several = value if isinstance(bound.field, forms.MultipleChoiceField) else [value]
        answers += [(bound.html_name, "" if answer is None else answer) for answer in several]
    return answers
