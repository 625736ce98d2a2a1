"""Links players' statements (at_table/statements.py) to the version of the list that the players saw."""

from collections.abc import Iterable

from django.utils import timezone

from romme_turnier.core.lists.check_word import check_word, content_hash
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.service import part_of_service


def content_hash_of(loaded: LoadedList) -> str:
    """Returns the SHA-256 hash of the list's players and games."""
    return content_hash(loaded.players, loaded.sheet.games)


def word_of(loaded: LoadedList) -> str:
    """Returns the list's check word."""
    return check_word(loaded.players, loaded.sheet.games, loaded.row.word_salt)


def fingerprint_of(loaded: LoadedList) -> str:
    """Returns the list's version and content hash, such as "12-9f86d0…"; pages send it back with a statement."""
    return f"{loaded.row.version}-{content_hash_of(loaded)}"


def about(loaded: LoadedList, said: Iterable[models.Statement]) -> list[models.Statement]:
    """Returns the statements about the list's present content.

    Old statements hold only the check word, because they were made before check words had a salt.
    """
    content, word = content_hash_of(loaded), word_of(loaded)
    return [
        statement
        for statement in said
        if (statement.content_hash == content if statement.content_hash else statement.word == word)
    ]


@part_of_service
def end_statements(loaded: LoadedList) -> None:
    """Ends statements about earlier content for good: entering the same games again does not revive them.

    Called for each change of a list that had all its games, because players make no statements before. If games are
    missing now, all statements end. Points typed from memory remain, because each player types them only once.
    """
    said = models.Statement.objects.filter(spielliste=loaded.row, ended_at=None, agrees__isnull=False)
    still = about(loaded, said) if loaded.row.whole else []
    said.exclude(pk__in=[statement.pk for statement in still]).update(ended_at=timezone.now())
