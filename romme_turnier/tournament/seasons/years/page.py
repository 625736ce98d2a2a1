"""A player's page over all years: made, published and ended by the player."""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Seite „Meine Jahre“ angelegt"))
def make_years_page(player: models.Player, *, token: str) -> models.YearsPage:
    """Creates the page, whose address contains `token` (from `new_token`), with the consents of an earlier page.

    The earlier page's address becomes invalid. Raises TournamentError if the player has no released result.
    """
    if not player.results.exists():
        raise TournamentError(_("Noch ist kein Ergebnis von Ihnen freigegeben. Ihre Seite gibt es danach."))
    page, _is_new = models.YearsPage.objects.update_or_create(
        player=player, defaults={"token_hash": hash_of(token), "made_at": timezone.now()}
    )
    return page


@service(gettext_lazy("Zustimmung zur Seite „Meine Jahre“ geändert"))
def change_years_page(page: models.YearsPage, *, public: bool, compares: bool) -> models.YearsPage:
    """Records whether everybody may see the page, and whether it may be compared; only public pages are compared."""
    current = models.YearsPage.objects.select_for_update(no_key=True).get(pk=page.pk)
    now = timezone.now()
    current.public_since = (current.public_since or now) if public else None
    current.compares_since = (current.compares_since or now) if public and compares else None
    current.save(update_fields=["public_since", "compares_since"])
    return current


@service(gettext_lazy("Seite „Meine Jahre“ beendet"))
def end_years_page(page: models.YearsPage) -> None:
    """Deletes the page; its address becomes invalid."""
    models.YearsPage.objects.filter(pk=page.pk).delete()


def player_with_years_page(token: str) -> models.YearsPage | None:
    """Returns the page with that secret, with its player; None if there is none."""
    return models.YearsPage.objects.select_related("player").filter(token_hash=hash_of(token)).first()
