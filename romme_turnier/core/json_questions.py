"""Questions of other programs as JSON lines: reading their fields by type, and one answer per line.

`rules` and `seasons` answer such questions, each with ``python -m … --jsonl``.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self, TextIO, TypeVar

Answer = dict[str, Any]
Choice = TypeVar("Choice", bound=StrEnum)
DIGITS_MOST = 100  # of an exact number: its powers are still fast, and short enough for Python to write
_TOO_LARGE = 10**DIGITS_MOST
_DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class QuestionError(ValueError):
    """Raised if a question is invalid; the message names the field and the reason.

    ``at`` is the path of the field, such as "formula.keep.best"; "" for the question itself.
    """

    def __init__(self, message: str, at: str = "") -> None:
        super().__init__(message)
        self.at = at


class Fields:
    """The typed fields of a question or of an object in it; paths in errors begin with ``where``.

    Raises QuestionError for a value that is not an object, for an unknown key, and on access to a missing or wrong
    field. Only ``has``, ``value`` and ``objects`` accept a missing field.
    """

    def __init__(self, fields: object, known: frozenset[str], where: str = "") -> None:
        if not isinstance(fields, dict):
            at = where.rstrip(".")
            raise QuestionError(f"{at or 'a question'} is a JSON object", at)
        self._fields: dict[str, Any] = fields
        self._where = where
        if not fields.keys() <= known:
            unknown = [where + key for key in sorted(fields.keys() - known)]
            named = ", ".join(f'"{path}"' for path in unknown)
            raise QuestionError(f"unknown key: {named} (known: {', '.join(sorted(known))})", unknown[0])

    def error(self, key: str, expected: str) -> QuestionError:
        """Returns the error for a missing or wrong field; ``expected`` continues the words "it is"."""
        what = "is missing; it" if key not in self._fields else "is wrong; it"
        return QuestionError(f'"{self._where}{key}" {what} is {expected}', self._where + key)

    def has(self, key: str) -> bool:
        return key in self._fields

    def value(self, key: str) -> object:
        """Returns the value as read from JSON; None if it is missing."""
        return self._fields.get(key)

    def text(self, key: str) -> str:
        value = self._fields.get(key)
        if not isinstance(value, str):
            raise self.error(key, "a text")
        return value

    def flag(self, key: str) -> bool:
        value = self._fields.get(key)
        if not isinstance(value, bool):
            raise self.error(key, "true or false")
        return value

    def number(self, key: str, *, least: int | None = None, most: int | None = None) -> int:
        value: object = self._fields.get(key)
        expected = "a whole number"
        if least is not None:
            expected += f" from {least}" if most is None else f" from {least} to {most}"
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, expected)
        if (least is not None and value < least) or (most is not None and value > most):
            raise self.error(key, expected)
        return value

    def numbers(self, key: str, *, or_none: bool = False) -> tuple[int | None, ...]:
        value = self._fields.get(key)
        if not isinstance(value, list) or not all(
            (isinstance(v, int) and not isinstance(v, bool)) or (or_none and v is None) for v in value
        ):
            raise self.error(key, "a list of whole numbers" + (" or null" if or_none else ""))
        return tuple(value)

    def exact(self, key: str) -> int | Fraction:
        """Returns a number that is written as an integer or as a decimal string."""
        value: object = self._fields.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _TOO_LARGE:
            return value
        if isinstance(value, str) and len(value) <= DIGITS_MOST and _DECIMAL.fullmatch(value):
            return Fraction(value)
        raise self.error(key, f"an integer or a decimal string with at most {DIGITS_MOST} digits")

    def choice(self, key: str, members: type[Choice]) -> Choice:
        value: object = self._fields.get(key)
        if not isinstance(value, str) or value not in list(members):
            raise self.error(key, f"one of: {', '.join(members)}")
        return members(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._fields.get(key)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(key, "a list of texts")
        return tuple(value)

    def objects(self, key: str, known: frozenset[str]) -> list[Self]:
        value = self._fields.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, "a list of objects")
        return [type(self)(item, known, f"{self._where}{key}[{place}].") for place, item in enumerate(value)]

    def part(self, key: str, known: frozenset[str]) -> Self:
        return type(self)(self._fields.get(key), known, f"{self._where}{key}.")


def read_line(line: bytes) -> object:
    """Returns the JSON value of a line; raises QuestionError if the line is not JSON in UTF-8.

    A whole number with more digits than Python parses becomes an infinite float, and NaN is a float, too. No field
    takes floats, so the error names the place of such a number.
    """
    try:
        return json.loads(line.decode(), parse_int=_whole)
    except UnicodeDecodeError:
        raise QuestionError("not UTF-8") from None
    except ValueError as error:
        raise QuestionError(f"not JSON: {error}") from None
    except RecursionError:
        raise QuestionError("nested too deeply") from None


def _whole(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        return float(digits)


def taken_id(fields: object) -> Answer:
    """Removes the id, which may be any value, from a question and returns it as a part of the answer; {} without an id.

    Raises QuestionError if JSON cannot represent the id, for example NaN.
    """
    if not isinstance(fields, dict) or "id" not in fields:
        return {}
    try:
        json.dumps(fields["id"], allow_nan=False)
    except (RecursionError, ValueError):
        raise QuestionError('"id" is wrong; it is a value that JSON can represent', "id") from None
    return {"id": fields.pop("id")}


def answer_lines(answer_line: Callable[[bytes], Answer], lines: Iterable[bytes], out: TextIO) -> None:
    """Writes one answer per line, immediately; an empty line gets an error."""
    for line in lines:
        out.write(json.dumps(answer_line(line), ensure_ascii=False, separators=(",", ":")) + "\n")
        out.flush()


def answer_standard_input(answer_line: Callable[[bytes], Answer]) -> None:
    """Answers the lines of standard input on standard output, in UTF-8."""
    if hasattr(sys.stdout, "reconfigure"):
        # A lone surrogate from a text of the question is written as JSON escapes it.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    answer_lines(answer_line, sys.stdin.buffer, sys.stdout)
