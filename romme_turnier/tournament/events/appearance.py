"""The appearance of an event, and its language on paper, on wall screens and in mail."""

from contextlib import AbstractContextManager

from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.public_face import read_colour, replace_logo
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import Logo
from romme_turnier.tournament.shared.service import part_of_service, service


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
    event.language, event.accent = language, read_colour(accent)
    event.save(update_fields=["language", "accent"])
    if logo is not None or without_logo:
        replace_logo(models.EventLogo.objects.filter(event=event), event.pk, logo)
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
