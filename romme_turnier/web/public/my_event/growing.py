"""One player's column of the list so far, while the table keeps it on a phone."""

from dataclasses import dataclass

from romme_turnier.core.lists.picture import Cell
from romme_turnier.core.lists.sums import Counted
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.sum_words import sum_label
from romme_turnier.tournament.models import Series, Spielliste
from romme_turnier.tournament.shared.numbers import Number

_SHOWN = (Counted.POINTS, Counted.FINISHED)  # the other sums are known once all games are in


@dataclass(frozen=True, slots=True)
class OwnColumn:
    """The written games in order, and their sums; `games` is None if the list ends with a score."""

    cells: tuple[tuple[int, Cell], ...]  # with the number of the game
    games: int | None
    sums: tuple[tuple[str, Number | None], ...]


def growing_column(series: Series, table: int, seat: int) -> OwnColumn | None:
    """Returns the games written on phones for a seat; None before, on paper, and after the check of the list.

    With a blind check (`blind_check`) also None until the list is complete.
    """
    terms = terms_of(series)
    status = Spielliste.Status
    states = [status.COMPLETE, status.SIGNED] if terms.blind_check else [status.OPEN, status.COMPLETE, status.SIGNED]
    lists = Spielliste.objects.filter(table__series=series, table__number=table, status__in=states)
    kept = lists.filter(phones__isnull=False).values_list("pk", flat=True).first() if terms.on_phones else None
    loaded = load(kept) if kept is not None else None
    if loaded is None or not loaded.rows:
        return None
    return OwnColumn(
        cells=tuple((row.number, row.cells[seat - 1]) for row in loaded.picture.rows if row.entered),
        games=loaded.event.length.games(len(loaded.seats)),
        sums=tuple(
            (sum_label(line.line), line.values[seat - 1]) for line in loaded.picture.sums if line.line.counted in _SHOWN
        ),
    )
