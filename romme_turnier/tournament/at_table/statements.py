"""The players' statements about their written list: confirmations and contradictions."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.db import models as db
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import WrongCode, demand_phones_write, desk_has_pen, lock_list
from romme_turnier.tournament.at_table.phones import locked
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.hall.calls import TEXT_LENGTH as CALL_LENGTH, call_official
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.consent import about, content_hash_of, fingerprint_of, word_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.participants.card_code import is_code_of
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import part_of_service, service

Status = models.Spielliste.Status
Way = models.Statement.Way
TEXT_LENGTH = 300
_KNOWN = "known_statements"


def current_statements(loaded: LoadedList) -> list[models.Statement]:
    """Returns the confirmations and contradictions of the current list, ordered by seat.

    Leaves out ended statements, statements about earlier content, statements of players who no longer have that seat,
    and answers that only gave points from memory.
    """
    sitting = {seat.number: seat.registration_id for seat in loaded.seats}
    known: Iterable[models.Statement] | None = getattr(loaded.row, _KNOWN, None)
    stored = _not_ended().filter(spielliste=loaded.row) if known is None else known
    current = [said for said in about(loaded, stored) if sitting.get(said.seat) == said.registration_id]
    return sorted(current, key=lambda said: said.seat)


def with_statements(lists: "db.QuerySet[models.Spielliste]") -> "db.QuerySet[models.Spielliste]":
    """Returns the lists with the rows that `current_statements` would query one by one, for pages with many lists."""
    return lists.prefetch_related(db.Prefetch("statements", _not_ended(), to_attr=_KNOWN))


def _not_ended() -> "db.QuerySet[models.Statement]":
    return models.Statement.objects.filter(ended_at=None, agrees__isnull=False).select_related("registration__player")


def contradiction(loaded: LoadedList) -> models.Statement | None:
    """Returns the statement that contradicts the current list; None if there is none.

    If several do, returns the statement of the lowest seat.
    """
    return next((said for said in current_statements(loaded) if not said.agrees), None)


def confirmations_needed(loaded: LoadedList) -> int:
    """Returns the number of confirmations that complete a list.

    This is the number set for its series, or one for each remaining player if that is fewer or if none is set.
    """
    playing = len(_still_playing(loaded))
    return min(terms_of(loaded.row.table.series).confirmations or playing, playing)


def _still_playing(loaded: LoadedList) -> set[int]:
    """Returns the seats whose players have not left; only their confirmations count towards the number needed."""
    return {seat.number for seat in loaded.seats} - {vacancy.seat for vacancy in loaded.vacancies}


def is_asked_from_memory(spielliste: models.Spielliste) -> bool:
    """Returns whether players type their column from memory before confirming; see `memory`."""
    return terms_of(spielliste.table.series).blind_check


def remembered_by(spielliste: models.Spielliste, registration: models.Registration) -> Any:
    """Returns the player's points from memory, as in `Statement.remembered`; None before the answer."""
    typed = spielliste.statements.filter(registration=registration, remembered__isnull=False)
    return typed.values_list("remembered", flat=True).first()


@service(gettext_lazy("Liste am Tisch bestätigt"))
def confirm(
    phone: models.TablePhone, *, fingerprint: str, seat: int | None = None, card_code: str = ""
) -> models.Statement:
    """Stores the confirmation of the list with this fingerprint; the last one needed completes the list.

    The phone's player confirms or, with the whole code of the start card, the player at another `seat` of the table. A
    repeated confirmation returns the stored one. Raises WrongCode if that code is wrong, Conflict if the list has
    changed, and TournamentError if this phone cannot confirm the list now, for example before the blind check.
    """
    return _state(phone, fingerprint=fingerprint, seat=seat, card_code=card_code)


@service(gettext_lazy("Liste am Tisch widersprochen"))
def contradict(
    phone: models.TablePhone,
    *,
    fingerprint: str,
    text: str,
    game: int | None = None,
    seat: int | None = None,
    card_code: str = "",
) -> models.Statement:
    """Stores a contradiction and its text; while it is in force, only officials can change the list.

    Also calls an official to the table, unless a call is open or there were too many calls. Raises TournamentError if
    both text and game are missing or the text is too long, and the errors of `confirm`.
    """
    text = " ".join(text.split())
    if not text and game is None:
        raise TournamentError(_("Bitte sagen Sie, was nicht stimmt: das Spiel, oder mit eigenen Worten."), about="text")
    if len(text) > TEXT_LENGTH:
        message = _("Der Text ist zu lang, höchstens %(most)d Zeichen.")
        raise TournamentError(message % {"most": TEXT_LENGTH}, about="text")
    said = _state(phone, fingerprint=fingerprint, seat=seat, card_code=card_code, agrees=False, text=text, game=game)
    table = said.spielliste.table
    if not table.calls.filter(ended_at=None, withdrawn_at=None).exists():
        with suppress(TournamentError):  # too many calls; the officials' page of tables shows the contradiction
            words = _("Spiel %(game)d. %(text)s") % {"game": game, "text": text} if game else text
            of_list = models.TableCall.About.LIST
            call_official(
                table, about=of_list, text=words.strip()[:CALL_LENGTH], seat=said.seat, registration=said.registration
            )
    return said


@part_of_service
def _state(
    phone: models.TablePhone,
    *,
    fingerprint: str,
    seat: int | None,
    card_code: str,
    agrees: bool = True,
    text: str = "",
    game: int | None = None,
) -> models.Statement:
    current, loaded, who = speaking(phone, fingerprint, seat, card_code, game)
    spielliste = loaded.row
    earlier = spielliste.statements.filter(seat=who.number, ended_at=None)
    same = earlier.filter(registration=who.registration, agrees=agrees, text=text, game=game)
    for said in about(loaded, same):
        return said  # the answer to the first request got lost
    remembered = remembered_by(spielliste, who.registration)
    if remembered is None and is_asked_from_memory(spielliste):
        if agrees:
            raise TournamentError(_("Bitte schreiben Sie zuerst auf, was Sie von Ihren Punkten noch wissen."))
        remembered = {}  # contradicting is always possible
    facts = {"agrees": agrees, "game": game, "text": text, "remembered": remembered}
    said = store_statement(current, loaded, who, facts)
    _complete_if_confirmed(loaded)
    return said


@part_of_service
def store_statement(
    phone: models.TablePhone, loaded: LoadedList, who: models.Seat, facts: Mapping[str, Any]
) -> models.Statement:
    """Stores a statement about the current list, and ends the seat's earlier one."""
    now = timezone.now()
    loaded.row.statements.filter(seat=who.number, ended_at=None).update(ended_at=now)
    return models.Statement.objects.create(
        spielliste=loaded.row,
        seat=who.number,
        registration=who.registration,
        content_hash=content_hash_of(loaded),
        version=loaded.row.version,
        word=word_of(loaded),
        way=Way.OWN_PHONE if who.registration_id == phone.registration_id else Way.CARD,
        phone=phone,
        at=now,
        **facts,
    )


@part_of_service
def speaking(
    phone: models.TablePhone, fingerprint: str, seat: int | None, card_code: str, game: int | None = None
) -> tuple[models.TablePhone, LoadedList, models.Seat]:
    """Locks the list for a statement, and returns the phone, the list and the seat that makes the statement.

    `fingerprint` identifies the list that the player saw. Raises the errors of `confirm`.
    """
    current = locked(phone)
    loaded = load(current.spielliste_id)
    demand_phones_write(loaded.row)
    who = _who_speaks(current, loaded, seat, card_code)
    _demand_written(loaded, fingerprint, game)
    return current, loaded, who


def _who_speaks(phone: models.TablePhone, loaded: LoadedList, seat: int | None, card_code: str) -> models.Seat:
    """Returns `seat`, or by default the seat of the phone's player.

    Raises TournamentError if the table has no such seat, and WrongCode if it is another player's and the code does not
    belong to that player.
    """
    seats = {place.number: place for place in loaded.seats}
    if seat is None:
        return next(place for place in loaded.seats if place.registration_id == phone.registration_id)
    if seat not in seats:
        raise TournamentError(_("Diesen Platz gibt es am Tisch nicht."), about="seat")
    if seats[seat].registration_id != phone.registration_id and not is_code_of(seats[seat].registration, card_code):
        words = _("Das ist nicht der Code der Startkarte von Platz %(seat)d.")
        raise WrongCode(words % {"seat": seat}, about="card_code")
    return seats[seat]


def _demand_written(loaded: LoadedList, fingerprint: str, game: int | None) -> None:
    """Raises Conflict or TournamentError unless the list is open, complete, as the player saw it, and has `game`."""
    if loaded.row.status != Status.OPEN:
        words = _("Die Liste ist schon bestätigt. Einwände nimmt die Spielleitung entgegen (§ 2.2.5).")
        raise TournamentError(cited(words, loaded.event.rules))
    if fingerprint != fingerprint_of(loaded):
        raise Conflict(_("Die Liste wurde inzwischen geändert. Bitte sehen Sie sie noch einmal an."))
    if not loaded.row.whole:
        raise TournamentError(_("Es fehlen noch Spiele. Bestätigt wird die fertige Liste."))
    if game is not None and not 1 <= game <= loaded.length:
        raise TournamentError(_("Dieses Spiel gibt es auf der Liste nicht."), about="game")


def _complete_if_confirmed(loaded: LoadedList) -> None:
    said = current_statements(loaded)
    agreed = agreed_seats(said)
    counted = _still_playing(loaded).intersection(agreed)
    if len(agreed) == len(said) and len(counted) >= confirmations_needed(loaded):
        entries.complete(loaded.row, expected=loaded.row.version, by=None, consent=agreed)


@part_of_service
def complete_confirmed(series: models.Series) -> None:
    """Completes the open lists of a series that now have enough confirmations and no contradiction.

    Lists that officials are writing stay open.
    """
    lists = models.Spielliste.objects.filter(table__series=series, status=Status.OPEN, whole=True)
    confirmed = lists.filter(statements__ended_at=None, statements__agrees=True).distinct().order_by("pk")
    for pk in confirmed.values_list("pk", flat=True):
        lock_list(pk)
        loaded = load(pk)
        if loaded.row.status == Status.OPEN and loaded.row.whole and not desk_has_pen(loaded.row):
            _complete_if_confirmed(loaded)


@service(gettext_lazy("Widerspruch abgewiesen"))
def reject_contradiction(statement: models.Statement, *, reason: str, by: User | None) -> None:
    """Rejects a contradiction after officials have heard the player and found the list correct.

    The list becomes complete if it has enough confirmations. A list that the officials corrected does not need this,
    because the correction ends all statements. Raises TournamentError if the reason is missing, and Conflict if the
    contradiction has already ended.
    """
    if not reason.strip():
        raise TournamentError(_("Bitte schreiben Sie, warum die Liste stimmt."), about="reason")
    lock_list(statement.spielliste_id)
    contradictions = models.Statement.objects.filter(pk=statement.pk, ended_at=None, agrees=False)
    if not contradictions.update(ended_at=timezone.now()):
        raise Conflict
    loaded = load(statement.spielliste_id)
    if loaded.row.status == Status.OPEN and loaded.row.whole:
        _complete_if_confirmed(loaded)


@service(gettext_lazy("Liste mit weniger Bestätigungen angenommen"))
def accept_with(spielliste: models.Spielliste, *, reason: str, expected: int, by: User | None) -> None:
    """Accepts a written list with fewer confirmations than announced; the officials' reason goes into the log.

    Raises TournamentError if the reason is missing, or if a player contradicts the list. Also raises the errors of
    `entries.complete`.
    """
    if not reason.strip():
        raise TournamentError(_("Bitte schreiben Sie, warum Bestätigungen fehlen dürfen."), about="reason")
    lock_list(spielliste.pk)
    loaded = load(spielliste.pk)
    if contradiction(loaded) is not None:
        raise TournamentError(_("Jemand am Tisch widerspricht der Liste. Bitte klären Sie das zuerst."))
    entries.complete(loaded.row, expected=expected, by=by, consent=agreed_seats(current_statements(loaded)))


def agreed_seats(statements: Iterable[models.Statement]) -> list[int]:
    return [said.seat for said in statements if said.agrees]
