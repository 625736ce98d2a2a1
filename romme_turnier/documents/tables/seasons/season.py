"""The table of a season: a ranking's edition for pages, papers and files."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Self, assert_never

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.core.people.names import NAMELESS
from romme_turnier.core.seasons.formula import Formula, Join, PlacePercent, Value
from romme_turnier.documents.tables.base import ListTable, own_row
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    Column,
    Medium,
    NumberColumn,
    OrdinalColumn,
    RegisterNameColumn,
)
from romme_turnier.documents.tables.writing import Cell
from romme_turnier.tournament.models import Edition, EditionRow, Event, Organiser, Ranking
from romme_turnier.tournament.seasons.names import SeasonNames
from romme_turnier.tournament.seasons.reading import Mark, forms, gained, published_years, rows_of
from romme_turnier.tournament.seasons.words import exact_value, row_sentence, unit_words, value_words
from romme_turnier.tournament.shared.numbers import DASH


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A row of an edition as text. `moved` is the number of ranks gained since the previous edition.

    `club` is "" for clubs, teams and players called "N. N."; in the season of a club, only namesakes have a `club`.
    `number` is the player's number in the season, None for clubs and teams. `form` holds the places at recent events;
    `sentence` describes the computation.
    """

    row: EditionRow
    number: int | None
    name: str
    club: str
    moved: int
    form: tuple[Mark, ...]
    sentence: str
    has_years: bool  # whether the player published the page “Meine Jahre”

    @property
    def rank(self) -> int | None:
        return self.row.rank

    @property
    def value(self) -> Decimal | None:
        return Decimal(self.row.value) if self.row.value else None

    @property
    def minus(self) -> Decimal | None:
        return Decimal(self.row.minus) if self.row.minus and Decimal(self.row.minus) else None

    @property
    def missing(self) -> int | None:
        return None if self.rank is not None else self.row.missing


# The heading of recent events and the sentence that explains it, if all these events are of one kind.
_RECENT = {
    Event.Kind.EVENING: (
        _("Letzte Abende"),
        _("„Letzte Abende“ sind die Plätze der letzten fünf Abende, der jüngste rechts."),
    ),
    Event.Kind.TOURNAMENT: (
        _("Letzte Turniere"),
        _("„Letzte Turniere“ sind die Plätze der letzten fünf Turniere, das jüngste rechts."),
    ),
    Event.Kind.LEAGUE_DAY: (
        _("Letzte Spieltage"),
        _("„Letzte Spieltage“ sind die Plätze der letzten fünf Spieltage, der jüngste rechts."),
    ),
}
_RECENT_OF_SEVERAL_KINDS = (
    _("Letzte Termine"),
    _("„Letzte Termine“ sind die Plätze der letzten fünf Termine, der jüngste rechts."),
)


def _recent_words(events: Iterable[Event]) -> tuple[StrOrPromise, StrOrPromise]:
    kinds = {event.kind for event in events}
    return next((words for kind, words in _RECENT.items() if kinds == {kind}), _RECENT_OF_SEVERAL_KINDS)


class SeasonTable(ListTable):
    """The rows of one edition, in its order. Only rows on the current page are turned into text."""

    class Meta:
        sequence = ("rank", "name", "club", "form", "units", "minus", "value", "...", "sentence")

    title = _("Saisontabelle")
    key = "season"
    last = "position"
    has_pages = True
    page_css = "standings season-table"
    paper_css = "ranks"
    caption_is_hidden = True
    page_sizes = (50, 100)

    rank = OrdinalColumn(_("Rang"), sort="position", default=DASH, css="rank", paper_css="right col-rank rank")
    name = RegisterNameColumn(
        _("Name"),
        sort="entrant__player__name_order",
        template="components/seasons/name.html",
        names_row=True,
        css="name",
    )
    club = Column(_("Club"), media=FILE, orderable=False)
    form = Column(_("Letzte Abende"), media=SCREEN, orderable=False, css="part recent-cell")
    minus = NumberColumn(_("Abzug"), orderable=False, css="part", paper_css="col-few")
    sentence = Column(
        _("Rechnung"), media=SCREEN | FILE, orderable=False, template="components/seasons/sentence.html", css="reason"
    )
    missing = NumberColumn(_("es fehlen"), media=FILE, orderable=False)

    edition: Edition
    names: SeasonNames | None
    events: Sequence[Event]

    @classmethod
    def of(
        cls,
        medium: Medium,
        edition: Edition,
        names: SeasonNames | None,
        *,
        rows: QuerySet[EditionRow] | None = None,
        events: Sequence[Event] = (),
        query: QueryDict | None = None,
        own: int | None = None,
    ) -> Self:
        """Returns the table of an edition, or of some of its `rows`.

        `names` are the names that its readers may see, None for full names. `events` are the last events, newest first,
        for the form of each player; `own` is the number of the player to mark. Readers can sort players by name until
        the years with names are over; afterwards the order would reveal hidden names.
        """
        formula = edition.version.formula
        without = {name for name, empty in (("form", not events), ("minus", formula.minus is None)) if empty}
        if edition.ranking.of != Ranking.Of.PLAYERS:
            without |= {"club", "form"}
        elif edition.ranking.season.organiser.kind == Organiser.Kind.CLUB:
            without.add("club")  # the same in all rows
        units, value = value_columns(formula)
        if units[1].verbose_name == value[1].verbose_name:
            without.add("units")  # the value is the number of units
        name, form, minus = (copy(cls.base_columns[column]) for column in ("name", "form", "minus"))
        form.verbose_name = _recent_words(events)[0]
        if names is not None and names.are_short:
            name.places = partial(names.places, edition)  # the order of full names would reveal more
        if formula.fewest_win:
            minus.verbose_name = gettext("Zuschlag")
        name.orderable = edition.ranking.of == Ranking.Of.PLAYERS and (names is None or not names.have_ended)
        table = cls.table_for(
            medium,
            rows_of(edition) if rows is None else rows,
            query=query,
            without=without,
            extra_columns=[("name", name), ("form", form), ("minus", minus), units, value],
            caption=edition.ranking.name,
            row_attrs={
                "id": lambda line: f"nr-{line.number}" if line.number else None,
                **own_row(lambda line: own is not None and line.number == own),
            },
        )
        table.edition, table.names, table.events = edition, names, () if "form" in without else events
        return table

    def records(self, rows: Iterable[EditionRow]) -> Iterable[SeasonLine]:
        return season_lines(self.edition, list(rows), self.names, self.events)

    @property
    def form_words(self) -> StrOrPromise:
        """A sentence that explains the column of recent events."""
        return _recent_words(self.events)[1]

    def render_form(self, value: Sequence[Mark], _record: SeasonLine) -> SafeString:
        return form_html(value)

    def render_value(self, value: Decimal, _record: SeasonLine) -> str:
        return value_words(str(value), self.edition.version.formula)

    def render_minus(self, value: Decimal, _record: SeasonLine) -> str:
        return value_words(str(value), self.edition.version.formula)

    def value_value(self, value: Decimal, _record: SeasonLine) -> Cell:
        return exact_value(str(value), self.edition.version.formula)

    value_minus = value_value


def season_lines(
    edition: Edition, rows: Sequence[EditionRow], names: SeasonNames | None, events: Sequence[Event] = ()
) -> list[SeasonLine]:
    """Returns the lines of some rows of an edition.

    `names` and `events` are explained at `SeasonTable.of`. Players called "N. N." have no club here.
    """
    moved, with_club = gained(edition, rows), edition.ranking.season.organiser.kind != Organiser.Kind.CLUB
    players = {row.entrant.player_id for row in rows if row.entrant is not None}
    places = forms(events, edition.version.formula.value, players) if events and players else {}
    published = published_years(players)
    lines = [(row, _name(row, names)) for row in rows]
    alike = Counter(name for _row, name in lines)
    return [
        SeasonLine(
            row=row,
            number=row.entrant.number if row.entrant is not None else None,
            name=name,
            club=str(row.club or "")
            if (with_club or alike[name] > 1) and row.entrant is not None and name != str(NAMELESS)
            else "",
            moved=moved.get(row.pk, 0),
            form=places.get(row.entrant.player_id, ()) if row.entrant is not None else (),
            sentence=row_sentence(row, edition),
            has_years=row.entrant is not None and row.entrant.player_id in published,
        )
        for row, name in lines
    ]


def _name(row: EditionRow, names: SeasonNames | None) -> str:
    if row.entrant is None:
        return row.team or str(row.club or DASH)
    player = row.entrant.player
    return player.name if names is None else str(names.of(player))


def value_columns(formula: Formula) -> list[tuple[str, Column]]:
    """Returns the columns of the units played and of the value, with headings that suit the formula."""
    units = NumberColumn(
        capfirst(str(unit_words(formula).plural)), source="row__units", sort="units", css="part", paper_css="col-few"
    )
    value = NumberColumn(value_word(formula), default=DASH, orderable=False, css="total", paper_css="col-total total")
    return [("units", units), ("value", value)]


def value_word(formula: Formula) -> str:
    """Returns the heading of the value."""
    if formula.join is not Join.SUM:
        return gettext("Mittel")
    if isinstance(formula.places, PlacePercent):
        return gettext("Prozent")
    if formula.places is not None:
        return gettext("Rangpunkte")
    match formula.value:
        case Value.RESULT:
            return gettext("Punkte")
        case Value.SCORING_POINTS:
            return gettext("Wertungspunkte")
        case Value.TABLE_POINTS:
            return gettext("Tischpunkte")
        case Value.LISTS:
            return gettext("Listen")
    assert_never(formula.value)


def form_html(marks: Sequence[Mark]) -> SafeString:
    """Returns the places at recent events as small figures, with a sentence for screen readers."""
    spoken = "; ".join(_in_words(mark) for mark in marks)
    figures = format_html_join(
        "",
        '<span class="recent__mark{}">{}</span>',
        (
            (f" recent__mark--{mark.place}" if mark.place and mark.place <= 3 else "", mark.place or "·")
            for mark in marks
        ),
    )
    return format_html('<span class="recent" role="img" aria-label="{}">{}</span>', spoken, figures)


def _in_words(mark: Mark) -> str:
    day = date_format(mark.day, "j. F")
    if mark.place is None:
        return gettext("%(day)s: nicht dabei") % {"day": day}
    return gettext("%(day)s: Platz %(place)d von %(of)d") % {"day": day, "place": mark.place, "of": mark.of}
