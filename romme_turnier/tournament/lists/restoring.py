"""Making an earlier state of a list the current one: undo by a new revision; nothing ever leaves the chain."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import Change, change
from romme_turnier.tournament.lists.entries import complete_or_signed
from romme_turnier.tournament.lists.loaded_list import game_of
from romme_turnier.tournament.lists.sheets import load
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

Status = models.Spielliste.Status


@service(gettext_lazy("Frühere Fassung der Liste wiederhergestellt"))
def restore(revision: models.Revision, *, reason: str, expected: int | None, by: User | None) -> None:
    """Writes the content of an earlier revision as the newest: games, readings, decisions and the scorer's sums.

    Who sits where stays as it is now. The list is complete or signed afterwards; after the end of its series it stays
    checked. Decisions still on the list keep their reasons; decisions that come back carry this reason: the earlier
    revision holds only a commitment to theirs.

    Raises TournamentError without a reason, for a list that is still open, and for the current state itself.
    """
    spielliste, content = revision.spielliste, revision.content
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie einen Grund an."))
    with change(spielliste, "restore", by, expected=expected, reason=reason) as this:
        if spielliste.status == Status.OPEN:
            raise TournamentError(_("Diese Liste ist wieder offen: Schließen Sie sie zuerst ab."))
        if not spielliste.revisions.filter(number__gt=revision.number).exists():
            raise TournamentError(_("Das ist die Fassung, die jetzt gilt."))
        if spielliste.table.seats.count() != len(content["seats"]):
            raise TournamentError(_("Am Tisch sitzen nicht mehr so viele wie in dieser Fassung."))
        _restore_rows(this, content)
        _restore_readings(spielliste, content)
        _restore_decisions(spielliste, content, reason, by)
        _restore_claims(spielliste, content)
        spielliste.status = Status.CHECKED if spielliste.table.series.is_closed else complete_or_signed(spielliste)
        spielliste.invalid_reason = ""
        spielliste.save(update_fields=["status", "invalid_reason"])


def _restore_rows(this: Change, content: dict[str, Any]) -> None:
    """Rows as they were; one missing in the revision becomes blank. Version numbers only grow."""
    seats = len(content["seats"])
    wanted = {
        game["number"]: Game(game["number"], game["finisher"], game["handromme"], tuple(game["points"]))
        for game in content["games"]
    }
    stored = {row.number: row for row in load(this.spielliste.pk).rows.all()}
    for number in sorted(stored.keys() | wanted.keys()):
        game = wanted.get(number) or Game(number, None, False, (None,) * seats)
        row = stored.get(number)
        if row is None or game_of(row, seats) != game:
            this.write(row or models.GameRow(spielliste=this.spielliste, number=number, version=0), game)


def _restore_readings(spielliste: models.Spielliste, content: dict[str, Any]) -> None:
    spielliste.readings.all().delete()
    models.Reading.objects.bulk_create(
        models.Reading(spielliste=spielliste, game=one["game"], seat=one["seat"], values=one["values"])
        for one in content["readings"]
    )


def _restore_decisions(spielliste: models.Spielliste, content: dict[str, Any], reason: str, by: User | None) -> None:
    given: dict[str, Any] = {"reason": reason, "by": by, "at": timezone.now()}

    def bring_back(model: type[Any], stored: Iterable[Any], wanted: list[dict[str, Any]], *names: str) -> None:
        """Keeps what is in both, in the order of the revision; drops and adds the rest."""
        left = list(stored)
        for one in wanted:
            values = {name: one[name] for name in names}
            same = next((row for row in left if all(getattr(row, name) == values[name] for name in names)), None)
            if same is not None:
                left.remove(same)
            else:
                made.append(model(spielliste=spielliste, **values, **given))
        for row in left:
            row.delete()

    made: list[Any] = []
    bring_back(models.Penalty, spielliste.penalties.all(), content["penalties"], "seat", "game", "points")
    bring_back(models.EndingReading, spielliste.ending_readings.all(), content["endings"], "game", "endings")
    bring_back(models.RowRuling, spielliste.rulings.all(), content["rulings"], "game")
    bring_back(models.Vacancy, spielliste.vacancies.all(), content["vacant"], "seat", "from_game", "counts")
    for row in made:
        row.save()


def _restore_claims(spielliste: models.Spielliste, content: dict[str, Any]) -> None:
    spielliste.claims.all().delete()
    models.Claim.objects.bulk_create(models.Claim(spielliste=spielliste, **claim) for claim in content["claims"])
    spielliste.scorer_errors.all().delete()
    models.ScorerError.objects.bulk_create(
        models.ScorerError(spielliste=spielliste, at=timezone.now(), **error)
        for error in content.get("scorer_errors", [])
    )
