"""Whether anybody may sign in yet, and making the first who may."""

from django.db import connection, transaction

from romme_turnier.accounts.forms import FirstOfficialForm
from romme_turnier.accounts.models import User


def is_set_up() -> bool:
    return User.objects.exists()


@transaction.atomic
def create_first_official(form: FirstOfficialForm) -> User | None:
    """The first official, who may do everything; None when there is one already."""
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
