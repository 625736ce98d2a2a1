"""Decisions of officials about a list: penalty points, accepted rows, vacated seats."""

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import change
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service

Edit = Callable[[LoadedList], LoadedList]


def _decide(spielliste: int, what: str, edit: Edit, *, by: User | None, expected: int | None, reason: str) -> None:
    demand_reason(reason)
    change(spielliste, what, edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Strafpunkte eingetragen"))
def add_penalty(
    spielliste: models.Spielliste,
    *,
    seat: int,
    game: int,
    points: int,
    reason: str,
    expected: int | None,
    by: User | None,
) -> models.Penalty:
    """Adds penalty points (§ 8.3). Points that do not fit the hand cause a warning, not an error.

    Raises TournamentError for points below 1, for a missing reason, and for a game or seat that the list does not have.
    Also raises the errors of `change`.
    """
    if points < 1:
        raise TournamentError(_("Strafpunkte sind eine Zahl über 0."))
    penalty = models.Penalty(
        spielliste=spielliste, seat=seat, game=game, points=points, reason=reason, by=by, at=timezone.now()
    )

    def edit(loaded: LoadedList) -> LoadedList:
        loaded.demand_place(game, seat)
        punished = loaded.having(penalties=(*loaded.penalties, penalty))
        return punished.logged(game, new={"seat": seat, "points": points, "reason": reason})

    _decide(spielliste.pk, "penalty", edit, by=by, expected=expected, reason=reason)
    return penalty


@service(gettext_lazy("Strafpunkte zurückgenommen"))
def remove_penalty(penalty: models.Penalty, *, reason: str, expected: int | None, by: User | None) -> None:
    def edit(loaded: LoadedList) -> LoadedList:
        old = {"seat": penalty.seat, "points": penalty.points}
        return loaded.without(penalty).logged(penalty.game, old=old, new={"reason": reason})

    _decide(penalty.spielliste_id, "penalty", edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Zeile gelten lassen"))
def let_row_stand(
    spielliste: models.Spielliste, *, game: int, reason: str, expected: int | None, by: User | None
) -> models.RowRuling:
    """Accepts a row although it breaks a rule; the list shows the ruling.

    A row left empty on paper is stored as an empty row, because a ruling refers to a row. Raises TournamentError for a
    missing reason, for a game that the list does not have, and for a second ruling. Also raises the errors of `change`.
    """
    ruling = models.RowRuling(spielliste=spielliste, game=game, reason=reason, by=by, at=timezone.now())

    def edit(loaded: LoadedList) -> LoadedList:
        loaded.demand_place(game)
        if game in loaded.sheet.ruled:
            raise TournamentError(_("Über Spiel %(game)s ist schon entschieden.") % {"game": game})
        blank = Game(game, None, False, (None,) * len(loaded.seats))
        whole = loaded if game in loaded.rows else loaded.with_game(blank, {})
        return whole.having(rulings=(*loaded.rulings, ruling)).logged(game, new={"stands": True, "reason": reason})

    _decide(spielliste.pk, "ruling", edit, by=by, expected=expected, reason=reason)
    return ruling


@service(gettext_lazy("Gelten lassen zurückgenommen"))
def revoke_ruling(ruling: models.RowRuling, *, reason: str, expected: int | None, by: User | None) -> None:
    def edit(loaded: LoadedList) -> LoadedList:
        return loaded.without(ruling).logged(ruling.game, old={"stands": True}, new={"reason": reason})

    _decide(ruling.spielliste_id, "ruling", edit, by=by, expected=expected, reason=reason)


def demand_blank_from(spielliste: models.Spielliste, *, seat: int, game: int) -> None:
    """Raises TournamentError if the list holds points of the seat in that game or a later one."""
    written = models.GameEntry.objects.filter(
        row__spielliste=spielliste, row__number__gte=game, seat=seat, points__isnull=False
    )
    numbers = [str(number) for number in written.order_by("row__number").values_list("row__number", flat=True)]
    if numbers:
        words = ngettext(
            "Für diesen Platz stehen noch Punkte in Spiel %(games)s. Bitte leeren Sie dieses Feld zuerst.",
            "Für diesen Platz stehen noch Punkte in den Spielen %(games)s. Bitte leeren Sie diese Felder zuerst.",
            len(numbers),
        )
        raise TournamentError(words % {"games": ", ".join(numbers)})


@service(gettext_lazy("Platz verlassen"))
def leave_seat(
    spielliste: models.Spielliste,
    *,
    seat: int,
    from_game: int,
    reason: str,
    counts: bool = False,
    expected: int | None,
    by: User | None,
) -> models.Vacancy:
    """Marks a seat as vacated before a game, in place of an earlier mark; `counts` lets the list count for its player.

    Raises TournamentError for a missing reason, for a game or seat that the list does not have, and if the seat has
    points in that game or later ones. Also raises the errors of `change`.
    """
    vacancy = models.Vacancy(
        spielliste=spielliste, seat=seat, from_game=from_game, counts=counts, reason=reason, by=by, at=timezone.now()
    )

    def edit(loaded: LoadedList) -> LoadedList:
        loaded.demand_place(from_game, seat)
        demand_blank_from(spielliste, seat=seat, game=from_game)
        others = [other for other in loaded.vacancies if other.seat != seat]
        return loaded.having(vacancies=(*others, vacancy)).logged(
            from_game,
            old={"seat": seat} if len(others) < len(loaded.vacancies) else None,
            new={"seat": seat, "from_game": from_game, "counts": counts, "reason": reason},
        )

    _decide(spielliste.pk, "vacancy", edit, by=by, expected=expected, reason=reason)
    return vacancy


@service(gettext_lazy("Verlassen des Platzes zurückgenommen"))
def return_to_seat(vacancy: models.Vacancy, *, reason: str, expected: int | None, by: User | None) -> None:
    """Undoes `leave_seat`. Raises TournamentError for a missing reason, and the errors of `change`."""

    def edit(loaded: LoadedList) -> LoadedList:
        return loaded.without(vacancy).logged(vacancy.from_game, old={"seat": vacancy.seat}, new={"reason": reason})

    _decide(vacancy.spielliste_id, "vacancy", edit, by=by, expected=expected, reason=reason)
