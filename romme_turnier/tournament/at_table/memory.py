"""The blind check: players type their column from memory before they see the list, if the series requires it.

Each player is asked once per list. The first answer is final, because the player then sees the list. Games may be left
empty.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.statements import (
    TEXT_LENGTH,
    current_statements,
    is_asked_from_memory,
    remembered_by,
    speaking,
    store_statement,
)
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

MOST_GAMES = 12  # of a longer list, only the last games are asked; more do not fit on a page
MOST_POINTS = 9999


def games_asked(loaded: LoadedList) -> range:
    """Returns the numbers of the games whose points players type from memory."""
    return range(max(1, loaded.length - MOST_GAMES + 1), loaded.length + 1)


def is_to_ask(loaded: LoadedList, registration: models.Registration) -> bool:
    """Returns whether the player must still type points from memory. Until this is done, the list stays hidden."""
    spielliste = loaded.row
    if spielliste.status != models.Spielliste.Status.OPEN or not spielliste.whole:
        return False
    if not is_asked_from_memory(spielliste) or remembered_by(spielliste, registration) is not None:
        return False
    return all(said.registration_id != registration.pk for said in current_statements(loaded))


@service(gettext_lazy("Gegenprobe am Tisch"))
def remember(
    phone: models.TablePhone,
    *,
    fingerprint: str,
    remembered: Mapping[int, int],
    seat: int | None = None,
    card_code: str = "",
) -> models.Statement:
    """Stores a player's points from memory by game; {} if the player remembers none. Only the first answer counts.

    The phone's player answers or, with the whole code of the start card, the player at another `seat` of the table. If
    this player has already made a statement, returns the current one unchanged. Raises TournamentError for games or
    points outside the blind check, or if the player is not asked. Also raises the errors of `statements.confirm`.
    """
    current, loaded, who = speaking(phone, fingerprint, seat, card_code)
    asked = games_asked(loaded)
    if not all(game in asked and 0 <= points <= MOST_POINTS for game, points in remembered.items()):
        raise TournamentError(_("Danach wird nicht gefragt."), about="remembered")
    if not is_to_ask(loaded, who.registration):
        earlier = loaded.row.statements.filter(seat=who.number, ended_at=None)
        kept = earlier.filter(registration=who.registration).first()
        if kept is None:
            raise TournamentError(_("Danach wird nicht gefragt."), about="remembered")
        nothing_done()
        return kept
    typed = {str(game): points for game, points in sorted(remembered.items())}
    return store_statement(current, loaded, who, {"remembered": typed})


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A game whose remembered points differ from the list."""

    game: int
    remembered: int
    listed: int


@dataclass(frozen=True, slots=True)
class Memory:
    """A player's points from memory, compared with the list.

    `games` is the number of games that the player filled in; `mismatches` is () if none of them differs from the list.
    """

    seat: models.Seat
    games: int
    mismatches: tuple[Mismatch, ...]


def memory_of(loaded: LoadedList, seat: models.Seat) -> Memory | None:
    """Returns the seat's answer compared with the current list; None before the answer, or after its erasure."""
    remembered = remembered_by(loaded.row, seat.registration)
    if not isinstance(remembered, dict):
        return None
    listed = {game.number: game.points[seat.number - 1] for game in loaded.sheet.games}
    mismatches = [
        Mismatch(int(game), points, there)
        for game, points in remembered.items()
        if (there := listed.get(int(game))) is not None and there != points
    ]
    return Memory(seat, len(remembered), tuple(sorted(mismatches, key=lambda mismatch: mismatch.game)))


def contradicted(memory: Memory) -> tuple[str, int | None]:
    """Returns the text and game to suggest for `statements.contradict`.

    They are "40 statt 43" and 3, or for several games "Spiel 3: 40 statt 43; Spiel 5: 12 statt 15" and None. The text
    for several games is cut to `TEXT_LENGTH` characters.
    """
    if len(memory.mismatches) == 1:
        (mismatch,) = memory.mismatches
        return _("%(remembered)d statt %(listed)d") % asdict(mismatch), mismatch.game
    words = _("Spiel %(game)d: %(remembered)d statt %(listed)d")
    games = [words % asdict(mismatch) for mismatch in memory.mismatches]
    return Truncator("; ".join(games)).chars(TEXT_LENGTH), None
