"""The appearance of an event, and its language on paper, wall screens and in mail."""

from contextlib import AbstractContextManager
from dataclasses import asdict

from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.colours import WRITTEN
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import Logo
from romme_turnier.tournament.shared.service import note, part_of_service, service


@service(gettext_lazy("Sprache, Farbe oder Logo geändert"))
def dress_event(
    event: models.Event, *, language: str, accent: str, by: User, logo: Logo | None = None, without_logo: bool = False
) -> None:
    """Changes language, colour and logo. `accent` is "#rrggbb", or "" for the program's colour.

    `logo` None keeps the current logo, unless `without_logo` removes it. Raises TournamentError for an unknown language
    and for a colour in any other form.
    """
    if language not in models.Event.Language.values:
        raise TournamentError(_("Diese Sprache spricht das Programm nicht."), about="language")
    accent = accent.lower()
    if accent and not WRITTEN.fullmatch(accent):
        raise TournamentError(_("Bitte schreiben Sie die Farbe wie #0a5636."), about="accent")
    event.language, event.accent = language, accent
    event.save(update_fields=["language", "accent"])
    if logo is not None or without_logo:
        logos = models.EventLogo.objects.filter(event=event)
        before = logos.values_list("digest", flat=True).first() or ""
        logos.delete()
        if logo is not None:
            models.EventLogo.objects.create(event=event, **asdict(logo))
        if logo is not None or before:
            note("logo", old=before, new=logo.digest if logo else "")
    invalidate_public_pages(event.pk)


@part_of_service
def copy_logo(event: models.Event, copy: models.Event) -> None:
    """Gives a copied event the logo of the original."""
    for logo in models.EventLogo.objects.filter(event=event):
        logo.pk, logo._state.adding = copy.pk, True
        logo.save()


def speaking_for(event: Event) -> AbstractContextManager[None]:
    """Returns a context in which texts are in the event's language instead of the browser's."""
    return translation.override(event.language)
