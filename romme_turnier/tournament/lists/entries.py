"""Entering, completing, checking and correcting the list of a table (§ 2.2).

Each service here is one transaction. It writes a log entry on an open list, and a revision on a completed one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import change
from romme_turnier.tournament.lists.checking.notices import notify_of_scorer_errors
from romme_turnier.tournament.lists.checking.open_differences import open_differences
from romme_turnier.tournament.lists.corrections import is_official
from romme_turnier.tournament.lists.loaded_list import NO_ENTRY, LoadedList, as_typed, row_json
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import part_of_service, run_once, service

Status = models.Spielliste.Status


class SeatsDiffer(TournamentError):
    """The row's cells do not match the table's seats, which were changed after the page was loaded."""

    def __init__(self) -> None:
        super().__init__(_("Die Zahl der Plätze passt nicht mehr. Bitte laden Sie die Seite neu."))


@dataclass(frozen=True, slots=True)
class SavedRow:
    """The answer to a request that saves a row. `loaded` is the stored list, None if the request is a repetition."""

    game: int
    version: int
    row: Mapping[str, Any]
    loaded: LoadedList | None = field(default=None, compare=False)


@service(gettext_lazy("Spiel eingetragen"))
def save_row(
    spielliste: models.Spielliste,
    row: ParsedRow,
    *,
    expected: int,
    by: User | None,
    key: str = "",
    reason: str = "",
    consent: Iterable[int] = (),
    typo: bool = False,
    phone: models.TablePhone | None = None,
) -> SavedRow:
    """Stores one game of a list, even if it breaks a rule.

    `expected` is the version of the row that the page shows (0: none yet). On a completed list this is a correction:
    `consent` names the seats that agreed; `typo` marks an official's typing mistake. `phone` is the table's phone that
    sent the row. Repeating a `key` with the same row returns the first result. If another person has just saved the
    same row, it is not saved twice.

    Raises Conflict, with the stored row as `current`, if another person has saved a different row. Raises KeyReused if
    the `key` belongs to another request, SeatsDiffer, and the errors of `change`. Raises TournamentError if a cell is
    illegible, if the list does not have the game, or if a phone, or a user who is not an official, would resolve a
    doubtful ending.
    """
    if row.errors:
        raise TournamentError(_("In Spiel %(game)s sind Eingaben nicht lesbar.") % {"game": row.game.number})
    game = row.game
    readings = {reading.seat: list(reading.values) for reading in row.readings}
    consent = sorted(consent)
    body = {
        "list": spielliste.pk,
        "game": game.number,
        "row": row_json(game, readings),
        "expected": expected,
        "reason": reason,
        "consent": consent,
        "typo": typo,
        **({"phone": phone.pk} if phone else {}),
    }

    def edit(loaded: LoadedList) -> LoadedList:
        loaded.demand_place(game.number)
        if len(game.points) != len(loaded.seats):
            raise SeatsDiffer
        before, version = loaded.row_json(game.number), loaded.version_of(game.number)
        if version != expected:
            if loaded.has_row(row):
                return loaded
            words = _("Spiel %(game)s wurde inzwischen von jemand anderem gespeichert.")
            raise Conflict(words % {"game": game.number}, current={"version": version, "row": as_typed(before)})
        may_resolve = phone is None and is_official(by, loaded.event)
        endings = _endings_kept(loaded, before, game, may_resolve=may_resolve)
        saved = loaded.with_game(game, readings)
        if not endings and loaded.ending_readings:
            others = (doubt for doubt in loaded.ending_readings if doubt.game != game.number)
            saved = saved.having(ending_readings=others)
        return saved.logged(game.number, old=before, new=row_json(game, readings, endings))

    after: LoadedList | None = None
    answer = {"game": game.number, "row": body["row"]}

    def effect() -> dict[str, Any]:
        nonlocal after
        after = change(spielliste.pk, "row", edit, by=by, reason=reason, consent=consent, typo=typo, phone=phone)
        answer["version"] = after.version_of(game.number)
        return {} if after.entry is NO_ENTRY else answer

    return SavedRow(**(run_once(key, body, effect) or answer), loaded=after)


def _endings_kept(
    loaded: LoadedList, before: Mapping[str, Any] | None, game: Game, *, may_resolve: bool
) -> Sequence[Any]:
    """Returns the stored readings of the game's end; none if the new row changes the finisher or the mark.

    Such a row resolves the doubt. Raises TournamentError if it comes from a phone or a user who is not an official.
    """
    endings: Sequence[Any] = (before or {}).get("endings", ())
    if not before or not endings or (before["finisher"], before["handromme"]) == (game.finisher, game.handromme):
        return endings
    if not may_resolve:
        words = _("Wer Spiel %(game)s beendet hat, ist als unklar vermerkt. Das ändert nur die Spielleitung (§ 2.2.6).")
        raise TournamentError(cited(words, loaded.event.rules) % {"game": game.number})
    return ()


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """The scorer's sums for one seat; None for a sum that was not written."""

    total: int | None = None
    result: int | None = None
    finished: int | None = None


@service(gettext_lazy("Summen laut Liste eingetragen"))
def save_claims(
    spielliste: models.Spielliste,
    claims: Mapping[int, SeatClaim],
    *,
    expected: int | None,
    by: User | None,
    reason: str = "",
) -> None:
    """Stores the scorer's sums, by seat, in place of the earlier ones. The sums may be wrong.

    Raises the errors of `change`.
    """

    def edit(loaded: LoadedList) -> LoadedList:
        written = [
            models.Claim(
                spielliste=loaded.row, seat=seat, total=claim.total, result=claim.result, finished=claim.finished
            )
            for seat, claim in claims.items()
            if claim != SeatClaim()
        ]
        return loaded.having(claims=written).logged(
            old={str(claim.seat): [claim.total, claim.result, claim.finished] for claim in loaded.claims},
            new={str(seat): [claim.total, claim.result, claim.finished] for seat, claim in claims.items()},
        )

    change(spielliste.pk, "claims", edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Liste vollständig"))
def complete(
    spielliste: models.Spielliste, *, expected: int | None, by: User | None, consent: Iterable[int] = ()
) -> None:
    """Completes an open list with all its games, and adds a revision. Violations may still keep it from counting.

    The list becomes signed if it was handed in with all signatures (§ 2.2.4). `consent` names the seats that confirmed
    it at the table. Players whose sums the scorer got wrong get notices. Raises TournamentError if the list is not open
    or a game is missing, and the errors of `change`.
    """

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status != Status.OPEN:
            raise TournamentError(_("Diese Liste ist schon abgeschlossen."))
        _demand_all_games(loaded)
        status = complete_or_signed(loaded.row)
        return loaded.with_status(status).logged(old=Status.OPEN.value, new=status.value)

    reason = Reason.COMPLETE.stored()
    after = change(spielliste.pk, "complete", edit, by=by, expected=expected, reason=reason, consent=consent)
    if after.scorer_errors:
        notify_of_scorer_errors(after.row.revisions.latest("number"), after.scorer_errors)


def complete_or_signed(spielliste: models.Spielliste) -> Status:
    """Returns the status of a list with all its games: signed if handed in with all signatures, otherwise complete."""
    signed = models.HandIn.objects.filter(spielliste=spielliste, paper=models.HandIn.Custody.IN, unsigned=[])
    return Status.SIGNED if signed.exists() else Status.COMPLETE


@part_of_service
def follow_hand_in(spielliste: models.Spielliste, *, by: User | None) -> None:
    """Makes a complete list signed, or a signed one complete again, to match its hand-in (§ 2.2.4).

    Raises the errors of `change`.
    """
    now = (
        models.Spielliste.objects.select_for_update(no_key=True).values_list("status", flat=True).get(pk=spielliste.pk)
    )
    wanted = complete_or_signed(spielliste)
    if now not in (Status.COMPLETE, Status.SIGNED) or now == wanted:
        return
    reason = Reason.SIGNED if wanted is Status.SIGNED else Reason.UNSIGNED
    change(spielliste.pk, wanted.value, lambda loaded: loaded.with_status(wanted), by=by, reason=reason.stored())


def _demand_all_games(loaded: LoadedList) -> None:
    """Raises TournamentError if a game is missing, or if a game's finisher is unclear and no ruling accepts the row."""
    evaluation = loaded.evaluation
    unclear = {v.params["game"] for v in evaluation.violations if v.code in ("no_finisher", "two_finishers")}
    missing = [str(game) for game in evaluation.missing if game not in unclear]
    doubtful = [str(game) for game in evaluation.missing if game in unclear]
    why = []
    if missing:
        words = ngettext("Spiel %(games)s fehlt noch.", "Es fehlen noch Spiele: %(games)s.", len(missing))
        why.append(words % {"games": ", ".join(missing)})
    if doubtful:
        words = ngettext(
            "In Spiel %(games)s ist nicht klar, wer es beendet hat. Berichtigen Sie die Zeile, "
            "oder die Spielleitung vermerkt alle Lesarten (§ 2.2.6).",
            "In den Spielen %(games)s ist nicht klar, wer sie beendet hat. Berichtigen Sie die Zeilen, "
            "oder die Spielleitung vermerkt alle Lesarten (§ 2.2.6).",
            len(doubtful),
        )
        why.append(cited(words, loaded.event.rules) % {"games": ", ".join(doubtful)})
    if why:
        raise TournamentError(" ".join(why))


@service(gettext_lazy("Liste geprüft"))
def check(spielliste: models.Spielliste, *, expected: int | None, by: User | None) -> None:
    """Marks the list as checked by officials (§ 2.2.5).

    Raises TournamentError unless the list is complete or signed and has neither faults nor open differences. Also
    raises the errors of `change`.
    """

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status not in (Status.COMPLETE, Status.SIGNED):
            words = _("Das geht bei einer vollständigen Liste, diese ist: %(status)s.")
            raise TournamentError(words % {"status": loaded.row.get_status_display()})
        if loaded.evaluation.violations or loaded.evaluation.missing:
            raise TournamentError(
                _("Die Liste hat noch Fehler. Bitte berichtigen Sie sie oder lassen Sie die Zeilen gelten.")
            )
        if open_differences(loaded):
            raise TournamentError(_("Die Summen laut Liste weichen noch ab. Bitte klären Sie zuerst jede Abweichung."))
        return loaded.with_status(Status.CHECKED)

    change(spielliste.pk, "checked", edit, by=by, expected=expected, reason=Reason.CHECKED.stored())


@service(gettext_lazy("Prüfung zurückgenommen"))
def uncheck(spielliste: models.Spielliste, *, expected: int | None, by: User | None, reason: str) -> None:
    """Undoes `check`: the list is complete or signed again.

    Raises TournamentError if it is not checked, and the errors of `change`.
    """

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status != Status.CHECKED:
            raise TournamentError(_("Nur die Prüfung einer geprüften Liste lässt sich zurücknehmen."))
        return loaded.with_status(complete_or_signed(loaded.row))

    change(spielliste.pk, "uncheck", edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Liste für ungültig erklärt"))
def declare_invalid(spielliste: models.Spielliste, *, expected: int | None, by: User | None, reason: str) -> None:
    """Declares a badly kept list invalid: it does not count (§ 2.2.6).

    Raises TournamentError for a missing reason or if the list is already invalid, and the errors of `change`.
    """
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie den Grund an, aus dem die Liste ungültig ist."))

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status == Status.INVALID:
            raise TournamentError(_("Diese Liste ist schon ungültig."))
        return loaded.with_status(Status.INVALID, reason).logged(old=loaded.row.status, new=Status.INVALID.value)

    change(spielliste.pk, "invalid", edit, by=by, expected=expected, reason=reason)


@service(gettext_lazy("Ungültigkeit der Liste zurückgenommen"))
def revoke_invalid(spielliste: models.Spielliste, *, expected: int | None, by: User | None, reason: str) -> None:
    """Undoes `declare_invalid`: the list is complete or signed again, or open if games are missing.

    Raises TournamentError if the list is not invalid, and the errors of `change`.
    """

    def edit(loaded: LoadedList) -> LoadedList:
        if loaded.row.status != Status.INVALID:
            raise TournamentError(_("Diese Liste ist nicht ungültig."))
        return loaded.with_status(Status.OPEN if loaded.evaluation.missing else complete_or_signed(loaded.row))

    change(spielliste.pk, "valid", edit, by=by, expected=expected, reason=reason)
