"""The content of a code, and its canonical form in bytes (deterministic CBOR, RFC 8949, section 4.2.1).

The offline page reads the same bytes (static/js/paper_codes.js).
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, cast

import cbor2

FORMAT = 1
KEY_SIGNS = 8  # bytes that name the signing key
MARK = 3  # bytes for a name
HANDROMME = 100
LARGEST = 2**63 - 1  # the largest number that databases hold
NAME_MOST = 60  # characters of the name of an event or season
_WORDS = re.compile(r"[^\W_]+")

Row = tuple[int | None, ...]


class CodeError(ValueError):
    """Raised for text or bytes that are not a code of this program."""


class Kind(IntEnum):
    """The kinds of papers, each with its `part` and its rows.

    - LIST: series and table. The start numbers by seat; each game: its finisher (0: no player; `HANDROMME` more
      by Handrommé) and the points by seat; the results by seat.
    - STANDINGS: the series. Each row: rank, start number, leading figure.
    - EDITION: no part. Each row: rank and value.
    - CERTIFICATE, TEAM_CERTIFICATE and SEASON_CERTIFICATE: the part and one row of the standings or of the edition;
      teams have no start number.
    - REPORT: the series of the standings, the number of revisions of all lists, and both halves of the seal after these
      revisions. The rows are those of the standings.
    - LEAGUE: no part. Each row: position of the group, rank and points; `number` is the number of its releases.
    - MOST_LISTS, MOST_EVENINGS and MOST_HANDROMMES: no part. One row with the number of lists, evenings or Handrommés.
    - HONOURS: no part. Each row: line of the table and figure, which is the value of a place or the number.
    """

    LIST = 1
    STANDINGS = 2
    EDITION = 3
    CERTIFICATE = 4
    SEASON_CERTIFICATE = 5
    TEAM_CERTIFICATE = 6
    REPORT = 7
    LEAGUE = 8
    MOST_LISTS = 9
    MOST_EVENINGS = 10
    MOST_HANDROMMES = 11
    HONOURS = 12


PARTS = {
    Kind.LIST: 2,
    Kind.STANDINGS: 1,
    Kind.EDITION: 0,
    Kind.CERTIFICATE: 1,
    Kind.SEASON_CERTIFICATE: 0,
    Kind.TEAM_CERTIFICATE: 1,
    Kind.REPORT: 4,
    Kind.LEAGUE: 0,
    Kind.MOST_LISTS: 0,
    Kind.MOST_EVENINGS: 0,
    Kind.MOST_HANDROMMES: 0,
    Kind.HONOURS: 0,
}
# Length of a row; rows of lists depend on the number of seats.
COLUMNS = {
    Kind.STANDINGS: 3,
    Kind.EDITION: 2,
    Kind.CERTIFICATE: 3,
    Kind.SEASON_CERTIFICATE: 2,
    Kind.TEAM_CERTIFICATE: 2,
    Kind.REPORT: 3,
    Kind.LEAGUE: 3,
    Kind.MOST_LISTS: 1,
    Kind.MOST_EVENINGS: 1,
    Kind.MOST_HANDROMMES: 1,
    Kind.HONOURS: 2,
}


@dataclass(frozen=True, slots=True)
class Content:
    """The facts that a code contains about its paper.

    `subject` is the primary key of the event, ranking, league or season in the organiser's database, and `name` is the
    name of that object on the day of issue. `day` is the day of the event, or the last day that a paper of a season
    covers; `issued` is the day of issue. Both are in days since 1 January 1970. `number` is the revision of a list, the
    release of standings or the edition of a season's table; it is 0 for papers without any of these. Figures are
    integers, in parts of a point; a point has `unit` parts (1, 2 or 100). `whole` is the number of rows on the paper;
    `rows` holds the first rows, as many as fit into the code. `names` holds a mark of `MARK` bytes for the name in each
    row or, on a list, in each seat. `key` identifies the signing key (`key_signs`); it is b"" until the content is
    signed.
    """

    kind: Kind
    subject: int
    name: str
    day: int
    issued: int
    part: tuple[int, ...]
    number: int
    unit: int
    whole: int
    rows: tuple[Row, ...]
    names: bytes
    key: bytes = b""

    def to_bytes(self) -> bytes:
        fields = [
            FORMAT,
            int(self.kind),
            self.key,
            self.subject,
            self.name,
            self.day,
            self.issued,
            self.part,
            self.number,
            self.unit,
            self.whole,
            # Small figures as bytes.
            [bytes(cast("list[int]", row)) if all(n in range(256) for n in row) else row for row in self.rows],
            self.names,
        ]
        return cbor2.dumps(fields, canonical=True)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Content":
        """Decodes a content. Raises CodeError for bytes that are not the canonical form of a signed content."""
        try:
            fields = cbor2.loads(data)
        except Exception as error:  # the decoder raises many kinds of errors
            raise CodeError from error
        content = cls._from_fields(fields)
        if content is None or content.to_bytes() != data:
            raise CodeError
        return content

    @classmethod
    def _from_fields(cls, fields: Any) -> "Content | None":
        match fields:
            case [
                int(form),
                int(kind),
                bytes(key),
                int(subject),
                str(name),
                int(day),
                int(issued),
                list(part),
                int(number),
                int(unit),
                int(whole),
                list(rows),
                bytes(names),
            ] if form == FORMAT and kind in set(Kind) and unit in {1, 2, 100}:
                kind = Kind(kind)
            case _:
                return None
        numbers = [subject, day, issued, number, unit, whole, *part]
        sound = (
            len(key) == KEY_SIGNS
            and len(name) <= NAME_MOST
            and all(type(value) is int and 0 <= value <= LARGEST for value in numbers)
            and len(part) == PARTS[kind]
            and all(isinstance(row, bytes | list) for row in rows)
            and all(value is None or type(value) is int for row in rows for value in row)
        )
        if not sound:
            return None
        content = cls(
            kind, subject, name, day, issued, tuple(part), number, unit, whole, tuple(map(tuple, rows)), names, key
        )
        return content if content.has_right_lengths else None

    @property
    def has_right_lengths(self) -> bool:
        """Whether rows and marks have the lengths that the kind of paper requires."""
        if not self.rows:
            return not self.names
        if self.kind is not Kind.LIST:
            lengths = {len(row) for row in self.rows}
            return (
                lengths == {COLUMNS[self.kind]}
                and len(self.rows) <= self.whole
                and len(self.names) == MARK * len(self.rows)
            )
        seats = len(self.rows[0])
        games = {len(row) for row in self.rows[1:-1]}
        return (
            len(self.rows) == self.whole >= 2
            and len(self.rows[-1]) == seats
            and games <= {seats + 1}
            and len(self.names) == MARK * seats
        )

    def mark_of(self, name: str) -> bytes:
        """Returns the mark for a name on this paper; three zero bytes for "", which no typed name matches."""
        return name_mark(self.kind, self.subject, name)

    def fitted(self, most: int) -> "Content":
        """Returns the content with as many rows as fit into `most` bytes; a list keeps all of its rows or none."""
        if len(self.to_bytes()) <= most:
            return self
        if self.kind is Kind.LIST:
            return replace(self, rows=(), names=b"")
        fitting, too_many = 0, len(self.rows)
        while too_many - fitting > 1:
            tried = (fitting + too_many) // 2
            if len(self._first(tried).to_bytes()) <= most:
                fitting = tried
            else:
                too_many = tried
        return self._first(fitting)

    def _first(self, rows: int) -> "Content":
        return replace(self, rows=self.rows[:rows], names=self.names[: MARK * rows])


def name_mark(kind: Kind, subject: int, name: str) -> bytes:
    """Returns `MARK` bytes of a hash of the name; typed names can thus be compared with a code that contains no names.

    Word order, capitals and punctuation do not matter. A name without letters and digits gets zero bytes.
    """
    words = " ".join(sorted(_WORDS.findall(unicodedata.normalize("NFC", name).lower())))
    return hashlib.sha256(f"{kind}:{subject}:{words}".encode()).digest()[:MARK] if words else bytes(MARK)


def name_marks(kind: Kind, subject: int, names: Iterable[str]) -> bytes:
    return b"".join(name_mark(kind, subject, name) for name in names)


def rows_named(content: Content, name: str) -> Sequence[int]:
    """Returns the indexes of the rows, or of the seats of a list, whose mark is that of the name.

    A name without letters and digits has no such rows.
    """
    wanted = content.mark_of(name)
    if wanted == bytes(MARK):
        return ()
    marks = [content.names[start : start + MARK] for start in range(0, len(content.names), MARK)]
    return [index for index, mark in enumerate(marks) if mark == wanted]
