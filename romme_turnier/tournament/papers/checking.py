"""Checks a code: whether an organiser of this installation signed it, and whether its figures are still the valid ones.

A code is looked up only after its signature is verified, so that guessed codes tell no secret. The stored rows are
compared as well: a code that a thief of the key signs does not agree with them.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max

from romme_turnier.core.codes.content import CodeError, Content, Kind, Row
from romme_turnier.core.codes.signing import read_code
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.organisers.signing_keys import key_named
from romme_turnier.tournament.papers.contents import edition_rows, list_rows, standings_rows, team_rows
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE, ranking
from romme_turnier.tournament.standings.reading import rankings_of

_DIGITS = re.compile(r"\d{100,}")
_LARGEST = 2**63 - 1  # primary key


class State(StrEnum):
    VALID = "valid"
    REPLACED = "replaced"  # by a later release, revision or edition
    WITHDRAWN = "withdrawn"  # an invalid list
    DIFFERENT = "different"  # signed, but the stored figures differ
    GONE = "gone"  # signed, but nothing stored belongs to it
    FOREIGN = "foreign"  # not signed by an organiser of this installation
    NO_CODE = "no code"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a code.

    `content` and `key` are None unless the signature is genuine. `current` is the number of the release, revision or
    edition that replaced the paper; `same_figures`: it has the figures of the paper.
    """

    state: State
    content: Content | None = None
    key: models.SigningKey | None = None
    current: int | None = None
    same_figures: bool = False


@dataclass(frozen=True, slots=True)
class _Stored:
    """The stored figures of the paper itself and of its current state; `current` is the number of the latter."""

    own: Collection[Row]
    newest: Collection[Row]
    current: int
    is_withdrawn: bool = False


def digits_in(text: str) -> str:
    """Returns the longest row of digits in a scanned or pasted text; "" if none is long enough for a code."""
    return max(_DIGITS.findall("".join(text.split())), key=len, default="")


def check(text: str) -> Check:
    """Checks the code in a scanned or pasted text."""
    try:
        code = read_code(digits_in(text))
    except CodeError:
        return Check(State.NO_CODE)
    content, key = code.content, key_named(code.content.key)
    if key is None or not code.is_signed_by(bytes.fromhex(key.public)):
        return Check(State.FOREIGN)
    stored = _stored(content, key.organiser) if content.subject <= _LARGEST else None
    if stored is None:
        return Check(State.GONE, content, key)
    if not _agree(content, stored.own):
        return Check(State.DIFFERENT, content, key)
    if stored.is_withdrawn:
        return Check(State.WITHDRAWN, content, key)
    same = _agree(content, stored.newest)
    if stored.current == content.number or (content.kind in _CERTIFICATES and same):
        return Check(State.VALID, content, key)
    return Check(State.REPLACED, content, key, stored.current, same)


_CERTIFICATES = (Kind.CERTIFICATE, Kind.SEASON_CERTIFICATE, Kind.TEAM_CERTIFICATE)


def _agree(content: Content, rows: Collection[Row]) -> bool:
    """Returns whether the figures of a paper are among these rows: the first rows, or the row of a certificate."""
    if content.kind in _CERTIFICATES:
        return set(content.rows) <= set(rows)
    return len(rows) == content.whole and content.rows == tuple(rows)[: len(content.rows)]


def _stored(content: Content, organiser: models.Organiser) -> _Stored | None:
    match content.kind:
        case Kind.LIST:
            return _stored_list(content, organiser)
        case Kind.EDITION | Kind.SEASON_CERTIFICATE:
            return _stored_edition(content, organiser)
        case _:
            return _stored_release(content, organiser)


def _stored_release(content: Content, organiser: models.Organiser) -> _Stored | None:
    releases = models.StandingsRelease.objects.select_related("event", "series")
    of_paper = releases.filter(event=content.subject, event__held_by=organiser, series__number=content.part[0])
    newest, own = of_paper.first(), of_paper.filter(number=content.number).first()
    if own is None or newest is None:
        return None
    rows = _rows_of_teams if content.kind is Kind.TEAM_CERTIFICATE else _rows_of_players
    return _Stored(rows(own), rows(newest), newest.number)


def _rows_of_players(release: models.StandingsRelease) -> list[Row]:
    return standings_rows(release)[1]


def _rows_of_teams(release: models.StandingsRelease) -> list[Row]:
    tandems = ranking(rankings_of(release), "tandems")
    teams = [row for row in release.team_rows if row.size != TANDEM_SIZE]
    return [*team_rows(release, teams)[1], *team_rows(release, tandems.team_rows if tandems else ())[1]]


def _stored_list(content: Content, organiser: models.Organiser) -> _Stored | None:
    series, table = content.part
    lists = models.Spielliste.objects.select_related("table__series__event").filter(
        table__series__event=content.subject,
        table__series__event__held_by=organiser,
        table__series__number=series,
        table__number=table,
    )
    spielliste = lists.first()
    if spielliste is None:
        return None
    revisions = spielliste.revisions.order_by("number")
    wanted = {content.number, revisions.aggregate(last=Max("number"))["last"]}
    packed = read_packed(spielliste.table.series.event)
    whole = whole_revisions(revisions.filter(number__in=wanted), packed)
    own = next((revision for revision in whole if revision.number == content.number), None)
    if own is None:
        return None
    invalid = spielliste.status == models.Spielliste.Status.INVALID
    return _Stored(list_rows(own.content), list_rows(whole[-1].content), whole[-1].number, invalid)


def _stored_edition(content: Content, organiser: models.Organiser) -> _Stored | None:
    editions = models.Edition.objects.filter(ranking=content.subject, ranking__season__organiser=organiser)
    newest, own = editions.first(), editions.filter(number=content.number).first()
    if own is None or newest is None:
        return None
    return _Stored(edition_rows(own.rows.all()), edition_rows(newest.rows.all()), newest.number)
