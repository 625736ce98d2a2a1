"""Accounts that officials create for others, with a first password to pass on."""

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service

# For passwords: without letters and digits that are easily confused when read aloud or from paper.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_password() -> str:
    """Returns a random password of four blocks. Show it immediately, because only its hash is stored."""
    return "-".join("".join(secrets.choice(_LETTERS) for _n in range(4)) for _block in range(4))


@part_of_service
def create_account(username: str, display_name: str) -> tuple[User, str]:
    """Creates an account; returns it and its first password. Raises TournamentError if the user name is taken."""
    user, password = User(username=username, display_name=display_name), new_password()
    user.set_password(password)
    store_account(user)
    return user, password


@part_of_service
def store_account(user: User) -> None:
    """Saves a new account. Raises TournamentError if the user name is taken."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        words = _("Den Benutzernamen „%(name)s“ gibt es schon.") % {"name": user.username}
        raise TournamentError(words, about="username") from error
