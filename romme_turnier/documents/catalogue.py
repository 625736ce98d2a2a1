"""All printouts of an event, in the order in which a tournament needs them.

The addresses, the print page and the files of many printouts are made from this table. A new printout is one row here,
a template and a function that fills it; a test compares docs/handbuch/09-drucken.md with the rows.
"""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents import availability
from romme_turnier.documents.disputes.minutes import minutes_document
from romme_turnier.documents.events.papers import announcement_paper, closing_report
from romme_turnier.documents.lists.papers import missing_lists, notices_document, table_card
from romme_turnier.documents.lists.sheets import are_many, batch_of_lists, lists_document
from romme_turnier.documents.money.papers import (
    cash_report_document,
    money_paper,
    prize_list_document,
    settlement_document,
)
from romme_turnier.documents.money.receipts import receipts_document, team_receipt
from romme_turnier.documents.participants.papers import registration_list, start_cards
from romme_turnier.documents.printout import Batch, Choice, Context, Job, LaidOut, Names, Phase, Printout
from romme_turnier.documents.seating.changed import asked_tables, only_changed
from romme_turnier.documents.seating.table_plan import table_plan_document
from romme_turnier.documents.seating.table_signs import drawing_cards_document, table_signs, table_signs_with_names
from romme_turnier.documents.standings.own_results import own_results
from romme_turnier.documents.standings.prize_giving import certificates, speakers_sheet, team_certificates
from romme_turnier.documents.standings.release import charts, further_rankings, newest_release, release_document
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right


def _if_any(key: str, context: Context) -> Context | None:
    return context if context[key] else None


def _lists(job: Job, *, empty: bool) -> Context | None:
    return _if_any("lists", lists_document(job.series, empty=empty, tables=asked_tables(job), base=job.base))


def _batch_of_lists(*, empty: bool) -> Batch:
    return Batch(
        title=lambda job: gettext("Spiellisten Serie %(number)d") % {"number": job.series.number},
        pieces=lambda job: batch_of_lists(job.series, empty=empty, base=job.base),
        wanted=lambda job: not job.numbers and are_many(job.series),
    )


def _standings(job: Job) -> Context | None:
    number = job.numbers.get("ausgabe")
    if number is None:
        release = newest_release(job.event, after=job.series.number)
    else:
        release = job.event.releases.select_related("event", "series").filter(series=job.series, number=number).first()
    return None if release is None else release_document(release, base=job.base)


PRINTOUTS: tuple[Printout, ...] = (
    Printout(
        key="announcement",
        title=_("Ausschreibung"),
        purpose=_("Für Aushang und Versand: was, wann, wo, nach welchen Regeln (§ 1.1)."),
        names=Names.NONE,
        phase=Phase.BEFORE,
        route="papier/ausschreibung.pdf",
        template="documents/events/announcement.html",
        fill=lambda job: announcement_paper(job.event, base=job.base),
        in_whole_day=True,
    ),
    Printout(
        key="registration_list",
        title=_("Meldeliste"),
        purpose=_("Für den Empfang: alle Teilnehmer mit Kästchen zum Abhaken, offenes Startgeld hervorgehoben."),
        names=Names.FULL,
        phase=Phase.BEFORE,
        route="papier/meldeliste.pdf",
        template="documents/participants/registration_list.html",
        fill=lambda job: registration_list(job.event),
        why_not=availability.needs_participants,
        in_whole_day=True,
    ),
    Printout(
        key="start_cards",
        title=_("Startkarten"),
        purpose=_("Acht auf einem Blatt, zum Schneiden: große Nummer, Name, Club und ein Code zum Einlesen."),
        names=Names.OWN,
        phase=Phase.BEFORE,
        route="papier/startkarten.pdf",
        single="papier/startkarten/<int:nr>.pdf",
        template="documents/participants/start_cards.html",
        fill=lambda job: start_cards(job.event, base=job.base, number=job.numbers.get("nr")),
        why_not=availability.needs_start_numbers,
        laid_out=LaidOut.ONCE,
        in_whole_day=True,
    ),
    Printout(
        key="table_card",
        title=_("Karte für die Tische"),
        purpose=_("Wo Tische am Handy schreiben: wie es geht, in fünf Bildern. Zwei auf einem Blatt, zum Schneiden."),
        names=Names.NONE,
        phase=Phase.BEFORE,
        route="papier/karte-am-tisch.pdf",
        template="documents/lists/table_card.html",
        fill=lambda job: table_card(job.event),
        why_not=availability.needs_lists_on_phones,
        listed_only_if_ready=True,
    ),
    Printout(
        key="drawing_cards",
        title=_("Karten zum Ziehen"),
        purpose=_("Acht auf einem Blatt, zum Schneiden: Tisch und Platz, aus drei Metern zu lesen (§ 2.1.1)."),
        names=Names.NONE,
        phase=Phase.SERIES,
        route="serie/<int:series>/karten.pdf",
        template="documents/seating/drawing_cards.html",
        fill=lambda job: drawing_cards_document(job.series),
        why_not=availability.needs_cards,
        right=Right.DIRECT,
        listed_only_if_ready=True,
    ),
    Printout(
        key="table_signs",
        title=_("Tischschilder"),
        purpose=_("Ein Blatt je Tisch mit riesiger Nummer, für alle Serien."),
        names=Names.NONE,
        phase=Phase.SERIES,
        route="serie/<int:series>/papier/tischschilder.pdf",
        template="documents/seating/table_signs.html",
        fill=lambda job: table_signs(job.series, base=job.base),
        why_not=availability.needs_tables,
        laid_out=LaidOut.ONCE,
        in_whole_day=True,
    ),
    Printout(
        key="table_signs_with_names",
        title=_("Tischschilder mit Namen"),
        purpose=_("Ein Blatt je Tisch mit riesiger Nummer und den Namen der Plätze."),
        names=Names.HALL,
        phase=Phase.SERIES,
        route="serie/<int:series>/papier/tischschilder-mit-namen.pdf",
        template="documents/seating/table_signs.html",
        fill=lambda job: _if_any("signs", table_signs_with_names(job.series, tables=asked_tables(job), base=job.base)),
        why_not=availability.needs_tables,
        parameters=("ab",),
        more_choices=only_changed,
    ),
    Printout(
        key="table_plan",
        title=_("Tischplan"),
        purpose=_("Für die Wand: wer wo sitzt, nach Namen und nach Tischen."),
        names=Names.HALL,
        phase=Phase.SERIES,
        route="serie/<int:series>/tischplan.pdf",
        template="documents/seating/table_plan.html",
        fill=lambda job: table_plan_document(job.series, base=job.base),
        why_not=availability.needs_tables,
        laid_out=LaidOut.EACH,
        in_whole_day=True,
    ),
    Printout(
        key="blank_lists",
        title=_("Leere Listen"),
        purpose=_("Für die Tische, ein Blatt je Tisch, in der Reihenfolge der Tische."),
        names=Names.OWN,
        phase=Phase.SERIES,
        route="serie/<int:series>/leere-listen.pdf",
        template="documents/lists/sheets.html",
        fill=lambda job: _lists(job, empty=True),
        why_not=availability.needs_tables,
        parameters=("tisch", "ab"),
        more_choices=only_changed,
        batch=_batch_of_lists(empty=True),
        laid_out=LaidOut.EACH,
        in_whole_day=True,
    ),
    Printout(
        key="missing_lists",
        title=_("Was noch fehlt"),
        purpose=_("Für den Gang durch den Saal: Tische, deren Liste, Unterschrift, Startkarte oder Bußgeld fehlt."),
        names=Names.FULL,
        phase=Phase.SERIES,
        route="serie/<int:series>/papier/fehlende-listen.pdf",
        template="documents/lists/missing.html",
        fill=lambda job: missing_lists(job.series),
        why_not=availability.needs_something_missing,
        is_timestamped=True,
    ),
    Printout(
        key="lists",
        title=_("Ausgefüllte Listen"),
        purpose=_("Für die Akten: die Listen, wie sie eingegeben sind."),
        names=Names.FULL,
        phase=Phase.SERIES,
        route="serie/<int:series>/listen.pdf",
        template="documents/lists/sheets.html",
        fill=lambda job: _lists(job, empty=False),
        why_not=availability.needs_tables,
        parameters=("tisch",),
        batch=_batch_of_lists(empty=False),
        in_whole_day=True,
    ),
    Printout(
        key="standings",
        title=_("Rangliste"),
        purpose=_("Für die Wand: die neueste Ausgabe nach dieser Serie."),
        names=Names.HALL,
        phase=Phase.SERIES,
        route="serie/<int:series>/rangliste.pdf",
        single="rangliste/<int:series>/ausgabe-<int:ausgabe>.pdf",
        template="documents/standings/release.html",
        fill=_standings,
        why_not=availability.needs_standings_of_series,
        laid_out=LaidOut.NEXT,
        in_whole_day=True,
    ),
    Printout(
        key="notices",
        title=_("Mitteilungen an Spieler"),
        purpose=_("Zettel für Spieler, deren Liste berichtigt wurde (§ 2.2.5), drei auf einem Blatt."),
        names=Names.OWN,
        phase=Phase.AFTER,
        route="mitteilungen.pdf",
        template="documents/lists/notices.html",
        fill=lambda job: _if_any("sheets", notices_document(job.event)),
        why_not=availability.needs_people_to_tell,
    ),
    Printout(
        key="rankings",
        title=_("Weitere Wertungen"),
        purpose=_("Für die Wand: Serien, Tage, Sonderwertungen, Tandems und Clubs, eine unter der anderen."),
        names=Names.HALL,
        phase=Phase.AFTER,
        route="papier/wertungen.pdf",
        template="documents/standings/rankings.html",
        fill=lambda job: further_rankings(job.event, base=job.base),
        why_not=availability.needs_further_rankings,
        in_whole_day=True,
    ),
    Printout(
        key="charts",
        title=_("Diagramme"),
        purpose=_("Für die Wand: der Rang nach jeder Serie und wie sich die Ergebnisse verteilen."),
        names=Names.HALL,
        phase=Phase.AFTER,
        route="papier/diagramme.pdf",
        template="documents/standings/charts.html",
        fill=lambda job: charts(job.event, base=job.base),
        why_not=availability.needs_standings,
        in_whole_day=True,
    ),
    Printout(
        key="own_results",
        title=_("Ergebnisse der Spieler"),
        purpose=_("Für jeden ein Zettel zum Mitnehmen, fünf auf einem Blatt: seine Serien, Tische und Ergebnisse."),
        names=Names.OWN_AND_HALL,
        phase=Phase.AFTER,
        route="papier/ergebnisse.pdf",
        template="documents/standings/own_results.html",
        fill=lambda job: own_results(job.event, job.numbers.get("nr")),
        why_not=availability.needs_standings,
        parameters=("nr",),
        in_whole_day=True,
    ),
    Printout(
        key="speakers_sheet",
        title=_("Zum Vorlesen"),
        purpose=_("Für die Siegerehrung: vom letzten zum ersten Rang, groß, mit Gleichständen und Gründen."),
        names=Names.CEREMONY,
        phase=Phase.AFTER,
        route="papier/siegerehrung.pdf",
        template="documents/standings/speakers_sheet.html",
        fill=lambda job: speakers_sheet(job.event, job.numbers.get("bis")),
        why_not=availability.needs_standings,
        parameters=("bis",),
        choices=(Choice(_("Ränge 1 bis 10"), {"bis": 10}), Choice(_("alle"))),
        in_whole_day=True,
    ),
    Printout(
        key="certificates",
        title=_("Urkunden"),
        purpose=_("Ein Blatt je Teilnehmer mit Rang, Namen und Zeilen zum Unterschreiben."),
        names=Names.CEREMONY,
        phase=Phase.AFTER,
        route="papier/urkunden.pdf",
        template="documents/standings/certificates.html",
        fill=lambda job: certificates(job.event, job.numbers.get("bis"), base=job.base),
        why_not=availability.needs_final_standings,
        parameters=("bis",),
        choices=(Choice(_("Ränge 1 bis 3"), {"bis": 3}), Choice(_("alle"))),
        in_whole_day=True,
        special_paper=True,
    ),
    Printout(
        key="team_certificates",
        title=_("Urkunden der Mannschaften"),
        purpose=_("Ein Blatt je Mannschaft und Tandem mit den Namen aller, die dazugehören."),
        names=Names.CEREMONY,
        phase=Phase.AFTER,
        route="papier/mannschaftsurkunden.pdf",
        template="documents/standings/certificates.html",
        fill=lambda job: team_certificates(job.event, job.numbers.get("bis"), base=job.base),
        why_not=availability.needs_final_team_standings,
        parameters=("bis",),
        choices=(Choice(_("Ränge 1 bis 3"), {"bis": 3}), Choice(_("alle"))),
        in_whole_day=True,
        special_paper=True,
        listed_only_if_ready=True,
    ),
    Printout(
        key="minutes",
        title=_("Protokoll der Streitfälle"),
        purpose=_("Für die Akten und zum Unterschreiben: was geschah, wer was entschied (§ 2.3.2)."),
        names=Names.FULL,
        phase=Phase.AFTER,
        route="streitfaelle.pdf",
        single="streitfaelle/<int:nr>/protokoll.pdf",
        template="documents/disputes/minutes.html",
        fill=lambda job: minutes_document(job.event, job.numbers.get("nr")),
        why_not=availability.needs_disputes,
        right=Right.RULE,
    ),
    Printout(
        key="closing_report",
        title=_("Abschlussbericht"),
        purpose=_(
            "Für die Akten: Teilnehmer, Listen, zurückgegebene Startkarten, Berichtigungen, Entscheidungen, Rangliste."
        ),
        names=Names.FULL,
        phase=Phase.AFTER,
        route="papier/abschlussbericht.pdf",
        template="documents/events/closing_report.html",
        fill=lambda job: closing_report(job.event, base=job.base),
        in_whole_day=True,
    ),
    Printout(
        key="receipts",
        title=_("Quittungen"),
        purpose=_("Für jede Zahlung ein Beleg zum Unterschreiben, vier auf einem Blatt."),
        names=Names.OWN,
        phase=Phase.CASH,
        route="kasse/quittungen.pdf",
        template="documents/money/receipts.html",
        fill=lambda job: _if_any(
            "sheets",
            team_receipt(job.event, job.numbers["mannschaft"])
            if "mannschaft" in job.numbers
            else receipts_document(job.event, job.numbers.get("beleg")),
        ),
        why_not=availability.needs_payments,
        right=Right.CASH,
        parameters=("beleg", "mannschaft"),
    ),
    Printout(
        key="prize_list",
        title=_("Preisliste"),
        purpose=_("Für die Ausgabe der Preise, mit Zeilen zum Unterschreiben."),
        names=Names.FULL,
        phase=Phase.CASH,
        route="kasse/preisliste.pdf",
        template="documents/money/prize_list.html",
        fill=lambda job: prize_list_document(job.event),
        why_not=availability.needs_prizes,
        right=Right.CASH,
    ),
    Printout(
        key="settlement",
        title=_("Abrechnung"),
        purpose=_("Wo um Geld gespielt wird: wer wem was zahlt, je Tisch und zusammen."),
        names=Names.FULL,
        phase=Phase.CASH,
        route="kasse/abrechnung.pdf",
        template="documents/money/settlement.html",
        fill=lambda job: settlement_document(job.event),
        why_not=availability.needs_settled_tables,
        right=Right.CASH,
        listed_only_if_ready=True,
    ),
    Printout(
        key="money_chart",
        title=_("Startgeld und Bußgeld"),
        purpose=_("Für die Leitung: was eingenommen ist, als Diagramm mit Tabelle."),
        names=Names.NONE,
        phase=Phase.CASH,
        route="kasse/diagramm.pdf",
        file="startgeld-und-bussgeld",
        template="documents/money/money_chart.html",
        fill=lambda job: money_paper(job.event),
        right=Right.CASH,
        is_timestamped=True,
    ),
    Printout(
        key="cash_report",
        title=_("Kassenbericht"),
        purpose=_("Für die Akten: Einnahmen, Ausgaben und der gezählte Bestand."),
        names=Names.FULL,
        phase=Phase.CASH,
        route="kasse/bericht.pdf",
        file="kassenbericht",
        template="documents/money/cash_report.html",
        fill=lambda job: cash_report_document(job.event),
        right=Right.CASH,
        is_timestamped=True,
    ),
)

BY_KEY: Mapping[str, Printout] = {printout.key: printout for printout in PRINTOUTS}


def papers_of_changed(job: Job) -> list[tuple[str, str]]:
    """Returns the label and address of each printout that can be limited to the changed tables of a series."""
    return [
        (f"{printout.title}, {choice.label}", printout.address(job, choice))
        for printout in PRINTOUTS
        if printout.more_choices is only_changed
        for choice in only_changed(job)
    ]


def jobs_of(event: Event, *, base: str = "") -> Iterator[tuple[Printout, Job]]:
    """Yields every printout with its job, by phase of the event; printouts of a series once per series."""
    every_series = list(event.series.order_by("number"))
    for phase in Phase:
        for series in every_series if phase is Phase.SERIES else [None]:
            job = Job(event, series, base=base)
            yield from ((printout, job) for printout in PRINTOUTS if printout.phase is phase)
