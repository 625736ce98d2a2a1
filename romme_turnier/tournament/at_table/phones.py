"""The phones of a table: their players, the pen, the end of their access, and the minute of their last request."""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import WrongCode, demand_open, demand_phones_write, lock_list
from romme_turnier.tournament.at_table.on_screen.tables import seat_at_table
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.participants.card_code import is_end_of_code
from romme_turnier.tournament.playing.state import GOES_ON, HALTED, NOBODY, UnplayableError, state_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import in_passing, nothing_done, part_of_service, service


class PhoneEnded(TournamentError):
    """This phone no longer has access to the list."""


def phone_with(spielliste: models.Spielliste, token: str) -> models.TablePhone | None:
    """Returns the phone with this secret; None if it has no access, or its player does not sit at the table."""
    phones = models.TablePhone.objects.select_related("registration__player", "registration__event")
    sitting = phones.filter(spielliste__table__seats__registration=F("registration"))
    return sitting.filter(spielliste=spielliste, token_hash=hash_of(token), ended_at=None).first()


def locked(phone: models.TablePhone) -> models.TablePhone:
    """Returns the current row of the phone, for a change.

    Locks the list, which serialises all changes to and by its phones (`lock_list`). Raises PhoneEnded if the access of
    the phone has ended, or if its player no longer sits at the table.
    """
    lock_list(phone.spielliste_id)
    phones = models.TablePhone.objects.filter(pk=phone.pk, ended_at=None)
    current = phones.select_related("spielliste__table__series__event", "registration__player").first()
    if current is None or not current.spielliste.table.seats.filter(registration=current.registration_id).exists():
        raise PhoneEnded(_("Dieses Handy ist an diesem Tisch nicht mehr angemeldet. Bitte melden Sie es neu an."))
    return current


@service(gettext_lazy("Handy am Tisch angemeldet"))
def open_list(
    spielliste: models.Spielliste, registration: models.Registration, *, token: str, card_end: str | None
) -> models.TablePhone:
    """Gives a player's phone access to the list. The phone keeps the secret `token` (from `new_token`).

    In a series played on screen, also opens the table in the browser. `card_end` holds the last characters of the
    player's start card; None if the phone has already given the card's whole code. An earlier phone of the player keeps
    its access, because it may have unsent games. Raises WrongCode if `card_end` is wrong, TournamentError if the player
    does not sit at the table, and the errors of `demand_open`.
    """
    demand_open(spielliste)
    if not spielliste.table.seats.filter(registration=registration).exists():
        raise TournamentError(_("An diesem Tisch sitzt jemand anders."))
    if card_end is not None and not is_end_of_code(registration, card_end):
        raise WrongCode(_("Das sind nicht die letzten drei Zeichen dieser Startkarte."), about="card_end")
    if terms_of(spielliste.table.series).on_screen:
        seat_at_table(load(spielliste.pk))
    return models.TablePhone.objects.create(
        spielliste=spielliste, registration=registration, token_hash=hash_of(token), opened_at=timezone.now()
    )


@service(gettext_lazy("Anderes Handy schreibt"))
def take_pen(phone: models.TablePhone) -> None:
    """Gives this phone the pen. The previous phone can only read, until it takes the pen back.

    Raises the errors of `locked` and of `demand_phones_write`.
    """
    current = locked(phone)
    demand_phones_write(current.spielliste)
    if current.is_pen:
        nothing_done()
        return
    current.spielliste.phones.filter(is_pen=True).update(is_pen=False)
    current.is_pen = True
    current.save(update_fields=["is_pen"])


@service(gettext_lazy("PIN und Handys eines Tisches zurückgesetzt"))
def reset_access(spielliste: models.Spielliste, *, by: User | None) -> None:
    """Ends the list's PIN and the access of all its phones, and resets the count of wrong codes.

    Entries stay; the new PIN lets phones in again.
    """
    lock_list(spielliste.pk)
    access, _made = models.TableAccess.objects.get_or_create(spielliste=spielliste)
    models.TableAccess.objects.filter(pk=access.pk).update(pins_ended=F("pins_ended") + 1, wrong_codes=0)
    spielliste.phones.filter(ended_at=None).update(ended_at=timezone.now(), is_pen=False)


@service(gettext_lazy("Handy am Tisch abgemeldet"))
def end_phone(phone: models.TablePhone, *, by: User | None) -> None:
    """Ends the access of one phone. Its entries stay, and the PIN lets it in again.

    Raises TournamentError if the access has already ended.
    """
    lock_list(phone.spielliste_id)
    if not models.TablePhone.objects.filter(pk=phone.pk, ended_at=None).update(ended_at=timezone.now(), is_pen=False):
        raise TournamentError(_("Dieses Handy ist schon abgemeldet."))


@service(gettext_lazy("Spielleitung schreibt die Liste eines Tisches"))
def take_pen_to_desk(spielliste: models.Spielliste, *, by: User | None) -> None:
    """Gives the pen to the officials, so that the phones of the table can only read.

    The phone with the pen keeps it for later. At a table in the browser, also stops the clock of the top discard.
    Raises TournamentError if officials already write.
    """
    if not _put_pen(spielliste, at_desk=True):
        raise TournamentError(_("Das hat schon jemand getan: Der Tisch wartet auf die Spielleitung."))


@service(gettext_lazy("Tisch schreibt seine Liste wieder selbst"))
def give_pen_back(spielliste: models.Spielliste, *, by: User | None) -> None:
    """Ends `take_pen_to_desk`: the phone with the pen writes again, or a different one after taking the pen.

    At a table in the browser, the clock of the top discard continues. Raises TournamentError if phones
    can already write.
    """
    if not _put_pen(spielliste, at_desk=False):
        raise TournamentError(_("Das hat schon jemand getan: Am Tisch geht es weiter."))


@part_of_service
def _put_pen(spielliste: models.Spielliste, *, at_desk: bool) -> bool:
    """Gives the pen to the desk or back to the phones, and stops or continues the clock of the top discard.

    Returns whether the pen has moved.
    """
    _stop_clock(spielliste, halted=at_desk)  # a move locks its table before the list, too
    lock_list(spielliste.pk)
    models.TableAccess.objects.get_or_create(spielliste=spielliste)
    access = models.TableAccess.objects.filter(spielliste=spielliste, desk_has_pen=not at_desk)
    return bool(access.update(desk_has_pen=at_desk))


@part_of_service
def _stop_clock(spielliste: models.Spielliste, *, halted: bool) -> None:
    """Stops the clock of the top discard at a table in the browser, or continues it with the remaining time.

    The halt is recorded as a move, so it is the same in every process and after a restart.
    """
    row = PlayTable.objects.select_for_update(no_key=True).filter(spielliste=spielliste, ended_at=None).first()
    if row is None:
        return
    try:
        state = state_of(row)
    except UnplayableError:  # no clock is running
        return
    if state.claim_since is None or halted == (state.halted_at is not None):
        return
    now = timezone.now()
    command = HALTED if halted else GOES_ON
    PlayMove.objects.create(table=row, number=state.number + 1, seat=NOBODY, command=command, at=now)
    PlayTable.objects.filter(pk=row.pk).update(moves=state.number + 1, moved_at=now)


AT_MOST_EVERY = timedelta(minutes=1)


def note_seen(phone: int, seen_at: datetime | None) -> None:
    """Records a request of the phone with this key, unless `seen_at`, the recorded time, is less than a minute away."""
    if seen_at is None or abs(timezone.now() - seen_at) >= AT_MOST_EVERY:  # the clock may have been set back
        _store(phone)


@in_passing
def _store(phone: int) -> None:
    now = timezone.now()
    # Two requests of the phone may arrive at the same moment.
    seen_now = Q(seen_at__gt=now - AT_MOST_EVERY, seen_at__lt=now + AT_MOST_EVERY)
    models.TablePhone.objects.filter(pk=phone).filter(Q(seen_at=None) | ~seen_now).update(seen_at=now)
