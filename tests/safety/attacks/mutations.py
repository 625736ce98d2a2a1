"""Requests that no page sends: those of pages with one fault.

All choices come from the given generator, so the same seed gives the same requests.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.safety.attacks.sent import Fields, Sent

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
_BOUNDARY = "grenze"
_DEEP = 100_000

Value = str | bytes

# Hostile values for any field: invalid numbers, days and characters.
VALUES: tuple[Value, ...] = (
    *("", " ", "0", "1", "-1", "-0", "+1", "01", "1.5", "1,5", "1e400", "NaN", "Infinity", "0x10", "1_000", "true"),
    *(str(2**31), str(2**63), str(-(2**63) - 1), "9" * 30, "9" * 5_000, "0." + "3" * 400),
    *("٣", "²", "½", "１２", "−5", "Ⅷ", "𝟛"),
    *("a\0b", "\0", "\N{RIGHT-TO-LEFT OVERRIDE}Vera", "\N{LEFT-TO-RIGHT ISOLATE}x", "\ufeff", "\N{ZERO WIDTH SPACE}"),
    *("\ud800", b"\xff\xfe", b"\xc3", b"\xc0\x80", "e" + "\u0301" * 300, "\r\nX-Test: 1", "\x1b[2J", "\x85\u2028"),
    *("2026-13-45", "0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "24:00", "25:61", "-1:00"),
    *("0001-01-01T00:00", "9999-12-31T23:59", "2026-03-29T02:30", "1.1.1", "31.12.9999 23:59", "29.02.2027"),
    *("<script>alert(1)</script>", "{{ 7|add:7 }}", "{% load x %}", "%s%(x)s{0}", "=1+1", "'; DROP TABLE x; --"),
    *("../../etc/passwd", "//elsewhere.example/", "javascript:alert(1)", "[]", "{}", "null", "a|b|c", "1/2/3", "S1T1"),
    *("x" * 301, "x" * 100_000, "ß" * 4_000, "1;2;3\n" * 500, "a\tb\n" * 500),
)
JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1.5,
        1e308,
        2**31,
        2**63,
        10**400,
        "",
        "\0" * 20,
        "x" * 100_000,
        "\0",
        "\ud800" * 16,
        "²",
    ),
    *([], {}, [[]], {"a": {}}, ["\ud800"], [None], ["0"] * 10_000, {"": ""}),
)
FILES: tuple[bytes, ...] = (
    *(b"", b"\0", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"),
    *(b"\xff\xfe" + b"a;b\n".decode().encode("utf-16-le"), b"\xff\xfea", b"\xef\xbb\xbf", b"%PDF-1.7", b"<svg/>"),
    *(b"Name;Nr\n" + b"\xff;\0\n", b'"' * 1_001, b"a;" * 5_000, b"SQLite format 3\0", b"\xd0\xcf\x11\xe0", b"{}"),
    *(b"[" * _DEEP, "Nachname;Vorname\n\ud800;x\n".encode("utf-8", "surrogatepass"), b"=1+1;=2\n"),
)
HEADERS: tuple[dict[str, str], ...] = (
    *({}, {}, {}, {"Accept": "application/json"}, {"HX-Request": "true"}, {"HX-Request": "true", "HX-Target": "\xff<"}),
    *({"Referer": "http://[::1"}, {"Referer": "//"}, {"Accept-Language": "x" * 5_000}, {"Accept-Language": "de;q=²"}),
    *({"HX-Current-URL": "http://["}, {"If-None-Match": '"\xff'}, {"If-Modified-Since": "Sun, 99 Foo 99999"}),
    *({"Range": "bytes=9-1,-"}, {"Accept-Encoding": "gzip;q=x"}, {"X-Forwarded-For": "\xff, x"}),
    *(
        {"Cookie": "messages=\xff; romme=1; django_language=\0"},
        {"Cookie": "mein-turnier=1:a:b; sessionid=" + "x" * 4_000},
    ),
)


@dataclass(frozen=True, slots=True)
class Request:
    """The request; `path` with its query, quoted."""

    who: str
    method: str
    path: str
    body: bytes = b""
    content_type: str = FORM
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {self.content_type[:60]} {dict(self.headers)} {self.body[:300]!r}"


def mutated(sent: Sent, rng: random.Random) -> Request:
    """Returns the request with something wrong in it."""
    headers = rng.choice(HEADERS)
    if sent.method == "get":
        fields = _fields(sent.fields or (("seite", "1"),), rng)
        path = _path(sent.path, rng) if rng.random() < 0.4 else quote(sent.path)
        return Request(sent.who, "GET", f"{path}?{_encoded(fields)}", headers=headers)
    path = _path(sent.path, rng) if rng.random() < 0.1 else quote(sent.path)
    if rng.random() < 0.1:
        content_type, body = rng.choice(_WRONG)(sent, rng)
    elif sent.json is not None:
        content_type, body = JSON, _json(sent.json, rng)
    elif sent.files:
        content_type, body = f"multipart/form-data; boundary={_BOUNDARY}", _multipart(sent, rng)
    else:
        content_type, body = FORM, _encoded(_fields(sent.fields, rng)).encode()
    return Request(sent.who, "POST", path, body, content_type, headers)


# Values that databases, numbers or encodings cannot represent.
SHARP: tuple[Value, ...] = (
    "\0" * 16,
    "\ud800" * 16,
    b"\xff" * 16,
    str(2**31),
    str(2**63),
    "9" * 30,
    "²",
    "0001-01-01T00:00",
)


def each_field(sent: Sent) -> Iterator[Request]:
    """Yields the request with each of its fields in turn holding each of the sharp values."""
    kinds = {"get": "GET", "post": "POST"}
    for place, (name, _value) in enumerate(sent.fields):
        for value in SHARP:
            fields = [*sent.fields[:place], (name, value), *sent.fields[place + 1 :]]
            if sent.method == "get":
                yield Request(sent.who, kinds[sent.method], f"{quote(sent.path)}?{_encoded(fields)}")
            else:
                yield Request(sent.who, kinds[sent.method], quote(sent.path), _encoded(fields).encode())
    for name in sent.json or {}:
        for wrong in (*JUNK, *("\0" * 16, "\u202e" * 16)):
            bodies = [{**sent.json, name: wrong}]
            if isinstance(sent.json[name], list):
                bodies.append({**sent.json, name: [wrong, *sent.json[name][1:]]})
            for body in bodies:
                yield Request(sent.who, "POST", quote(sent.path), json.dumps(body).encode(), JSON)


def _fields(fields: Fields, rng: random.Random) -> list[tuple[str, Value]]:
    changed: list[tuple[str, Value]] = list(fields)
    for _time in range(rng.choice((1, 1, 1, 2, 5))):
        place = rng.randrange(len(changed)) if changed else None
        if place is None:
            changed.append((rng.choice(("name", "number", "x" * 300, "\0", "é")), rng.choice(VALUES)))
            continue
        name, value = changed[place]
        match rng.randrange(8):
            case 0:
                changed.insert(place, (name, rng.choice(VALUES)))  # twice, with another value
            case 1:
                del changed[place]
            case 2:
                changed.append((name + rng.choice(("0", "\0", "-1", "[]", "__in", "²")), value))
            case 3 if isinstance(value, str):
                changed[place] = (name, value + str(rng.choice(("0", " ", "\0", "\u202e", "²", "-", ";", "|"))))
            case _:
                changed[place] = (name, rng.choice(VALUES))
    return changed


def _encoded(fields: list[tuple[str, Value]]) -> str:
    return "&".join(f"{quote(_bytes(name), safe='')}={quote(_bytes(value), safe='')}" for name, value in fields)


def _bytes(value: Value) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")


def _path(path: str, rng: random.Random) -> str:
    parts = path.strip("/").split("/")
    place = rng.randrange(len(parts)) if path != "/" else 0
    parts[place] = quote(_bytes(rng.choice(VALUES))[:2_000], safe="")
    return "/" + "/".join(quote(part, safe="%") for part in parts) + rng.choice(("/", "/", "/", "", "//"))


def _json(body: Any, rng: random.Random) -> bytes:
    """The body with one value replaced, or text in another format."""
    match rng.randrange(10):
        case 0:
            return b"[" * _DEEP if rng.random() < 0.5 else b'{"cells":' * _DEEP
        case 1:
            return rng.choice(
                (b"", b"\xff", b"\xef\xbb\xbf{}", b"NaN", b'{"game":1e999}', b'{"a":1,"a":2}', b"1" * 9_000)
            )
        case 2:
            return json.dumps(rng.choice(JUNK)).encode()
    changed = json.loads(json.dumps(body))
    for _time in range(rng.choice((1, 1, 2))):
        name = rng.choice(sorted(changed))
        if isinstance(changed[name], list) and changed[name] and rng.random() < 0.7:
            wrong = rng.choice((*JUNK, *(value for value in VALUES if isinstance(value, str))))
            changed[name][rng.randrange(len(changed[name]))] = wrong
        else:
            changed[name] = rng.choice((*JUNK, *VALUES[:24])) if rng.random() < 0.9 else changed.pop(name)
    return json.dumps(changed, default=repr).encode()


def _multipart(sent: Sent, rng: random.Random) -> bytes:
    parts = [
        f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode("utf-8", "replace")
        + _bytes(value)
        for name, value in _fields(sent.fields, rng)
    ]
    for name in sorted(sent.files):
        called = rng.choice(("liste.csv", "liste.xlsx", "bild.png", "../../x", "a\0b", "x" * 400, "ü.xls"))
        head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{called}"\r\n\r\n'
        parts.append(head.encode() + rng.choice(FILES))
    end = rng.choice((f"\r\n--{_BOUNDARY}--\r\n", f"\r\n--{_BOUNDARY}--\r\n", "", "\r\n--"))
    return b"\r\n".join(parts) + end.encode()


_Wrong = Callable[[Sent, random.Random], tuple[str, bytes]]


def _plain(sent: Sent, rng: random.Random) -> bytes:
    return _encoded(_fields(sent.fields, rng)).encode()


# Bodies that are not what their type says.
_WRONG: tuple[_Wrong, ...] = (
    lambda sent, rng: (JSON, _plain(sent, rng)),
    lambda _sent, _rng: (JSON, b"[" * _DEEP),
    lambda _sent, _rng: (FORM, b"&" * 20_000),
    lambda _sent, _rng: (FORM, b"&".join(b"a%d=1" % number for number in range(5_100))),
    lambda _sent, _rng: (FORM, b"=".join([b"%zz%"] * 50)),
    lambda sent, rng: (f"{FORM}; charset=utf-16", _plain(sent, rng)),
    lambda sent, rng: (f"{FORM}; charset=nothing", _plain(sent, rng)),
    lambda sent, rng: ("multipart/form-data", _plain(sent, rng)),
    lambda sent, rng: (f"multipart/form-data; boundary={'x' * 300}", _plain(sent, rng)),
    lambda sent, rng: (f"multipart/form-data; boundary={_BOUNDARY}; charset=utf-7", _multipart(sent, rng)),
    lambda sent, rng: ("text/plain", _plain(sent, rng)),
    lambda sent, rng: ("", _plain(sent, rng)),
    lambda _sent, _rng: ("application/json; charset=\xff", b"{}"),
)
