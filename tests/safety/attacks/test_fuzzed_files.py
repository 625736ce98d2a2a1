"""Files changed at random are read or refused with a message, in bounded memory.

A fixed sample of each kind runs with the tests; `./run soak` tries new ones for a minute per kind.
"""

import io
import json
import os
import random
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from romme_turnier.core.rules.record import RecordError, parse_record, replay
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.reading import read
from romme_turnier.tournament.exchange.participant_file import read_text, text_of_file
from romme_turnier.tournament.seating.file import read_seating
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import logo_from
from tests.safety.attacks.hostile_files import BOOK, OPEN_LIST, SHEET, STRINGS, STYLES, open_document, workbook
from tests.tournament.exchange.event_file.dealing import event

ROOT = Path(__file__).parents[3]
LISTS = ROOT / "tests" / "data" / "lists"
SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
EXAMPLES = 80
MEMORY_MAX = 80_000_000
TOKENS = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3\x28", b"\xe2\x80\xae", b"\xc2\xad", b"\r", b"\n\n"),
    *(b'""', b";;;;", b"\t\t", b"<c>", b"</c>", b"</row>", b"<!--", b"<![CDATA[", b"<!DOCTYPE", b"]]>", b"&amp;"),
    *(b"&x;", b"[[[[", b"]", b"{{", b"}", b"99999999999999999999", b"-1", b"1e999", b"NaN", b"null", b"true"),
    *(b"[Seed", b"[Deal", b"KD", b"7..", b";"),
)


def changed(content: bytes, chance: random.Random) -> bytes:
    """Returns the bytes with a few changes, most of them small."""
    made = bytearray(content)
    for _change in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(made) + 1)
        length = chance.choice((0, 1, 1, 2, 8, 50, 400))
        piece = made[at : at + length]
        made[at : at + length] = chance.choice(
            (b"", piece * 2, piece * 50, piece[::-1], chance.choice(TOKENS), chance.randbytes(3), made[: length * 3])
        )
    return bytes(made[:200_000])


def _workbook(chance: random.Random) -> bytes:
    if chance.random() < 0.2:
        return open_document(changed(OPEN_LIST, chance))
    if chance.random() < 0.3:
        return changed((LISTS / chance.choice(("deckblatt.xlsx", "verbunden.xlsx"))).read_bytes(), chance)
    with zipfile.ZipFile(LISTS / "verbunden.xlsx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice([SHEET, SHEET, STRINGS, STYLES, BOOK, "xl/_rels/workbook.xml.rels", "_rels/.rels"])
    return workbook(
        {**parts, name: changed(parts[name], chance)} if name in parts else {name: changed(b"<a/>", chance)}
    )


def _list(chance: random.Random) -> bytes:
    name = chance.choice(("macintosh.csv", "doppelt.csv", "titel-komma.csv", "mail.txt"))
    return changed((LISTS / name).read_bytes(), chance)


def _picture(chance: random.Random) -> bytes:
    target = io.BytesIO()
    Image.frombytes("RGB", (30, 20), chance.randbytes(1_800)).save(target, chance.choice(("PNG", "JPEG", "WEBP")))
    return changed(target.getvalue(), chance)


def _read_list(content: bytes) -> None:
    text = text_of_file("liste.csv", content).text
    with suppress(TournamentError):
        read_seating(text, 1, seats=4)
    read_text(text)


def _read_record(content: bytes) -> None:
    replay(parse_record(content.decode(errors="replace")))


_EVENT = json.dumps(event(1)).encode()
_RECORD = (ROOT / "fixtures" / "example-game.romme").read_bytes()
KINDS: dict[str, tuple[Callable[[random.Random], bytes], Callable[[bytes], object], type[Exception]]] = {
    "workbook": (_workbook, _read_list, TournamentError),
    "list": (_list, _read_list, TournamentError),
    "event file": (
        lambda chance: changed(_EVENT, chance),
        read,
        EventFileError,
    ),
    "record of a game": (lambda chance: changed(_RECORD, chance), _read_record, RecordError),
    "logo": (_picture, logo_from, TournamentError),
}


def seeds(examples: int = EXAMPLES) -> Iterator[int]:
    """Yields the same few, or new ones until the time is over."""
    if not SECONDS:
        yield from range(examples)
        return
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        yield random.SystemRandom().randrange(2**32)


@pytest.mark.parametrize("kind", KINDS)
def test_changed_file_is_read_or_refused_in_words(kind: str) -> None:
    make, take, refusal = KINDS[kind]
    tracemalloc.start()
    for seed in seeds():
        content = make(random.Random(seed))
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        try:
            take(content)
        except refusal as refused:
            words = str(refused)
        except Exception as error:
            pytest.fail(f"{kind}, seed {seed}: {error!r}")
        else:
            words = "read"
        assert words
        assert tracemalloc.get_traced_memory()[1] - before < MEMORY_MAX, f"{kind}, seed {seed}"
    tracemalloc.stop()
