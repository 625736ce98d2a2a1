"""Standings of players and of teams, of the newest release; files only."""

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, NumberColumn, PersonColumn
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.numbers import Number
from romme_turnier.tournament.standings.criteria_words import lead_words, tie_break_words
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, player_lines, team_lines


class StandingsTable(ListTable):
    """With the columns of `player_columns`."""

    class Meta:
        sequence = ("rank", "number", "name", "club", "...", "reason")

    title = _("Rangliste")
    key = "standings"

    rank = NumberColumn(_("Rang"))
    number = NumberColumn(_("Startnummer"))
    name = PersonColumn(_("Name"))
    club = Column(_("Club"))
    reason = Column(_("Warum"), orderable=False)

    def value_total(self, value: Number, record: StandingLine | TeamLine) -> Number | None:
        """An empty cell, not 0, for a player without a list."""
        return value if record.lists else None


class TeamStandingsTable(ListTable):
    """With the columns of `merit_columns`."""

    class Meta:
        sequence = ("rank", "name", "members", "...", "reason")

    title = _("Mannschaftswertung")
    key = "team_standings"
    last = "row"

    rank = NumberColumn(_("Rang"))
    name = Column(_("Mannschaft"))
    members = Column(_("Mitglieder"), orderable=False)
    reason = Column(_("Warum"), orderable=False)

    value_total = StandingsTable.value_total

    def value_members(self, value: Sequence[str], _record: TeamLine) -> str:
        return ", ".join(value)


def merit_columns(event: Event) -> list[tuple[str, Column]]:
    """Returns the columns of the ranking criteria, in the order of the rules."""
    words = tie_break_words(event.rules)
    return [
        ("lists", NumberColumn(gettext("Listen"))),
        *(
            (f"tie_break_{place}", NumberColumn(criterion.heading, source=f"tie_breaks__{place}__value"))
            for place, criterion in enumerate(words)
        ),
        ("total", NumberColumn(lead_words(event.rules).short)),
    ]


def player_columns(event: Event) -> list[tuple[str, Column]]:
    release = event.releases.select_related("series").first()
    numbers = range(1, release.series.number + 1 if release else 1)
    series = [
        (
            f"series_{number}",
            NumberColumn(gettext("Serie %(number)d") % {"number": number}, source=f"series__{number - 1}"),
        )
        for number in numbers
    ]
    return [*series, *merit_columns(event)]


def standing_lines(event: Event) -> list[StandingLine]:
    """Returns an empty list before the first release."""
    release = event.releases.select_related("series").first()
    if release is None:
        return []
    return player_lines(release.posted_rows, full_names(event), event.rules, final=release.is_final)


def team_standing_lines(event: Event) -> list[TeamLine]:
    release = event.releases.first()
    return team_lines(release.team_rows, full_names(event), event.rules) if release else []
