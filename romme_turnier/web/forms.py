"""How forms are drawn: every field by the project's own field template."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Render form fields with ``templates/forms/field.html``: label, hint, error and control."""

    field_template_name = "forms/field.html"
