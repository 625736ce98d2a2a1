"""Checks a code: whether an organiser of this installation signed it, and whether its figures are still valid.

A code is looked up only after its signature is verified, so that guessed codes reveal no secret. The stored rows are
compared as well, because a thief of the key could sign other figures. League tables and honours have no stored
editions, so their papers are compared with papers as they would be printed today.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Max

from romme_turnier.core.codes.content import CodeError, Content, Kind, Row
from romme_turnier.core.codes.signing import read_code
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.packed import DamagedPackError, read_packed, whole_revisions
from romme_turnier.tournament.organisers.signing_keys import key_named
from romme_turnier.tournament.papers.contents import (
    MOST_KINDS,
    SEASON_UNIT,
    day_number,
    edition_rows,
    honour_content,
    honours_content,
    league_content,
    list_rows,
    standings_rows,
    team_rows,
    unit_of,
)
from romme_turnier.tournament.papers.seal import seal_after, seal_as_numbers
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seasons.year_end import tallies_of, tallies_with_erased
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE, ranking
from romme_turnier.tournament.standings.reading import rankings_of

_DIGITS = re.compile(r"\d{100,}")


class State(StrEnum):
    VALID = "valid"
    REPLACED = "replaced"  # by a later release, revision or edition
    WITHDRAWN = "withdrawn"  # an invalid list, or standings of an evening that officials took back
    DIFFERENT = "different"  # signed, but the stored figures differ
    CHANGED = "changed"  # signed, but it differs from the present table, and earlier ones are not stored
    GONE = "gone"  # signed, but nothing stored belongs to it
    DAMAGED = "damaged"  # signed, but the packed lists of its event cannot be read
    FOREIGN = "foreign"  # not signed by an organiser of this installation
    NO_CODE = "no code"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a code.

    `content` and `key` are None unless the signature is genuine. If the paper is replaced, `current` is the number of
    the newest release, revision or edition, and `same_figures` says whether that has all figures of the paper, for the
    same players or teams.
    """

    state: State
    content: Content | None = None
    key: models.SigningKey | None = None
    current: int | None = None
    same_figures: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of a paper, and the key of the player or team in each row; a list has no keys."""

    rows: Sequence[Row]
    keys: Sequence[object] = ()

    def holders(self, rows: Collection[Row]) -> set[object]:
        """Returns the keys of the players or teams with these ranks and figures."""
        return {key for row, key in zip(self.rows, self.keys, strict=True) if row in rows}


@dataclass(frozen=True, slots=True)
class _Stored:
    """The stored table of the paper (`own`) with its unit and day of issue, and the newest table with its number.

    For a closing report, `is_sealed` says whether the lists once had its seal, and `has_later` whether a list has
    changed since then; other papers have no seal and keep the defaults.
    """

    own: _Table
    newest: _Table
    current: int
    issued: int
    unit: int
    is_withdrawn: bool = False
    is_sealed: bool = True
    has_later: bool = False


def digits_in(text: str) -> str:
    """Returns the longest run of digits in a scanned or pasted text; "" if none is long enough for a code."""
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
    if content.kind in _OF_TODAY:
        return Check(_state_of_today(content, key.organiser), content, key)
    try:
        stored = _stored(content, key.organiser)
    except DamagedPackError:
        return Check(State.DAMAGED, content, key)
    if stored is None:
        return Check(State.GONE, content, key)
    agrees = (content.issued, content.unit) == (stored.issued, stored.unit) and _agree(content, stored.own.rows)
    if not agrees or not stored.is_sealed:
        return Check(State.DIFFERENT, content, key)
    if stored.is_withdrawn:
        return Check(State.WITHDRAWN, content, key)
    same = _is_same_in_newest(content, stored)
    is_newest = stored.current == content.number and not stored.has_later
    if is_newest or (content.kind in _CERTIFICATES and same):
        return Check(State.VALID, content, key)
    return Check(State.REPLACED, content, key, stored.current, same)


_CERTIFICATES = (Kind.CERTIFICATE, Kind.SEASON_CERTIFICATE, Kind.TEAM_CERTIFICATE)
_OF_TODAY = (
    Kind.LEAGUE,
    Kind.HONOURS,
    *MOST_KINDS.values(),
)  # computed when they are shown: earlier tables are not stored


def _agree(content: Content, rows: Sequence[Row]) -> bool:
    """Returns whether the figures of a paper are among these rows: the first rows, or the row of a certificate."""
    if content.kind in _CERTIFICATES:
        return set(content.rows) <= set(rows)
    return len(rows) == content.whole and content.rows == tuple(rows)[: len(content.rows)]


def _is_same_in_newest(content: Content, stored: _Stored) -> bool:
    """Returns whether the newest table equals the paper's or, for a certificate, has its row with the same holder.

    The stored tables are compared, because the code may lack rows of its table.
    """
    if content.kind not in _CERTIFICATES:
        return stored.own == stored.newest
    holders = stored.own.holders(content.rows)
    return _agree(content, stored.newest.rows) and holders <= stored.newest.holders(content.rows)


def _state_of_today(content: Content, organiser: models.Organiser) -> State:
    """Compares a paper of a league or of honours with the same paper printed today.

    The honour of an erased person passes to the next person; the papers of both stay valid.
    """
    today: list[Content | None]
    if content.kind is Kind.LEAGUE:
        league = models.League.objects.filter(pk=content.subject, season__organiser=organiser).first()
        if league is None:
            return State.GONE
        today = [league_content(league, tables_of(league))]
    else:
        season = models.Season.objects.filter(pk=content.subject, organiser=organiser).first()
        if season is None:
            return State.GONE
        if content.kind is Kind.HONOURS:
            return _compared(content, [honours_content(season, (), with_erased=erased) for erased in (False, True)])
        most = next(most for most, kind in MOST_KINDS.items() if kind is content.kind)
        groups = (tallies_of(season), tallies_with_erased(season))
        highest = {max((tally.number_of(most) for tally in tallies), default=0) for tallies in groups}
        today = [honour_content(season, most, number, "") for number in highest]
    return _compared(content, today)


def _compared(content: Content, today: Iterable[Content | None]) -> State:
    """Compares the paper with those printed today, without names; the code may have only the first rows."""
    nameless = replace(content, key=b"", name="", names=b"")
    printed = [
        replace(paper, name="", names=b"", rows=paper.rows[: len(content.rows)]) for paper in today if paper is not None
    ]
    return State.VALID if nameless in printed else State.CHANGED


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
    stored = _Stored(
        _table_of(own, content.kind),
        _table_of(newest, content.kind),
        newest.number,
        issued=day_number(own.released_at),
        unit=unit_of(own.event),
        is_withdrawn=not of_paper.in_force().exists(),
    )
    return stored if content.kind is not Kind.REPORT else _with_seal(content, own, stored)


def _with_seal(content: Content, release: models.StandingsRelease, stored: _Stored) -> _Stored:
    """Adds to the stored standings of a report whether the lists once had its seal and whether they changed since then.

    If they had it, the day of issue is that of the release or of the seal, whichever is later.
    """
    _series, revisions, *halves = content.part
    seal = seal_after(release.event, revisions)
    if seal is None or (seal.revisions, seal_as_numbers(seal.text)) != (revisions, tuple(halves)):
        return replace(stored, is_sealed=False)
    issued = day_number(max(release.released_at, seal.at))
    return replace(stored, issued=issued, has_later=bool(seal.later))


def _table_of(release: models.StandingsRelease, kind: Kind) -> _Table:
    """Returns the ranked players of a release; for the certificates of teams, its ranked teams and tandems."""
    if kind is not Kind.TEAM_CERTIFICATE:
        rows = standings_rows(release)
        return _Table(rows, [number for _rank, number, _figure in rows])
    tandems = ranking(rankings_of(release), "tandems")
    teams = [row for row in release.team_rows if row.size != TANDEM_SIZE]
    ranked = [row for row in (*teams, *(tandems.team_rows if tandems else ())) if row.rank is not None]
    return _Table(team_rows(release, ranked), [row.key for row in ranked])


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
    return _Stored(
        _Table(list_rows(own.content)),
        _Table(list_rows(whole[-1].content)),
        whole[-1].number,
        issued=day_number(own.at),
        unit=1,
        is_withdrawn=invalid,
    )


def _stored_edition(content: Content, organiser: models.Organiser) -> _Stored | None:
    editions = models.Edition.objects.filter(ranking=content.subject, ranking__season__organiser=organiser)
    newest, own = editions.first(), editions.filter(number=content.number).first()
    if own is None or newest is None:
        return None
    return _Stored(
        _table_of_edition(own),
        _table_of_edition(newest),
        newest.number,
        issued=day_number(own.at),
        unit=SEASON_UNIT,
    )


def _table_of_edition(edition: models.Edition) -> _Table:
    """Returns the ranked rows of an edition. A player's key is that of the person, so it still fits after a merge."""
    ranked = list(edition.rows.filter(rank__isnull=False).select_related("entrant"))
    keys = [row.detail.get("entrant") if row.entrant is None else row.entrant.player_id for row in ranked]
    return _Table(edition_rows(ranked), keys)
