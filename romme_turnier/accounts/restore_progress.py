"""The page that shows the progress of a restore, on the first visit and while the database is damaged.

The database is being replaced, so this module does not query it.
"""

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.urls import reverse

from romme_turnier.backup.background import Progress, progress_of

_KEY = "lauf"  # the parameter with the key of a progress
_LOOK_AGAIN = 2  # seconds until the page reloads


def progress_address(view: str, key: str) -> str:
    """Returns the address at which the named view shows the progress of the restore with that key."""
    return f"{reverse(view)}?{_KEY}={key}"


def asked_progress(request: HttpRequest) -> Progress | None:
    """Returns the progress of the restore named in the address; None for a POST or without a valid key."""
    return progress_of(request.GET[_KEY]) if request.method != "POST" and _KEY in request.GET else None


def progress_page(progress: Progress) -> HttpResponse:
    """Returns the progress page, which reloads until the restore is over."""
    context = {"progress": progress, "look_again": _LOOK_AGAIN}
    page = get_template("accounts/restoring.html").render(context)
    return HttpResponse(page, headers={"Cache-Control": "no-store"})
