"""Correcting the announced terms that decide the sums, after lists have been written (§ 2.2.5).

Every list is added up again. A completed list gets a revision with the reason, and players with a changed result must
be informed. Existing revisions and releases do not change.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.tournament import models
from romme_turnier.tournament.events.scoring import demand_scoring, note_points_per_game
from romme_turnier.tournament.lists.change import change, store_totals
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service

Status = models.Spielliste.Status


@dataclass(frozen=True, slots=True)
class SumTerms:
    """The bonus, the number of games in a list (if this is its length), and the scoring points of a game."""

    bonus_mode: str
    bonus_four: int
    bonus_three: int
    bonus_handromme: int
    games_per_list: int
    points_per_game: PointsPerGame | None = None  # None unless the event ranks by scoring points


def sum_terms(event: models.Event) -> SumTerms:
    return SumTerms(**{name: getattr(event, name) for name in SumTerms.__dataclass_fields__})


@service(gettext_lazy("Bonus, Wertungspunkte oder Spiele je Liste berichtigt"))
def correct_terms(event: models.Event, terms: SumTerms, *, reason: str, by: User | None) -> models.Event:
    """Applies these terms to all lists of the event. A second correction can undo the first.

    Raises TournamentError if nothing changes, if the reason is missing, if the bonus or the scoring points are faulty,
    if a list would have too many games, or if a list of a closed series would become faulty. Also raises the errors of
    `change`.
    """
    current = models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if sum_terms(current) == terms:
        raise TournamentError(_("So steht es schon in der Ausschreibung."))
    demand_reason(reason)
    if (
        terms.bonus_mode not in models.Event.Bonus.values
        or min(terms.bonus_four, terms.bonus_three, terms.bonus_handromme) < 0
    ):
        raise TournamentError(_("Diesen Bonus gibt es nicht."))
    if terms.games_per_list < 1 or _longest(current) > terms.games_per_list:
        words = _("In einer Liste stehen schon %(n)d Spiele.")
        raise TournamentError(words % {"n": _longest(current)}, about="games_per_list")
    demand_scoring(current.scoring, terms.points_per_game, current.rules)
    note_points_per_game(current.points_per_game, terms.points_per_game)
    for name in SumTerms.__dataclass_fields__:
        setattr(current, name, getattr(terms, name))
    current.save(update_fields=[*SumTerms.__dataclass_fields__])
    lists = models.Spielliste.objects.filter(table__series__event=current).select_related("table__series__event")
    for spielliste in lists.select_for_update(of=("self",), no_key=True).order_by(
        "pk"
    ):  # writers on these lists finish first
        if spielliste.status == Status.OPEN:
            store_totals(spielliste)
        else:
            change(spielliste.pk, "terms", LoadedList.logged, by=by, reason=reason)
    invalidate_public_pages(current.pk)
    return current


def _longest(event: models.Event) -> int:
    """Returns the highest number of a game on any list; 0 if the length of lists is not a number of games."""
    if event.length_unit:
        return 0
    rows = models.GameRow.objects.filter(spielliste__table__series__event=event).order_by("-number")
    return rows.values_list("number", flat=True).first() or 0
