"""Differences between the scorer's sums and ours: their likely causes, and two ways to close them (§ 2.2.5)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.scorer_errors import Cause, Explained
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking import differences as services, scorer_error_words
from romme_turnier.tournament.lists.checking.open_differences import find, open_differences
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import signed_number, whole_number
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.lists.common import (
    ListView,
    complete_if_ready,
    demand_writable,
    get_list_view,
    posted_version,
)

_LIKELY = 3  # number of visible causes; the others can be unfolded


@dataclass(frozen=True, slots=True)
class ShownCause:
    """A possible cause as text, its index among all causes of the difference, and the label of its button, or ""."""

    number: int
    text: str
    button: str


@dataclass(frozen=True, slots=True)
class ShownDifference:
    text: str
    fields: Mapping[str, int | str]
    likely: list[ShownCause]
    others: list[ShownCause]


@dataclass(frozen=True, slots=True)
class Shown:
    """The open differences, and the closed ones (mistakes of the scorer) as pairs of primary key and text."""

    open: list[ShownDifference]
    closed: list[tuple[int, str]]


def shown(view: ListView) -> Shown:
    """Returns the open and closed differences of a list, for `{% differences view as shown %}`."""
    rules = view.event.rules
    return Shown(
        open=[_shown(explained, rules) for explained in open_differences(view.loaded)],
        closed=[
            (error.pk, scorer_error_words.say_difference(error.difference, rules))
            for error in view.loaded.scorer_errors
        ],
    )


def _shown(explained: Explained, rules: RuleSet) -> ShownDifference:
    difference = explained.difference
    causes = [
        ShownCause(number, scorer_error_words.say_cause(cause, rules), _button(cause))
        for number, cause in enumerate(explained.causes)
    ]
    return ShownDifference(
        scorer_error_words.say_difference(difference, rules), asdict(difference), causes[:_LIKELY], causes[_LIKELY:]
    )


def _button(cause: Cause) -> str:
    """Returns the label of the button that corrects our entry; "" if a single press cannot correct it."""
    if cause.code in _ENTRY_SLIPS | _FIGURE_SLIPS:
        return _("Auf der Liste steht %(instead)d") % {"instead": cause.instead or 0}
    if cause.code == "cells_swapped":
        return _("Auf der Liste stehen sie vertauscht")
    if cause.code == "handromme_mark_missing" and len(cause.games) == 1:
        return _("Spiel %(game)d war ein Handrommé") % {"game": cause.games[0]}
    return ""


_ENTRY_SLIPS = frozenset({"digits_transposed", "digit_misread"})
_FIGURE_SLIPS = frozenset({"figure_transposed", "figure_misread"})


@require_POST
@for_officials(Right.ENTER)
def close(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Closes a difference (`what` is "scorer", or "typo" with the index of the cause), or reopens it ("undo").

    If this succeeds, also completes the list as `complete_if_ready` does.
    """
    view = get_list_view(request, event, number, table)
    demand_writable(view)
    with errors_as_messages(request):
        messages.success(request, _undo(request, view) if request.POST.get("what") == "undo" else _close(request, view))
        complete_if_ready(request, view)
    # If no difference is left, the page begins at its next step, which has the focus.
    return redirect(view.url() + ("#abweichungen" if load(view.spielliste.pk).unsettled else ""))


def _undo(request: OfficialRequest, view: ListView) -> str:
    pk = whole_number(request.POST.get("error", ""))
    error = next((error for error in view.loaded.scorer_errors if error.pk == pk), None)
    if error is None:
        raise TournamentError(_("Das ist schon zurückgenommen."))
    services.take_back(error, expected=posted_version(request), by=request.user)
    return _("Die Abweichung ist wieder offen.")


def _close(request: OfficialRequest, view: ListView) -> str:
    explained = find(view.loaded, _posted(request))
    difference = explained.difference
    if request.POST.get("what") == "scorer":
        services.blame_scorer(view.spielliste, difference, expected=posted_version(request), by=request.user)
        words = _("Rechenfehler des Listenführers vermerkt, Platz %(seat)d: es gilt %(computed)s.")
        return words % {"seat": difference.seat, "computed": difference.computed}
    chosen = whole_number(request.POST.get("cause", ""))
    if chosen is None or not 0 <= chosen < len(explained.causes):
        raise TournamentError(_("Bitte wählen Sie, was auf der Liste steht."))
    _correct(request, view, difference, explained.causes[chosen])
    return _("Der Tippfehler ist berichtigt.")


def _posted(request: OfficialRequest) -> Difference | None:
    """Returns the posted difference, or None if a field is invalid."""
    seat, claimed, computed = (signed_number(request.POST.get(name, "")) for name in ("seat", "claimed", "computed"))
    figure = request.POST.get("figure", "")
    if seat is None or claimed is None or computed is None or figure not in list(Figure):
        return None
    return Difference(seat, Figure(figure), claimed, computed)


def _correct(request: OfficialRequest, view: ListView, difference: Difference, cause: Cause) -> None:
    """Changes our figure or game to agree with the paper. Raises TournamentError if one step cannot do this."""
    version, spielliste = posted_version(request), view.spielliste
    if cause.code in _FIGURE_SLIPS and cause.instead is not None:
        services.mend_claim(
            spielliste,
            seat=difference.seat,
            figure=difference.figure,
            value=cause.instead,
            expected=version,
            by=request.user,
        )
        return
    entries = {difference.seat: cause.instead} if cause.instead is not None else {}
    if cause.code == "cells_swapped" and cause.other is not None and cause.entry is not None:
        entries |= {cause.other: cause.entry}
    is_mark = cause.code == "handromme_mark_missing"
    if len(cause.games) != 1 or not (entries or is_mark):
        raise TournamentError(_("Bitte berichtigen Sie die Zahl in der Liste."))
    services.mend_entry(
        spielliste, game=cause.games[0], entries=entries, handromme=is_mark, expected=version, by=request.user
    )
