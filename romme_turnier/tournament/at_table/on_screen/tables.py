"""Opens a table in the browser for each list of a series that is played on screen.

Players and rules are those of the list; moves and records contain start numbers instead of names.
"""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.lists.length import Length
from romme_turnier.core.playing.commands.command import Command, agree_upon, format_command
from romme_turnier.core.playing.commands.words import GAMES, Word
from romme_turnier.core.playing.rulings import leaves
from romme_turnier.core.rules.record import format_line
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models import PlayMove, PlayTable, Spielliste
from romme_turnier.tournament.models.playing.tables import DEAL
from romme_turnier.tournament.playing.state import NOBODY
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service


def play_table_of(spielliste: models.Spielliste) -> PlayTable | None:
    """Returns the open table at which the games of this list are played; None if there is none."""
    return PlayTable.objects.filter(spielliste=spielliste, ended_at=None).first()


def demand_playable(rules: RuleSet, length: Length) -> None:
    """Raises TournamentError if lists of this length cannot be played in the browser."""
    for option in rules.options.values():
        if option.length is length.unit and length.number not in option.values:
            allowed = ", ".join(map(str, option.values))
            words = _("Am Bildschirm spielt man %(system)s mit einer dieser Zahlen: %(allowed)s.")
            raise TournamentError(words % {"system": rules.name, "allowed": allowed}, about="phone_lists")


# Opening


@part_of_service
def open_play_tables(series: models.Series) -> None:
    """Opens a table for every empty list of a series that is played in the browser.

    If the series is not played in the browser, deletes its open tables at which no cards were dealt.
    """
    if not terms_of(series).on_screen:
        idle = PlayTable.objects.filter(spielliste__table__series=series, ended_at=None)
        idle.exclude(made__command=DEAL).delete()
        return
    empty = Spielliste.objects.filter(table__series=series, games_in=0, status=Spielliste.Status.OPEN)
    for pk in empty.order_by("pk").values_list("pk", flat=True):
        seat_at_table(load(pk))


@part_of_service
def seat_at_table(loaded: LoadedList) -> PlayTable | None:
    """Opens the table of a list, or returns the existing table.

    Before the first deal, replaces a table if its players, rules or left seats have changed. Returns None if the list
    has too few or too many players for a table, or continues in the hall.
    """
    spielliste, event, players = loaded.row, loaded.event, players_of(loaded)
    lines = [format_command(command) for command in _opening(event, players)]
    # Seats that were left before the first deal. At most, they are enough to leave too few players for the table.
    most = max(0, len(players) - event.rules.seats_min + 1)
    lines += [
        format_line(leaves(seat)) for seat in spielliste.vacancies.order_by("pk").values_list("seat", flat=True)[:most]
    ]
    before = PlayTable.objects.filter(spielliste=spielliste).first()
    if before is not None:
        if before.ended_at is not None:
            return None
        opening = before.made.filter(seat=NOBODY).order_by("number").values_list("command", flat=True)
        if before.made.filter(command=DEAL).exists() or [*opening] == lines:
            return before
        before.delete()
    if not event.rules.seats_min <= len(players) <= event.rules.seats_max:
        return None
    now = timezone.now()
    row = PlayTable.objects.create(
        system=event.ruleset, spielliste=spielliste, opened_at=now, moved_at=now, moves=len(lines)
    )
    PlayMove.objects.bulk_create(
        PlayMove(table=row, number=number, seat=NOBODY, command=line, at=now)
        for number, line in enumerate(lines, start=1)
    )
    return row


def players_of(loaded: LoadedList) -> list[str]:
    """Returns the start numbers, seat 1 first, which name the players in moves and records."""
    return [str(number) for number in loaded.players]


def _opening(event: models.Event, players: Sequence[str]) -> Iterator[Command]:
    """Yields the commands that seat the players and accept the announced terms."""
    rules, length = event.rules, event.length
    yield from (Command(Word.JOIN, text=number) for number in players)
    for name, value in rules.agreed:
        if rules.options[name].length is None:
            yield agree_upon(name, value)
    for name, option in rules.options.items():
        if option.length is length.unit:
            yield agree_upon(name, length.number)
    if length.unit is LengthUnit.GAMES and not rules.play.contracts:
        yield Command(Word.SET, text=GAMES, number=length.number)
