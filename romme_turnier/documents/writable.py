"""Names that papers cannot write: the bundled typefaces lack a letter of theirs, and print a box in its place.

They have the letters of Latin, Greek and Cyrillic; typefaces for Arabic, Hebrew, Chinese and Japanese are larger than
the program.
"""

from romme_turnier.tournament.models import Event, Registration

LETTERS = (range(0x20, 0x590), range(0x1D00, 0x2070))  # what tools/fonts.py puts into the typefaces of papers


def names_beyond_papers(event: Event) -> list[str]:
    """Returns the names of participants, of their clubs and teams that papers cannot write, each once."""
    entries = event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")
    names = [name for one in entries.order_by("number", "pk") for name in (one.name, one.club.name if one.club else "")]
    names += event.teams.order_by("position").values_list("name", flat=True)
    return [name for name in dict.fromkeys(names) if not _can_be_written(name)]


def _can_be_written(name: str) -> bool:
    return all(any(ord(letter) in part for part in LETTERS) for letter in name)
