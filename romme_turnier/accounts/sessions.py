"""Sessions in the database, as Django keeps them; reading one, which every request of an official does, is quick."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from romme_turnier.statements import Prepared

_SESSIONS = Prepared(Session.objects.all, "session_key")


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        for session in _SESSIONS.fetch(str(self.session_key)):
            if session.expire_date > timezone.now():
                return session
        self._session_key = None
        return None
