"""A part of long standings for a phone: the rows around a player or team, a page of 25 rows, or all rows.

`?nr=105` marks a player, or that player's team, and shows the surrounding rows. `?zeile=7` marks the seventh team.
`?q=` searches by name or number. `?ab=26` shows a page of rows from row 26; for teams below players it is
`?mannschaften=26`. `?alle=1` shows all rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine
from romme_turnier.web.public.name_search import begins, matches

ROWS = 25
HITS_MAX = 8
OF_PLAYERS, OF_TEAMS_BELOW = "ab", "mannschaften"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of the standings: `table` has its rows, starting with row number `first` of all `of` rows.

    `whole` means that all rows are shown. `pages` is empty for short standings; `key` is the parameter that selects a
    page.
    """

    table: ListTable
    first: int
    of: int
    pages: tuple[dict[str, int], ...]  # first and last row, and whether it is current
    key: str
    whole: bool

    @property
    def last(self) -> int:
        return self.first + len(self.table.rows) - 1


@dataclass(frozen=True, slots=True)
class Search:
    """The query, the hits, and the player (start number) and team (row) to mark.

    Without a query, the address names them (`?nr=`, `?zeile=`). With a query, they are None unless there is exactly one
    hit. A team that was found by a single member has both.
    """

    query: str
    hits: tuple[dict[str, Any], ...]  # name, number, rank, and the query that shows the row
    player: int | None
    team: int | None


def search(
    request: HttpRequest, event: Event, players: Sequence[StandingLine] = (), teams: Sequence[TeamLine] = ()
) -> Search:
    """Searches players by name or number, and teams by name or, if the page lists only teams, also by member."""
    query = request.GET.get("q", "").strip()[:120]
    chosen = Search(query, (), whole_number(request.GET.get("nr", "")), whole_number(request.GET.get("zeile", "")))
    if not query:
        return chosen
    people = event.registrations.filter(number__isnull=False).select_related("player")
    numbers = {person.number for person in people if matches(person, query)}
    found_players = [line for line in players if line.number in numbers]
    named = [
        line for line in teams if begins(query, line.name) or (not players and not numbers.isdisjoint(line.numbers))
    ]
    hits: list[dict[str, Any]] = [
        {"name": line.name, "number": line.number, "rank": line.rank, "query": f"nr={line.number}#nr-{line.number}"}
        for line in found_players
    ]
    hits += [
        {"name": line.name, "number": None, "rank": line.rank, "query": f"zeile={line.row}#zeile-{line.row}"}
        for line in named
    ]
    if len(hits) != 1:
        return Search(query, tuple(hits[:HITS_MAX]), None, None)
    only_player = found_players[0].number if found_players else next(iter(numbers)) if len(numbers) == 1 else None
    return Search(query, tuple(hits), only_player, named[0].row if named else None)


def query_of_table(request: HttpRequest) -> QueryDict:
    """Returns the query for links that sort the rows, without the search and the page of rows.

    The sorted table starts at its first row or, with `nr` or `zeile`, near the marked row.
    """
    query = request.GET.copy()
    for key in ("q", OF_PLAYERS):
        query.pop(key, None)
    return query


def own_team(teams: Sequence[TeamLine], hits: Search) -> int | None:
    """Returns the row of the team to mark, if any: the team that was searched for, or the player's."""
    if hits.team is not None:
        return hits.team if any(line.row == hits.team for line in teams) else None
    return next((line.row for line in teams if hits.player is not None and hits.player in line.numbers), None)


def excerpt(request: HttpRequest, table: ListTable, own: int | None, *, key: str = OF_PLAYERS) -> Excerpt:
    """Returns the part of the table to show: the rows around the marked row or, without one, the requested page.

    By default the first page is shown; the query may also request all rows. `own` is the marked player's start number
    or the marked team's row. `key` is the parameter that selects a page. Removes the other rows from `table` itself.
    """
    lines = list(table.data)
    at = next((at for at, line in enumerate(lines) if own is not None and getattr(line, str(table.last)) == own), None)
    whole = "alle" in request.GET or len(lines) <= ROWS
    start = (whole_number(request.GET.get(key, "")) or 1) - 1
    if at is not None:
        start = max(min(at - ROWS // 2, len(lines) - ROWS), 0)
    if whole or start >= len(lines):
        start = 0
    if not whole:
        table.rows = table.rows[start : start + ROWS]
    pages = [
        {"first": row + 1, "last": min(row + ROWS, len(lines)), "current": not whole and row == start}
        for row in range(0, len(lines), ROWS)
    ]
    return Excerpt(
        table=table,
        first=start + 1,
        of=len(lines),
        pages=tuple(pages) if len(lines) > ROWS else (),
        key=key,
        whole=whole,
    )
