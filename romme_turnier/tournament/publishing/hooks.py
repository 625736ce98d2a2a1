"""An organiser's webhooks: makes, tests, switches and deletes them, and renews their secrets, which are shown once."""

import re
import secrets
from base64 import b64encode
from collections.abc import Collection
from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.publishing.forgetting import is_late
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, add_test, written
from romme_turnier.tournament.shared.sealing import box
from romme_turnier.tournament.shared.service import note, part_of_service, service

MOST = 20  # hooks of an organiser
LEASE = timedelta(minutes=2)  # for one attempt to deliver; longer than an attempt with a slow resolver takes
SKEW = timedelta(seconds=30)  # the largest difference between the clocks of several servers
CHOICES = [kind for kind in Type if kind not in (Type.PERSON_CHANGED, Type.TEST)]
_PURPOSE = "webhook"
_PREFIX = "whsec_"
_HOST = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", re.IGNORECASE)
_URL = re.compile(r"https://[!-~]+")  # ASCII without blanks
_FIRST_FREE_PORT = 1024
Off = models.Hook.Off


def are_sent() -> bool:
    """Returns whether this installation sends messages, which it does only on the internet."""
    return str(settings.MODE) == "public"


def url_fault(url: str) -> str:
    """Returns the reason why messages cannot be sent to the address, as a sentence; "" if they can."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError:
        return _("Das ist keine Adresse.")
    if not _URL.fullmatch(url) or "\\" in url:
        return _("Die Adresse beginnt mit https:// und hat keine Leerzeichen oder Umlaute.")
    if parts.username is not None or parts.fragment:
        return _("Die Adresse hat keinen Benutzernamen, kein Passwort und kein #.")
    if _is_ip(host) or not _HOST.fullmatch(host):
        return _(
            "Die Adresse nennt einen Rechner im Internet mit Namen, zum Beispiel https://verein.example/meldungen."
        )
    if port != 443 and port < _FIRST_FREE_PORT:
        return _("Der Anschluss (Port) ist 443 oder mindestens %(first)d.") % {"first": _FIRST_FREE_PORT}
    return ""


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@service(gettext_lazy("Webhook angelegt"))
def make_hook(
    organiser: models.Organiser, url: str, types: Collection[str], *, by: User | None
) -> tuple[models.Hook, str]:
    """Makes a hook and returns it with its secret ("whsec_…"), which cannot be read again.

    Raises TournamentError if the address is invalid or already used, if a kind of message is unknown, if the organiser
    already has `MOST` hooks, or if `by` may not give offices there.
    """
    _demand_chair(organiser, by)
    if fault := url_fault(url):
        raise TournamentError(fault, about="url")
    list(models.Organiser.objects.select_for_update(no_key=True).filter(pk=organiser.pk).values_list("pk"))
    if organiser.hooks.filter(url=url).exists():
        raise TournamentError(_("Diese Adresse bekommt schon Meldungen."), about="url")
    if organiser.hooks.count() >= MOST:
        raise TournamentError(_("Mehr als %(most)d Webhooks hat ein Veranstalter nicht.") % {"most": MOST})
    if not set(types) <= set(CHOICES):
        raise TournamentError(_("Diesen Anlass gibt es nicht."), about="types")
    secret, sealed = _new_secret()
    chosen = [str(kind) for kind in CHOICES if kind in types]
    hook = models.Hook.objects.create(
        organiser=organiser, url=url, types=chosen, sealed=sealed, by=by, at=timezone.now()
    )
    note("hook", new=hook.host)
    return hook, secret


@service(gettext_lazy("Neues Geheimnis für Webhook"))
def renew_secret(hook: models.Hook, *, by: User) -> str:
    """Replaces the secret, returns the new one and ends a pause.

    Also switches the hook on if it was off because its secret belonged to another machine. Raises TournamentError if
    `by` may not give offices at the organiser.
    """
    current = _locked(hook, by)
    secret, current.sealed = _new_secret()
    if current.off_because == Off.SEALED:
        _switch_on(current)
    _end_pause(current)
    current.save()
    note("hook", new=current.host)
    return secret


@service(gettext_lazy("Webhook abgeschaltet"))
def switch_off(hook: models.Hook, *, by: User) -> models.Hook:
    """Stops messages to the hook (`turn_off`). Raises TournamentError if `by` may not give offices at the organiser."""
    current = _locked(hook, by)
    turn_off(current, Off.BY_HAND)
    note("hook", new=current.host)
    return current


@part_of_service
def turn_off(hook: models.Hook, reason: models.Hook.Off) -> None:
    """Switches the locked hook off for a reason. Messages about people wait for `switch_on`; all others are dropped."""
    hook.off_at, hook.off_because, hook.failing_since = timezone.now(), reason, None
    hook.save()
    hook.messages.exclude(due_at=None).update(due_at=None)


@service(gettext_lazy("Webhook eingeschaltet"))
def switch_on(hook: models.Hook, *, by: User) -> models.Hook:
    """Resumes sending messages to the hook, and sends the missed messages about people.

    Raises TournamentError if the secret belongs to another machine, or if `by` may not give offices at the organiser.
    """
    current = _locked(hook, by)
    if secret_of(current) is None:
        raise TournamentError(_("Bitte machen Sie zuerst ein neues Geheimnis."))
    _switch_on(current)
    current.save()
    note("hook", new=current.host)
    return current


@service(gettext_lazy("Webhook gelöscht"))
def delete_hook(hook: models.Hook, *, by: User | None) -> None:
    """Deletes the hook with its messages and the log of attempts.

    Raises TournamentError if `by` may not give offices at the organiser.
    """
    current = _locked(hook, by)
    note("hook", old=current.host)
    current.delete()


@service(gettext_lazy("Probe an Webhook gesendet"))
def send_test(hook: models.Hook, *, by: User) -> models.Hook:
    """Puts a test message into the outbox and ends a pause of the hook, so that the test is sent soon.

    A test that has failed is sent again. Raises TournamentError if this installation sends no messages, if the hook is
    off, if a test is waiting for its first attempt, or if `by` may not give offices at the organiser.
    """
    current = _locked(hook, by)
    if not are_sent():
        raise TournamentError(_("Auf diesem Rechner wird nichts gemeldet. Senden Sie die Probe im Internet."))
    if current.off_at is not None:
        raise TournamentError(_("Dieser Webhook ist aus."))
    waiting = current.messages.filter(type=Type.TEST).exclude(due_at=None)
    if waiting.filter(failures=0).exists():
        raise TournamentError(_("Eine Probe wartet schon."))
    if not waiting.update(due_at=timezone.now()):
        add_test(current)
    _end_pause(current)
    current.save(update_fields=["busy_until"])
    note("hook", new=current.host)
    return current


@part_of_service
def _switch_on(hook: models.Hook) -> None:
    hook.off_at, hook.off_because, hook.failing_since = None, "", None
    _end_pause(hook)
    resend_people(hook)


@part_of_service
def _end_pause(hook: models.Hook) -> None:
    """Ends a long pause after a failure. A time within `LEASE` stays, because it may belong to a running attempt."""
    if hook.busy_until is not None and hook.busy_until > timezone.now() + LEASE + SKEW:
        hook.busy_until = None


@part_of_service
def resend_people(hook: models.Hook) -> None:
    """Makes undelivered messages about people due again, including messages that were given up."""
    missed = hook.messages.filter(type=Type.PERSON_CHANGED, delivered_at=None, confirmed_at=None, due_at=None)
    if missed.update(due_at=timezone.now(), failures=0):
        written.set()


def secret_of(hook: models.Hook) -> bytes | None:
    """Returns the secret of the signatures; None if another installation sealed it."""
    try:
        return box(_PURPOSE).decrypt(hook.sealed.encode())
    except InvalidToken:
        return None


def hooks_of(organiser: models.Organiser) -> QuerySet[models.Hook]:
    """Returns the organiser's hooks with the numbers of their messages: `waiting`, and `late` ones (`is_late`)."""
    messages = models.HookMessage.objects.filter(hook=OuterRef("pk")).order_by().values("hook")
    counted = messages.annotate(number=Count("pk")).values("number")
    return organiser.hooks.annotate(
        waiting=Coalesce(Subquery(counted.exclude(due_at=None)), 0),
        late=Coalesce(Subquery(counted.filter(is_late())), 0),
    ).order_by("pk")


def _demand_chair(organiser: models.Organiser, by: User | None) -> None:
    """Raises TournamentError unless `by` may give offices there; None means a token that the API has checked."""
    if by is not None and not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
        raise TournamentError(_("Webhooks macht und ändert, wer hier oder darüber den Vorsitz hat."))


@part_of_service
def _locked(hook: models.Hook, by: User | None) -> models.Hook:
    _demand_chair(hook.organiser, by)
    return models.Hook.objects.select_for_update(no_key=True, of=("self",)).select_related("organiser").get(pk=hook.pk)


def _new_secret() -> tuple[str, str]:
    """Returns a new secret of 32 bytes in the form for receivers, and sealed for storing."""
    key = secrets.token_bytes(32)
    return _PREFIX + b64encode(key).decode(), box(_PURPOSE).encrypt(key).decode()
