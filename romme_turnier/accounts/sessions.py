"""Forms kept in sessions, which name people."""

import re

from django.contrib.sessions.models import Session

from romme_turnier.accounts.signed_out import FIELD
from romme_turnier.fast.sessions import SessionStore


def forget_typed(name: re.Pattern[str]) -> None:
    """Takes a name that is erased out of all sessions, with whatever was typed and not sent again around it.

    Sessions that are over go as a whole.
    """
    SessionStore.clear_expired()
    for key in Session.objects.values_list("session_key", flat=True):
        session = SessionStore(key)
        typed = session.get(FIELD)
        if typed and name.search(" ".join(value for _field, value in typed["fields"])):
            del session[FIELD]
            session.save()
