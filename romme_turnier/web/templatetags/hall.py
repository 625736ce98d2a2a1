"""`{% announced event as shown %}`: what is being announced in the hall, for the top of every public page."""

from django import template

from romme_turnier.tournament.hall.messages import shown_messages
from romme_turnier.tournament.models import Event, HallMessage

register = template.Library()


@register.simple_tag
def announced(event: Event | None) -> list[HallMessage]:
    return list(shown_messages(event)[:3]) if isinstance(event, Event) else []
