"""Players' consents to the use of their names and pictures, each with its purpose and day."""

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.kept_elsewhere import demand_kept_here
from romme_turnier.tournament.shared.outbox import name_changed_at, name_changed_in
from romme_turnier.tournament.shared.service import part_of_service, service

Purpose = models.Consent.Purpose
Speaker = models.Consent.Speaker


def further_purposes(event: models.Event) -> tuple[Purpose, ...]:
    """Returns the purposes for which pages request consent, besides the name at the event.

    They are the name after the time limit, if the organiser's events name players only for some years, and pictures, if
    the program has several organisers.
    """
    years = () if event.held_by.names_years is None else (Purpose.YEARS,)
    return (*years, Purpose.PICTURE) if are_several() else years


def further_consents(registration: models.Registration) -> list[str]:
    """Returns the purposes besides the name at the event to which the player consents now."""
    rows = registration.consents.filter(withdrawn_at=None).exclude(purpose=Purpose.EVENT)
    return list(rows.values_list("purpose", flat=True))


def entrant_at(registration: models.Registration) -> models.SeasonPlayer | None:
    """Returns the player's entry in the season of the event; None without a season or an edition with the player."""
    entrants = models.SeasonPlayer.objects.current().select_related("season")
    season = registration.event.season_id
    return entrants.filter(season=season, player=registration.player_id).first() if season else None


@part_of_service
def record_consents(
    registration: models.Registration,
    agrees: Collection[str] | None,
    *,
    named_before: bool,
    speaker: Speaker,
    by: User | None = None,
) -> None:
    """Records the consents that a player gave or withdrew; a withdrawal is announced to other programs.

    `agrees` are all further purposes to which the player consents; None keeps the current ones. `named_before` is the
    earlier value of `publish_name`.
    """
    if registration.publish_name != named_before:
        _record(registration, Purpose.EVENT, registration.publish_name, speaker, by)
    if agrees is not None:
        for purpose in further_purposes(registration.event):
            _record(registration, purpose, purpose in agrees, speaker, by)


@part_of_service
def _record(
    registration: models.Registration, purpose: Purpose, agreed: bool, speaker: Speaker, by: User | None
) -> None:
    in_force = registration.consents.filter(purpose=purpose, withdrawn_at=None)
    if not agreed:
        if in_force.update(withdrawn_at=timezone.now()) or purpose == Purpose.EVENT:
            name_changed_at(registration)
    elif not in_force.exists():
        models.Consent.objects.create(
            registration=registration, purpose=purpose, given_at=timezone.now(), speaker=speaker, official=by
        )


@service(gettext_lazy("Zustimmung zur Saisontabelle geändert"))
def change_season_consent(
    entrant: models.SeasonPlayer, *, agreed: bool, speaker: Speaker, by: User | None = None
) -> models.SeasonPlayer:
    """Records whether the player's full name may be in the season's table.

    `by` is the official who acts at the player's request; None for a player's own page. Raises TournamentError for
    erased players, and for a season that is kept elsewhere.
    """
    rows = models.SeasonPlayer.objects.select_for_update(of=("self",), no_key=True).select_related("player", "season")
    current = rows.get(pk=entrant.pk)
    demand_kept_here(current.season)
    if current.player.erased_at is not None:
        raise TournamentError(_("Diese Person ist gelöscht."))
    if current.publish_name and not agreed:
        name_changed_in(current)
    current.publish_name = agreed
    current.save(update_fields=["publish_name"])
    in_force = current.consents.filter(withdrawn_at=None)
    if not agreed:
        in_force.update(withdrawn_at=timezone.now())
    elif not in_force.exists():
        models.Consent.objects.create(
            entrant=current, purpose=Purpose.SEASON, given_at=timezone.now(), speaker=speaker, official=by
        )
    return current


@service(gettext_lazy("Zustimmungen geändert"))
def change_own_consents(
    registration: models.Registration, *, publish_name: bool, agrees: Collection[str] | None
) -> models.Registration:
    """Changes a player's own consents, at any time. Raises TournamentError for an erased player."""
    rows = models.Registration.objects.select_for_update(of=("self",), no_key=True).select_related(
        "event__held_by", "player"
    )
    current = rows.get(pk=registration.pk)
    if current.player.erased_at is not None:
        raise TournamentError(_("Diese Person ist gelöscht."))
    named_before, current.publish_name = current.publish_name, publish_name
    current.save(update_fields=["publish_name"])
    record_consents(current, agrees, named_before=named_before, speaker=Speaker.PLAYER)
    invalidate_public_pages(current.event_id)
    return current
