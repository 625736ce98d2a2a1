"""Restoring an earlier state of a list as a new revision; the chain keeps all revisions."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import change
from romme_turnier.tournament.lists.entries import complete_or_signed
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.lists.revision_chain import sheet_of_content
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service

Status = models.Spielliste.Status


@service(gettext_lazy("Frühere Fassung der Liste wiederhergestellt"))
def restore(revision: models.Revision, *, reason: str, expected: int | None, by: User | None) -> None:
    """Makes an earlier revision current again: its games, readings, decisions, and the scorer's sums and mistakes.

    The seats do not change. Afterwards the list is open or invalid if the revision was, otherwise complete or signed,
    or checked if its series is closed. Decisions that are still on the list keep their reasons. Restored decisions get
    this reason, because the earlier revision holds only commitments to the original ones.

    Raises TournamentError for a missing reason, for an open list, for the current revision, and for a revision with a
    different number of seats. Also raises the errors of `change`.
    """
    spielliste, content = revision.spielliste, revision.content
    demand_reason(reason)

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status == Status.OPEN:
            raise TournamentError(_("Diese Liste ist wieder offen: Schließen Sie sie zuerst ab."))
        if not loaded.row.revisions.filter(number__gt=revision.number).exists():
            raise TournamentError(_("Das ist die Fassung, die jetzt gilt."))
        if len(loaded.seats) != len(content["seats"]):
            raise TournamentError(_("Am Tisch sitzen nicht mehr so viele wie in dieser Fassung."))
        restored = _with_additions(_with_games(loaded, content), content, reason, by)
        if content["status"] == Status.INVALID:
            return restored.with_status(Status.INVALID, loaded.row.invalid_reason or reason)
        if content["status"] == Status.OPEN:  # games are missing
            return restored.with_status(Status.OPEN)
        closed = loaded.row.table.series.is_closed
        return restored.with_status(Status.CHECKED if closed else complete_or_signed(loaded.row))

    change(spielliste.pk, "restore", edit, by=by, expected=expected, reason=reason)


def _with_games(loaded: LoadedList, content: dict[str, Any]) -> LoadedList:
    """Returns the list with the games of the revision; other games become blank. Row versions never decrease."""
    wanted = {game.number: game for game in sheet_of_content(content).games}
    stored = {game.number: game for game in loaded.sheet.games}
    for number in sorted(stored.keys() | wanted.keys()):
        game = wanted.get(number) or Game(number, None, False, (None,) * len(loaded.seats))
        if stored.get(number) != game:
            loaded = loaded.with_game(game, {})
    return loaded


def _with_additions(loaded: LoadedList, content: dict[str, Any], reason: str, by: User | None) -> LoadedList:
    """Returns the list with the revision's content except its games; decisions in both keep their reasons."""
    spielliste, now = loaded.row, timezone.now()

    def decided(model: type[Any], stored: Iterable[Any], wanted: list[dict[str, Any]], *names: str) -> list[Any]:
        left, decisions = list(stored), []
        for facts in wanted:
            values = {name: facts[name] for name in names}
            same = next((row for row in left if all(getattr(row, name) == values[name] for name in names)), None)
            if same is not None:
                left.remove(same)
            decisions.append(same or model(spielliste=spielliste, **values, reason=reason, by=by, at=now))
        return decisions

    return loaded.having(
        penalties=decided(models.Penalty, loaded.penalties, content["penalties"], "seat", "game", "points"),
        ending_readings=decided(models.EndingReading, loaded.ending_readings, content["endings"], "game", "endings"),
        rulings=decided(models.RowRuling, loaded.rulings, content["rulings"], "game"),
        vacancies=decided(models.Vacancy, loaded.vacancies, content["vacant"], "seat", "from_game", "counts"),
        readings=(models.Reading(spielliste=spielliste, **facts) for facts in content["readings"]),
        claims=(models.Claim(spielliste=spielliste, **facts) for facts in content["claims"]),
        scorer_errors=(
            models.ScorerError(spielliste=spielliste, at=now, **facts) for facts in content.get("scorer_errors", [])
        ),
    )
