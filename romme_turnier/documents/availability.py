"""Reasons why a printout cannot be made yet ("" if it can be made), and names that papers cannot show.

The print page needs all reasons, so each check is cheaper than its printout.
"""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.participants.papers import active_registrations
from romme_turnier.documents.printout import Job
from romme_turnier.documents.standings.release import newest_release
from romme_turnier.tournament.at_table.terms import phone_terms
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.models import Event, LedgerEntry, Notice, PrizeAward
from romme_turnier.tournament.money.settlements import settlement_of, settles
from romme_turnier.tournament.seating.drawn_cards import draw_by_hand
from romme_turnier.tournament.standings.rankings import choices
from romme_turnier.tournament.standings.reading import rankings_of

# The letters of the bundled typefaces (tools/fonts.py): Latin, Greek and Cyrillic. Others are printed as a box, since
# typefaces for Arabic, Hebrew, Chinese and Japanese are larger than the program.
LETTERS = frozenset((*range(0x20, 0x590), *range(0x1D00, 0x2070)))


def _unless(is_ready: Callable[[Job], object], why: StrOrPromise) -> Callable[[Job], str]:
    return lambda job: "" if is_ready(job) else str(why)


def _each(*checks: Callable[[Job], str]) -> Callable[[Job], str]:
    return lambda job: next(filter(None, (check(job) for check in checks)), "")


needs_participants = _unless(lambda job: active_registrations(job.event).exists(), _("Noch ist niemand gemeldet."))
needs_start_numbers = _unless(
    lambda job: active_registrations(job.event).filter(number__isnull=False).exists(),
    _("Noch hat niemand eine Startnummer."),
)
needs_lists_on_phones = _unless(lambda job: phone_terms(job.event), _("Die Ausschreibung sagt: Listen nur auf Papier."))
needs_cards = _unless(lambda job: draw_by_hand(job.series), _("Für diese Serie werden keine Karten gezogen."))
needs_tables = _unless(lambda job: job.series.tables.exists(), _("Diese Serie ist noch nicht ausgelost."))
needs_something_missing = _each(
    needs_tables,
    _unless(
        lambda job: any(table.lacks for table in hand_ins(job.event, job.series.number)),
        _("Alle Tische haben alles abgegeben."),
    ),
)
needs_standings_of_series = _unless(
    lambda job: newest_release(job.event, after=job.series.number),
    _("Nach dieser Serie ist noch keine Rangliste freigegeben."),
)
needs_standings = _unless(lambda job: newest_release(job.event), _("Noch ist keine Rangliste freigegeben."))
needs_further_rankings = _each(
    needs_standings,
    _unless(
        lambda job: (release := newest_release(job.event)) and choices(rankings_of(release)),
        _("Neben der Gesamtwertung gibt es keine."),
    ),
)
needs_final_standings = _unless(
    lambda job: newest_release(job.event, after=job.event.series_count), _("Erst nach der Rangliste der letzten Serie.")
)
needs_final_team_standings = _each(
    needs_final_standings,
    _unless(
        lambda job: (release := newest_release(job.event)) and any(row.rank for row in release.team_rows),
        _("Keine Mannschaft hat einen Rang."),
    ),
)
needs_people_to_tell = _unless(
    lambda job: Notice.objects.waiting().filter(registration__event=job.event).exists(),
    _("Niemand ist zu unterrichten."),
)
needs_disputes = _unless(lambda job: job.event.disputes.exists(), _("Es gab keinen Streitfall."))
needs_payments = _unless(
    lambda job: job.event.ledger.exclude(kind=LedgerEntry.Kind.FLOAT).exists(), _("Noch ist nichts gebucht.")
)
needs_prizes = _unless(
    lambda job: PrizeAward.objects.filter(prize__event=job.event).exists(), _("Noch sind keine Preise freigegeben.")
)
needs_settled_tables = _each(
    _unless(lambda job: settles(job.event), _("Die Ausschreibung nennt keinen Einsatz je Punkt.")),
    _unless(lambda job: settlement_of(job.event).tables, _("Noch zählt keine Liste eines ganzen Tisches.")),
)


def names_beyond_papers(event: Event) -> list[str]:
    """Returns the names of participants, clubs and teams with letters that the typefaces lack, each name once."""
    names = [
        name
        for entry in active_registrations(event).order_by("number", "pk")
        for name in (entry.name, entry.club.name if entry.club else "")
    ]
    names += event.teams.order_by("position").values_list("name", flat=True)
    return [name for name in dict.fromkeys(names) if not LETTERS.issuperset(map(ord, name))]
