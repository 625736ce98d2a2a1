"""Whether anybody may sign in yet, and making the first who may."""

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
    """Asked at every visit of somebody who is not signed in."""
    return bool(_ANYBODY.fetch())


def takes_a_backup(request: HttpRequest) -> bool:
    """Returns whether there is nothing to lose: no account, or that of the demo event alone, which nobody has used yet.

    With the demo this holds only on the machine itself; from elsewhere it would be a way in without a password.
    """
    at_the_machine = settings.MODE != "public" and request.META.get("REMOTE_ADDR") in _THIS_MACHINE
    return not is_set_up() or (at_the_machine and is_untouched_demo())


def is_untouched_demo() -> bool:
    """Returns whether there is the account of the demo event alone, and nobody has signed in with it yet."""
    return list(User.objects.values_list("username", "last_login")[:2]) == [(DEMO_USERNAME, None)]


@transaction.atomic
def create_first_official(form: BaseUserCreationForm[User]) -> User | None:
    """Returns the first official, who may do everything; None when there is one already."""
    _one_at_a_time()
    if is_set_up():
        return None
    user = form.save(commit=False)
    user.is_staff = user.is_superuser = True
    user.save()
    return user


def _one_at_a_time() -> None:
    """Let one visitor at a time look and set up. On SQLite the transaction has the only write lock already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_user IN SHARE ROW EXCLUSIVE MODE")
