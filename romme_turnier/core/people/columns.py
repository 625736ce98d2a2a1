"""Finds the columns of a list of people by their headings or, without headings, by their cells, and reads cells."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from romme_turnier.core.money.amount_parser import read_amount
from romme_turnier.core.people.cells import Line
from romme_turnier.core.people.names import letters
from romme_turnier.core.people.written_names import parse_name, parse_part


class Column(StrEnum):
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    NAME = "name"  # both, in either order
    LAST_FIRST = "last_first"  # both, the family name first, also without a comma
    CLUB = "club"
    NUMBER = "number"
    TEAM = "team"
    PAID = "paid"
    CATEGORY = "category"  # all columns with categories are read
    PUBLISH_NAME = "publish_name"


Field = TypeVar("Field", bound=str)
Columns = tuple[Column | None, ...]  # None: not read
NAMES = (Column.FIRST_NAME, Column.LAST_NAME, Column.NAME, Column.LAST_FIRST)

# The column names in clubs' lists and in this program's tables, the clearest first. They are
# compared without case, spaces and punctuation ("Spieler/in" is "spielerin").
HEADINGS: Mapping[Column, tuple[str, ...]] = {
    Column.FIRST_NAME: (
        *("vorname", "vornamen", "rufname", "firstname", "givenname"),
        *("prénom", "prenom", "voornaam", "imię"),
    ),
    Column.LAST_NAME: (
        *("nachname", "familienname", "zuname", "lastname", "familyname", "surname", "cognome", "achternaam"),
        "nazwisko",
    ),
    Column.NAME: (
        *("name", "vollername", "vornamename", "vornamenachname", "vornamefamilienname", "vorundnachname"),
        *("vorundzuname", "namen"),
        *("spieler", "spielerin", "spielerinnen", "spielername", "teilnehmer", "teilnehmerin", "teilnehmerinnen"),
        *("teilnehmende", "mitspieler", "mitspielerin", "mitglied", "player", "players", "participant", "fullname"),
        *("teilnehmername", "attendeename", "nom", "naam"),
    ),
    Column.LAST_FIRST: (
        *("nachnamevorname", "familiennamevorname", "zunamevorname", "namevorname", "nameundvorname"),
        *("nachundvorname", "nachnameundvorname", "lastnamefirstname", "nomprénom", "nometprénom", "nomprenom"),
    ),
    Column.CLUB: (
        *("club", "verein", "klub", "clubverein", "vereinclub", "clubname", "vereinsname", "vereine", "clubs"),
        *("heimatverein", "heimatclub", "ortsverein", "stammverein", "romméclub", "rommeclub", "rommeverein"),
        "vereniging",
    ),
    Column.NUMBER: ("startnummer", "startnr", "stnr", "snr", "startnumber", "startno", "nummer", "nr", "number", "no"),
    Column.TEAM: ("mannschaft", "team", "mannschaftsname", "teamname", "tandem"),
    Column.PAID: (
        *("bezahlt", "gezahlt", "startgeldbezahlt", "bezahltam", "zahlungseingang", "zahlung", "überwiesen"),
        *("zahlungsstatus", "bezahlstatus", "startgeld", "entryfeepaid", "paid", "entryfee"),
    ),
    Column.CATEGORY: (
        *("sonderwertung", "sonderwertungen", "kategorie", "wertung", "klasse", "altersklasse", "ak", "category"),
        *("categories", "damen", "frauen", "herren", "männer", "senioren", "seniorinnen", "jugend", "junioren"),
    ),
    Column.PUBLISH_NAME: (
        *("veröffentlichung", "veröffentlichen", "namedarfveröffentlichtwerden", "nameveröffentlichen"),
        *("namedarföffentlich", "einwilligung", "einverstanden", "namemaybepublished"),
    ),
}

YES = frozenset({"ja", "j", "x", "1", "wahr", "true", "yes", "y", "✓", "✔", "ok"})
NO = frozenset({"", "nein", "n", "0", "falsch", "false", "no", "-", "–"})
PAID = frozenset(
    {
        *("bezahlt", "gezahlt", "bar", "bez", "überwiesen", "überweisung", "sammelüberweisung", "konto", "karte"),
        *("ec", "paypal", "erledigt", "paid"),
    }
)
UNPAID = frozenset(
    {
        *("offen", "noch offen", "nicht bezahlt", "unbezahlt", "noch nicht", "ausstehend", "zahlt später"),
        *("vor ort", "zahlt vor ort", "am tag", "tageskasse", "unpaid", "pending"),
    }
)
_BY_BANK = PAID - {"bezahlt", "gezahlt", "bar", "bez", "erledigt", "paid"}
_PAID_WITH = frozenset({"am", "per", "auf", "mit", "in", "eur", "euro", "ist", "schon", "wurde"})
_DATE = re.compile(r"(?:am )?\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?|\d{4}-\d\d-\d\d")
_AMOUNT_AMONG_WORDS = re.compile(r"\d{1,4}(?:[.,]\d\d)?\s*(?:€|eur\b|euro\b)")
_AMOUNT = re.compile(r"(?:€|eur|euro)?\s*(\d{1,4})(?:[.,](\d\d?|-))?\s*(?:€|eur|euro)?")


NO_CLUB = frozenset(
    {
        *("-", "–", "—", "/", "./.", "ohne", "ohne club", "ohne verein", "kein", "keine", "keiner", "keinen", "n/a"),
        *("kein club", "kein verein", "vereinslos", "clublos", "k.a.", "k. a.", "einzelspieler", "einzelspielerin"),
    }
)
_NUMBER = re.compile(r"(?:(?:start-?)?(?:nr|nummer|no)\b\.?:?|#)?\s*(\d+)\.?", re.IGNORECASE)


def number_in(cell: str) -> str | None:
    """Returns the digits of a start number such as "9" or "Nr. 9"; None for other text."""
    number = _NUMBER.fullmatch(cell)
    return number[1] if number and number[1].isascii() else None


def says_yes(cell: str) -> bool | None:
    """Returns True if a cell in lower case says yes, False if it says no or is empty, otherwise None."""
    return True if cell in YES else False if cell in NO else None


def says_paid(cell: str) -> bool | None:
    """Returns whether a cell in lower case says that the fee is paid; None if this is unclear.

    A date or an amount also says that it is paid. An amount of 0 or an empty cell says that it is not.
    """
    amount = _AMOUNT.fullmatch(cell)
    if cell in PAID or _DATE.fullmatch(cell) or (amount and any(sign in "123456789" for sign in cell)):
        return True
    if cell in UNPAID or amount:
        return False
    words = re.findall(r"[^\W\d_]+", cell)  # "12 € bar", "PayPal 3.10."
    if not PAID.isdisjoint(words) and set(words) <= PAID | _PAID_WITH:
        return True
    return says_yes(cell)


def payment_in(cell: str) -> tuple[str, Decimal | None]:
    """Returns the payment method and the amount that a cell in lower case names.

    The method is "cash", "bank" or, if it is unclear, "". The amount is None if there is none; a single "1" is a tick,
    not an amount.
    """
    words = set(re.findall(r"[^\W\d_]+", cell))
    ways = [way for way, named in (("cash", {"bar"}), ("bank", _BY_BANK)) if named & words]
    amount = (None if cell in YES else _AMOUNT.fullmatch(cell)) or _AMOUNT_AMONG_WORDS.search(cell)
    return ways[0] if len(ways) == 1 else "", read_amount(amount[0]) if amount else None


def is_fee(heading: str) -> bool:
    """Returns whether a heading names only the entry fee, as "Startgeld (€)" does and "Startgeld bezahlt" does not."""
    return _key(re.split(r"[/(|]", heading)[0]) in ("startgeld", "entryfee")


def is_same_amount(cells: Sequence[str]) -> bool:
    """Returns whether all cells hold the same amount of money, written in the same way."""
    return len({*cells}) == 1 and _AMOUNT.fullmatch(cells[0].casefold()) is not None


_CLUB_WORDS = frozenset(
    letters(
        "rc sc sv tsv tv fc vfl vfb club klub verein rommé rommeclub ev skat spielfreunde skatclub skatverein"
        " skatfreunde rommefreunde"
    )
)
_CLUB_LENGTH = 120  # only the beginning of a longer list is examined
_NAME, _WORD = "whole name", "single words"


def named(headings: Sequence[str], ways: Mapping[Field, Sequence[str]]) -> tuple[Field | None, ...]:
    """Returns the meaning of each heading; None if unknown.

    `ways` holds the known headings of each meaning. A heading is looked up as a whole and, if that fails, by its
    decisive part. The only text of a line with several cells may be a title, such as "Teilnehmer (Stand: 1.11.)", so it
    is only looked up as a whole.
    """
    alone = sum(map(bool, headings)) == 1 and len(headings) > 1
    field_of = {way: field for field, known in ways.items() for way in known}
    return tuple(
        field_of.get(_key(heading)) or (None if alone else _loosely_named(heading, field_of)) for heading in headings
    )


def _loosely_named(heading: str, field_of: Mapping[str, Field]) -> Field | None:
    """Returns the meaning of a heading by its decisive part, or None.

    Examples are "Verein / Ort", "Spieler 2", "Teilnehmername: Vorname" and "Ihr Vorname?".
    """
    if _QUESTION.match(heading):
        words = re.findall(r"[^\W\d_]+", heading.casefold())
        keys = ["name"] if {"vor", "nachname"} <= {*words} else [word for word in words if word in field_of]
        keys = keys or ["name" for word in words if word.startswith("heiss")]  # "heißen", casefolded
        return field_of.get(keys[0]) if len(keys) == 1 else None
    field = field_of.get(_key(re.split(r"[/(|]", heading)[0])) or field_of.get(_key(re.split(r":\s|\.\b", heading)[-1]))
    if field is None and (match := _OF_A_PLAYER.fullmatch(heading)):
        field = field_of.get(_key(match[1] or match[2]))
        return field if field in NAMES else None
    return field


_QUESTION = re.compile(r"(?:wie|dein|ihr|euer|(?:(?:in|für) )?welche[mnrs]?)\b.*\?", re.IGNORECASE)
_OF_A_PLAYER = re.compile(r"(\w+) (?:des|der) (?:Spiel|Teiln|Mitgl)\S*|(\w+)\s*[12]", re.IGNORECASE)


def _key(heading: str) -> str:
    return re.sub(r"[\W_]", "", heading).casefold()


def clearest(
    headings: Sequence[str], fields: Sequence[Field | None], ways: Mapping[Field, Sequence[str]]
) -> tuple[Field | None, ...]:
    """Returns the meanings, each only for its clearest column ("Startnr." rather than "Nr."), None for the others.

    Equally clear columns all keep their meaning; a person has to choose. A list may have several columns of categories,
    so these always keep theirs.
    """
    keys = map(_key, headings)
    ranks = [0 if field is None else [*ways[field], key].index(key) for key, field in zip(keys, fields, strict=True)]
    return tuple(
        field
        if field == Column.CATEGORY
        or all(rank <= other for other, same in zip(ranks, fields, strict=True) if same == field)
        else None
        for rank, field in zip(ranks, fields, strict=True)
    )


def guessed(rows: Sequence[Line], width: int, by_comma: bool, first_names: frozenset[str]) -> Columns:
    """Returns the columns guessed from the form of most of their cells, including one or two for names if possible.

    `by_comma` is true if commas separate the cells; family names are then expected before first names, otherwise after
    them, unless `first_names` show the opposite.
    """
    looks = [_look([row.cells[place] for row in rows if row.cells[place]]) for place in range(width)]
    columns: list[Column | None] = [
        None if look in (_NAME, _WORD) else Column(look) if look else None for look in looks
    ]
    for column in Column:  # only the first place that looks like a column keeps it
        places = [place for place, other in enumerate(columns) if other == column]
        for place in places[1:]:
            columns[place] = None
    words = [place for place, look in enumerate(looks) if look in (_NAME, _WORD)]
    if not words:
        words = [place for place, look in enumerate(looks) if look == Column.CLUB][:1]
    if len(words) > 1:
        known = [sum(parse_part(row.cells[place]).last in first_names for row in rows) for place in words[:2]]
        by_comma = by_comma if known[0] == known[1] else known[1] > known[0]
    _name_columns(columns, looks, words, last_first=by_comma)
    return tuple(columns)


def _name_columns(
    columns: list[Column | None], looks: Sequence[str], words: Sequence[int], *, last_first: bool
) -> None:
    """Marks the column of whole names, or two columns of single words as first and last names.

    The next column of words is the club, if none is marked yet.
    """
    whole = next((place for place in words if looks[place] == _NAME), None)
    if len(words) > 1 and whole != words[0]:
        left, right = words[:2]
        columns[left] = Column.LAST_NAME if last_first else Column.FIRST_NAME
        columns[right] = Column.FIRST_NAME if last_first else Column.LAST_NAME
        rest = words[2:]
    elif words:
        place = words[0] if whole is None else whole
        columns[place] = Column.NAME
        rest = [other for other in words if other != place]
    else:
        return
    if rest and Column.CLUB not in columns:
        columns[rest[0]] = Column.CLUB


def _are_points(cells: Sequence[str]) -> bool:
    """Returns whether numbers are years, postal codes or points in descending order, rather than start numbers."""
    numbers = [int(number) for cell in cells if (number := number_in(cell))]
    falling = len(numbers) > 2 and numbers == sorted(numbers, reverse=True) and numbers[0] > numbers[-1]
    return falling or any(re.fullmatch(r"\d{4,}", cell) for cell in cells)


def _look(cells: Sequence[str]) -> str:
    """Returns the form of most of the cells: the value of a Column, _NAME or _WORD; "" for none of these."""
    if not cells:
        return ""
    for test, look in _LOOKS:
        if 2 * sum(map(test, cells)) > len(cells):
            return "" if look == Column.NUMBER and _are_points(cells) else look
    return _WORD


def is_club(text: str) -> bool:
    """Returns whether a text looks like the name of a club."""
    text = text[:_CLUB_LENGTH]
    return not _CLUB_WORDS.isdisjoint(letters(re.sub(r"\b[eE]\.\s?[vV]\.?", "ev", text)))


def is_whole_name(cell: str) -> bool:
    """Returns whether a cell may hold a first and a family name."""
    name = parse_name(cell)
    return bool(name.first and name.last) and not _has_digit(name.first + name.last)


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


_LOOKS: tuple[tuple[Callable[[str], bool], str], ...] = (
    (lambda cell: number_in(cell) is not None, Column.NUMBER),
    (lambda cell: cell.casefold() in (YES | NO | PAID | UNPAID) - {"1", "0"}, Column.PAID),
    (lambda cell: is_club(parse_part(cell).last), Column.CLUB),
    (is_whole_name, _NAME),
    (lambda cell: not (last := parse_part(cell).last) or _has_digit(last), ""),  # such as telephone numbers
)
