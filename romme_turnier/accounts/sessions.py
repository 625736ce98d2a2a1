"""Sessions in the database, as Django keeps them; reading one, which every request of an official does, is quick."""

import re

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from romme_turnier.accounts.signed_out import FIELD
from romme_turnier.statements import Prepared

_SESSIONS = Prepared(Session.objects.all, "session_key")


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        key = str(self.session_key)
        for session in () if "\0" in key else _SESSIONS.fetch(key):  # PostgreSQL refuses to look for such a key
            if session.expire_date > timezone.now():
                return session
        self._session_key = None
        return None


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
