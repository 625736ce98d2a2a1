"""Copies of the database that are changed at random are restored or refused with a message.

A fixed sample runs with the tests; `./run soak` tries new ones for a minute.
"""

import random
from pathlib import Path

import pytest
from django.db import connection

from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError
from tests.factories import make_event, make_official
from tests.safety.attacks.test_fuzzed_files import TOKENS, seeds

COPIES = 12  # each takes a tenth of a second


def overwritten(content: bytes, chance: random.Random) -> bytes:
    """Returns the bytes with a few others in some places, sometimes cut off."""
    made = bytearray(content)
    for _change in range(chance.choice((1, 2, 20, 200))):
        at, piece = chance.randrange(len(made)), chance.choice((chance.choice(TOKENS), chance.randbytes(4)))
        made[at : at + len(piece)] = piece
    return bytes(made[: chance.choice((len(made), len(made), len(made), chance.randrange(len(made))))])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("tables_at_hand")
def test_changed_copy_of_the_database_is_taken_or_refused_in_words(tmp_path: Path) -> None:
    make_official(make_event(players=4))
    copy, staged = tmp_path / "copy", tmp_path / "staged"
    engine().copy(copy)
    content = copy.read_bytes()
    for seed in seeds(COPIES):
        copy.write_bytes(overwritten(content, random.Random(seed)))
        try:
            engine().stage(copy, staged, engine().migrations(copy))
            if connection.vendor == "postgresql":  # checks a copy while replacing the database
                engine().replace(staged)
        except BackupError as refused:
            words = refused.message
        except Exception as error:
            pytest.fail(f"copy, seed {seed}: {error!r}")
        else:
            words = "taken"
        assert words
