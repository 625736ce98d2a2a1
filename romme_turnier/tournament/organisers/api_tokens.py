"""The tokens with which other programs use the API: made and revoked by officials, checked at each request.

A token is a secret of 192 bits from a random generator, so a fast hash protects it as well as a slow one would.
"""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of, new_token
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.service import in_passing, note, part_of_service, service

Scope = models.ApiToken.Scope
OFFERED = (Scope.READ, Scope.WRITE, Scope.HOOKS)  # the scopes that operations of the API require
MOST_YEARS = 2
_START = "rt"  # lets people and scanners of repositories recognise a token
_KEY_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
# Everybody may read the sandbox (exchange/sandbox.py) with this token.
SANDBOX_KEY = "sandkast"
SANDBOX_SECRET = f"{_START}_{SANDBOX_KEY}_oeffentlich-nur-zum-ausprobieren"
_USED_AGAIN = timedelta(minutes=1)
_NO_HASH = "0" * 64
_TOKENS = Prepared(lambda: models.ApiToken.objects.select_related("organiser"), "key")


@service(gettext_lazy("Zugang für ein Programm gemacht"))
def make_token(
    organiser: models.Organiser, *, name: str, scopes: Collection[str], until: date, by: User
) -> tuple[models.ApiToken, str]:
    """Makes a token; returns it and its secret. Show the secret immediately, because only its hash is stored.

    Raises Faults about `name`, `scopes` and `until`, and TournamentError if `by` may not give offices at the organiser.
    """
    _demand_right(organiser, by)
    if faults := _faults(name, scopes, until):
        raise Faults(faults)
    key = get_random_string(8, _KEY_SIGNS)
    secret = f"{_START}_{key}_{new_token()}"
    token = models.ApiToken.objects.create(
        organiser=organiser,
        name=name,
        scopes=" ".join(scope for scope in Scope if scope in scopes),
        key=key,
        hash=hash_of(secret),
        made_by=by,
        made_at=timezone.now(),
        until=until,
    )
    note("api_token", new=key)
    return token, secret


@part_of_service
def make_sandbox_token(organiser: models.Organiser) -> None:
    """Makes the sandbox's public token, which never expires; it can only read this organiser's data, all invented."""
    models.ApiToken.objects.create(
        organiser=organiser,
        name=_("Sandkasten, für alle"),
        scopes=Scope.READ,
        key=SANDBOX_KEY,
        hash=hash_of(SANDBOX_SECRET),
        made_at=timezone.now(),
        until=date(9999, 12, 31),
    )


@service(gettext_lazy("Zugang für ein Programm widerrufen"))
def revoke_token(token: models.ApiToken, *, by: User) -> models.ApiToken:
    """Revokes a token, which ends immediately.

    Raises TournamentError if it is already revoked, or if `by` may not give offices at the organiser.
    """
    _demand_right(token.organiser, by)
    current = models.ApiToken.objects.select_for_update(no_key=True).get(pk=token.pk)
    if current.revoked_at is not None:
        raise TournamentError(_("Dieser Zugang ist schon widerrufen."))
    current.revoked_at, current.revoked_by = timezone.now(), by
    current.save(update_fields=["revoked_at", "revoked_by"])
    note("api_token", old=current.key)
    return current


def token_of(secret: str) -> models.ApiToken | None:
    """Returns the token with this secret, with its organiser; None if the token is unknown, expired or revoked.

    Stores the time of this use, at most once a minute.
    """
    start, _blank, rest = secret.partition("_")
    key = rest[:8]
    known = next(iter(_TOKENS.fetch(key)), None) if start == _START and key.isalnum() else None
    is_right = constant_time_compare(hash_of(secret), known.hash if known else _NO_HASH)
    if known is None or not is_right or not known.is_good:
        return None
    now = timezone.now()
    if known.used_at is None or abs(now - known.used_at) >= _USED_AGAIN:  # the clock may have been set back
        _note_use(known, now)
    return known


@in_passing
def _note_use(token: models.ApiToken, now: datetime) -> None:
    models.ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def _faults(name: str, scopes: Collection[str], until: date) -> dict[str, str]:
    today, faults = timezone.localdate(), {}
    if not name.strip():
        faults["name"] = _("Bitte schreiben Sie, wofür der Zugang ist.")
    if not scopes or not set(scopes) <= set(OFFERED):
        faults["scopes"] = _("Bitte wählen Sie, was der Zugang darf.")
    last = today + timedelta(days=366 * MOST_YEARS)
    if not today <= until <= last:
        faults["until"] = _("Bitte wählen Sie einen Tag ab heute und höchstens %(years)d Jahre später.") % {
            "years": MOST_YEARS
        }
    return faults


def _demand_right(organiser: models.Organiser, by: User) -> None:
    if not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
        raise TournamentError(_("Zugänge für Programme vergibt, wer hier oder darüber den Vorsitz hat."))
