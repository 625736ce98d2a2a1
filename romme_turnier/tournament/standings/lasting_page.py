"""A page with the player's own results that stays online after the event, if the player wants one."""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Bleibende Seite angelegt"))
def make_lasting_page(registration: models.Registration, *, token: str) -> models.LastingPage:
    """Creates the player's page, whose address contains `token` (from `new_token`). An earlier page is deleted.

    Raises TournamentError if no release of the standings is in force.
    """
    if not registration.event.releases.in_force().exists():
        raise TournamentError(_("Noch ist keine Rangliste freigegeben. Ihre bleibende Seite gibt es danach."))
    models.LastingPage.objects.filter(registration=registration).delete()
    return models.LastingPage.objects.create(
        registration=registration, token_hash=hash_of(token), made_at=timezone.now()
    )


@service(gettext_lazy("Bleibende Seite beendet"))
def end_lasting_page(registration: models.Registration) -> None:
    """Deletes the page of a player, if there is one; its address becomes invalid."""
    models.LastingPage.objects.filter(registration=registration).delete()


def player_with_page(event: models.Event, token: str) -> models.Registration | None:
    """Returns the owner of the page with that secret; None if no player of the event has such a page."""
    players = event.registrations.select_related("player", "club", "event")
    return players.filter(lasting_page__token_hash=hash_of(token)).first()
