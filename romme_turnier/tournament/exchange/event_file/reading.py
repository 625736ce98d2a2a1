"""Reads the text of an event file, or finds every fault in it."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from romme_turnier.core.people.names import tidy
from romme_turnier.tournament.exchange.event_file.consistency import contradictions
from romme_turnier.tournament.exchange.event_file.faults import EventFileError, Fault, Node, expected, json_path, shown

BYTES_MAX = 20_000_000
DEPTH_MAX = 40
DIGITS_MAX = 15
FAULTS_MAX = 1_000  # of each kind; a file with more faults is not an event file


class _Object(dict[str, Any]):
    """A JSON object that remembers its duplicate keys."""

    twice: tuple[str, ...] = ()


def read(data: bytes) -> dict[str, Any]:
    """Returns the content of a valid file. Raises EventFileError as `parse` and `check` do."""
    return check(parse(data))


def parse(data: bytes) -> Any:
    """Parses JSON. Raises EventFileError if the text is too large, not UTF-8, not JSON or nested too deeply.

    Also raises it for a number with more than `DIGITS_MAX` digits before the decimal point.
    """
    if len(data) > BYTES_MAX:
        raise EventFileError([Fault("$", _("erwartet: höchstens %(most)d MB") % {"most": BYTES_MAX // 1_000_000})])
    content = _parse(data)
    if _is_deep(content):
        raise EventFileError([Fault("$", _("erwartet: höchstens %(most)d Ebenen") % {"most": DEPTH_MAX})])
    return content


def check(content: Any) -> dict[str, Any]:
    """Returns parsed JSON if it is valid. Raises EventFileError with at most `FAULTS_MAX` faults of each kind."""
    faults = dict.fromkeys(_all_faults(content))  # a value that breaks two rules of the schema is reported once
    if faults:
        raise EventFileError(faults)
    return dict(content)


def _all_faults(content: Any) -> list[Fault]:
    formal = list(islice(unreadable(Node(content)), FAULTS_MAX))
    breaches = islice(Draft202012Validator(schema()).iter_errors(content), FAULTS_MAX)
    for breach in sorted(breaches, key=lambda error: [str(step).zfill(6) for step in error.absolute_path]):
        formal += _in_words(breach)
    broken = {fault.path for fault in formal}
    # A place that breaks the schema has been reported.
    contradicting = islice(contradictions(Node(content)), FAULTS_MAX)
    sense = [fault for fault in contradicting if fault.path not in broken]
    return [*formal, *sense]


def _parse(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_float=_number,
            parse_int=_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError as error:
        raise EventFileError([Fault("$", _("erwartet: Text in UTF-8"))]) from error
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        message = _("erwartet: gültiges JSON; der Fehler liegt in Zeile %(line)d, Spalte %(column)d") % place
        raise EventFileError([Fault("$", message)]) from error
    except _TooLargeError as error:
        message = _("erwartet: Zahlen mit höchstens %(most)d Ziffern; gefunden: %(found)s")
        fault = Fault("$", message % {"most": DIGITS_MAX, "found": shown(str(error))})
        raise EventFileError([fault]) from error
    except (ValueError, RecursionError) as error:
        raise EventFileError([Fault("$", _("erwartet: gültiges JSON"))]) from error


def _is_deep(content: Any) -> bool:
    level: list[Any] = [content]
    for _depth in range(DEPTH_MAX):
        nested = [value for value in level if isinstance(value, dict | list)]
        level = [inner for value in nested for inner in (value.values() if isinstance(value, dict) else value)]
        if not level:
            return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    content = _Object(pairs)
    if len(content) < len(pairs):
        counted = Counter(key for key, _value in pairs)
        content.twice = tuple(sorted(key for key, count in counted.items() if count > 1))
    return content


def _number(text: str) -> int | float:
    """Parses a JSON number; 12.0 gives 12, because JSON has only one kind of number.

    Raises _TooLargeError for a number beyond any value of an event.
    """
    number = float(text)
    if abs(number) >= 10**DIGITS_MAX:
        raise _TooLargeError(text)
    return int(number) if number.is_integer() else number


class _TooLargeError(ValueError):
    """Raised for a number beyond any value that an event can have."""


def _no_number(text: str) -> None:
    raise ValueError(text)  # NaN and Infinity are not JSON


def unreadable(node: Node) -> Iterator[Fault]:
    """Yields faults for duplicate keys, control characters, surrogates, and texts with only invisible characters."""
    if isinstance(node.value, str):
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in node.value):
            yield Fault(node.path, _("erwartet: Text ohne Steuerzeichen"))
        elif node.value.strip() and not tidy(node.value):
            yield Fault(node.path, _("erwartet: Text, von dem etwas zu sehen ist"))
    elif isinstance(node.value, dict):
        for key in getattr(node.value, "twice", ()):
            yield Fault(node[key].path, _("erwartet: jeder Schlüssel nur einmal im selben Objekt"))
        for key in node.value:
            yield from unreadable(node[key])
    else:
        for entry in node:
            yield from unreadable(entry)


@cache
def schema() -> dict[str, Any]:
    """Returns the JSON Schema (draft 2020-12) of the event file. Messages quote its descriptions."""
    text = files(__package__).joinpath("schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _in_words(error: ValidationError) -> Iterator[Fault]:
    steps = tuple(error.absolute_path)
    form: dict[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    value: Any = error.instance
    if error.validator == "required":
        for key in (key for key in form["required"] if key not in value):
            what = _description(form["properties"][key])
            yield Fault(json_path((*steps, key)), _("fehlt; erwartet: %(what)s") % {"what": what})
    elif error.validator == "additionalProperties":
        known = ", ".join(form["properties"])
        for key in sorted(value.keys() - form["properties"].keys()):
            message = _("unbekannter Schlüssel %(key)s; erwartet: nur %(known)s")
            yield Fault(json_path((*steps, key)), message % {"key": shown(key), "known": known})
    else:
        yield Fault(json_path(steps), expected(_description(form), value))


def _description(form: dict[str, Any]) -> str:
    while "$ref" in form:
        form = schema()["$defs"][form["$ref"].rsplit("/", 1)[-1]]
    return str(form.get("description", ""))
