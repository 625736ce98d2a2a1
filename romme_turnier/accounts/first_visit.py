"""Checks whether the program is set up, and creates the first official."""

from django.conf import settings
from django.contrib.auth.forms import BaseUserCreationForm
from django.db import connection, transaction
from django.http import HttpRequest

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared

DEMO_USERNAME = "demo"
_THIS_MACHINE = ("127.0.0.1", "::1")


_ANYBODY = Prepared(lambda: User.objects.only("pk")[:1])


def is_set_up() -> bool:
    """Returns whether there is an account. Called for every page without a sign-in."""
    return bool(_ANYBODY.fetch())


def takes_a_backup(request: HttpRequest) -> bool:
    """Returns whether a backup can replace the database without loss: no account, or only the demo's unused one.

    With the demo this is true only on the machine itself; from elsewhere it would allow access without a password.
    """
    at_the_machine = settings.MODE != "public" and request.META.get("REMOTE_ADDR") in _THIS_MACHINE
    return not is_set_up() or (at_the_machine and is_untouched_demo())


def is_untouched_demo() -> bool:
    """Returns whether the demo event's account is the only one, and nobody has signed in with it yet."""
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
