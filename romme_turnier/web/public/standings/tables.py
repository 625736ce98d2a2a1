"""Tables of a release with public names, for its pages, its files and other websites."""

from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, player_lines, team_lines
from romme_turnier.tournament.standings.rankings import CLUBS, ranking, ranks_gained
from romme_turnier.tournament.standings.reading import rankings_of

TEAMS = "mannschaften"  # key of the table of teams below the players; no ranking has this key


def released_players(release: StandingsRelease) -> list[StandingLine]:
    names, rules = public_names(release.event), release.event.rules
    gained = ranks_gained(rankings_of(release))
    return player_lines(release.posted_rows, names, rules, final=release.is_final, gained=gained)


def released_teams(release: StandingsRelease) -> list[TeamLine]:
    return team_lines(release.team_rows, public_names(release.event), release.event.rules)


def released_table(
    medium: Medium, release: StandingsRelease, key: str = "", **options: Any
) -> StandingsTable | TeamStandingsTable | None:
    """Returns a table of the release: of all players, of the teams (`TEAMS`), or of the ranking with this key.

    Returns None if the release has no such table. `options` are passed to the table class's `of` method.
    """
    rules = release.event.rules
    if not key:
        options = {"caption": _("Einzelwertung"), **options}
        return StandingsTable.of(
            medium, released_players(release), rules, range(1, release.series.number + 1), **options
        )
    if key == TEAMS:
        teams, options = released_teams(release), {"caption": _("Mannschaften"), **options}
        return TeamStandingsTable.of(medium, teams, rules, **options) if teams else None
    shown = ranking(rankings_of(release), key)
    if shown is None:
        return None
    options = {"caption": shown.title, **options}
    names = public_names(release.event)
    if shown.teams:
        lines = team_lines(shown.team_rows, names, rules, clubs=key == CLUBS)
        return TeamStandingsTable.of(medium, lines, rules, **options)
    players = player_lines(shown.rows, names, rules, final=False)
    return StandingsTable.of(medium, players, rules, shown.series, **options)
