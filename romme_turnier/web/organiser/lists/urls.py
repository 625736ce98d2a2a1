from django.urls import URLPattern, path

from romme_turnier.web.organiser.lists import (
    at_table,
    differences,
    entry,
    overview,
    records,
    rows_api,
    second_reading,
)
from romme_turnier.web.organiser.lists.corrections import (
    correcting,
    decisions,
    ending,
    history,
    table,
)
from romme_turnier.web.organiser.lists.hand_in import views as hand_in
from romme_turnier.web.organiser.lists.notices import views as notices

_SERIES = "<slug:slug>/serie/<int:number>/"
_TABLE = _SERIES + "tisch/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(_SERIES + "listen/", overview.overview, name="lists"),
    path(_SERIES + "listen/tisch/", overview.go, name="lists_go"),
    path(_SERIES + "listen/geprueft/", overview.check_all, name="lists_check"),
    path(_SERIES + "am-tisch/", at_table.tables, name="tables_at_work"),
    path(_TABLE, entry.entry, name="list"),
    path(_TABLE + "am-tisch/", at_table.table, name="list_at_table"),
    path(_TABLE + "zeile/", rows_api.row, name="list_row"),
    path(_TABLE + "summen/", rows_api.claims, name="list_claims"),
    path(_TABLE + "fertig/", rows_api.finish, name="list_finish"),
    path(_TABLE + "stand/", rows_api.list_state, name="list_state"),
    path(_TABLE + "geprueft/", overview.check, name="list_check"),
    path(_TABLE + "berichtigen/", correcting.correct, name="list_correct"),
    path(_TABLE + "lesart/", correcting.reading, name="list_reading"),
    path(_TABLE + "ende-unklar/", ending.doubt, name="list_ending"),
    path(_TABLE + "strafpunkte/", decisions.penalty, name="list_penalty"),
    path(_TABLE + "entscheidung/", decisions.ruling, name="list_ruling"),
    path(_TABLE + "platz-verlassen/", decisions.vacancy, name="list_vacancy"),
    path(_TABLE + "zweite-lesung/", second_reading.read, name="list_second_reading"),
    path(_TABLE + "zweite-lesung/vergleich/", second_reading.compare, name="list_second_compare"),
    path(_TABLE + "abweichung/", differences.close, name="list_difference"),
    path(_TABLE + "spiele/", records.records, name="list_records"),
    path(_TABLE + "spiele/<int:pk>.romme", records.record, name="list_record"),
    path(_TABLE + "spiele/<int:pk>/", records.replay, name="list_replay"),
    path(_TABLE + "spiele/laufend/", records.replay_running, name="list_replay_running"),
    path(_TABLE + "anordnung/", decisions.order, name="list_order"),
    path(_TABLE + "plaetze/", decisions.seats, name="list_seats"),
    path(_TABLE + "verlauf/", history.history, name="list_history"),
    path(_TABLE + "verlauf/<int:revision>/", history.revision, name="list_revision"),
    *table.paths(_TABLE),
    path(_SERIES + "abgabe/", hand_in.hand_in, name="hand_in"),
    path(_SERIES + "abgabe/<int:table>/", hand_in.hand_in_table, name="hand_in_table"),
    path("<slug:slug>/mitteilungen/", notices.notices, name="notices"),
    path("<slug:slug>/mitteilungen/<int:pk>/unterrichtet/", notices.notice_told, name="notice_told"),
]
