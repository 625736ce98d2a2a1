"""Corrections of completed lists: the players concerned, and the right to correct (§ 2.2.3, § 2.2.5).

Until the series ends, the scorer may correct a list with the consent of the players concerned; afterwards, or without
consent, only officials may, and they must inform these players. A player is concerned if their entries, result, scoring
points or table points differ between two revisions; moving to another seat of the table with the same entries does not
matter.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
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
    """A player's result on a list before and after a change; None if the list does not count for the player."""

    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Reseating:
    """Facts about all lists involved when players change tables.

    `results` are the results before the change, by start number. `told` holds the start numbers of the players that a
    revision of their new table's list informs.
    """

    results: Mapping[int, int | None]
    told: Collection[int | None]


NOBODY_MOVED = Reseating(MappingProxyType({}), frozenset())


class ConsentMissing(TournamentError):
    """The change concerns the players at these `seats`, and they have not agreed."""

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
    """Returns the old and new results of the players whose entries, result or points changed, by present seat.

    `before` is None if the list was open; players are then concerned only if the list becomes invalid.
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
        same = change.old == change.new and counted_points(before, old) == counted_points(after, new)
        if became_invalid or not same or _entries(before, old) != _entries(after, new):
            touched[new] = change
    return touched


def results(content: Content) -> dict[int, int | None]:
    """Returns the results on a list by start number; None if the list does not count for the player."""
    return {seat["number"]: _result(content, seat["seat"]) for seat in content["seats"]}


def same_for(number: int | None, before: Content | None, after: Content) -> bool:
    """Returns whether a player has the same seat, entries, figures, errors and rulings in both contents.

    `number` is the player's start number. Returns False if `before` is None, or if the list is open in only one of the
    contents.
    """
    if before is None or (before["status"] == Status.OPEN) != (after["status"] == Status.OPEN):
        return False
    return _whole(before, number) == _whole(after, number)


def _whole(content: Content, number: int | None) -> tuple[object, ...]:
    seat = next((seat["seat"] for seat in content["seats"] if seat["number"] == number), None)
    errors = [(e["figure"], e["claimed"], e["computed"]) for e in content.get("scorer_errors", []) if e["seat"] == seat]
    rulings = sorted(ruling["game"] for ruling in content["rulings"])
    figures = _result(content, seat), counted_points(content, seat)
    return seat, figures, _entries(content, seat), sorted(errors), rulings


def _result(content: Content, seat: int | None) -> int | None:
    return _counting(content, seat).get("result")


def counted_points(content: Content, seat: int | None) -> Fraction | None:
    """Returns a seat's scoring points or table points, whichever the event ranks by.

    Returns None if the list does not count for the seat, or if the event ranks by results.
    """
    figures = _counting(content, seat)
    if "half_points" in figures:
        return Fraction(figures["half_points"], 2)
    return Fraction(figures["scoring_points"]) if "scoring_points" in figures else None


def _counting(content: Content, seat: int | None) -> Mapping[str, int]:
    """Returns a seat's figures; an empty mapping if the list does not count for the seat."""
    if seat is None or content["status"] in (Status.OPEN, Status.INVALID):
        return {}
    totals = next((totals for totals in content["totals"] if totals["seat"] == seat), None)
    return totals if totals and totals["counts"] else {}


def _entries(content: Content, seat: int | None) -> dict[str, object] | None:
    if seat is None:
        return None
    return {
        "games": {
            game["number"]: (
                game["points"][seat - 1],
                game["finisher"] == seat,
                game["finisher"] == seat and game["handromme"],
            )
            for game in content["games"]
            if game["points"][seat - 1] is not None or game["finisher"] == seat
        },
        "readings": sorted((r["game"], *r["values"]) for r in content["readings"] if r["seat"] == seat),
        "endings": sorted(
            (doubt["game"], len(marks) < len(doubt["endings"]), marks)
            for doubt in content["endings"]
            if (marks := sorted(mark for finisher, mark in doubt["endings"] if finisher == seat))
        ),
        "penalties": sorted((p["game"], p["points"]) for p in content["penalties"] if p["seat"] == seat),
        "left": [(v["from_game"], v["counts"]) for v in content["vacant"] if v["seat"] == seat],
    }


def is_official(user: User | None, event: models.Event) -> bool:
    """Returns whether the user may correct lists as an official. The program itself (no user) always may."""
    return user is None or may(user, Right.RULE, event)


def has_been_released(spielliste: models.Spielliste) -> bool:
    """Returns whether any state of the list was part of released standings, so that players have seen it."""
    return models.StandingsRelease.objects.filter(revisions__spielliste=spielliste).exists()


def needs_nobody(spielliste: models.Spielliste, *, typo: bool) -> bool:
    """Returns whether no player must agree or be informed.

    This holds if officials correct their own typing mistake before the series is closed and before a state of the list
    is released.
    """
    return typo and not spielliste.table.series.is_closed and not has_been_released(spielliste)


def demand_consent(
    spielliste: models.Spielliste, touched: Iterable[int], consent: Iterable[int], by: User | None
) -> None:
    """Raises ConsentMissing or TournamentError if the user may not correct the entries of these seats.

    Officials and the program may always correct them. Others get TournamentError once the series is closed or the list
    has been released; until then they need the consent of all these seats.
    """
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
    """Returns the reason to store for an official's typing mistake, with the text that the official added."""
    return reason if is_given_as(reason, Reason.TYPO) else Reason.TYPO.stored(reason.strip())[:300]
