"""What officials decide about a list: penalty points, accepted rows, seats that were left."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import Change, change
from romme_turnier.tournament.lists.sheets import rows_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@contextmanager
def _decision(
    spielliste: models.Spielliste, what: str, by: User | None, expected: int | None, reason: str
) -> Iterator[Change]:
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie einen Grund an."))
    with change(spielliste, what, by, expected=expected, reason=reason) as this:
        yield this
        this.new = {**(this.new or {}), "reason": reason}


def _demand(spielliste: models.Spielliste, *, game: int | None = None, seat: int | None = None) -> None:
    games = rows_of(spielliste)
    if game is not None and not 1 <= game <= games:
        raise TournamentError(_("Diese Liste hat nur %(games)s Spiele.") % {"games": games})
    if seat is not None and not spielliste.table.seats.filter(number=seat).exists():
        raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": seat})


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
    """Adds penalty points (§ 8.3). Points that do not fit the hand get a warning, not a refusal."""
    _demand(spielliste, game=game, seat=seat)
    if points < 1:
        raise TournamentError(_("Strafpunkte sind eine Zahl über 0."))
    with _decision(spielliste, "penalty", by, expected, reason) as this:
        this.game, this.new = game, {"seat": seat, "points": points}
        return models.Penalty.objects.create(
            spielliste=spielliste,
            seat=seat,
            game=game,
            points=points,
            reason=reason,
            by=by,
            at=timezone.now(),
        )


@service(gettext_lazy("Strafpunkte zurückgenommen"))
def remove_penalty(penalty: models.Penalty, *, reason: str, expected: int | None, by: User | None) -> None:
    with _decision(penalty.spielliste, "penalty", by, expected, reason) as this:
        this.game, this.old = penalty.game, {"seat": penalty.seat, "points": penalty.points}
        penalty.delete()


@service(gettext_lazy("Zeile gelten lassen"))
def let_row_stand(
    spielliste: models.Spielliste, *, game: int, reason: str, expected: int | None, by: User | None
) -> models.RowRuling:
    """Lets a row count although it breaks a rule; the list shows the ruling."""
    _demand(spielliste, game=game)
    with _decision(spielliste, "ruling", by, expected, reason) as this:
        if spielliste.rulings.filter(game=game).exists():
            raise TournamentError(_("Über Spiel %(game)s ist schon entschieden.") % {"game": game})
        this.game, this.new = game, {"stands": True}
        _demand_row(spielliste, game)
        return models.RowRuling.objects.create(
            spielliste=spielliste, game=game, reason=reason, by=by, at=timezone.now()
        )


def _demand_row(spielliste: models.Spielliste, game: int) -> None:
    """A ruling is about a row; one left empty on paper is stored as empty."""
    row, created = models.GameRow.objects.get_or_create(spielliste=spielliste, number=game)
    if created:
        seats = spielliste.table.seats.values_list("number", flat=True)
        models.GameEntry.objects.bulk_create(models.GameEntry(row=row, seat=seat) for seat in seats)


@service(gettext_lazy("Gelten lassen zurückgenommen"))
def revoke_ruling(ruling: models.RowRuling, *, reason: str, expected: int | None, by: User | None) -> None:
    with _decision(ruling.spielliste, "ruling", by, expected, reason) as this:
        this.game, this.old = ruling.game, {"stands": True}
        ruling.delete()


def demand_blank_from(spielliste: models.Spielliste, *, seat: int, game: int) -> None:
    """Raises TournamentError if the list holds points of the seat from that game on."""
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
    """Marks a seat as left from a game on. Later entries must be removed first: none is ever dropped."""
    _demand(spielliste, game=from_game, seat=seat)
    with _decision(spielliste, "vacancy", by, expected, reason) as this:
        demand_blank_from(spielliste, seat=seat, game=from_game)
        this.game = from_game
        new: dict[str, Any] = {"seat": seat, "from_game": from_game, "counts": counts}
        vacancy, created = models.Vacancy.objects.update_or_create(
            spielliste=spielliste,
            seat=seat,
            defaults={
                "from_game": from_game,
                "counts": counts,
                "reason": reason,
                "by": by,
                "at": timezone.now(),
            },
        )
        this.old, this.new = (None if created else {"seat": seat}), new
        return vacancy


@service(gettext_lazy("Verlassen des Platzes zurückgenommen"))
def return_to_seat(vacancy: models.Vacancy, *, reason: str, expected: int | None, by: User | None) -> None:
    """Undoes `leave_seat`."""
    with _decision(vacancy.spielliste, "vacancy", by, expected, reason) as this:
        this.game, this.old = vacancy.from_game, {"seat": vacancy.seat}
        vacancy.delete()
