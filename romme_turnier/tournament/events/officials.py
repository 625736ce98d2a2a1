"""The officials of an event (§ 1.2): roles, and accounts for colleagues without one."""

from collections.abc import Collection

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import accounts_known_to, are_several
from romme_turnier.tournament.permissions import ProgramRight, forget_roles, has_right
from romme_turnier.tournament.shared.accounts import create_account
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import note, nothing_done, service

Role = models.EventRole.Role


@service(gettext_lazy("Aufgaben geändert"))
def set_roles(event: models.Event, user: User, roles: Collection[str], *, by: User | None) -> None:
    """Gives `user` exactly these roles at the event, and takes away all others.

    Raises TournamentError if the event would have no director afterwards (§ 1.2).
    """
    # The lock keeps two directors from removing each other at the same time.
    models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    directors = event.roles.filter(role=Role.DIRECTOR).exclude(user=user)
    if Role.DIRECTOR not in roles and not directors.exists():
        raise TournamentError(_("Jemand muss die Spielleitung haben. Geben Sie sie zuerst einer anderen Person."))
    before = event.roles.filter(user=user).order_by("role").values_list("role", flat=True)
    note("roles", old=list(before), new=sorted(set(roles)))
    event.roles.filter(user=user).exclude(role__in=roles).delete()
    held = set(event.roles.filter(user=user).values_list("role", flat=True))
    models.EventRole.objects.bulk_create(
        models.EventRole(event=event, user=user, role=role) for role in sorted(set(roles) - held)
    )
    for account in filter(None, (user, by)):  # both may be the same account, as two objects
        forget_roles(account)


@service(gettext_lazy("Zur Leitung hinzugefügt"))
def add_official(event: models.Event, username: str, roles: Collection[str], *, by: User | None) -> User:
    """Gives the account these roles in addition to its current ones; returns the account.

    Raises TournamentError if no role is named, or if the account is missing, inactive or unknown to `by`. Also raises
    it as `set_roles` does.
    """
    accounts = User.objects.filter(is_active=True) if by is None else accounts_known_to(by)
    user = accounts.filter(username=username).first()
    if user is None:
        words = _("Ein Konto „%(name)s“ gibt es nicht.")
        if by is not None and not by.is_superuser and are_several():
            words = _(
                "Ein Konto „%(name)s“ ist bei Ihren Veranstaltern nicht bekannt. Laden Sie die Person mit einem Link "
                "ein."
            )
        raise TournamentError(words % {"name": username})
    _demand_a_role(roles)
    held = event.roles.filter(user=user).values_list("role", flat=True)
    set_roles(event, user, {*held, *roles}, by=by)
    return user


@service(gettext_lazy("Konto für die Leitung angelegt"))
def create_colleague(
    event: models.Event, *, username: str, display_name: str, roles: Collection[str], by: User | None
) -> tuple[User, str]:
    """Creates an account for a colleague, with roles at this event; returns the account and its initial password.

    Show the password immediately, because only its hash is stored. Raises TournamentError if the user name is taken or
    no role is named. Also raises it as `set_roles` does.
    """
    _demand_a_role(roles)
    user, password = create_account(username, display_name)
    set_roles(event, user, roles, by=by)
    return user, password


@service(gettext_lazy("Recht, Turniere anzulegen"))
def let_make_events(
    event: models.Event,  # noqa: ARG001 whose log has the row
    user: User,
    *,
    allowed: bool,
    by: User | None,
) -> None:
    """Grants or revokes the right to create events; the log of this event records the change.

    Raises TournamentError if `by` is given and does not run the program.
    """
    if by is not None and not has_right(by, ProgramRight.RUN):
        raise TournamentError(_("Turniere anlegen lassen kann, wer das Programm betreibt."))
    changed = User.objects.filter(pk=user.pk).exclude(makes_events=allowed).update(makes_events=allowed)
    user.makes_events = allowed
    if not changed:
        nothing_done()
        return
    note("makes_events", old=not allowed, new=allowed)


def _demand_a_role(roles: Collection[str]) -> None:
    if not roles:
        raise TournamentError(_("Bitte wählen Sie mindestens eine Aufgabe."))
