"""The shelf of papers: what each is for, whose names are on it, where it comes from, or why there is none yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.hand_in import hand_ins
from romme_turnier.tournament.models import Event, LedgerEntry, Notice, PrizeAward, Registration, Series
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.queries import drawn_series
from romme_turnier.tournament.rankings import choices
from romme_turnier.tournament.services.drawn_cards import draw_by_hand
from romme_turnier.tournament.standings.reading import rankings_of

Links = Sequence[tuple[str, str]]  # label, address


@dataclass(frozen=True, slots=True)
class Paper:
    """`links` is empty while there is nothing to print; `not_yet` then says why."""

    name: str
    purpose: str
    names: str  # whose names are on it
    links: Links = ()
    not_yet: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    title: str
    papers: tuple[Paper, ...]
    everything: str = ""  # address of all of them as one file
    everything_label: str = ""


def stretches(event: Event, user: User | AnonymousUser) -> list[Stretch]:
    drawn = {series.number: series for series in drawn_series(event)}
    return [
        Stretch(_("Vor dem Turnier"), tuple(_before(event))),
        *(_series(event, number, drawn.get(number), user) for number in range(1, event.series_count + 1)),
        Stretch(_("Siegerehrung und Abschluss"), tuple(_after(event, user))),
        *([Stretch(_("Kasse"), tuple(_cash(event)))] if may(user, Right.CASH, event) else []),
    ]


def _print(url: str) -> Links:
    return ((_("PDF"), url),)


def _of_event(event: Event, paper: str) -> str:
    return reverse("documents:event_paper", args=[event.slug, paper])


def _before(event: Event) -> Iterator[Paper]:
    active = event.registrations.filter(status=Registration.Status.ACTIVE)
    anyone, numbered = active.exists(), active.filter(number__isnull=False).exists()
    yield Paper(
        _("Ausschreibung"),
        _("Für Aushang und Versand: was, wann, wo, nach welchen Regeln (§ 1.1)."),
        _("ohne Namen"),
        _print(_of_event(event, "ausschreibung")),
    )
    yield Paper(
        _("Meldeliste"),
        _("Für den Empfang: alle Teilnehmer mit Kästchen zum Abhaken, offenes Startgeld hervorgehoben."),
        _full(),
        _print(_of_event(event, "meldeliste")) if anyone else (),
        _("Noch ist niemand gemeldet."),
    )
    yield Paper(
        _("Startkarten"),
        _("Acht auf einem Blatt, zum Schneiden: große Nummer, Name, Club und ein Code zum Einlesen."),
        _own(),
        _print(_of_event(event, "startkarten")) if numbered else (),
        _("Noch hat niemand eine Startnummer."),
    )


def _series(event: Event, number: int, series: Series | None, user: User | AnonymousUser) -> Stretch:
    title = _("Serie %(number)d") % {"number": number}
    if series is None:
        return Stretch(title, tuple(_cards(event, number)) if may(user, Right.DIRECT, event) else ())
    return Stretch(
        title,
        tuple(_of_series(event, series)),
        reverse("documents:series_papers", args=[event.slug, number]),
        _("Alles für Serie %(number)d") % {"number": number},
    )


def _cards(event: Event, number: int) -> Iterator[Paper]:
    """Only while cards are being drawn by hand."""
    series = event.series.filter(number=number).first()
    if series is not None and draw_by_hand(series) is not None:
        yield Paper(
            _("Karten zum Ziehen"),
            _("Acht auf einem Blatt, zum Schneiden: Tisch und Platz, aus drei Metern zu lesen (§ 2.1.1)."),
            _("ohne Namen"),
            _print(reverse("documents:drawing_cards_pdf", args=[event.slug, number])),
        )


def _of_series(event: Event, series: Series) -> Iterator[Paper]:
    number = series.number

    def own(paper: str) -> str:
        return reverse("documents:series_paper", args=[event.slug, number, paper])

    lists = reverse("documents:lists_pdf", args=[event.slug, number])
    yield Paper(
        _("Tischplan"),
        _("Für die Wand: wer wo sitzt, nach Namen und nach Tischen."),
        _public(),
        _print(reverse("documents:table_plan_pdf", args=[event.slug, number])),
    )
    yield Paper(
        _("Tischschilder"),
        _("Ein Blatt je Tisch mit riesiger Nummer, auf Wunsch mit den Namen der Plätze."),
        _public(),
        ((_("nur Nummern"), own("tischschilder")), (_("mit Namen"), own("tischschilder-mit-namen"))),
    )
    yield Paper(
        _("Leere Listen"),
        _("Für die Tische, ein Blatt je Tisch, in der Reihenfolge der Tische."),
        _own(),
        _print(f"{lists}?leer=1"),
    )
    yield Paper(
        _("Was noch fehlt"),
        _("Für den Gang durch den Saal: Tische, deren Liste, Unterschrift, Startkarte oder Bußgeld fehlt."),
        _full(),
        _print(own("fehlende-listen")) if any(table.lacks for table in hand_ins(event, number)) else (),
        _("Alle Tische haben alles abgegeben."),
    )
    yield Paper(
        _("Ausgefüllte Listen"), _("Für die Akten: die Listen, wie sie eingegeben sind."), _full(), _print(lists)
    )
    issue = event.issues.filter(series=series).first()
    yield Paper(
        _("Rangliste"),
        _("Für die Wand: die neueste Ausgabe nach dieser Serie."),
        _public(),
        _print(reverse("documents:issue_pdf", args=[event.slug, number, issue.number])) if issue else (),
        _("Nach dieser Serie ist noch keine Rangliste freigegeben."),
    )


def _after(event: Event, user: User | AnonymousUser) -> Iterator[Paper]:
    issue = event.issues.select_related("series").first()
    final = issue is not None and issue.is_final
    no_issue = _("Noch ist keine Rangliste freigegeben.")
    waiting = Notice.objects.waiting().filter(registration__event=event).exists()
    yield Paper(
        _("Mitteilungen an Spieler"),
        _("Zettel für Spieler, deren Liste berichtigt wurde (§ 2.2.5), drei auf einem Blatt."),
        _own(),
        _print(reverse("documents:notices_pdf", args=[event.slug])) if waiting else (),
        _("Niemand ist zu unterrichten."),
    )
    yield Paper(
        _("Ergebnisse der Spieler"),
        _("Für jeden ein halbes Blatt zum Mitnehmen: seine Serien, Tische und Ergebnisse."),
        _("eigener Name voll, andere wie erlaubt"),
        _print(_of_event(event, "ergebnisse")) if issue else (),
        no_issue,
    )
    yield Paper(
        _("Weitere Wertungen"),
        _("Für die Wand: Serien, Tage, Sonderwertungen, Tandems und Clubs, jede auf einem eigenen Blatt."),
        _public(),
        _print(_of_event(event, "wertungen")) if issue and choices(rankings_of(issue)) else (),
        no_issue if issue is None else _("Neben der Gesamtwertung gibt es keine."),
    )
    yield Paper(
        _("Diagramme"),
        _("Für die Wand: der Rang nach jeder Serie und wie sich die Ergebnisse verteilen."),
        _public(),
        _print(_of_event(event, "diagramme")) if issue else (),
        no_issue,
    )
    aloud = _of_event(event, "siegerehrung")
    yield Paper(
        _("Zum Vorlesen"),
        _("Für die Siegerehrung: vom letzten zum ersten Rang, groß, mit Gleichständen und Gründen."),
        _public(),
        ((_("Plätze 1 bis 10"), f"{aloud}?bis=10"), (_("alle"), aloud)) if issue else (),
        no_issue,
    )
    certificates = _of_event(event, "urkunden")
    yield Paper(
        _("Urkunden"),
        _("Ein Blatt je Teilnehmer mit Rang, Namen und Zeilen zum Unterschreiben."),
        _own(),
        ((_("Plätze 1 bis 3"), f"{certificates}?bis=3"), (_("alle"), certificates)) if final else (),
        _("Erst nach der Rangliste der letzten Serie."),
    )
    if may(user, Right.RULE, event):
        disputes = event.disputes.exists()
        yield Paper(
            _("Protokoll der Streitfälle"),
            _("Für die Akten und zum Unterschreiben: was geschah, wer was entschied (§ 2.3.2)."),
            _full(),
            _print(reverse("documents:minutes_pdf", args=[event.slug])) if disputes else (),
            _("Es gab keinen Streitfall."),
        )
    yield Paper(
        _("Abschlussbericht"),
        _("Für die Akten: Teilnehmer, Listen, zurückgegebene Startkarten, Berichtigungen, Entscheidungen, Rangliste."),
        _full(),
        _print(_of_event(event, "abschlussbericht")),
    )


def _cash(event: Event) -> Iterator[Paper]:
    yield Paper(
        _("Quittungen"),
        _("Für jede Zahlung ein Beleg zum Unterschreiben, vier auf einem Blatt."),
        _own(),
        _print(reverse("documents:receipts_pdf", args=[event.slug]))
        if event.ledger.exclude(kind=LedgerEntry.Kind.FLOAT).exists()
        else (),
        _("Noch ist nichts gebucht."),
    )
    yield Paper(
        _("Preisliste"),
        _("Für die Ausgabe der Preise, mit Zeilen zum Unterschreiben."),
        _full(),
        _print(reverse("documents:prize_list_pdf", args=[event.slug]))
        if PrizeAward.objects.filter(prize__event=event).exists()
        else (),
        _("Noch sind keine Preise freigegeben."),
    )
    yield Paper(
        _("Startgeld und Bußgeld"),
        _("Für die Leitung: was eingenommen ist, als Diagramm mit Tabelle."),
        _("ohne Namen"),
        _print(reverse("documents:money_chart_pdf", args=[event.slug])),
    )
    yield Paper(
        _("Kassenbericht"),
        _("Für die Akten: Einnahmen, Ausgaben und der gezählte Bestand."),
        _full(),
        _print(reverse("documents:cash_report_pdf", args=[event.slug])),
    )


def _full() -> str:
    return _("volle Namen, für die Spielleitung")


def _own() -> str:
    return _("volle Namen, für die Spieler selbst")


def _public() -> str:
    return _("Namen, wie sie öffentlich sein dürfen")


def tables(event: Event, user: User | AnonymousUser) -> list[tuple[str, str, Links]]:
    """Name, what is in it, and its files."""

    def files(table: str) -> Links:
        return tuple(
            (label, reverse("documents:table_file", args=[event.slug, table, kind]))
            for label, kind in ((_("CSV"), "csv"), (_("XLSX"), "xlsx"))
        )

    return [
        (_("Teilnehmer"), _("Nummer, Name, Club, Mannschaft, Startgeld, Status."), files("teilnehmer")),
        (_("Sitzplätze"), _("Serie, Tisch, Platz und wer dort sitzt."), files("sitzplaetze")),
        (_("Listen"), _("Jedes Spiel jedes Spielers, wie es auf der Liste steht."), files("listen")),
        (_("Rangliste"), _("Die neueste freigegebene Ausgabe."), files("rangliste")),
        *(
            [(_("Mannschaftswertung"), _("Die neueste freigegebene Ausgabe."), files("mannschaften"))]
            if event.teams.exists()
            else []
        ),
        *([_ledger(event)] if may(user, Right.CASH, event) else []),
    ]


def _ledger(event: Event) -> tuple[str, str, Links]:
    addresses = ((_("CSV"), "documents:ledger_csv"), (_("XLSX"), "documents:ledger_xlsx"))
    links = tuple((label, reverse(address, args=[event.slug])) for label, address in addresses)
    return _("Buchungen"), _("Jede Buchung der Kasse, auch die stornierten."), links
