"""Whom a change of a completed list concerns, and who may make it (§ 2.2.3, § 2.2.5).

Until the series ends the scorer may correct with the consent of the players concerned; later, or without consent, only
the officials, who have to tell them. Both need to know whose entries or result the change touches. Comparing the
contents of two revisions tells, by player: somebody moved to another seat of the table with the same entries is not
touched.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason, is_given_as
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited

Content = Mapping[str, Any]
Status = models.Spielliste.Status


@dataclass(frozen=True, slots=True)
class ResultChange:
    """A player's result on a list before and after; None where the list did not count for the player."""

    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Reseating:
    """Facts of all lists concerned when players change tables, by start number.

    `results` are those before the change. `told` sit at tables whose own revision tells them.
    """

    results: Mapping[int, int | None]
    told: Collection[int | None]


NOBODY_MOVED = Reseating(MappingProxyType({}), frozenset())


class ConsentMissing(TournamentError):
    """The change touches players who have not agreed; `seats` are theirs."""

    def __init__(self, seats: Iterable[int], rules: RuleSet) -> None:
        self.seats = tuple(sorted(seats))
        words = ngettext(
            "Es fehlt das Einverständnis von Platz %(seats)s (§ 2.2.3). Ohne Einverständnis berichtigt nur die "
            "Spielleitung oder ein Schiedsrichter.",
            "Es fehlt das Einverständnis der Plätze %(seats)s (§ 2.2.3). Ohne Einverständnis berichtigt nur die "
            "Spielleitung oder ein Schiedsrichter.",
            len(self.seats),
        )
        super().__init__(cited(words, rules) % {"seats": ", ".join(map(str, self.seats))})


def concerned(before: Content | None, after: Content, reseating: Reseating = NOBODY_MOVED) -> dict[int, ResultChange]:
    """Returns, by seat of the table as it is now, whose entries or result a change touched.

    `before` is None for a list that was still open; there only its being declared invalid concerns anybody.
    """
    invalid = after["status"] == Status.INVALID
    if before is None:
        return {seat["seat"]: ResultChange(None, None) for seat in after["seats"]} if invalid else {}
    became_invalid = invalid and before["status"] != Status.INVALID
    earlier = {seat["number"]: seat["seat"] for seat in before["seats"]}
    touched = {}
    for seat in after["seats"]:
        new, old = seat["seat"], earlier.get(seat["number"])
        was = _result(before, old) if old is not None else reseating.results.get(seat["number"])
        change = ResultChange(was, _result(after, new))
        same = change.old == change.new and _entries(before, old) == _entries(after, new)
        if became_invalid or not same:
            touched[new] = change
    return touched


def results(content: Content) -> dict[int, int | None]:
    """Returns the results of a list by start number; None where it does not count for the player."""
    return {seat["number"]: _result(content, seat["seat"]) for seat in content["seats"]}


def same_for(number: int | None, one: Content | None, other: Content) -> bool:
    """Returns whether a player, by start number, has the same in both contents: entries, result, sums."""
    if one is None or (one["status"] == Status.OPEN) != (other["status"] == Status.OPEN):
        return False
    same: bool = _whole(one, number) == _whole(other, number)
    return same


def _whole(content: Content, number: int | None) -> Any:
    seat = next((seat["seat"] for seat in content["seats"] if seat["number"] == number), None)
    errors = [(e["figure"], e["claimed"], e["computed"]) for e in content.get("scorer_errors", []) if e["seat"] == seat]
    rulings = sorted(ruling["game"] for ruling in content["rulings"])
    return seat, _result(content, seat), _entries(content, seat), sorted(errors), rulings


def _result(content: Content, seat: int | None) -> int | None:
    if seat is None or content["status"] in (Status.OPEN, Status.INVALID):
        return None
    totals = next((totals for totals in content["totals"] if totals["seat"] == seat), None)
    return totals["result"] if totals and totals["counts"] else None


def _entries(content: Content, seat: int | None) -> Any:
    """Returns all entries of a list for one seat, in a form to compare."""
    if seat is None:
        return None
    return {
        "games": {
            game["number"]: (game["points"][seat - 1], *_ended(game, seat))
            for game in content["games"]
            if game["points"][seat - 1] is not None or game["finisher"] == seat
        },
        "readings": sorted((r["game"], *r["values"]) for r in content["readings"] if r["seat"] == seat),
        "endings": sorted(_doubts(content, seat)),
        "penalties": sorted((p["game"], p["points"]) for p in content["penalties"] if p["seat"] == seat),
        "left": [(v["from_game"], v["counts"]) for v in content["vacant"] if v["seat"] == seat],
    }


def _doubts(content: Content, seat: int) -> Iterator[tuple[int, bool, list[bool]]]:
    """Games that the seat may have ended: the number, whether it is in doubt, and with which mark."""
    for one in content["endings"]:
        marks = sorted(mark for finisher, mark in one["endings"] if finisher == seat)
        if marks:
            yield one["game"], len(marks) < len(one["endings"]), marks


def _ended(game: Content, seat: int) -> tuple[bool, bool]:
    ended = game["finisher"] == seat
    return ended, ended and game["handromme"]


def is_official(user: User | None, event: models.Event) -> bool:
    """Returns whether the user corrects with officials' authority; so does the program itself (no user)."""
    return user is None or may(user, Right.RULE, event)


def has_been_released(spielliste: models.Spielliste) -> bool:
    """Returns whether any state of the list is part of a released standing: then players have seen it."""
    return models.StandingsRelease.objects.filter(revisions__spielliste=spielliste).exists()


def needs_nobody(spielliste: models.Spielliste, *, typo: bool) -> bool:
    """A slip of ours at the keyboard: the paper stays as it is, and nobody has seen the wrong figure yet."""
    return typo and not spielliste.table.series.is_closed and not has_been_released(spielliste)


def demand_consent(
    spielliste: models.Spielliste, touched: Iterable[int], consent: Iterable[int], by: User | None
) -> None:
    """Raises whatever keeps this user from correcting the entries of these seats with this consent."""
    series = spielliste.table.series
    if is_official(by, series.event) or not set(touched):
        return
    if series.is_closed or has_been_released(spielliste):
        words = _(
            "Die Serie ist zu Ende. Jetzt berichtigt nur noch die Spielleitung oder ein Schiedsrichter (§ 2.2.5)."
        )
        raise TournamentError(cited(words, series.event.rules))
    missing = set(touched) - set(consent)
    if missing:
        raise ConsentMissing(missing, series.event.rules)


def typo_reason(reason: str) -> str:
    """Returns the reason stored for a slip of ours, with what was typed beside it."""
    return reason if is_given_as(reason, Reason.TYPO) else Reason.TYPO.stored(reason.strip())[:300]
