"""The terms for keeping the lists of a series, as announced or as set for the series, and their wording."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models

PhoneLists = models.Event.PhoneLists
_FIELDS = ("phone_lists", "confirmations", "blind_check")


@dataclass(frozen=True, slots=True)
class ListTerms:
    """The terms under which an event's lists are kept and confirmed at the tables.

    `confirmations` is the number that completes a list kept on a phone; None means all players still playing. With
    `blind_check`, players type their column from memory, without seeing the list, before they confirm it.
    """

    phone_lists: str
    confirmations: int | None
    blind_check: bool

    @property
    def on_phones(self) -> bool:
        """Whether tables may keep their lists on a phone, in addition to the paper."""
        return self.phone_lists != PhoneLists.PAPER

    @property
    def on_screen(self) -> bool:
        """Whether the games themselves are played in the browser and fill the lists (at_table/on_screen)."""
        return self.phone_lists == PhoneLists.PLAYED


def announced(event: models.Event) -> ListTerms:
    """Returns the terms of the whole event, which apply to series before their draw or without exceptions."""
    return ListTerms(event.phone_lists, event.confirmations, event.blind_check)


def terms_of(series: models.Series) -> ListTerms:
    """Returns the terms of this series: its exceptions, otherwise the event's terms.

    If a series has 0 confirmations, all players at the table must confirm.
    """
    event = series.event
    needed = event.confirmations if series.confirmations is None else series.confirmations
    blind_check = event.blind_check if series.blind_check is None else series.blind_check
    return ListTerms(series.phone_lists or event.phone_lists, needed or None, blind_check)


def says_otherwise(series: models.Series) -> bool:
    """Returns whether this series has exceptions."""
    return (series.phone_lists, series.confirmations, series.blind_check) != ("", None, None)


def phone_terms(event: models.Event) -> list[ListTerms]:
    """Returns the distinct terms under which tables of the event may keep lists on phones; [] for paper only."""
    by_series = [terms_of(series) for series in event.series.all()]
    if len(by_series) < event.series_count:
        by_series.append(announced(event))
    return [terms for terms in dict.fromkeys(by_series) if terms.on_phones]


def columns(series: str) -> tuple[str, ...]:
    """Returns the columns of the terms for queries; `series` is the path to the series, as in "table__series__"."""
    return (*(f"{series}event__{name}" for name in _FIELDS), *(f"{series}{name}" for name in _FIELDS))


def lists_in_words(phone_lists: str) -> str:
    return str(models.Event.PhoneLists(phone_lists).label)


def confirmations_in_words(confirmations: int | None) -> str:
    """Returns the number of players who confirm a list, as text without a capital: "am Ende bestätigen 2 Spieler"."""
    if not confirmations:
        return _("am Ende bestätigen alle am Tisch")
    return ngettext("am Ende bestätigt %d Spieler", "am Ende bestätigen %d Spieler", confirmations) % confirmations


def terms_in_words(terms: ListTerms) -> str:
    """Returns all terms in one line, or two with a blind check."""
    words = lists_in_words(terms.phone_lists)
    if not terms.on_phones:
        return words
    words += "; " + confirmations_in_words(terms.confirmations)
    if terms.blind_check:
        words += ".\n" + _("Vor dem Bestätigen gibt jeder aus dem Gedächtnis ein, was in der eigenen Spalte steht.")
    return words


def too_few_play(rules: RuleSet) -> str:
    """Returns the officials' options, as text, if a table cannot continue because too many players have left."""
    words = _(
        "Gespielt wird mindestens zu %(least)d. Springt jemand ein, holen Sie den Tisch in den Saal."
        " Sonst entscheiden Sie bei der Liste, was mit den offenen Spielen wird."
    )
    return words % {"least": rules.seats_min}


def move_not_known() -> str:
    """Returns the reason why a table cannot continue if this version no longer knows one of its moves."""
    return _("Das Programm ist seit dem letzten Spiel geändert worden und kennt einen der Züge nicht mehr.")
