"""A series whose tables keep their lists on phones."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones, writing
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models.fields import new_token
from tests.factories import PLAIN_ROWS, list_of, make_event, seat_series


@dataclass
class AtTable:
    event: models.Event
    series: models.Series
    spielliste: models.Spielliste

    def phone(self, seat: int = 1, token: str = "") -> models.TablePhone:
        """A phone of the player in that seat, who has shown the whole start card."""
        registration = self.spielliste.table.seats.get(number=seat).registration
        return phones.open_list(self.spielliste, registration, token=token or new_token(), card_end=None)

    def pen(self, seat: int = 1) -> models.TablePhone:
        phone = self.phone(seat)
        phones.take_pen(phone)
        return phone

    def write(self, pen: models.TablePhone, game: int, cells: str | None = None, **more: Any) -> entries.SavedRow:
        stored = self.spielliste.rows.filter(number=game).first()
        more.setdefault("expected", stored.version if stored else 0)
        more.setdefault("key", "")
        seats = self.spielliste.table.seats.order_by("number")
        more.setdefault("players", list(seats.values_list("registration__number", flat=True)))
        row = parse_row(game, cells.split() if cells else PLAIN_ROWS[4], highest_wins=False)
        return writing.write_game(pen, row, **more)

    def write_all(self, pen: models.TablePhone) -> LoadedList:
        for game in range(1, self.event.games_per_list + 1):
            self.write(pen, game)
        return self.loaded()

    def loaded(self) -> LoadedList:
        return load(self.spielliste.pk)

    def fresh(self) -> models.Spielliste:
        return models.Spielliste.objects.get(pk=self.spielliste.pk)


def at_table(*, games: int = 2, slug: str = "handys", **fields: Any) -> AtTable:
    event = make_event(slug=slug, **{"games_per_list": games, "phone_lists": "allowed", **fields})
    series = seat_series(event)
    models.Series.objects.filter(pk=series.pk).update(seats_released_at=timezone.now())
    return AtTable(event, series, list_of(series))
