"""The link by mail, if the program can send mail: a convenience that nothing depends on."""

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext as _

from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Registration

_log = logging.getLogger("django.request")


def mail_link(registration: Registration, link: str) -> bool:
    """Sends the link to the contact, if that is an address. The text contains no typed words."""
    if not settings.SENDS_MAIL or "@" not in registration.contact:
        return False
    event = registration.event
    with speaking_for(event):
        subject = _("Anmeldung: %(event)s") % {"event": " ".join(event.name.split())}
        body = _(
            "Mit diesem Link sehen Sie Ihre Anmeldung, ändern sie oder melden sich ab:\n\n%(link)s\n\n"
            "Wenn Sie sich nicht angemeldet haben, brauchen Sie nichts zu tun."
        )
    try:
        sent = send_mail(subject, body % {"link": link}, None, [registration.contact])
    except OSError:  # no connection, or refused by the server; includes the errors of smtplib
        _log.exception("the link of a registration could not be mailed")
        return False
    return bool(sent)
