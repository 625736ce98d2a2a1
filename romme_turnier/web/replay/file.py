"""A record as a file."""

from django.http import HttpResponse


def record_file(text: str, name: str) -> HttpResponse:
    """Returns the canonical text of a record, to be kept under that name (".romme" is added)."""
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.romme"'
    return response
