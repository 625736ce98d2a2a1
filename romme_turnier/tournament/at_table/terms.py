"""How the tables of a series keep their lists: as announced for the event, unless officials said otherwise for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament import models

PhoneLists = models.Event.PhoneLists
_FIELDS = ("phone_lists", "confirmations", "blind_check")
_AS_ANNOUNCED = ("", None, None)  # of a series that says nothing


@dataclass(frozen=True, slots=True)
class ListTerms:
    """`confirmations` is how many players complete a list that was kept on a phone; None: all who still play.

    `blind_check`: before confirming, a player types what they remember of the own column without seeing the list.
    """

    phone_lists: str
    confirmations: int | None
    blind_check: bool

    @property
    def on_phones(self) -> bool:
        """Whether tables may keep their lists on a phone, beside the paper."""
        return self.phone_lists != PhoneLists.PAPER

    @property
    def on_screen(self) -> bool:
        """Whether the games themselves are played in the browser and fill the lists (tournament/playing/of_event)."""
        return self.phone_lists == PhoneLists.PLAYED


def announced(event: models.Event) -> ListTerms:
    """Returns what is announced for the whole event: what holds for a series that was not drawn yet."""
    return _terms(_values(event), _AS_ANNOUNCED)


def terms_of(series: models.Series) -> ListTerms:
    """Returns what holds for the tables of this series."""
    return _terms(_values(series.event), _values(series))


def says_otherwise(series: models.Series) -> bool:
    """Returns whether something was said for this series alone."""
    return _values(series) != _AS_ANNOUNCED


def phone_terms(event: models.Event) -> list[ListTerms]:
    """Returns what holds where tables of the event may keep lists on phones, each once; [] for paper only."""
    found = [terms_of(series) for series in event.series.all()]
    if len(found) < event.series_count:
        found.append(announced(event))
    return [one for one in dict.fromkeys(found) if one.on_phones]


def columns(series: str) -> tuple[str, ...]:
    """Returns where a query finds what decides about it; `series` leads to the series, as in "table__series__"."""
    return (*(f"{series}event__{name}" for name in _FIELDS), *(f"{series}{name}" for name in _FIELDS))


def _values(one: models.Event | models.Series) -> tuple[Any, ...]:
    return tuple(getattr(one, name) for name in _FIELDS)


def _terms(said: Sequence[Any], own: Sequence[Any]) -> ListTerms:
    phone_lists, confirmations, blind_check = said
    own_lists, own_confirmations, own_blind_check = own
    needed = confirmations if own_confirmations is None else own_confirmations
    return ListTerms(
        phone_lists=own_lists or phone_lists,
        confirmations=needed or None,  # a series says 0 for all at the table
        blind_check=blind_check if own_blind_check is None else own_blind_check,
    )
