"""Checks whether the program is set up or may take a backup, and creates the first official."""

from django.contrib.auth.forms import BaseUserCreationForm
from django.db import connection, transaction
from django.http import HttpRequest

from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import is_at_the_machine
from romme_turnier.fast.statements import Prepared

DEMO_USERNAME = "demo"
_ANYBODY = Prepared(lambda: User.objects.only("pk")[:1])


def is_set_up() -> bool:
    """Returns whether there is an account. Called for every page that is requested without a sign-in."""
    return bool(_ANYBODY.fetch())


def takes_a_backup(request: HttpRequest) -> bool:
    """Returns whether a backup may replace the database: it has no account, or only the unused account of the demo.

    The demo may be replaced only at the machine itself, because replacing it requires no password.
    """
    return not is_set_up() or (is_at_the_machine(request) and is_untouched_demo())


def is_untouched_demo() -> bool:
    """Returns whether the demo event's account is the only account and has never been used."""
    return list(User.objects.values_list("username", "last_login")[:2]) == [(DEMO_USERNAME, None)]


@transaction.atomic
def create_first_official(form: BaseUserCreationForm[User]) -> User | None:
    """Creates the first official, a superuser; returns None if another visitor was faster."""
    if connection.vendor == "postgresql":  # on SQLite the transaction already has the only write lock
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_user IN SHARE ROW EXCLUSIVE MODE")
    if is_set_up():
        return None
    user = form.save(commit=False)
    user.is_staff = user.is_superuser = True
    user.save()
    return user
