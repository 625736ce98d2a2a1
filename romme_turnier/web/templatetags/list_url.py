"""`{% list_url view 'list_reading' %}`: an address below that of a list, kept in the place of being looked up."""

from django import template

from romme_turnier.web.organiser.lists.common import ListView

register = template.Library()


@register.simple_tag
def list_url(view: ListView, name: str) -> str:
    return view.url(name)
