"""Marks all faultless lists of a series as checked in one step (§ 2.2.5)."""

from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.open_differences import CLAIMED, stored_differences
from romme_turnier.tournament.shared.service import nothing_done, service

Paper = models.HandIn.Custody


def faultless(series: models.Series) -> list[models.Spielliste]:
    """Returns the faultless lists of a series, ordered by table."""
    lists = models.Spielliste.objects.filter(table__series=series)
    lists = lists.select_related("table__series__event", "hand_in").prefetch_related(*CLAIMED)
    return [spielliste for spielliste in lists.order_by("table__number") if is_faultless(spielliste)]


def is_faultless(spielliste: models.Spielliste) -> bool:
    """Returns whether a list can be checked without changes: every game entered, no fault, every sum explained.

    Lists whose paper is lost or lacks a signature are not faultless, because officials must examine them (§ 2.2.4).
    """
    hand_in = getattr(spielliste, "hand_in", None)
    lacks_paper = hand_in is not None and (bool(hand_in.unsigned) or hand_in.paper == Paper.LOST)
    return spielliste.state.waits_for_check and not lacks_paper and not stored_differences(spielliste)


@service(gettext_lazy("Listen ohne Fehler geprüft"))
def check_faultless(series: models.Series, *, by: User | None) -> list[int]:
    """Marks all faultless lists as checked; returns their table numbers. Raises the errors of `entries.check`."""
    lists = faultless(series)
    for spielliste in lists:
        entries.check(spielliste, expected=spielliste.version, by=by)
    if not lists:
        nothing_done()
    return [spielliste.table.number for spielliste in lists]
