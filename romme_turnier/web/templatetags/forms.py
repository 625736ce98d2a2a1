"""`{% for error in field|errors_of %}`, `{% if field|marks_required %}`: see `romme_turnier.web.form_words`."""

from django import template

from romme_turnier.web.form_words import errors_of, explains_required, marks_required, summary_of

register = template.Library()

register.filter("errors_of", errors_of)
register.filter("summary_of", summary_of)
register.filter("marks_required", marks_required)
register.filter("explains_required", explains_required)
