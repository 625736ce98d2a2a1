"""The keys with which organisers sign the codes of their papers: made when first needed, changed and revoked."""

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.sealing import box
from romme_turnier.tournament.shared.service import note, part_of_service, service

_PURPOSE = "signing key"


def private_key(organiser: models.Organiser) -> Ed25519PrivateKey | None:
    """Returns the key in use; None before the first one, or if this installation cannot open its seal."""
    key = organiser.signing_keys.filter(ended_at=None).first()
    return None if key is None else _opened(key)


def key_named(signs: bytes) -> models.SigningKey | None:
    """Returns the key whose public key begins with these bytes, in use or not; None if no organiser here has had it."""
    return models.SigningKey.objects.filter(public__startswith=signs.hex()).select_related("organiser").first()


@part_of_service
def ensure_key(organiser: models.Organiser) -> None:
    """Makes a key if the organiser has none that this installation can open.

    An earlier key that it cannot open, for example after the program has moved to another machine, ends.
    """
    if private_key(organiser) is not None:
        return
    _lock(organiser)  # another of its events may be released at the same moment
    in_use = organiser.signing_keys.filter(ended_at=None).first()
    if in_use is not None and _opened(in_use) is None:
        _end(in_use, by=None, reason=_("Das Programm ist auf einen anderen Rechner umgezogen."), revoked=False)
        in_use = None
    if in_use is None:
        _make(organiser)


@service(gettext_lazy("Schlüssel für Papiere gewechselt"))
def change_key(organiser: models.Organiser, *, reason: str, revoked: bool, by: User) -> models.SigningKey:
    """Ends the key in use, if any, and makes the next one, which signs all papers printed later.

    `revoked` means that the old key may be in the wrong hands. Raises TournamentError if the reason is missing, or if
    `by` may not give offices at the organiser.
    """
    if not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
        raise TournamentError(_("Den Schlüssel wechselt, wer hier oder darüber den Vorsitz hat."))
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie den Grund an."), about="reason")
    _lock(organiser)
    in_use = organiser.signing_keys.filter(ended_at=None).first()
    if in_use is not None:
        _end(in_use, by=by, reason=reason.strip(), revoked=revoked)
    made = _make(organiser)
    note("signing_key", old=in_use.public[:16] if in_use is not None else "", new=made.public[:16])
    return made


def _lock(organiser: models.Organiser) -> None:
    models.Organiser.objects.select_for_update(no_key=True).get(pk=organiser.pk)


def _opened(key: models.SigningKey) -> Ed25519PrivateKey | None:
    try:
        return Ed25519PrivateKey.from_private_bytes(box(_PURPOSE).decrypt(key.sealed.encode()))
    except InvalidToken:
        return None


def _end(key: models.SigningKey, *, by: User | None, reason: str, revoked: bool) -> None:
    key.ended_at, key.ended_by, key.reason, key.revoked, key.sealed = timezone.now(), by, reason, revoked, ""
    key.save(update_fields=["ended_at", "ended_by", "reason", "revoked", "sealed"])


def _make(organiser: models.Organiser) -> models.SigningKey:
    key = Ed25519PrivateKey.generate()
    sealed = box(_PURPOSE).encrypt(key.private_bytes_raw()).decode()
    public = key.public_key().public_bytes_raw().hex()
    return models.SigningKey.objects.create(organiser=organiser, public=public, sealed=sealed, since=timezone.now())
