"""Blind second reading: another official types the list again, and only differences are examined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import format_row
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import lock_lists
from romme_turnier.tournament.lists.entries import save_row
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One game's cells as each reader typed them; `seats` are the seats whose cells differ."""

    game: int
    first: tuple[str, ...]
    second: tuple[str, ...]
    seats: tuple[int, ...]


def demand_other_reader(spielliste: models.Spielliste, by: User) -> None:
    """Raises TournamentError if the official typed a row of this list, because another person must read it again."""
    if spielliste.log.filter(what="row", by=by).exists():
        raise TournamentError(_("Sie haben an dieser Liste selbst eingegeben. Die zweite Lesung macht jemand anderes."))


@service(gettext_lazy("Zweite Lesung begonnen"))
def begin(spielliste: models.Spielliste, *, by: User) -> models.SecondReading:
    """Begins a second reading, or resumes this official's unfinished one.

    Raises TournamentError as `demand_other_reader` does.
    """
    demand_other_reader(spielliste, by)
    lock_lists(models.Spielliste.objects.filter(pk=spielliste.pk))  # a double click begins one reading
    if (begun := spielliste.second_readings.filter(by=by, compared_at=None).first()) is not None:
        nothing_done()
        return begun
    return models.SecondReading.objects.create(spielliste=spielliste, by=by, started_at=timezone.now())


@service(gettext_lazy("Zweite Lesung gespeichert"))
def save_rows(reading: models.SecondReading, rows: Mapping[int, Sequence[str]], *, by: User | None) -> None:
    """Stores the cells typed by the second reader, by game; deletes rows whose cells are all empty."""
    for game, cells in rows.items():
        if any(cell.strip() for cell in cells):
            models.SecondReadingRow.objects.update_or_create(
                reading=reading, game=game, defaults={"cells": [cell.strip() for cell in cells]}
            )
        else:
            reading.rows.filter(game=game).delete()


def missing_games(reading: models.SecondReading) -> list[int]:
    """Returns the games that the first reader has typed and the second has not."""
    first = set(reading.spielliste.rows.values_list("number", flat=True))
    return sorted(first - set(reading.rows.values_list("game", flat=True)))


def compare(reading: models.SecondReading) -> tuple[RowDifference, ...]:
    """Returns the rows that the two readers typed differently. It compares parsed values, so "R" equals "0"."""
    loaded = load(reading.spielliste_id)
    sheet, rules = loaded.sheet, loaded.event.rules
    first = {game.number: game for game in sheet.games}
    second = {row.game: row.cells for row in reading.rows.all()}
    differences = []
    for number in sorted(first.keys() | second.keys()):
        blank = Game(number, None, False, (None,) * sheet.seats)
        mine = format_row(first.get(number, blank), sheet.readings, highest_wins=rules.highest_wins)
        parsed = read_row(number, second.get(number, [""] * sheet.seats), rules)
        theirs = format_row(parsed.game, parsed.readings, highest_wins=rules.highest_wins)
        unlike = tuple(seat for seat, (a, b) in enumerate(zip(mine, theirs, strict=True), start=1) if a != b)
        if unlike:
            differences.append(RowDifference(number, mine, theirs, unlike))
    return tuple(differences)


@service(gettext_lazy("Zweite Lesung übernommen"))
def take_second(reading: models.SecondReading, game: int, *, expected: int, by: User | None) -> None:
    """Saves the second reader's row, because the first reader mistyped it.

    Raises TournamentError if the second reading lacks the game, and the errors of `save_row`.
    """
    spielliste = reading.spielliste
    row = reading.rows.filter(game=game).first()
    if row is None:
        raise TournamentError(_("Spiel %(game)d fehlt in der zweiten Lesung.") % {"game": game})
    parsed = read_row(game, row.cells, spielliste.table.series.event.rules)
    save_row(spielliste, parsed, expected=expected, by=by, typo=True)


@service(gettext_lazy("Erste Lesung übernommen"))
def take_first(reading: models.SecondReading, game: int, *, by: User | None) -> None:
    """Copies the first reader's row into the second reading, because the second reader mistyped it.

    Has no effect if the readings of this game agree.
    """
    difference = next((difference for difference in compare(reading) if difference.game == game), None)
    if difference is None:
        nothing_done()
        return
    models.SecondReadingRow.objects.update_or_create(
        reading=reading, game=game, defaults={"cells": list(difference.first)}
    )


@service(gettext_lazy("Zweite Lesung abgeschlossen"))
def finish(reading: models.SecondReading, *, by: User | None) -> bool:
    """Records that both readings agree. Returns False and records nothing if they differ or games are missing."""
    if missing_games(reading) or compare(reading):
        nothing_done()
        return False
    if not models.SecondReading.objects.filter(pk=reading.pk, compared_at=None).update(compared_at=timezone.now()):
        nothing_done()
    return True
