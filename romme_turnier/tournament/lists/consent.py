"""Links the statements of players (at_table/statements.py) to the version of the list that they saw."""

from collections.abc import Iterable

from django.utils import timezone

from romme_turnier.core.lists.check_word import check_word, content_hash
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.service import part_of_service


def content_hash_of(loaded: LoadedList) -> str:
    """Returns the SHA-256 of the players and games of the list."""
    return content_hash(loaded.players, loaded.sheet.games)


def word_of(loaded: LoadedList) -> str:
    """Returns the check word of the list."""
    return check_word(loaded.players, loaded.sheet.games, loaded.row.word_salt)


def fingerprint_of(loaded: LoadedList) -> str:
    """Returns the version and content hash of the list, as "12-9f86d0…"; a page sends them back with a statement."""
    return f"{loaded.row.version}-{content_hash_of(loaded)}"


def about(loaded: LoadedList, said: Iterable[models.Statement]) -> list[models.Statement]:
    """Returns those statements that are about the list with its present content.

    Old statements hold only its check word; their lists were confirmed before check words had a salt.
    """
    content, word = content_hash_of(loaded), word_of(loaded)
    return [
        statement
        for statement in said
        if (statement.content_hash == content if statement.content_hash else statement.word == word)
    ]


@part_of_service
def end_statements(loaded: LoadedList) -> None:
    """Ends the statements about the list before this change, permanently, even if the same games are written again.

    Called for each change of a list that had all its games, as players make no statement before; if games are missing
    now, all statements end. Points typed from memory stay, because each player types them once.
    """
    said = models.Statement.objects.filter(spielliste=loaded.row, ended_at=None, agrees__isnull=False)
    still = about(loaded, said) if loaded.row.whole else []
    said.exclude(pk__in=[statement.pk for statement in still]).update(ended_at=timezone.now())
