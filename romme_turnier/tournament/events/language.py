"""The language of an event, for papers, the screen in the hall, and mail. Pages use their reader's."""

from contextlib import AbstractContextManager

from django.utils import translation

from romme_turnier.tournament.models import Event


def speaking_for(event: Event) -> AbstractContextManager[None]:
    """Renders a block in the event's language instead of the browser's."""
    return translation.override(event.language)
