"""`{% rule_check_of event %}`: Regel-Check by the rules of an event, with what was agreed upon.

`{% filter cited:event.rules %}…{% endfilter %}`: words of the program, with the paragraphs that hold at the event.
"""

from django import template

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.rule_words.citing import cited
from romme_turnier.web.rule_check.asked import address_of

register = template.Library()

register.filter("cited", cited, is_safe=True)


@register.simple_tag
def rule_check_of(event: Event) -> str:
    return address_of(event.rules)
