"""Parses and writes a game as text (``.romme``), one act per line, and hashes its canonical form.

Parsing is tolerant, but equal records are always written as the same bytes.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from romme_turnier.core.rules.record.acts import Act, Check, Line, format_line, quote
from romme_turnier.core.rules.record.fair import SEED_BYTES
from romme_turnier.core.rules.record.reading import LineError, parse_line
from romme_turnier.core.rules.record.row import Row, format_row, parse_row
from romme_turnier.core.rules.system.options import OptionError, format_options, parse_options, with_options
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet

FORMAT = "romme 1"


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game; texts may be empty."""

    rules: RuleSet
    seats: tuple[str, ...]  # start numbers or names without spaces, seat 1 first
    event: str = ""
    series: str = ""
    table: str = ""
    game: int | None = None
    date: str = ""
    dealer: int | None = None
    shuffle: str = ""  # the commitment to the seed
    words: tuple[str, ...] = ()  # by seat, "" for none
    seed: bytes | None = None  # revealed after the end
    result: Row | None = None
    lines: tuple[Line, ...] = ()
    numbers: Sequence[int] = field(default=(), compare=False, repr=False)  # of the lines in the text that was read
    tag_numbers: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def depth(self) -> int:
        """The detail of the record: 2 for every act, 1 for a row and the hands at the end, 0 for only a row."""
        if any(isinstance(line, Act) for line in self.lines):
            return 2
        return int(any(isinstance(line, Check) and line.what == "hand" for line in self.lines))

    @property
    def round_number(self) -> int | None:
        """The number of the game's contract, which is that of the game; None in rule systems without contracts."""
        return self.game if self.rules.play.contracts else None


@dataclass(frozen=True, slots=True)
class Fault:
    """An unreadable part of a text: the number of the line, the text there, and the expected text."""

    line: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f'line {self.line}: expected {self.expected}, found "{self.found}"'


class RecordError(ValueError):
    """Raised if a text is not a record; ``faults`` holds its faults in line order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def format_record(record: Record) -> str:
    """Returns the canonical form: tags in a fixed order, then the lines, with single spaces and LF line endings."""
    tags = [" ".join(f"[{name} {quote(text)}]" for name, text in line) for line in _tag_lines(record)]
    return "".join(f"{line}\n" for line in (*tags, *map(format_line, record.lines)))


def with_line_numbers(record: Record) -> Record:
    """Returns the record with line numbers: those in the text that was read, otherwise those in the canonical form."""
    if record.tag_numbers and len(record.numbers) == len(record.lines):
        return record
    tags = _tag_lines(record)
    tag_numbers = {name: number for number, line in enumerate(tags, start=1) for name, _ in line}
    numbers = range(len(tags) + 1, len(tags) + len(record.lines) + 1)
    return replace(record, numbers=numbers, tag_numbers=tag_numbers)


def digest(record: Record) -> str:
    """Returns the SHA-256 hash of the canonical form in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(format_record(record).encode()).hexdigest()


def _tag_lines(record: Record) -> list[list[tuple[str, str]]]:
    """Returns the names and texts of the tags, grouped by line."""
    rules = record.rules
    result = "" if record.result is None else format_row(record.result, highest_wins=rules.highest_wins)
    tags = {
        "Event": record.event,
        "Series": record.series,
        "Table": record.table,
        "Game": str(record.game or ""),
        "Date": record.date,
        "Dealer": str(record.dealer or ""),
        "Shuffle": record.shuffle,
        "Words": " ".join(word or "-" for word in record.words),
        "Seed": "" if record.seed is None else record.seed.hex(),
        "Result": result,
    }
    there = {name: [(name, text)] for name, text in tags.items() if text}
    where = [tag for name in ("Event", "Series", "Table", "Game", "Date") for tag in there.pop(name, [])]
    always = [[("Format", FORMAT)], [("System", rules.key)], [("Options", format_options(rules))]]
    return [*always, *([where] if where else []), [("Seats", " ".join(record.seats))], *there.values()]


def parse_record(text: str) -> Record:
    """Returns the record in ``text``; raises RecordError with every fault.

    Without a valid rule system and seats, only the tags are read.
    """
    faults: list[Fault] = []
    tags: dict[str, tuple[int, str]] = {}
    body = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.lstrip().startswith("["):
            _read_tags(line, number, tags, faults)
        elif line.strip():
            body.append((number, line))
    fields = _fields(tags, faults)
    if fields is not None:
        read = [*_read_lines(body, fields["rules"], len(fields["seats"]), faults)]
        _check_tags_for_acts(fields, read, faults)
        fields["lines"] = tuple(line for _, line in read)
        fields["numbers"] = tuple(number for number, _ in read)
        fields["tag_numbers"] = {name: number for name, (number, _) in tags.items()}
    if faults or fields is None:
        raise RecordError(tuple(sorted(faults, key=lambda fault: fault.line)))
    return Record(**fields)


_TAG = re.compile(r'\s*\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]', re.ASCII)


def _read_tags(line: str, number: int, tags: dict[str, tuple[int, str]], faults: list[Fault]) -> None:
    """Adds the tags of a line, up to a comment, to ``tags``, and any faults to ``faults``."""
    place = 0
    while (rest := line[place:].strip()) and not rest.startswith(";"):
        tag = _TAG.match(line, place)
        if tag is None:
            faults.append(Fault(number, rest, '[Name "text"]'))
            return
        if tag["name"] not in _KNOWN or tag["name"] in tags:
            faults.append(
                Fault(number, tag["name"], f"one of {', '.join(name for name in _KNOWN if name not in tags)}")
            )
        else:
            tags[tag["name"]] = (number, re.sub(r"\\(.)", r"\1", tag["value"]))
        place = tag.end()


def _fields(tags: Mapping[str, tuple[int, str]], faults: list[Fault]) -> dict[str, Any] | None:
    """Returns the record's fields that ``tags`` hold, and adds any faults to ``faults``.

    Returns None if the rule system or the seats are missing or invalid, because the lines cannot be read then.
    """
    rules, seats = _rules(tags, faults), tags.get("Seats", (1, ""))[1].split()
    if tags.get("Format", (1, ""))[1] != FORMAT:
        faults.append(Fault(*tags.get("Format", (1, "")), f'[Format "{FORMAT}"]'))
    if rules is None:
        return None
    if not rules.seats_min <= len(seats) <= rules.seats_max:
        least, most = rules.seats_min, rules.seats_max
        faults.append(Fault(*tags.get("Seats", (1, "")), f'[Seats "…"] with {least} to {most} names'))
        return None
    fields: dict[str, Any] = {"rules": with_options(rules, {}, len(seats)), "seats": tuple(seats)}
    for name in _FIELDS:
        number, text = tags.get(name, (0, ""))
        if text:
            try:
                fields[name.lower()] = _value_of(name, text, rules, len(seats))
            except ValueError as error:
                faults.append(Fault(number, text, str(error)))
    return fields


def _rules(tags: Mapping[str, tuple[int, str]], faults: list[Fault]) -> RuleSet | None:
    number, key = tags.get("System", (1, ""))
    if key not in RULE_SYSTEMS:
        faults.append(Fault(number, key, f'[System "…"], one of {", ".join(RULE_SYSTEMS)}'))
        return None
    number, options = tags.get("Options", (0, ""))
    try:
        return with_options(get_ruleset(key), parse_options(options))
    except OptionError as error:
        faults.append(Fault(number, options, f"options of {key}: {error}"))
        return get_ruleset(key)


def _read_lines(
    body: Sequence[tuple[int, str]], rules: RuleSet, seats: int, faults: list[Fault]
) -> Iterator[tuple[int, Line]]:
    for number, text in body:
        try:
            line = parse_line(text, seats, online=rules.online_notation)
        except LineError as error:
            faults.append(Fault(number, error.found, error.expected))
        else:
            if line is not None:
                yield number, line


def _check_tags_for_acts(fields: Mapping[str, Any], read: Sequence[tuple[int, Line]], faults: list[Fault]) -> None:
    """Adds a fault if a record with acts does not name the dealer or the contract."""
    first = next((number for number, line in read if isinstance(line, Act)), None)
    contracts = len(fields["rules"].play.contracts)
    if first is None:
        return
    if "dealer" not in fields:
        faults.append(Fault(first, "", '[Dealer "…"] above the acts'))
    if contracts and not 1 <= fields.get("game", 0) <= contracts:
        faults.append(Fault(first, "", f'[Game "…"] from 1 to {contracts} above the acts'))


def _value_of(name: str, text: str, rules: RuleSet, seats: int) -> Any:
    """Returns the value of an optional tag. Raises ValueError with the expected text."""
    match name:
        case "Game":
            return _number(text, 9999)
        case "Dealer":
            return _number(text, seats)
        case "Date":
            if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", text, re.ASCII):
                raise ValueError("a day like 2026-11-21")
        case "Shuffle":
            if not re.fullmatch(r"sha256:[0-9a-f]{64}", text.lower()):
                raise ValueError("sha256: and 64 hexadecimal digits")
            return text.lower()
        case "Seed":
            if not re.fullmatch(rf"[0-9a-f]{{{2 * SEED_BYTES}}}", text.lower()):
                raise ValueError(f"{2 * SEED_BYTES} hexadecimal digits")
            return bytes.fromhex(text)
        case "Words":
            words = text.split()
            if len(words) != seats:
                raise ValueError(f"{seats} words, - for none")
            return tuple("" if word == "-" else word for word in words)
        case "Result":
            return parse_row(text, seats, highest_wins=rules.highest_wins)
        case _:
            if any(ord(letter) < 32 for letter in text):
                raise ValueError("a text without control characters")
    return text


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise ValueError(f"a number from 1 to {most}")
    return int(text)


# The optional tags; their names in lower case are fields of a record.
_FIELDS = ("Event", "Series", "Table", "Game", "Date", "Dealer", "Shuffle", "Words", "Seed", "Result")
_KNOWN = ("Format", "System", "Options", "Seats", *_FIELDS)
