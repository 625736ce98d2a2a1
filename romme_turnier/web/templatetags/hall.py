"""What the hall is told, for every public page: announcements, and the clock."""

from django import template

from romme_turnier.tournament.hall.messages import shown_messages, table_key
from romme_turnier.tournament.models import Event, HallMessage, Table
from romme_turnier.web.public.hall_now import HallTime, hall_time

register = template.Library()


@register.simple_tag
def announced(event: Event | None, own_table: str = "") -> list[HallMessage]:
    """`{% announced event own_table as shown %}`: what is announced to everybody, and to that table (`table_key`)."""
    shown = shown_messages(event) if isinstance(event, Event) else ()
    return [one for one in shown if one.for_table is None or key_of_table(one.for_table) == own_table]


@register.filter
def key_of_table(table: Table) -> str:
    return table_key(table.series.number, table.number)


@register.simple_tag
def time_in_hall(event: Event) -> HallTime:
    """`{% time_in_hall event as hall %}`: the clock of the series that is played, or the pause."""
    return hall_time(event)
