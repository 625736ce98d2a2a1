"""Which list the players of a table spoke about, and when what they said ends (at_table/statements.py)."""

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
    """Returns which list a page shows, as "12-9f86d0…": its version and content hash, sent back with a statement."""
    return f"{loaded.row.version}-{content_hash_of(loaded)}"


def about(loaded: LoadedList, said: Iterable[models.Statement]) -> list[models.Statement]:
    """Returns those statements that are about the list as it is here.

    Old ones know its word alone; their lists were confirmed before words had a salt.
    """
    content, word = content_hash_of(loaded), word_of(loaded)
    return [one for one in said if (one.content_hash == content if one.content_hash else one.word == word)]


@part_of_service
def end_statements(loaded: LoadedList) -> None:
    """Ends what was said of the list before this change: for good, even if the same games are written again.

    Called for each change of a list that had all its games, as nobody speaks about another one; all end where some are
    missing now. What somebody remembers stays: they are asked once.
    """
    said = models.Statement.objects.filter(spielliste=loaded.row, ended_at=None, agrees__isnull=False)
    still = about(loaded, said) if loaded.row.whole else []
    said.exclude(pk__in=[statement.pk for statement in still]).update(ended_at=timezone.now())
