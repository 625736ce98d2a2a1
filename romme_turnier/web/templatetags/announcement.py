"""`{{ field|usual_instead }}`: what is usual, in words, where a field of the announcement holds something else."""

from django import template
from django.forms.boundfield import BoundField

register = template.Library()


@register.filter
def usual_instead(bound: BoundField) -> str:
    usual: dict[str, str] = getattr(bound.form, "usual", {})
    return usual.get(bound.name, "")
