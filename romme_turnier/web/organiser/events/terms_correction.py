"""Corrects the announced bonus, scoring points or games per list after a preview, once lists contain entries."""

from collections.abc import Hashable
from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.histories import Effect, EffectsTable
from romme_turnier.tournament.events.announcements import has_entries
from romme_turnier.tournament.events.terms_correction import SumTerms, correct_terms, sum_terms
from romme_turnier.tournament.models import Event, Notice
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.asked_terms import asked_terms
from romme_turnier.tournament.shared.numbers import signed
from romme_turnier.tournament.shared.rule_words.scoring_points import points_in_words
from romme_turnier.tournament.shared.service import dry_run, one_transaction
from romme_turnier.tournament.standings.reading import standings
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.events.announcement.scoring_fields import POINTS, PointsFields, asked_points
from romme_turnier.web.organiser.fields import reason_field
from romme_turnier.web.organiser.rows import FormWithRows


class TermsForm(FormWithRows, PointsFields):
    """The form that corrects the terms that the event's rule system and scoring have."""

    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Wie zählt der Bonus?"), choices=Event.Bonus.choices, widget=forms.RadioSelect
    )
    bonus_four = forms.IntegerField(label=gettext_lazy("Bonus am Vierertisch"), min_value=0, max_value=1000)
    bonus_three = forms.IntegerField(label=gettext_lazy("Bonus am Dreiertisch"), min_value=0, max_value=1000)
    bonus_handromme = forms.IntegerField(label=gettext_lazy("Bonus für Handrommé"), min_value=0, max_value=1000)
    games_per_list = forms.IntegerField(label=gettext_lazy("Spiele je Liste"), min_value=1, max_value=100)
    reason = reason_field()

    def __init__(self, event: Event, data: QueryDict | None) -> None:
        self.before, self.rules = sum_terms(event), event.rules
        super().__init__(data, initial=asdict(self.before))
        self.begin_points(event.points_per_game, data)
        self.counts_points = event.points_per_game is not None
        self.row_sets = (self.steps,) if self.counts_points else ()
        asked = asked_terms(event.rules) - ({"games_per_list"} if event.length_unit else set())
        asked |= asked_points(event.rules) if self.counts_points else set()
        for name in self.fields.keys() - asked - {"reason"}:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        points = self.points_per_game() if self.counts_points else None
        return {**{name: value for name, value in cleaned.items() if name not in POINTS}, "points_per_game": points}

    def figures(self) -> list[forms.BoundField]:
        names = [name for name, field in self.fields.items() if isinstance(field, forms.IntegerField)]
        return [self[name] for name in names if name not in POINTS]

    def points(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS if name in self.fields]

    def changes(self) -> list[tuple[object, object, object]]:
        """Returns the label, old value and new value of each changed field of a valid form."""
        terms, words = self.terms(), dict(Event.Bonus.choices)
        before, after = asdict(self.before), asdict(terms)
        changes: list[tuple[object, object, object]] = [
            (field.label, words.get(before[name], before[name]), words.get(after[name], after[name]))
            for name, field in self.fields.items()
            if name in before and before[name] != after[name]
        ]
        was, now = self.before.points_per_game, terms.points_per_game
        if was and now and was != now:
            figures = points_in_words(was, self.rules), points_in_words(now, self.rules)
            changes.append((_("Wertungspunkte je Spiel"), *figures))
        return changes

    def terms(self) -> SumTerms:
        """Returns the terms from the valid form. Terms without a field keep their values."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        return replace(self.before, **given)


@for_officials(Right.DIRECT)
def event_terms(request: OfficialRequest, event: Event) -> HttpResponse:
    if not has_entries(event):
        return redirect("organiser:event_edit", event.slug)
    form = TermsForm(event, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"event": event, "form": form, "table": None, "told": 0}
    if request.method == "POST" and form.is_valid() and "back" not in request.POST:
        terms, reason = form.terms(), form.cleaned_data["reason"]
        with errors_in(form):
            if "confirm" in request.POST:
                correct_terms(event, terms, reason=reason, by=request.user)
                messages.success(request, _("Die Ausschreibung ist berichtigt, alle Listen sind neu gerechnet."))
                return redirect("organiser:event_edit", event.slug)
            notices = Notice.objects.filter(registration__event=event)
            with one_transaction():  # on SQLite, no other correction is stored between the figures before and after
                before, told_before = _standings(event), notices.count()
                after, told = dry_run(
                    lambda: correct_terms(event, terms, reason=reason, by=request.user),
                    lambda: (_standings(event), notices.count() - told_before),
                )
            effects = [
                Effect(was.name, was.result, now.result, was.rank, now.rank, "", "", was.scored, now.scored)
                for key, was in before.items()
                for now in [after[key]]
                if now != was
            ]
            table = EffectsTable.table_for(Medium.PAGE, effects, without={"counts"} | EffectsTable.unused(event))
            context |= {"table": table, "told": told}
    return render(request, "organiser/events/terms.html", context)


@dataclass(frozen=True, slots=True)
class _Standing:
    """A player's place in the current standings, as text; `scored` has the form that `EffectsTable` shows."""

    name: str
    result: str
    scored: str
    rank: str


def _standings(event: Event) -> dict[Hashable, _Standing]:
    """Returns each player's place, by the primary key of the registration."""
    names = {registration.pk: str(registration) for registration in event.registrations.select_related("player")}
    rows = standings(Event.objects.get(pk=event.pk), event.series.last_drawn() or 1)
    return {
        row.entrant.key: _Standing(
            names[row.entrant.key],  # type: ignore[index]
            signed(row.sums.total),
            EffectsTable.points_in_words(row.sums),
            str(row.rank or "–"),
        )
        for row in rows
    }
