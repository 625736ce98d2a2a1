"""The stored signatures of a list (§ 2.2.4) as text: a filled list has no lines to sign on."""

from collections.abc import Sequence
from itertools import takewhile

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import HandIn, Spielliste

Paper = HandIn.Custody
Status = Spielliste.Status


def signed_words(spielliste: Spielliste, seats: Sequence[int]) -> tuple[str, ...]:
    """Returns for each seat whether its player signed the paper."""
    signed = _("auf dem Papier unterschrieben")
    handed_in: HandIn | None = getattr(spielliste, "hand_in", None)
    if handed_in is not None and handed_in.paper == Paper.LOST:
        return (_("Papier verloren"),) * len(seats)
    if handed_in is not None and handed_in.paper == Paper.IN:
        missing = set(handed_in.unsigned)
        return tuple(_("Unterschrift fehlt") if seat in missing else signed for seat in seats)
    # Without a hand-in, officials may have noted that all players signed.
    noted = [revision.content.get("status") for revision in spielliste.revisions.all()]
    was_signed = spielliste.status == Status.CHECKED and Status.SIGNED.value in noted
    words = signed if was_signed or spielliste.status == Status.SIGNED else _("Unterschrift nicht vermerkt")
    return (words,) * len(seats)


def checked_words(spielliste: Spielliste) -> str:
    """ "geprüft: Petra, 17.10.2026, 14:05 Uhr", or that it is not."""
    if spielliste.status != Status.CHECKED:
        return _("noch nicht geprüft") if spielliste.status != Status.INVALID else _("ungültig, zählt nicht")
    revisions = sorted(spielliste.revisions.all(), key=lambda revision: revision.number, reverse=True)
    run = [*takewhile(lambda revision: revision.content.get("status") == Status.CHECKED.value, revisions)]
    if not run:
        return _("geprüft")
    check = run[-1]  # later corrections kept it checked
    when = date_format(timezone.localtime(check.at), "j.n.Y, H:i")
    return _("geprüft: %(who)s, %(when)s Uhr") % {"who": check.by or _("Spielleitung"), "when": when}
