"""One player's column of the list so far, while the table keeps it on a phone."""

from dataclasses import dataclass

from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.lists.sums import Counted, shown_sums
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.lists.sum_words import sum_label
from romme_turnier.tournament.models import Series, Spielliste
from romme_turnier.tournament.shared.numbers import Number

_SHOWN = (Counted.POINTS, Counted.FINISHED)  # the other sums are known once all games are in


@dataclass(frozen=True, slots=True)
class OwnCell:
    """A game for one seat; `points` is None without a readable entry."""

    game: int
    points: int | None
    ended: bool


@dataclass(frozen=True, slots=True)
class OwnColumn:
    """The written games in order, and their sum; `games` is None if the list ends with a score."""

    cells: tuple[OwnCell, ...]
    games: int | None
    sums: tuple[tuple[str, Number], ...]


def growing_column(series: Series, table: int, seat: int) -> OwnColumn | None:
    """Returns the games written on phones for a seat; None before, on paper, and after the check of the list.

    With a blind check (`blind_check`) also None until the list is complete.
    """
    terms = terms_of(series)
    status = Spielliste.Status
    states = [status.COMPLETE, status.SIGNED] if terms.blind_check else [status.OPEN, status.COMPLETE, status.SIGNED]
    lists = Spielliste.objects.filter(table__series=series, table__number=table, status__in=states)
    kept = lists.filter(phones__isnull=False).values_list("pk", flat=True).first() if terms.on_phones else None
    return _column(load(kept), seat) if kept is not None else None


def _column(loaded: LoadedList, seat: int) -> OwnColumn | None:
    sheet, terms = loaded.sheet, loaded.event.terms
    if not sheet.games:
        return None
    own = loaded.evaluation.totals[seat - 1]
    lines = [line for line in shown_sums(terms, sheet.seats, [own]) if line.counted in _SHOWN]
    return OwnColumn(
        cells=tuple(_cell(game, seat) for game in sorted(sheet.games, key=lambda game: game.number)),
        games=terms.length.games(sheet.seats),
        sums=tuple((sum_label(line), line.value(own)) for line in lines),
    )


def _cell(game: Game, seat: int) -> OwnCell:
    return OwnCell(game.number, game.points[seat - 1], game.finisher == seat)
