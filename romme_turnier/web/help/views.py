"""The handbook, for everybody, and the program's state, for signed-in users."""

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from romme_turnier.web.help.backups import backup_context
from romme_turnier.web.help.handbook import PICTURES, chapters
from romme_turnier.web.help.status import facts


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """The list of chapters."""
    return render(request, "help/handbook.html", {"chapters": chapters()})


@require_safe
def handbook_page(request: HttpRequest, page: str) -> HttpResponse:
    """One chapter, with a list of the others."""
    every = chapters()
    places = {chapter.slug: place for place, chapter in enumerate(every)}
    if page not in places:
        raise Http404
    place = places[page]
    context = {
        "chapters": every,
        "chapter": every[place],
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
    }
    return render(request, "help/handbook_page.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The chapter for players, without those for officials."""
    chapter = next(chapter for chapter in chapters() if chapter.slug == "fuer-spieler")
    return render(request, "help/players.html", {"chapter": chapter})


@require_safe
def picture(_request: HttpRequest, name: str) -> FileResponse:
    """A picture of the handbook; `name` is a slug, so it cannot lead out of the folder."""
    file = PICTURES / f"{name}.png"
    if not file.is_file():
        raise Http404
    return FileResponse(file.open("rb"), headers={"Cache-Control": "public, max-age=3600"})


@login_required
@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    return render(request, "help/status.html", {"facts": facts(), **backup_context(request)})
