"""`{% differences view as found %}`: what the page of a list says about its sums."""

from django import template

from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.differences import Shown, shown

register = template.Library()


@register.simple_tag
def differences(view: ListView) -> Shown:
    return shown(view)
