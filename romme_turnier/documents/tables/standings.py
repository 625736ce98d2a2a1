"""Standings of players and of teams, for officials and the public: on pages, on paper and in files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.tables.base import ListTable, own_row
from romme_turnier.documents.tables.columns import (
    EVERYWHERE,
    FILE,
    PAPER,
    SCREEN,
    Column,
    Medium,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.hyphens import shy
from romme_turnier.tournament.shared.numbers import DASH, Number, figure_or_dash, number_format, whole_number
from romme_turnier.tournament.standings.criteria_words import (
    lead_words,
    ranks_by_scoring_points,
    tie_break_words,
    tie_breaks_of,
)
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, player_lines, team_lines
from romme_turnier.tournament.standings.rankings import CLUBS, ranking
from romme_turnier.tournament.standings.reading import rankings_now


class _Standings(ListTable):
    """The columns of all standings; `merit_columns` adds those that depend on rules and series."""

    page_css = "standings"
    paper_css = "ranks"
    page_sequence: ClassVar[Sequence[str] | None] = None
    row_id: ClassVar[str]

    rank = Column(_("Rang"), default=DASH, css="rank", paper_css="right col-rank rank")
    reason = Column(
        _("Warum"),
        short=_("Warum?"),
        media=SCREEN | FILE,
        orderable=False,
        template="components/standings/reason.html",
        css="reason",
    )

    @classmethod
    def of(
        cls,
        medium: Medium,
        lines: Iterable[Any],
        rules: RuleSet,
        series: Iterable[int] = (),
        *,
        own: Any = None,
        own_id: str = "",
        **options: Any,
    ) -> Self:
        """Returns the table of these lines; `series` are the numbers of the series that have a column.

        The row of `own` (a start number, or a row of teams) is marked; `own_id` replaces its usual id.
        """

        def is_own(line: Any) -> bool:
            return own is not None and getattr(line, str(cls.last)) == own

        def id_of(line: Any) -> str:
            return own_id if own_id and is_own(line) else f"{cls.row_id}-{getattr(line, str(cls.last))}"

        return cls.table_for(
            medium,
            lines,
            extra_columns=merit_columns(rules, series),
            sequence=cls.page_sequence if medium is Medium.PAGE else None,
            row_attrs={"id": id_of, **own_row(is_own)},
            **options,
        )


def _on_paper(name: str, more: str, css: str, reason: str) -> str:
    because = format_html('<p class="because">{}</p>', reason) if reason else ""
    return format_html('<span class="name">{}</span> <span class="{}">{}</span>{}', name, css, more, because)


class StandingsTable(_Standings):
    class Meta:
        sequence = ("rank", "number", "name", "club", "...", "reason")

    title = _("Rangliste")
    key = "standings"
    page_sequence = ("rank", "name", "number", "club", "...", "reason")
    row_id = "nr"

    number = OrdinalColumn(_("Startnummer"), short=_("Nr."), css="side", paper_css="col-rank")
    name = PersonColumn(
        _("Name"), media=SCREEN | FILE, template="components/standings/name.html", names_row=True, css="name"
    )
    club = Column(_("Club"), media=SCREEN | FILE, css="side one-line")
    name_and_club = Column(
        _("Name"),
        media=PAPER,
        source=lambda line: _on_paper(line.name, line.club, "beside", line.reason),
        orderable=False,
        names_row=True,
    )

    def render_club(self, value: str, _record: StandingLine) -> str:
        return format_html('<span title="{}">{}</span>', value, shy(value))


class TeamStandingsTable(_Standings):
    """The standings of teams, tandems or clubs."""

    class Meta:
        sequence = ("rank", "name", "members", "...", "reason")

    title = _("Mannschaftswertung")
    key = "team_standings"
    last = "row"
    row_id = "zeile"

    name = Column(_("Mannschaft"), short=_("Name"), media=SCREEN | FILE, names_row=True, css="name")
    members = Column(_("Mitglieder"), media=SCREEN | FILE, orderable=False, css="minor")
    name_and_members = Column(
        _("Name"),
        media=PAPER,
        source=lambda line: _on_paper(line.name, ", ".join(line.members), "beside beside--below", line.reason),
        orderable=False,
        names_row=True,
    )

    def render_members(self, value: Sequence[str], _record: TeamLine) -> str:
        return ", ".join(value)

    value_members = render_members


class _SeriesColumn(NumberColumn):
    """The results of one series, headed "S 1" in the table and "Serie 1" in each row on a phone.

    `place` is the index of the series. With `shows_sums`, card points follow the scoring points of the series.
    """

    def __init__(self, heading: StrOrPromise, place: int, *, shows_sums: bool, **options: Any) -> None:
        super().__init__(heading, source=f"series__{place}", default=DASH, css="part", **options)
        self.place, self.shows_sums = place, shows_sums

    @property
    def phone_label(self) -> StrOrPromise:
        return self.verbose_name  # type: ignore[no-any-return]

    def render(self, value: Number, record: StandingLine) -> str:
        points = number_format(value)
        if not self.shows_sums:
            return points
        return format_html('{} <span class="sum-beside">{}</span>', points, figure_or_dash(record.sums[self.place]))


def merit_columns(rules: RuleSet, series: Iterable[int]) -> list[tuple[str, Column]]:
    """Returns the columns of the series and of the criteria, in the order of the rules.

    Pages and papers show the number of lists only if no series has a column. A total of scoring points precedes the
    tie-breaks; any other total is the last column.
    """
    numbers, by_scoring_points, words_of_ties = list(series), ranks_by_scoring_points(rules), tie_break_words(rules)
    of_series: list[tuple[str, Column]] = []
    for place, number in enumerate(numbers):
        column = _SeriesColumn(
            gettext("Serie %(number)d") % {"number": number},
            place,
            shows_sums=shows_sums(rules, numbers),
            short=gettext("S %(n)s") % {"n": number},
            paper_css="col-series result",
        )
        of_series.append((f"series_{number}", column))
        if by_scoring_points:
            heading = gettext("Serie %(number)d, %(points)s") % {"number": number, "points": words_of_ties[0].heading}
            of_series.append((f"sums_{number}", NumberColumn(heading, source=f"sums__{place}", media=FILE)))
    lists = NumberColumn(gettext("Listen"), media=FILE if of_series else EVERYWHERE, css="part", paper_css="col-few")
    tie_breaks = [
        (
            f"tie_break_{criterion}",
            NumberColumn(
                words.heading,
                short=words.short,
                source=partial(sum_of, place) if criterion is Criterion.TOTAL else f"tie_breaks__{place}",
                default=DASH,
                css="part",
                paper_css="col-sum" if criterion is Criterion.TOTAL else "col-finished",
            ),
        )
        for place, (criterion, words) in enumerate(zip(tie_breaks_of(rules), words_of_ties, strict=True))
    ]
    lead = lead_words(rules).short
    total = NumberColumn(lead, source=total_of, default=DASH, css="total", paper_css="col-total total")
    merits = [("total", total), *tie_breaks] if by_scoring_points else [*tie_breaks, ("total", total)]
    return [*of_series, ("lists", lists), *merits]


def shows_sums(rules: RuleSet, series: Sequence[int]) -> bool:
    """Returns whether card points follow the scoring points of each series.

    With a single series they do not, because its card points are the total in another column.
    """
    return ranks_by_scoring_points(rules) and len(series) > 1


def sum_of(place: int, line: StandingLine | TeamLine) -> Number | None:
    """Returns a sum that breaks ties; None, not the best possible 0, for a line without a list."""
    return line.tie_breaks[place] if line.lists else None


def total_of(line: StandingLine | TeamLine) -> Number | None:
    """Returns the total; None, not 0, for a line without a list."""
    return line.total if line.lists else None


@dataclass(frozen=True, slots=True)
class _Shown:
    rows: Sequence[StandingRow] = ()
    team_rows: Sequence[TeamRow] = ()
    series: Sequence[int] = ()
    is_final: bool = False


def _shown(event: Event, query: QueryDict) -> _Shown:
    """Returns the newest release in force, or the current ranking that the query names: `?serie=3&wertung=clubs`."""
    after = whole_number(query.get("serie", ""))
    if after is None or not 1 <= after <= event.series_count:
        release = event.releases.in_force().select_related("series").first()
        if release is None:
            return _Shown()
        return _Shown(release.posted_rows, release.team_rows, range(1, release.series.number + 1), release.is_final)
    source = rankings_now(event, after)
    further = ranking(source, query.get("wertung", ""))
    if further:
        return _Shown(further.rows, further.team_rows, further.series)
    rows = [row for row in source.rows if row.number is not None]
    return _Shown(rows, source.team_rows, range(1, after + 1), source.final)


def standing_lines(event: Event, query: QueryDict) -> list[StandingLine]:
    shown = _shown(event, query)
    return player_lines(shown.rows, full_names(event), event.rules, final=shown.is_final)


def player_columns(event: Event, query: QueryDict) -> list[tuple[str, Column]]:
    return merit_columns(event.rules, _shown(event, query).series)


def team_standing_lines(event: Event, query: QueryDict) -> list[TeamLine]:
    rows, clubs = _shown(event, query).team_rows, query.get("wertung") == CLUBS
    return team_lines(rows, full_names(event), event.rules, clubs=clubs)


class ReleasesTable(ListTable):
    title = _("Freigegebene Ausgaben")
    key = "releases"
    last = "pk"

    series = OrdinalColumn(_("Serie"), media=FILE, source="series__number")
    number = Column(_("Ausgabe"), names_row=True)
    at = TimeColumn(_("Stand"), source="released_at", format="d.m.Y H:i")
    appeal_until = TimeColumn(_("Einspruch bis"), format="H:i")
    by = PersonColumn(_("von"), source="released_by")
    note = Column(_("Bemerkung"))

    def render_number(self, value: int, _record: StandingsRelease) -> str:
        return gettext("Ausgabe %(number)s") % {"number": value}


def releases_of(event: Event) -> QuerySet[StandingsRelease]:
    """Returns the releases without their rows, from the last series to the first, newest first within a series."""
    return event.releases.select_related("series", "released_by").defer("rows", "team_rows")
