"""A table of the corrections that need only a reason; the views of all rows share the same code."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.orders import play_on_in_hall
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.lists import decisions, early_end, entries
from romme_turnier.tournament.lists.endings import withdraw_doubt
from romme_turnier.tournament.lists.history_words import differences
from romme_turnier.tournament.lists.restoring import restore
from romme_turnier.tournament.lists.words import say_endings
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.lists.common import ListView, get_list_view
from romme_turnier.web.organiser.lists.corrections.forms import DecisionForm
from romme_turnier.web.organiser.lists.corrections.outcome import Stored
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide


def _nothing(*_args: object) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A correction that needs only a reason.

    Its texts can contain placeholders for the columns of the row, `table` and `endings`. `verb` receives the row (or
    the list, if the correction has no row), `reason`, `expected` and `by`.
    """

    name: str
    address: str
    title: Promise
    clause: Promise
    verb: Callable[..., object]
    done: Promise
    facts: tuple[Promise, ...] = ()
    row: tuple[type[Model], str] | None = None  # model of the row, and the column that the address gives
    more_facts: Callable[[ListView], Iterable[str]] = _nothing
    facts_after: Callable[[ListView, Stored], Iterable[str]] = _nothing
    danger: bool = False

    def of(self, view: ListView, named: Iterable[int]) -> Model | None:
        """Returns the row to correct, if the correction has one; raises Http404 if the list has no such row."""
        if self.row is None:
            return None
        model, column = self.row
        (value,) = named
        return get_object_or_404(model, spielliste=view.spielliste, **{column: value})

    def view(self) -> Callable[..., HttpResponse]:
        @for_officials(Right.RULE)
        def correct(
            request: OfficialRequest, event: models.Event, /, number: int, table: int, **named: int
        ) -> HttpResponse:
            view = get_list_view(request, event, number, table)
            row = self.of(view, named.values())
            words = {**(vars(row) if row else {}), "table": table}
            if isinstance(row, models.EndingReading):
                words["endings"] = say_endings(row.endings, event.rules)
            title = str(self.title) % words
            form = DecisionForm(request.POST or None)

            def decision() -> Decision:
                return Decision(
                    clause=str(self.clause),
                    facts=[*(str(fact) % words for fact in self.facts), *self.more_facts(view)],
                    facts_after=lambda stored: [*self.facts_after(view, stored)],
                    button=title,
                    done=str(self.done) % words,
                    danger=self.danger,
                    carry_out=partial(self.verb, row or view.spielliste),
                )

            return decide(request, view, form, decision, title)

        return correct


def _nobody_returns(view: ListView) -> Iterator[str]:
    if play_table_of(view.spielliste) is not None:
        yield _("Am Bildschirm kommt niemand an den Tisch zurück. Er wartet, bis Sie ihn im Saal weiterspielen lassen.")


def _not_played(view: ListView) -> list[str]:
    numbers = view.loaded.evaluation.missing
    if not numbers:
        return []
    words = {"first": numbers[0], "last": numbers[-1]}
    games = _("Spiel %(first)d entfällt.") if len(numbers) == 1 else _("Die Spiele %(first)d bis %(last)d entfallen.")
    return [games % words, *early_end.meaning_of_fewer_games(view.loaded.terms)]


CORRECTIONS = (
    Correction(
        name="list_uncheck",
        address="zuruecknehmen/",
        title=gettext_lazy("Prüfung zurücknehmen"),
        clause=gettext_lazy("Die Spielleitung prüft die Listen und berichtigt Fehler (§ 2.2.5)."),
        facts=(gettext_lazy("Die Liste ist danach wieder ungeprüft."),),
        done=gettext_lazy("Die Liste von Tisch %(table)d ist wieder ungeprüft."),
        verb=entries.uncheck,
    ),
    Correction(
        name="list_invalid",
        address="ungueltig/",
        title=gettext_lazy("Liste für ungültig erklären"),
        clause=gettext_lazy("Die Spielleitung darf eine schlecht geführte Liste für ungültig erklären (§ 2.2.6)."),
        facts=(gettext_lazy("Die Liste zählt für niemanden am Tisch."),),
        done=gettext_lazy("Die Liste von Tisch %(table)d ist ungültig."),
        verb=entries.declare_invalid,
        danger=True,
    ),
    Correction(
        name="list_valid",
        address="wieder-gueltig/",
        title=gettext_lazy("Liste wieder gelten lassen"),
        clause=gettext_lazy("Die Spielleitung entscheidet über die Gültigkeit einer Liste (§ 2.2.6)."),
        facts_after=lambda _view, stored: [
            _("Die Liste ist danach wieder: %(status)s.") % {"status": stored.status.label}
        ],
        done=gettext_lazy("Die Liste von Tisch %(table)d gilt wieder."),
        verb=entries.revoke_invalid,
    ),
    Correction(
        name="list_penalty_remove",
        address="strafpunkte/<int:pk>/",
        row=(models.Penalty, "pk"),
        title=gettext_lazy("Strafpunkte zurücknehmen"),
        clause=gettext_lazy("Über Strafpunkte entscheidet die Spielleitung (§ 8.3)."),
        facts=(gettext_lazy("%(points)d Strafpunkte für Platz %(seat)d in Spiel %(game)d entfallen"),),
        done=gettext_lazy("Die Strafpunkte für Platz %(seat)d sind zurückgenommen."),
        verb=decisions.remove_penalty,
    ),
    Correction(
        name="list_ruling_revoke",
        address="entscheidung/<int:game>/",
        row=(models.RowRuling, "game"),
        title=gettext_lazy("Entscheidung zurücknehmen"),
        clause=gettext_lazy("Über Zweifelsfälle entscheidet die Spielleitung (§ 2.3.2)."),
        facts=(gettext_lazy("Für Spiel %(game)d gelten wieder die Regeln."),),
        done=gettext_lazy("Die Entscheidung zu Spiel %(game)d ist zurückgenommen."),
        verb=decisions.revoke_ruling,
    ),
    Correction(
        name="list_end_early",
        address="vorzeitig/",
        title=gettext_lazy("Liste vorzeitig beenden"),
        clause=gettext_lazy("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
        more_facts=_not_played,
        done=gettext_lazy("Die Liste von Tisch %(table)d ist vorzeitig beendet."),
        verb=early_end.end_early,
    ),
    Correction(
        name="list_play_on",
        address="vorzeitig/zurueck/",
        title=gettext_lazy("Vorzeitiges Ende zurücknehmen"),
        clause=gettext_lazy("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
        facts=(gettext_lazy("Die entfallenen Spiele fehlen danach wieder."),),
        done=gettext_lazy("Die Liste von Tisch %(table)d geht weiter."),
        verb=early_end.play_on,
    ),
    Correction(
        name="list_vacancy_revoke",
        address="platz-verlassen/<int:seat>/",
        row=(models.Vacancy, "seat"),
        title=gettext_lazy("Platz wieder besetzen"),
        clause=gettext_lazy("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
        facts=(gettext_lazy("Platz %(seat)d spielt wieder mit, seine Punkte sind einzutragen."),),
        more_facts=_nobody_returns,
        done=gettext_lazy("Platz %(seat)d ist wieder besetzt."),
        verb=decisions.return_to_seat,
    ),
    Correction(
        name="list_ending_withdraw",
        address="ende-unklar/<int:game>/",
        row=(models.EndingReading, "game"),
        title=gettext_lazy("Lesarten zurücknehmen"),
        clause=gettext_lazy("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5)."),
        facts=(
            gettext_lazy("Dass Spiel %(game)d beendet haben kann: %(endings)s, ist nicht mehr vermerkt."),
            gettext_lazy("Die Zeile bleibt, wie sie dasteht."),
        ),
        done=gettext_lazy("Die Lesarten von Spiel %(game)d sind zurückgenommen."),
        verb=withdraw_doubt,
    ),
    Correction(
        name="list_to_hall",
        address="im-saal/",
        title=gettext_lazy("Im Saal weiterspielen"),
        clause=gettext_lazy("Die Spielleitung entscheidet, wie es am Tisch weitergeht (§ 2.3.2)."),
        facts=(
            gettext_lazy("Am Bildschirm geht es an diesem Tisch nicht weiter; das lässt sich nicht zurücknehmen."),
            gettext_lazy(
                "Was gespielt ist, steht auf der Liste. Ein Spiel, das noch läuft, zählt nicht und beginnt neu."
            ),
        ),
        done=gettext_lazy("Dieser Tisch spielt im Saal weiter. Seine Liste führen jetzt Papier oder Handy."),
        verb=lambda spielliste, reason, by, **_version: play_on_in_hall(spielliste, reason=reason, by=by),
        danger=True,
    ),
    Correction(
        name="list_restore",
        address="verlauf/<int:revision>/wiederherstellen/",
        row=(models.Revision, "number"),
        title=gettext_lazy("Fassung %(number)d wiederherstellen"),
        clause=gettext_lazy("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5)."),
        facts=(
            gettext_lazy("Der Inhalt der Fassung %(number)d wird eine neue Fassung. Nichts geht verloren."),
            gettext_lazy("Wer wo sitzt, bleibt, wie es ist."),
        ),
        facts_after=lambda view, stored: (
            differences(view.spielliste.revisions.latest("number").content, stored.content)
            or [_("Es ändert sich nichts.")]
        ),
        done=gettext_lazy("Fassung %(number)d ist wiederhergestellt."),
        verb=restore,
    ),
)


def paths(before: str) -> list[URLPattern]:
    """Returns the URL patterns of all corrections, prefixed with `before`."""
    return [path(before + row.address, row.view(), name=row.name) for row in CORRECTIONS]
