"""Tags for public pages: messages, and the clock of the hall."""

from django import template

from romme_turnier.tournament.hall.messages import shown_messages, table_key
from romme_turnier.tournament.models import Event, HallMessage, Table
from romme_turnier.web.public.hall_now import hall_time

register = template.Library()
register.simple_tag(hall_time, name="time_in_hall")  # the clock of the current series, or the break


@register.simple_tag
def announced(event: Event | None, own_table: str = "") -> list[HallMessage]:
    """Returns the messages to everyone and to the table with the key `own_table`.

    Usage: `{% announced event own_table as messages %}`.
    """
    shown = shown_messages(event) if isinstance(event, Event) else ()
    return [message for message in shown if message.for_table is None or key_of_table(message.for_table) == own_table]


@register.filter
def key_of_table(table: Table) -> str:
    return table_key(table.series.number, table.number)
