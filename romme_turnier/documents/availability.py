"""Reasons why a printout cannot be made yet, "" if it can, and names that no paper shows in full.

The print page asks for all reasons, so each is cheaper than its printout.
"""

from django.utils.translation import gettext as _

from romme_turnier.documents.printout import Job
from romme_turnier.documents.standings.release import newest_release
from romme_turnier.tournament.at_table.terms import phone_terms
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.models import Event, LedgerEntry, Notice, PrizeAward, Registration
from romme_turnier.tournament.models.registration import Registrations
from romme_turnier.tournament.money.settlements import settlement_of, settles
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.standings.rankings import choices
from romme_turnier.tournament.standings.reading import rankings_of

# The letters of the bundled typefaces (tools/fonts.py): Latin, Greek and Cyrillic. Others are printed as a box, since
# typefaces for Arabic, Hebrew, Chinese and Japanese are larger than the program.
LETTERS = frozenset((*range(0x20, 0x590), *range(0x1D00, 0x2070)))


def needs_participants(job: Job) -> str:
    return "" if _active(job).exists() else _("Noch ist niemand gemeldet.")


def needs_start_numbers(job: Job) -> str:
    return "" if _active(job).filter(number__isnull=False).exists() else _("Noch hat niemand eine Startnummer.")


def _active(job: Job) -> Registrations:
    return job.event.registrations.filter(status=Registration.Status.ACTIVE)


def needs_lists_on_phones(job: Job) -> str:
    return "" if phone_terms(job.event) else _("Die Ausschreibung sagt: Listen nur auf Papier.")


def needs_cards(job: Job) -> str:
    return "" if draw_by_hand(job.series) is not None else _("Für diese Serie werden keine Karten gezogen.")


def needs_tables(job: Job) -> str:
    return "" if job.series.tables.exists() else _("Diese Serie ist noch nicht ausgelost.")


def needs_something_missing(job: Job) -> str:
    if why := needs_tables(job):
        return why
    tables = hand_ins(job.event, job.series.number)
    return "" if any(table.lacks for table in tables) else _("Alle Tische haben alles abgegeben.")


def needs_standings_of_series(job: Job) -> str:
    if newest_release(job.event, after=job.series.number) is not None:
        return ""
    return _("Nach dieser Serie ist noch keine Rangliste freigegeben.")


def needs_standings(job: Job) -> str:
    return "" if newest_release(job.event) is not None else _("Noch ist keine Rangliste freigegeben.")


def needs_further_rankings(job: Job) -> str:
    release = newest_release(job.event)
    if release is None:
        return needs_standings(job)
    return "" if choices(rankings_of(release)) else _("Neben der Gesamtwertung gibt es keine.")


def needs_final_standings(job: Job) -> str:
    if newest_release(job.event, after=job.event.series_count) is not None:
        return ""
    return _("Erst nach der Rangliste der letzten Serie.")


def needs_final_team_standings(job: Job) -> str:
    release = newest_release(job.event, after=job.event.series_count)
    if release is None:
        return _("Erst nach der Rangliste der letzten Serie.")
    return "" if any(row.rank for row in release.team_rows) else _("Keine Mannschaft hat einen Rang.")


def needs_people_to_tell(job: Job) -> str:
    waiting = Notice.objects.waiting().filter(registration__event=job.event).exists()
    return "" if waiting else _("Niemand ist zu unterrichten.")


def needs_disputes(job: Job) -> str:
    return "" if job.event.disputes.exists() else _("Es gab keinen Streitfall.")


def needs_payments(job: Job) -> str:
    booked = job.event.ledger.exclude(kind=LedgerEntry.Kind.FLOAT).exists()
    return "" if booked else _("Noch ist nichts gebucht.")


def needs_prizes(job: Job) -> str:
    released = PrizeAward.objects.filter(prize__event=job.event).exists()
    return "" if released else _("Noch sind keine Preise freigegeben.")


def needs_settled_tables(job: Job) -> str:
    if not settles(job.event):
        return _("Die Ausschreibung nennt keinen Einsatz je Punkt.")
    return "" if settlement_of(job.event).tables else _("Noch zählt keine Liste eines ganzen Tisches.")


def names_beyond_papers(event: Event) -> list[str]:
    """Returns the names of participants, their clubs and teams with a letter that the typefaces lack, each once."""
    entries = event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")
    names = [
        name
        for entry in entries.order_by("number", "pk")
        for name in (entry.name, entry.club.name if entry.club else "")
    ]
    names += event.teams.order_by("position").values_list("name", flat=True)
    return [name for name in dict.fromkeys(names) if not LETTERS.issuperset(map(ord, name))]
