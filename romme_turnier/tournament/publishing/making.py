"""Makes packages of an event or a season on the laptop."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import MOST, pack
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import ensure_key, private_key
from romme_turnier.tournament.publishing.content import SHORT, Content, content_of, digest_of
from romme_turnier.tournament.publishing.season_content import content_of_season
from romme_turnier.tournament.seasons.access import demand_may_change
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import lock_events, nothing_done, part_of_service, service

Published = models.Event | models.Season


@dataclass(frozen=True, slots=True)
class MadePackage:
    """A package as the bytes of a file, with the digest of its content. `is_new`: it differs from the previous one."""

    of: Published
    number: int
    digest: str
    data: bytes
    is_new: bool


def file_name(made: MadePackage) -> str:
    slug = made.of.own_slug if isinstance(made.of, models.Event) else made.of.slug
    return f"{slug}-{made.number}.romme"


def publication_of(published: Published) -> models.Publication | models.SeasonPublication | None:
    """Returns the record of the newest package; None before the first."""
    if isinstance(published, models.Event):
        return models.Publication.objects.filter(event=published).first()
    return models.SeasonPublication.objects.filter(season=published).first()


def has_changed(published: Published) -> bool:
    """Returns whether the next package would differ from the newest one. Raises the errors of `make_package`."""
    publication = publication_of(published)
    return publication is None or not _is_same(_content(published), publication)


@service(gettext_lazy("Paket zum Veröffentlichen gemacht"))
def make_package(event: models.Event, *, by: User | None) -> MadePackage:
    """Returns the package with the released state of the event, with the same content as before if nothing has changed.

    Raises TournamentError for an event whose standings were never released, for a copy, and for an event whose package
    would be too large.
    """
    lock_events([event.pk])
    event = models.Event.objects.select_related("held_by").get(pk=event.pk)
    if event.is_copy:
        raise TournamentError(_("Das ist selbst eine Kopie. Pakete macht der Laptop, an dem das Turnier geführt wird."))
    if event.elsewhere:
        raise TournamentError(_("Dieses Turnier ist übergeben und wird im Internet weitergeführt."))
    return _make_of_event(event)


@service(gettext_lazy("Turnier übergeben"))
def hand_over(event: models.Event, *, by: User | None) -> MadePackage:
    """Returns the last package of the event, with its whole event file. Afterwards no verb changes the event here.

    The program that accepts the package opens the event, so it is never open in two places. The same package can be
    made again. Raises TournamentError as `make_package` does.
    """
    lock_events([event.pk])
    event = models.Event.objects.select_related("held_by").get(pk=event.pk)
    if event.is_copy:
        raise TournamentError(
            _("Das ist selbst eine Kopie. Übergeben wird am Laptop, an dem das Turnier geführt wird.")
        )
    if not event.elsewhere:
        event.elsewhere = models.Event.Elsewhere.HOST
        event.save(update_fields=["elsewhere"])
    return _make_of_event(event)


@service(gettext_lazy("Paket der Saison zum Veröffentlichen gemacht"))
def make_season_package(season: models.Season, *, by: User | None) -> MadePackage:
    """Returns the package with the dates and rankings of the season, with the same content as before if unchanged.

    `by` is None for a command or the program itself. Raises TournamentError if `by` may not change the season, for a
    season that has not been public yet, for a copy, and for a season whose package would be too large.
    """
    seasons = models.Season.objects.select_for_update(of=("self",), no_key=True).select_related("organiser")
    season = seasons.get(pk=season.pk)
    if by is not None:
        demand_may_change(by, season.organiser)
    if season.is_copy:
        raise TournamentError(_("Das ist selbst eine Kopie. Pakete macht der Laptop, an dem die Saison geführt wird."))
    publication = models.SeasonPublication.objects.filter(season=season).first()
    if publication is None and not season.is_public:
        raise TournamentError(_("Noch ist die Saison nicht öffentlich. Veröffentlichen Sie zuerst ihre Seite."))
    return _make(season, publication or models.SeasonPublication(season=season, number=0, digest=""))


def _make_of_event(event: models.Event) -> MadePackage:
    publication = models.Publication.objects.filter(event=event).first()
    if publication is None and not event.releases.in_force().exists():
        raise TournamentError(_("Veröffentlicht wird nach der ersten Freigabe: Noch ist keine Rangliste freigegeben."))
    return _make(event, publication or models.Publication(event=event, number=0, digest=""))


@part_of_service
def _make(published: Published, publication: models.Publication | models.SeasonPublication) -> MadePackage:
    content = _content(published)
    is_new = not publication.number or not _is_same(content, publication)
    if is_new:
        if publication.number:
            publication.history = [*publication.history, publication.digest[:SHORT]]
        publication.number += 1
        if publication.is_refused:  # the previous one
            publication.outcome = publication.why = ""
        publication.made_at = timezone.now()
        publication.digest = digest_of(_bytes(content, publication))
        publication.save()
    organiser = published.held_by if isinstance(published, models.Event) else published.organiser
    data = pack(_bytes(content, publication), _key_of(organiser))
    if len(data) > MOST:
        raise TournamentError(
            _("Das Turnier ist zu groß für ein Paket.")
            if isinstance(published, models.Event)
            else _("Die Saison ist zu groß für ein Paket.")
        )
    if not is_new:
        nothing_done()
    return MadePackage(published, publication.number, publication.digest, data, is_new)


def _key_of(organiser: models.Organiser) -> Ed25519PrivateKey:
    ensure_key(organiser)
    key = private_key(organiser)
    if key is None:
        raise RuntimeError("ensure_key makes a key that this installation can open")
    return key


def _content(published: Published) -> Content:
    if isinstance(published, models.Season):
        return content_of_season(published)
    return content_of(published, handed_over=published.elsewhere == models.Event.Elsewhere.HOST)


def _is_same(content: Content, publication: models.Publication | models.SeasonPublication) -> bool:
    return digest_of(_bytes(content, publication)) == publication.digest


def _bytes(content: Content, publication: models.Publication | models.SeasonPublication) -> bytes:
    return canonical(
        {
            **content,
            "number": publication.number,
            "history": publication.history,
            "made_at": publication.made_at.isoformat(),
        }
    )
