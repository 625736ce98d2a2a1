"""The access of phones to their table's list: the PIN on the printed list, and the player's start card.

The PIN is derived from the list's salt and the number of PINs that officials have ended, so a reprinted list has the
same PIN. A few digits are enough, because wrong codes are counted for each list: after `MOST_WRONG` of them, no new
phone gets in until officials reset the PIN. Phones that have already joined keep their access.

The module also checks whether phones may read or write a list, and locks lists.
"""

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import frame, part_of_service, service

PIN_LENGTH = 4
MOST_WRONG = 20


class WrongCode(TournamentError):
    """The typed PIN is wrong, or the typed code of a start card, or the end of that code."""


class TooManyGuesses(TournamentError):
    """Too many wrong codes were typed, so no new phone gets in before officials reset the PIN."""


class DeskWrites(TournamentError):
    """Officials have taken the pen of this table; its phones can only read."""


def pin_of(spielliste: models.Spielliste) -> str:
    """Returns the current PIN, such as "4711". A list printed before a reset shows an older one."""
    return derived_pin(spielliste.salt, _access(spielliste).pins_ended)


def derived_pin(salt: str, ended: int) -> str:
    """Returns the PIN of the list with that salt after `ended` earlier PINs."""
    digest = hmac.digest(salt.encode(), f"list at the table {ended}".encode(), hashlib.sha256)
    return f"{int.from_bytes(digest) % 10**PIN_LENGTH:0{PIN_LENGTH}d}"


def is_shut(spielliste: models.Spielliste) -> bool:
    """Returns whether too many wrong codes were typed, so that no new phone gets in before a reset of the PIN."""
    return _access(spielliste).wrong_codes >= MOST_WRONG


def desk_has_pen(spielliste: models.Spielliste) -> bool:
    """Returns whether officials have taken the pen of this table."""
    return _access(spielliste).desk_has_pen


def _access(spielliste: models.Spielliste) -> models.TableAccess:
    stored = models.TableAccess.objects.filter(spielliste=spielliste).first()
    return stored or models.TableAccess(spielliste=spielliste)


def demand_open(spielliste: models.Spielliste) -> None:
    """Raises TournamentError if the phones of the table may not open the list.

    They may not if lists are on paper only, if seats are not released, if the list is checked or invalid, if the series
    is closed, or if the event is kept elsewhere. The last case is checked here because moves of a game are not logged,
    so that `event_log.write` never sees them.
    """
    series = spielliste.table.series
    if series.event.elsewhere:
        raise TournamentError(
            _("Dieses Turnier wird nicht mehr an diesem Rechner geführt. Wie es weitergeht, sagt die Spielleitung.")
        )
    if not terms_of(series).on_phones:
        raise TournamentError(paper_only())
    if series.seats_released_at is None:
        raise TournamentError(_("Die Plätze dieser Serie sind noch nicht freigegeben."))
    if series.is_closed or spielliste.status in (models.Spielliste.Status.CHECKED, models.Spielliste.Status.INVALID):
        raise TournamentError(_("Diese Liste ist abgeschlossen. Fragen dazu beantwortet die Spielleitung."))


def demand_phones_write(spielliste: models.Spielliste) -> None:
    """Raises the errors of `demand_open`, and DeskWrites while officials write the list."""
    demand_open(spielliste)
    if desk_has_pen(spielliste):
        raise DeskWrites(_("Die Spielleitung schreibt diese Liste jetzt selbst. Handys am Tisch lesen nur mit."))


def paper_only() -> str:
    """Returns the message for phones of a series whose lists are on paper."""
    return _("In dieser Serie werden die Listen nur auf Papier geführt.")


def demand_pin(spielliste: models.Spielliste, typed: str) -> None:
    """Raises WrongCode if the PIN is wrong, and TournamentError if it was valid before a reset."""
    ended, given = _access(spielliste).pins_ended, typed.strip().encode()
    same = [hmac.compare_digest(given, derived_pin(spielliste.salt, n).encode()) for n in range(ended + 1)]
    if same[ended]:
        return
    if any(same):  # the paper at the table still shows a PIN from before a reset
        raise TournamentError(_("Diese PIN gilt nicht mehr. Die neue sagt Ihnen die Spielleitung."), about="p")
    raise WrongCode(_("Das ist nicht die PIN dieser Liste. Steht auf dem Papier Tisch und Serie richtig?"), about="p")


@contextmanager
def guess(spielliste: models.Spielliste) -> Iterator[None]:
    """Counts an attempt with a PIN or a start card's code before the block compares it (accounts/guesses.py).

    If the block raises WrongCode, the attempt stays counted and is logged; otherwise the count is reduced again. Raises
    TooManyGuesses as `take_guess` does.
    """
    pins_ended, is_wrong = take_guess(spielliste), False
    try:
        yield
    except WrongCode:
        is_wrong = True
        raise
    finally:
        if is_wrong:
            count_wrong_code(spielliste)
        else:
            _give_back_guess(spielliste, pins_ended)


@frame
def take_guess(spielliste: models.Spielliste) -> int:
    """Counts an attempt before its code is compared; returns the number of PINs ended so far.

    Raises TooManyGuesses after `MOST_WRONG` wrong codes.
    """
    access, _made = models.TableAccess.objects.get_or_create(spielliste=spielliste)
    counts = models.TableAccess.objects.filter(pk=access.pk)
    if not counts.filter(wrong_codes__lt=MOST_WRONG).update(wrong_codes=F("wrong_codes") + 1):
        raise TooManyGuesses(_("Hier wurden zu viele falsche Codes eingegeben. Bitte fragen Sie die Spielleitung."))
    return counts.values_list("pins_ended", flat=True).get()


@frame
def _give_back_guess(spielliste: models.Spielliste, pins_ended: int) -> None:
    """Subtracts an attempt that was not wrong, unless officials have since reset the PIN, and with it the count."""
    counted = models.TableAccess.objects.filter(spielliste=spielliste, pins_ended=pins_ended, wrong_codes__gt=0)
    counted.update(wrong_codes=F("wrong_codes") - 1)


@service(gettext_lazy("Falscher Code für die Liste eines Tisches"))
def count_wrong_code(spielliste: models.Spielliste) -> None:
    """Logs that the code counted by `take_guess` for this list was wrong."""


@part_of_service
def lock_list(pk: int) -> None:
    """Locks the row of this list until the end of the transaction.

    Changes to its phones and statements take this lock first. Two phones that take the pen at the same moment therefore
    cannot deadlock, and the second of two confirmations sees the first.
    """
    models.Spielliste.objects.select_for_update(no_key=True).values_list("pk").get(pk=pk)
