"""Addresses of the officials' pages, and readers of their contents."""

from typing import Any

from django.urls import reverse

from romme_turnier.tournament.models import Event


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"organiser:{name}", args=[event.slug, *more])


def typed_team(name: str, *members: str) -> dict[str, str]:
    """Returns the form data of a team."""
    rows = {f"member-{n}-member": member for n, member in enumerate(members)}
    return {"name": name, "member-TOTAL_FORMS": str(len(members)), "member-INITIAL_FORMS": "0", **rows}


def posted(form: Any) -> dict[str, Any]:
    """Returns the data that a page's form sends if nothing is changed in it and its rows."""
    forms = [form, *(part for rows in form.row_sets for part in (rows.management_form, *rows))]
    fields = [bound for part in forms for bound in part]
    return {
        bound.html_name: bound.value() for bound in fields if bound.value() is not None and bound.value() is not False
    }


def text(response: Any) -> str:
    """With every white space as one blank."""
    return " ".join(response.content.decode().split())
