"""Names that papers cannot write: the bundled typefaces lack a letter of theirs, and print a box in its place.

They have the letters of Latin, Greek and Cyrillic; typefaces for Arabic, Hebrew, Chinese and Japanese are larger than
the program.
"""

from romme_turnier.tournament.models import Event, Registration

LETTERS = frozenset((*range(0x20, 0x590), *range(0x1D00, 0x2070)))  # of the typefaces by tools/fonts.py


def names_beyond_papers(event: Event) -> list[str]:
    """Returns the names of participants, of their clubs and teams that papers cannot write, each once."""
    entries = event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")
    names = [name for one in entries.order_by("number", "pk") for name in (one.name, one.club.name if one.club else "")]
    names += event.teams.order_by("position").values_list("name", flat=True)
    return [name for name in dict.fromkeys(names) if not LETTERS.issuperset(map(ord, name))]
