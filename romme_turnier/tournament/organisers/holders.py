"""Gives, ends and takes back offices, creates accounts for their holders, and renews these accounts' passwords."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import (
    ORGANISER_GRANTS,
    OfficeRole,
    OrganiserRight,
    covered,
    forget_offices,
    may_at,
)
from romme_turnier.tournament.organisers.reading import accounts_known_to
from romme_turnier.tournament.shared.accounts import create_account, new_password
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.event_log import reference
from romme_turnier.tournament.shared.service import note, part_of_service, service


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A role with the first and the last day of the office; it has no last day if `until` is None."""

    role: str
    since: date
    until: date | None = None


@service(gettext_lazy("Amt gegeben"))
def give_office(organiser: models.Organiser, username: str, term: Term, *, by: User) -> models.Office:
    """Gives an office to the account.

    Raises Faults about the user name or the term, and TournamentError if `by` may not give offices here.
    """
    _demand_right(organiser, by)
    user = accounts_known_to(by).filter(username=username).first()
    faults = _faults(organiser, user, term)
    if user is None:
        faults["username"] = account_fault(username, by)
    if faults or user is None:
        raise Faults(faults)
    return _store(organiser, user, term)


@service(gettext_lazy("Konto für ein Amt angelegt"))
def create_holder(
    organiser: models.Organiser, *, username: str, display_name: str, term: Term, by: User
) -> tuple[models.Office, str]:
    """Creates an account with an office; returns the office and the account's first password.

    Show the password immediately, because only its hash is stored. Raises Faults about the user name or the term, and
    TournamentError if `by` may not give offices here.
    """
    _demand_right(organiser, by)
    faults = _faults(organiser, None, term)
    if why := new_name_fault(username):
        faults["username"] = why
    if faults:
        raise Faults(faults)
    user, password = create_account(username, display_name)
    return _store(organiser, user, term, made_account=True), password


@service(gettext_lazy("Amt beendet"))
def end_office(office: models.Office, *, until: date, by: User) -> models.Office:
    """Makes `until` the last day of the office.

    Raises Faults about the term, and TournamentError if `by` may not give offices here. Also raises TournamentError,
    about `until`, if the last chair of the organiser would leave and neither a chair above nor a superuser remains.
    """
    _demand_right(office.organiser, by)
    current = models.Office.objects.select_for_update(no_key=True).select_related("organiser", "user").get(pk=office.pk)
    term = Term(role=current.role, since=current.since, until=until)
    if faults := _faults(current.organiser, current.user, term, but=current.pk):
        raise Faults(faults)
    _demand_others(current, until)
    note("account", new=current.user)
    current.until = until
    current.save(update_fields=["until"])
    for account in (current.user, by):
        forget_offices(account)
    return current


@service(gettext_lazy("Amt zurückgenommen"))
def take_back_office(office: models.Office, *, by: User) -> None:
    """Removes an office that was given by mistake; its rights end immediately.

    This is possible until the end of its first day. The account is deleted, so that its user name is free again, if it
    was created with the office, was never used, and has no other office or role. Raises TournamentError after the first
    day, for the last chair as `end_office` does, and if `by` may not give offices here.
    """
    _demand_right(office.organiser, by)
    current = models.Office.objects.select_for_update(no_key=True).select_related("organiser", "user").get(pk=office.pk)
    if not current.is_new:
        raise TournamentError(
            _("Dieses Amt gilt schon seit einem früheren Tag und lässt sich nicht mehr zurücknehmen. Beenden Sie es.")
        )
    _demand_others(current, timezone.localdate() - timedelta(days=1))
    user = current.user
    note("account", old=reference(user))  # before the account is deleted
    current.delete()
    if current.made_account and not (user.last_login or user.offices.exists() or user.event_roles.exists()):
        user.delete()
    for account in (user, by):
        forget_offices(account)


@service(gettext_lazy("Neues Passwort vergeben"))
def renew_password(user: User, *, by: User) -> str:
    """Sets a new password, which signs the account out everywhere, and returns the password; show it immediately.

    Raises TournamentError if `why_not_renewable` gives a reason.
    """
    if why := why_not_renewable(user, by):
        raise TournamentError(why)
    password = new_password()
    user.set_password(password)
    User.objects.filter(pk=user.pk).update(password=user.password)
    return password


def why_not_renewable(user: User, by: User) -> str:
    """Returns the reason why `by` may not set a new password for the account, as a sentence; "" if they may.

    No official may set one here for their own account, for superusers and staff, or for an inactive account; superusers
    may set all others. A password gives access to all rights of the account. The organisers at which any other `by` may
    give offices must therefore cover all these rights. They must also cover the office with which the account was
    created; otherwise `by` could take over any account by giving it an office.
    """
    if user == by:
        return _("Ihr eigenes Passwort ändern Sie unter „Ihr Konto“.")
    if user.is_superuser or user.is_staff or not user.is_active:
        return _("Dieses Konto gehört zum Betrieb des Programms oder ist gesperrt.")
    if by.is_superuser:
        return ""
    own = covered(by, ORGANISER_GRANTS[OrganiserRight.GIVE_OFFICES])
    if not _accounts_within(own).filter(pk=user.pk).exists():
        return _(
            "Dieses Konto darf auch etwas außerhalb Ihres Amtes. Das Passwort erneuert, wer das Programm betreibt."
        )
    if not _made_at(own).filter(pk=user.pk).exists():
        return _("Dieses Konto gab es schon vor dem Amt. Das Passwort erneuert, wer das Programm betreibt.")
    return ""


def renewable_accounts(by: User, users: Collection[int]) -> set[int]:
    """Returns the primary keys among `users` of accounts whose password `by` may renew (`why_not_renewable`)."""
    accounts = User.objects.filter(pk__in=users, is_superuser=False, is_staff=False, is_active=True).exclude(pk=by.pk)
    if not by.is_superuser:
        own = covered(by, ORGANISER_GRANTS[OrganiserRight.GIVE_OFFICES])
        accounts = accounts & _accounts_within(own) & _made_at(own)
    return set(accounts.values_list("pk", flat=True))


def _accounts_within(own: QuerySet[models.Organiser]) -> QuerySet[User]:
    """Returns the accounts with an office at these organisers and without rights elsewhere."""
    not_over = Q(until=None) | Q(until__gte=timezone.localdate())
    offices = models.Office.objects.filter(not_over, user=OuterRef("pk"))
    roles = models.EventRole.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(
        Exists(offices.filter(organiser__in=own)),
        ~Exists(offices.exclude(organiser__in=own)),
        ~Exists(roles.exclude(event__held_by__in=own)),
        makes_events=False,
    )


def _made_at(own: QuerySet[models.Organiser]) -> QuerySet[User]:
    """Returns the accounts that were created with an office at one of these organisers."""
    made = models.Office.objects.filter(user=OuterRef("pk"), organiser__in=own, made_account=True)
    return User.objects.filter(Exists(made))


def account_fault(username: str, by: User) -> str:
    """Returns the reason why `by` cannot give an office to this account, as a sentence; "" if they can.

    Except for superusers, an account known only elsewhere gives the same reason as one that does not exist.
    """
    if accounts_known_to(by).filter(username=username).exists():
        return ""
    if by.is_superuser:
        return _("Ein Konto „%(name)s“ gibt es nicht.") % {"name": username}
    words = _(
        "Ein Konto „%(name)s“ ist bei Ihren Veranstaltern nicht bekannt. Legen Sie ein neues an. Ein Konto von "
        "anderswo trägt ein, wer auch dort den Vorsitz hat oder das Programm betreibt."
    )
    return words % {"name": username}


def new_name_fault(username: str) -> str:
    """Returns the reason why a new account cannot have this user name, as a sentence; "" if it can."""
    if User.objects.filter(username=username).exists():
        return _("Den Benutzernamen „%(name)s“ gibt es schon.") % {"name": username}
    return ""


def term_fault(since: date, until: date | None) -> str:
    return _("Ein Amt endet nicht vor seinem ersten Tag.") if until is not None and until < since else ""


def offices_at(organiser: models.Organiser) -> QuerySet[models.Office]:
    """Returns the offices of the organiser, including offices that have ended."""
    return organiser.offices.select_related("user", "organiser")


def _demand_others(office: models.Office, after: date) -> None:
    """Raises TournamentError if no account could give offices at the organiser after this last day of the office."""
    if office.role in ORGANISER_GRANTS[OrganiserRight.GIVE_OFFICES] and not _others_give_offices(office, after):
        words = _("Danach könnte hier niemand mehr Ämter geben. Geben Sie den Vorsitz zuerst einer anderen Person.")
        raise TournamentError(words, about="until")


def _others_give_offices(office: models.Office, after: date) -> bool:
    """Returns whether a different office or a superuser can give offices at the organiser on the day after `after`.

    If that day has passed, because the office ends with an earlier day, checks today instead.
    """
    day = max(after + timedelta(days=1), timezone.localdate())
    givers = models.Office.objects.filter(
        Q(until=None) | Q(until__gte=day),
        since__lte=day,
        organiser__number__in=chain_of(office.organiser.number),
        role__in=ORGANISER_GRANTS[OrganiserRight.GIVE_OFFICES],
        user__is_active=True,
    )
    operators = User.objects.filter(is_superuser=True, is_active=True)
    return givers.exclude(pk=office.pk).exists() or operators.exists()


def _faults(organiser: models.Organiser, user: User | None, term: Term, *, but: int = 0) -> dict[str, str]:
    """Returns the faults of an office by field; `but` is the primary key of the office if it is already stored."""
    faults = {}
    if term.role not in OfficeRole.values:
        faults["role"] = _("Dieses Amt gibt es nicht.")
    if why := term_fault(term.since, term.until):
        faults["until"] = why
    elif user is not None:
        same = models.Office.objects.filter(organiser=organiser, user=user, role=term.role).exclude(pk=but)
        if same.filter(Q(until=None) | Q(until__gte=term.since), since__lte=term.until or date.max).exists():
            faults["role"] = _("%(name)s hat dieses Amt in dieser Zeit schon.") % {"name": user}
    return faults


def _demand_right(organiser: models.Organiser, by: User) -> None:
    """Locks the organiser, so that other changes wait. Raises TournamentError if `by` may not give offices there."""
    list(models.Organiser.objects.select_for_update(no_key=True).filter(pk=organiser.pk))
    if not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
        raise TournamentError(_("Ämter gibt hier, wer den Vorsitz hat, hier oder darüber."))


@part_of_service
def _store(organiser: models.Organiser, user: User, term: Term, *, made_account: bool = False) -> models.Office:
    forget_offices(user)
    note("account", new=user)
    return models.Office.objects.create(
        organiser=organiser,
        user=user,
        role=term.role,
        since=term.since,
        until=term.until,
        made_account=made_account,
    )
