"""Makes packages of an event on the laptop."""

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
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import lock_events, nothing_done, service


@dataclass(frozen=True, slots=True)
class MadePackage:
    """A package as the bytes of a file. `is_new`: its content differs from that of the previous package."""

    event: models.Event
    number: int
    data: bytes
    is_new: bool


def file_name(event: models.Event, number: int) -> str:
    return f"{event.own_slug}-{number}.romme"


def has_changed(event: models.Event) -> bool:
    """Returns whether the next package would differ from the newest one. Raises the errors of `make_package`."""
    publication = models.Publication.objects.filter(event=event).first()
    return publication is None or not _is_same(_content(event), publication)


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
    return _make(event)


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
    return _make(event)


def _make(event: models.Event) -> MadePackage:
    publication = models.Publication.objects.filter(event=event).first()
    if publication is None and not event.releases.in_force().exists():
        raise TournamentError(_("Veröffentlicht wird nach der ersten Freigabe: Noch ist keine Rangliste freigegeben."))
    content = _content(event)
    is_new = publication is None or not _is_same(content, publication)
    if publication is None:
        publication = models.Publication(event=event, number=0, digest="")
    if is_new:
        if publication.number:
            publication.history = [*publication.history, publication.digest[:SHORT]]
        publication.number += 1
        publication.made_at = timezone.now()
        publication.digest = digest_of(_bytes(content, publication))
        publication.save()
    data = pack(_bytes(content, publication), _key_of(event.held_by))
    if len(data) > MOST:
        raise TournamentError(_("Das Turnier ist zu groß für ein Paket."))
    if not is_new:
        nothing_done()
    return MadePackage(event, publication.number, data, is_new)


def _key_of(organiser: models.Organiser) -> Ed25519PrivateKey:
    ensure_key(organiser)
    key = private_key(organiser)
    if key is None:
        raise RuntimeError("ensure_key makes a key that this installation can open")
    return key


def _content(event: models.Event) -> Content:
    return content_of(event, handed_over=event.elsewhere == models.Event.Elsewhere.HOST)


def _is_same(content: Content, publication: models.Publication) -> bool:
    return digest_of(_bytes(content, publication)) == publication.digest


def _bytes(content: Content, publication: models.Publication) -> bytes:
    return canonical(
        {
            **content,
            "number": publication.number,
            "history": publication.history,
            "made_at": publication.made_at.isoformat(),
        }
    )
