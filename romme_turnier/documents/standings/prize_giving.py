"""Papers for the prize-giving: certificates of players and teams, and the speaker's sheet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.paper_code import PaperCode, paper_code
from romme_turnier.documents.standings.release import is_called, newest_release, release_head
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.contents import certificate_content, team_certificate_content
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.colours import GREEN, on_light
from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.tournament.standings.criteria_words import sum_in_words
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, led_total, player_lines, team_lines
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE, ranking
from romme_turnier.tournament.standings.reading import rankings_of

_METALS = {1: "gold", 2: "silver", 3: "bronze"}
_TOWN = re.compile(r"\b\d{5} +([^,;\n]+)")  # follows the postcode


class Contest(TextChoices):
    """The ranking that a certificate is for."""

    SINGLE = "single", _("hat in der Einzelwertung den")
    TEAM = "team", _("hat in der Mannschaftswertung den")
    TANDEM = "tandem", _("hat in der Tandemwertung den")


@dataclass(frozen=True, slots=True)
class Certificate:
    """`below` is the club of a player, or the members of a team, as text; `proof` is the code, None without a key."""

    contest: Contest
    rank: int
    name: str
    below: str
    total: str
    proof: PaperCode | None

    @property
    def metal(self) -> str:
        """The metal of the first three ranks, "" for all others."""
        return _METALS.get(self.rank, "")

    @property
    def long(self) -> bool:
        """Whether the names need smaller type to fit on few lines."""
        return len(self.name) > 30 or len(self.below) > 90


def certificates(
    event: Event, last_rank: int | None = None, number: int | None = None, *, base: str = ""
) -> dict[str, Any] | None:
    """Returns the context of certificates for ranks up to `last_rank`, or for all; None if there are none yet.

    With `number`, the only certificate is that of this player. `base` is the program's address for phones.
    """
    release = newest_release(event, after=event.series_count)
    if release is None:
        return None
    names, key = _names(event), private_key(event.held_by)
    sheets = [
        Certificate(
            Contest.SINGLE,
            row.rank or 0,
            names[row.number],
            row.club or "",
            number_format(led_total(row, event.rules)),
            paper_code(key, certificate_content(release, row, names[row.number]), base),
        )
        for row in release.rows
        if is_called(row.rank, last_rank) and row.number in names and number in (None, row.number)
    ]
    return _paper(event, sheets)


def team_certificates(event: Event, last_rank: int | None = None, *, base: str = "") -> dict[str, Any] | None:
    """Returns the context of certificates of teams, then of tandems; None if there are none yet.

    A tandem's rank is its rank among the tandems.
    """
    release = newest_release(event, after=event.series_count)
    if release is None:
        return None
    names, key = _names(event), private_key(event.held_by)
    tandems = ranking(rankings_of(release), "tandems")
    contests = (
        (Contest.TEAM, [row for row in release.team_rows if row.size != TANDEM_SIZE]),
        (Contest.TANDEM, tandems.team_rows if tandems else ()),
    )
    sheets = [
        Certificate(
            contest,
            row.rank or 0,
            row.name,
            ", ".join(names[number] for number in row.members if number in names),
            number_format(led_total(row, event.rules)),
            paper_code(key, team_certificate_content(release, row), base),
        )
        for contest, rows in contests
        for row in rows
        if is_called(row.rank, last_rank)
    ]
    return _paper(event, sheets)


def _names(event: Event) -> dict[int | None, str]:
    """Returns the names by start number, without erased people, who get no certificates."""
    erased = set(event.registrations.exclude(player__erased_at=None).values_list("number", flat=True))
    return {number: name for number, name in full_names(event).items() if number not in erased}


def _paper(event: Event, sheets: Sequence[Certificate]) -> dict[str, Any] | None:
    if not sheets:
        return None
    town = _TOWN.search(event.venue)
    return {
        "event": event,
        "occasion": event.name,
        "organiser": event.organiser or _("Veranstalter"),
        "logo": getattr(event, "logo", None),
        "day": event.starts_at,
        "sheets": sheets,
        "series": event.series_count,
        "town": town[1].strip() if town else event.venue,
        "colour": on_light(event.accent).accent if event.accent else GREEN,
        "scoring": event.scoring,
    }


@dataclass(frozen=True, slots=True)
class Announced:
    """Players announced together: a single player, or several of equal rank."""

    rank: int
    lines: tuple[StandingLine, ...]
    total: str
    sum: str  # next to scoring points, as text
    reason: str  # the criterion that separates this rank from the next better one


def speakers_sheet(event: Event, last_rank: int | None = None) -> dict[str, Any] | None:
    """Returns the context of the ranks of the newest release, from the last to the first, with full names.

    It begins with `last_rank`, for events with too many names to read out. Returns None before the first release.
    """
    release = newest_release(event)
    if release is None:
        return None
    names = full_names(event)

    def sum_of(line: StandingLine | TeamLine) -> str:
        return sum_in_words(line.tie_breaks[0], event.rules)

    lines = player_lines(release.posted_rows, names, event.rules, final=release.is_final)
    ranked = [line for line in lines if line.rank is not None]
    called = [line for line in ranked if is_called(line.rank, last_rank)]
    together = [(rank or 0, tuple(group)) for rank, group in groupby(called, key=lambda line: line.rank)]
    groups = [
        Announced(rank, group, number_format(group[0].total), sum_of(group[0]), group[0].reason)
        for rank, group in together
    ]
    teams = [line for line in team_lines(release.team_rows, names, event.rules) if is_called(line.rank, last_rank)]
    return {
        **release_head(release),
        "groups": list(reversed(groups)),
        "teams": [(line, number_format(line.total), sum_of(line)) for line in reversed(teams)],
        "unranked": len(lines) - len(ranked) if last_rank is None else 0,
    }
