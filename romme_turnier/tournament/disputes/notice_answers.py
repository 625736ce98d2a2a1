"""Players' answers, on their phones, to a correction (§ 2.2.5): seen, or an objection, which opens a dispute."""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.disputes.cases import Call, call_referee
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service, service

TEXT_LENGTH = 300
Answer = models.Notice.Answer


@service(gettext_lazy("Berichtigung am Handy zur Kenntnis genommen"))
def acknowledge(notice: models.Notice) -> None:
    """Notes that the player has read the correction.

    Raises TournamentError if the notice has already been answered or withdrawn.
    """
    _answer(notice, Answer.SEEN)


@service(gettext_lazy("Berichtigung am Handy widersprochen"))
def object_to(notice: models.Notice, *, text: str) -> models.Dispute:
    """Notes that the player has read the correction and objects; opens a dispute with the player's text.

    Raises the errors of `acknowledge`, and TournamentError if the text is missing or too long.
    """
    text = " ".join(text.split())
    if not text:
        raise TournamentError(_("Bitte schreiben Sie, womit Sie nicht einverstanden sind."), about="text")
    if len(text) > TEXT_LENGTH:
        words = _("Der Text ist zu lang, höchstens %(most)d Zeichen.")
        raise TournamentError(words % {"most": TEXT_LENGTH}, about="text")
    current = _answer(notice, Answer.OBJECTS)
    table = current.revision.spielliste.table
    facts = _("Platz %(seat)d widerspricht der Berichtigung der Liste (Fassung %(number)d): %(text)s")
    if current.left:  # another player has that seat now
        facts = _(
            "Startnummer %(player)s, vorher auf Platz %(seat)d, widerspricht der Berichtigung der Liste (Fassung "
            "%(number)d): %(text)s"
        )
    call = Call(
        facts=facts
        % {
            "seat": current.seat,
            "player": current.registration.number,
            "number": current.revision.number,
            "text": text,
        },
        series=table.series.number,
        table=table.number,
        seats=() if current.left else (current.seat,),
    )
    return call_referee(table.series.event, call, by=None)


@part_of_service
def _answer(notice: models.Notice, answer: str) -> models.Notice:
    rows = models.Notice.objects.select_for_update(of=("self",), no_key=True)
    current = rows.select_related("registration", "revision__spielliste__table__series__event").get(pk=notice.pk)
    if current.withdrawn_at is not None:
        raise TournamentError(_("Die Berichtigung ist inzwischen rückgängig gemacht."))
    if current.answer:
        raise TournamentError(_("Sie haben diese Mitteilung schon beantwortet."))
    now = timezone.now()
    current.answer, current.answered_at, current.told_at = answer, now, current.told_at or now
    current.save(update_fields=["answer", "answered_at", "told_at"])
    invalidate_public_pages(current.revision.spielliste.table.series.event_id)
    return current
