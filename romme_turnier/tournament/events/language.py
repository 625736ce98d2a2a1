"""The language of an event: of papers, of the screen in the hall, of mail. Pages speak their reader's."""

from contextlib import AbstractContextManager

from django.utils import translation

from romme_turnier.tournament.models import Event


def speaking_for(event: Event) -> AbstractContextManager[None]:
    """A block whose words are in the event's language, whatever the browser asked for."""
    return translation.override(event.language)
