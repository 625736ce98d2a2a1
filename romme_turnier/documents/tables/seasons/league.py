"""The tables of leagues: one for each group, or one for all groups."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, Medium, NumberColumn, OrdinalColumn
from romme_turnier.tournament.models import League
from romme_turnier.tournament.seasons.competitions.league_tables import GroupTable, Move, TeamLine, is_over, tables_of
from romme_turnier.tournament.shared.numbers import DASH

_SIGNS = {Move.UP: "▲", Move.DOWN: "▼", Move.LOT: "○", Move.WITHDRAWN: "–", Move.STAY: ""}
_AT_THE_END: dict[Move, Promise | str] = {
    Move.UP: _("steigt auf"),
    Move.DOWN: _("steigt ab"),
    Move.LOT: _("Los entscheidet"),
    Move.WITHDRAWN: _("zurückgezogen"),
    Move.STAY: "",
}
_BEFORE = {
    **_AT_THE_END,
    Move.UP: _("Aufstiegsplatz"),
    Move.DOWN: _("Abstiegsplatz"),
    Move.LOT: pgettext_lazy("of teams", "Gleichstand"),  # further match days may end it
}


class LeagueTable(ListTable):
    """Rows are the lines of a group, or of all groups in files and embedded tables (`TeamLine`)."""

    title = _("Ligatabelle")
    last = "team__pk"
    page_css = "standings league"

    league = Column(_("Liga"), source="group__league__name")
    group = Column(_("Gruppe"))
    rank = OrdinalColumn(_("Rang"), source="line__rank", default=DASH, css="rank", paper_css="col-number")
    team = Column(_("Mannschaft"), source="team__name", names_row=True, css="name")
    series = NumberColumn(_("Serien"), source="line__series", css="part", paper_css="col-table")
    scoring_points = NumberColumn(_("Wertungspunkte"), source="line__scoring_points", css="part", paper_css="col-fee")
    card_points = NumberColumn(_("Augenpunkte"), source="line__card_points", css="part", paper_css="col-fee")
    points = NumberColumn(_("Punkte"), source="line__points", css="total", paper_css="col-box")
    move = Column(
        _("Auf- und Abstieg"), css="fate", paper_css="col-place", sort=lambda line: list(Move).index(line.move)
    )

    words: dict[Move, Promise | str] = _BEFORE

    @classmethod
    def of(cls, medium: Medium, lines: Iterable[TeamLine], *, is_over: bool, **options: Any) -> Self:
        """Returns the table, with texts such as "steigt ab" if `is_over`, otherwise such as "Abstiegsplatz"."""
        table = cls.table_for(medium, lines, row_attrs={"data-move": lambda line: line.move.value}, **options)
        table.words = _AT_THE_END if is_over else _BEFORE
        return table

    def render_move(self, value: Move, _record: TeamLine) -> SafeString | str:
        if value == Move.STAY:
            return ""
        return format_html(
            '<span class="move"><span aria-hidden="true">{}</span> {}</span>', _SIGNS[value], self.words[value]
        )

    def value_move(self, value: Move, _record: TeamLine) -> str:
        return str(self.words[value])


def group_tables(league: League, medium: Medium, groups: Sequence[GroupTable] | None = None) -> list[LeagueTable]:
    """Returns one table for each group; omits league, group and columns that are empty in this league."""
    over, groups = is_over(league), tables_of(league) if groups is None else groups
    lines = [line for group in groups for line in group.lines]
    scoring = any(line.line.scoring_points for line in lines)
    moves = any(line.move != Move.STAY for line in lines)
    without = {"league", "group"}
    without |= {name for name, is_shown in (("scoring_points", scoring), ("move", moves)) if not is_shown}
    return [
        LeagueTable.of(medium, group.lines, is_over=over, without=without, caption=group.group.name) for group in groups
    ]


def all_leagues(leagues: Sequence[League], medium: Medium) -> LeagueTable:
    """Returns one table of all groups; outside files, it lacks columns that are empty or the same in all rows."""
    lines = [line for league in leagues for group in tables_of(league) for line in group.lines]
    differ = {
        "league": len(leagues) > 1,
        "group": len({line.group.pk for line in lines}) > 1,
        "scoring_points": any(line.line.scoring_points for line in lines),
        "move": any(line.move != Move.STAY for line in lines),
    }
    without = {name for name, is_shown in differ.items() if not is_shown and medium is not Medium.FILE}
    return LeagueTable.of(medium, lines, is_over=all(map(is_over, leagues)), without=without)
