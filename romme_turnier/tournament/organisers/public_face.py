"""Contact, imprint, privacy text, colour and logo of an organiser. New events inherit the colour and logo."""

from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.shared.colours import WRITTEN
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import Logo
from romme_turnier.tournament.shared.service import note, part_of_service, service


@service(gettext_lazy("Auftritt des Veranstalters geändert"))
def describe_organiser(
    organiser: models.Organiser,
    *,
    contact: str,
    imprint: str,
    privacy: str,
    accent: str,
    logo: Logo | None = None,
    without_logo: bool = False,
    by: User,
) -> models.Organiser:
    """Changes the texts and the look of an organiser. `accent` is "#rrggbb", or "" for the program's colour.

    If `logo` is None, the current logo stays, unless `without_logo` removes it. Raises TournamentError for a colour in
    any other form, or if `by` may not describe the organiser.
    """
    if not may_at(by, OrganiserRight.DESCRIBE, organiser):
        raise TournamentError(
            _("Den Auftritt ändert, wer hier oder darüber den Vorsitz hat oder für Presse zuständig ist.")
        )
    accent = read_colour(accent)
    organiser.contact, organiser.imprint, organiser.privacy = contact.strip(), imprint.strip(), privacy.strip()
    organiser.accent = accent
    organiser.save(update_fields=["contact", "imprint", "privacy", "accent"])
    if logo is not None or without_logo:
        replace_logo(models.OrganiserLogo.objects.filter(organiser=organiser), organiser.pk, logo)
    return organiser


def read_colour(text: str) -> str:
    """Returns a colour in lower case. Raises TournamentError unless the text is "#rrggbb" or ""."""
    colour = text.lower()
    if colour and not WRITTEN.fullmatch(colour):
        raise TournamentError(_("Bitte schreiben Sie die Farbe wie #0a5636."), about="accent")
    return colour


@part_of_service
def replace_logo(logos: QuerySet[Any], owner: int, logo: Logo | None) -> None:
    """Replaces or removes the logo of the event or organiser with this primary key; `logos` are the stored ones."""
    before = logos.values_list("digest", flat=True).first() or ""
    logos.delete()
    if logo is not None:
        logos.create(pk=owner, **asdict(logo))
    if logo is not None or before:
        note("logo", old=before, new=logo.digest if logo else "")


@part_of_service
def hand_on_logo(event: models.Event) -> None:
    """Gives a new event the logo of its organiser, if the organiser has one."""
    for logo in models.OrganiserLogo.objects.filter(organiser=event.held_by):
        models.EventLogo.objects.create(
            event=event, png=logo.png, width=logo.width, height=logo.height, digest=logo.digest
        )
