"""The addresses of the officials' desk, below /leitung/: one folder for each subject, one namespace for all."""

from django.urls import path

from romme_turnier.web.organiser.disputes import views as disputes
from romme_turnier.web.organiser.events import (
    appearance,
    before_leaving,
    officials,
    overview as events_overview,
    terms_correction,
    views as events,
)
from romme_turnier.web.organiser.events.announcement import views as announcement
from romme_turnier.web.organiser.hall import calls, views as hall
from romme_turnier.web.organiser.lists import at_table, differences, entry, overview, records, rows_api, second_reading
from romme_turnier.web.organiser.lists.corrections import correcting, decisions, ending, history, table
from romme_turnier.web.organiser.lists.hand_in import views as hand_in
from romme_turnier.web.organiser.lists.notices import views as notices
from romme_turnier.web.organiser.money import fees, ledger, plan, prizes, settlement
from romme_turnier.web.organiser.organisers import names, offices, views as organisers
from romme_turnier.web.organiser.organisers.members import importing as members_import, views as members
from romme_turnier.web.organiser.participants import (
    for_all,
    front_desk,
    importing,
    leaving,
    participant,
    substitutes,
    teams,
    waiting,
)
from romme_turnier.web.organiser.participants.invitations import views as invitations
from romme_turnier.web.organiser.participants.register import bans as register_bans, views as register
from romme_turnier.web.organiser.printouts.print_page import print_page
from romme_turnier.web.organiser.record import views as record
from romme_turnier.web.organiser.seasons import (
    papers as season_papers,
    qualification,
    quotas,
    ranking_adjustments,
    ranking_editor,
    rankings,
)
from romme_turnier.web.organiser.seating import cards, draw, other_seatings, repair, views as seating
from romme_turnier.web.organiser.standings import play_off, views as standings

_EVENT = "<event:slug>/"
_SEASON = "saison/<season:season>/"
_STAGE = f"{_SEASON}meisterschaft/<int:pk>/"
_QUALIFICATION = f"{_SEASON}meisterschaft/<int:stage>/qualifikation/<int:pk>/"
_RANKINGS = f"{_SEASON}wertungen/"
_RANKING = f"{_RANKINGS}<slug:key>/"
_SERIES = f"{_EVENT}serie/<int:number>/"
_TABLE = f"{_SERIES}tisch/<int:table>/"
_PLAYERS = "register/spieler/<int:keep>/<int:drop>/"
_CLUBS = "register/clubs/<int:keep>/<int:drop>/"
_CASH = f"{_EVENT}kasse/"
_PRIZES = f"{_CASH}preise/"
_PARTICIPANTS = f"{_EVENT}teilnehmer/"
_PARTICIPANT = f"{_PARTICIPANTS}<int:pk>/"
_TEAMS = f"{_EVENT}mannschaften/"
_INVITATIONS = f"{_EVENT}einladungen/"
_STANDINGS = f"{_EVENT}rangliste/"
_DISPUTE = f"{_EVENT}streitfaelle/<int:number>/"
_HALL = f"{_EVENT}saal/"
_ORGANISER = "veranstalter/<slug:number>/"
_OFFICE = f"{_ORGANISER}aemter/<int:pk>/"
_MEMBERS = f"{_ORGANISER}mitglieder/"
_ANNOUNCEMENT = f"{_HALL}durchsage/<int:pk>/"
_CALL = f"{_HALL}rufe/<int:pk>/"

app_name = "organiser"
urlpatterns = [
    # Lists come first, because they are requested most often.
    path(f"{_SERIES}listen/", overview.overview, name="lists"),
    path(f"{_SERIES}listen/tisch/", overview.go, name="lists_go"),
    path(f"{_SERIES}listen/geprueft/", overview.check_all, name="lists_check"),
    path(f"{_SERIES}am-tisch/", at_table.tables, name="tables_at_work"),
    path(_TABLE, entry.entry, name="list"),
    path(f"{_TABLE}am-tisch/", at_table.table, name="list_at_table"),
    path(f"{_TABLE}zeile/", rows_api.row, name="list_row"),
    path(f"{_TABLE}summen/", rows_api.claims, name="list_claims"),
    path(f"{_TABLE}fertig/", rows_api.finish, name="list_finish"),
    path(f"{_TABLE}stand/", rows_api.list_state, name="list_state"),
    path(f"{_TABLE}geprueft/", overview.check, name="list_check"),
    path(f"{_TABLE}berichtigen/", correcting.correct, name="list_correct"),
    path(f"{_TABLE}lesart/", correcting.reading, name="list_reading"),
    path(f"{_TABLE}ende-unklar/", ending.doubt, name="list_ending"),
    path(f"{_TABLE}strafpunkte/", decisions.penalty, name="list_penalty"),
    path(f"{_TABLE}entscheidung/", decisions.ruling, name="list_ruling"),
    path(f"{_TABLE}platz-verlassen/", decisions.vacancy, name="list_vacancy"),
    path(f"{_TABLE}zweite-lesung/", second_reading.read, name="list_second_reading"),
    path(f"{_TABLE}zweite-lesung/vergleich/", second_reading.compare, name="list_second_compare"),
    path(f"{_TABLE}abweichung/", differences.close, name="list_difference"),
    path(f"{_TABLE}spiele/", records.records, name="list_records"),
    path(f"{_TABLE}spiele/<int:pk>.romme", records.record, name="list_record"),
    path(f"{_TABLE}spiele/<int:pk>/", records.replay, name="list_replay"),
    path(f"{_TABLE}spiele/laufend/", records.replay_running, name="list_replay_running"),
    path(f"{_TABLE}anordnung/", decisions.order, name="list_order"),
    path(f"{_TABLE}plaetze/", decisions.seats, name="list_seats"),
    path(f"{_TABLE}verlauf/", history.history, name="list_history"),
    path(f"{_TABLE}verlauf/<int:revision>/", history.revision, name="list_revision"),
    *table.paths(_TABLE),
    path(f"{_SERIES}abgabe/", hand_in.hand_in, name="hand_in"),
    path(f"{_SERIES}abgabe/<int:table>/", hand_in.hand_in_table, name="hand_in_table"),
    path(f"{_EVENT}mitteilungen/", notices.notices, name="notices"),
    path(f"{_EVENT}mitteilungen/<int:pk>/unterrichtet/", notices.notice_told, name="notice_told"),
    # Register and organisers come before the events, whose addresses begin with a name.
    path(f"{_SEASON}meisterschaft/", quotas.championship, name="championship"),
    path(f"{_SEASON}meisterschaft/neu/", quotas.stage_new, name="stage_new"),
    path(_STAGE, quotas.stage, name="stage"),
    path(f"{_STAGE}aendern/", quotas.stage_change, name="stage_change"),
    path(f"{_STAGE}loeschen/", quotas.stage_delete, name="stage_delete"),
    path(f"{_STAGE}plaetze/", quotas.quota_new, name="quota_new"),
    path(f"{_STAGE}plaetze/zuruecknehmen/", quotas.quota_withdraw, name="quota_withdraw"),
    path(f"{_STAGE}plaetze.<slug:kind>", quotas.quota_file, name="quota_file"),
    path(f"{_STAGE}qualifikation/", qualification.qualification_new, name="qualification_new"),
    path(_QUALIFICATION, qualification.qualification, name="qualification"),
    path(f"{_QUALIFICATION}absage/<int:qualifier>/", qualification.decline_place, name="decline_place"),
    path(f"{_QUALIFICATION}absage-zuruecknehmen/", qualification.decline_take_back, name="decline_take_back"),
    path(f"{_QUALIFICATION}uebernehmen/", qualification.qualified_register, name="qualified_register"),
    path(f"{_QUALIFICATION}loeschen/", qualification.qualification_delete, name="qualification_delete"),
    path(f"{_QUALIFICATION}qualifizierte.<slug:kind>", qualification.qualification_file, name="qualification_file"),
    path(_RANKINGS, rankings.rankings, name="rankings"),
    path(f"{_RANKINGS}neu/", ranking_editor.ranking_new, name="ranking_new"),
    path(_RANKING, rankings.ranking, name="ranking"),
    path(f"{_RANKING}formel/", ranking_editor.ranking_formula, name="ranking_formula"),
    path(f"{_RANKING}ausgaben/<int:number>/", rankings.ranking_edition, name="ranking_edition"),
    path(f"{_RANKING}abschlaege/", ranking_adjustments.ranking_adjustments, name="ranking_adjustments"),
    path(f"{_RANKING}abschlaege/<int:pk>/", ranking_adjustments.adjustment_withdraw, name="adjustment_withdraw"),
    path(f"{_RANKING}name/", rankings.ranking_name, name="ranking_name"),
    path(f"{_RANKING}hoch/", rankings.ranking_up, name="ranking_up"),
    path(f"{_RANKING}ruhen/", rankings.ranking_rest, name="ranking_rest"),
    path(f"{_RANKING}neu-berechnen/", rankings.ranking_renew, name="ranking_renew"),
    path(f"{_RANKING}loeschen/", rankings.ranking_delete, name="ranking_delete"),
    path("veranstalter/", organisers.organisers, name="organisers"),
    path("veranstalter/neu/", organisers.organiser_add, name="organiser_add"),
    path("veranstalter/rechte/", organisers.own_rights, name="own_rights"),
    path(f"{_SEASON}wertung/<slug:key>/aushang.pdf", season_papers.poster_paper, name="season_poster"),
    path(f"{_SEASON}wertung/<slug:key>/urkunden.pdf", season_papers.certificates_paper, name="season_certificates"),
    path(f"{_SEASON}wertung/<slug:key>/ausgabe-<int:number>.<slug:kind>", season_papers.table_file, name="season_file"),
    path(_ORGANISER, organisers.organiser, name="organiser"),
    path(_MEMBERS, members.members, name="members"),
    path(f"{_MEMBERS}neu/", members.member_add, name="member_add"),
    path(f"{_MEMBERS}einlesen/", members_import.members_import, name="members_import"),
    path(f"{_MEMBERS}mitglieder.<slug:kind>", members.members_file, name="members_file"),
    path(f"{_MEMBERS}<int:pk>/", members.member, name="member"),
    path(f"{_MEMBERS}<int:pk>/loeschen/", members.member_remove, name="member_remove"),
    path(f"{_ORGANISER}aendern/", organisers.organiser_change, name="organiser_change"),
    path(f"{_ORGANISER}auftritt/", organisers.organiser_face, name="organiser_face"),
    path(f"{_ORGANISER}namen/", names.organiser_names, name="organiser_names"),
    path(f"{_ORGANISER}aemter/geben/", offices.office_give, name="office_give"),
    path(f"{_ORGANISER}aemter/konto/", offices.office_account, name="office_account"),
    path(f"{_OFFICE}beenden/", offices.office_end, name="office_end"),
    path(f"{_OFFICE}zuruecknehmen/", offices.office_take_back, name="office_take_back"),
    path(f"{_OFFICE}passwort/", offices.office_password, name="office_password"),
    path("register/protokoll/", record.register_record, name="register_record"),
    path("register/namen/", names.register_names, name="register_names"),
    path("register/", register.register, name="register"),
    path("register/doppelt/", register.duplicates, name="register_duplicates"),
    path(_PLAYERS, register.players_merge, name="merge_players"),
    path(f"{_PLAYERS}verschieden/", register.players_differ, name="players_differ"),
    path(_CLUBS, register.clubs_merge, name="merge_clubs"),
    path(f"{_CLUBS}verschieden/", register.clubs_differ, name="clubs_differ"),
    path("register/spieler/<int:pk>/sperren/", register_bans.player_ban, name="player_ban"),
    path("register/spieler/<int:pk>/auskunft.json", register.player_data, name="player_data"),
    path("register/spieler/<int:pk>/loeschen/", register.player_erase, name="player_erase"),
    path("register/vorschlaege/<int:pk>/zurueckziehen/", register.proposal_withdraw, name="proposal_withdraw"),
    path("register/vorschlaege/<int:pk>/ablehnen/", register.proposal_refuse, name="proposal_refuse"),
    path("register/sperren/<int:pk>/", register_bans.ban_lift, name="ban_lift"),
    path("", events_overview.events, name="events"),
    path("turniere.<slug:kind>", events_overview.events_file, name="events_file"),
    path("neu/", events.event_new, name="event_new"),
    path("neu/ausfuehrlich/", announcement.event_create, name="event_create"),
    path(_EVENT, events.event, name="event"),
    path(f"{_EVENT}loeschen/", events.event_delete, name="event_delete"),
    path(f"{_EVENT}schritt/", events.event_said, name="event_said"),
    path(f"{_EVENT}bevor-sie-gehen/", before_leaving.before_leaving, name="before_leaving"),
    path(f"{_EVENT}sicherung/", before_leaving.event_backup, name="event_backup"),
    path(f"{_EVENT}mehr/", events.more, name="more"),
    path(f"{_EVENT}ausschreibung/", announcement.event_edit, name="event_edit"),
    path(f"{_EVENT}ausschreibung/berichtigen/", terms_correction.event_terms, name="event_terms"),
    path(f"{_EVENT}aussehen/", appearance.event_appearance, name="event_appearance"),
    path(f"{_EVENT}kopieren/", events.event_copy, name="event_copy"),
    path(f"{_EVENT}veroeffentlichen/", events.event_publish, name="event_publish"),
    path(f"{_EVENT}personen/", officials.officials, name="officials"),
    path(f"{_EVENT}personen/konto/", officials.official_create, name="official_create"),
    path(f"{_EVENT}personen/einladen/", officials.official_invite, name="official_invite"),
    path(
        f"{_EVENT}personen/einladungen/<int:pk>/zuruecknehmen/",
        officials.official_invite_withdraw,
        name="official_invite_withdraw",
    ),
    path(f"{_EVENT}personen/<int:pk>/", officials.official, name="official"),
    path(f"{_EVENT}personen/<int:pk>/entfernen/", officials.official_remove, name="official_remove"),
    path(f"{_EVENT}protokoll/", record.event_record, name="event_record"),
    path(f"{_EVENT}papier/", print_page, name="print_page"),
    path(_CASH, fees.cash, name="cash"),
    path(f"{_CASH}teilnehmer/<int:pk>/", fees.cash_account, name="cash_account"),
    path(f"{_CASH}teilnehmer/<int:pk>/bezahlt/", fees.cash_pay, name="cash_pay"),
    path(f"{_CASH}mannschaft/<int:pk>/bezahlt/", fees.cash_pay_team, name="cash_pay_team"),
    path(f"{_CASH}nachbuchen/", fees.cash_pay_noted, name="cash_pay_noted"),
    path(f"{_CASH}buchungen/", ledger.ledger, name="ledger"),
    path(f"{_CASH}buchungen/neu/", ledger.ledger_entry, name="ledger_entry"),
    path(f"{_CASH}buchungen/<int:number>/storno/", ledger.ledger_reverse, name="ledger_reverse"),
    path(f"{_CASH}bussgeld/", fees.cash_fines, name="cash_fines"),
    path(f"{_CASH}abrechnung/", settlement.settlement, name="settlement"),
    path(f"{_CASH}abrechnung/<int:pk>/gezahlt/", settlement.settlement_pay, name="settlement_pay"),
    path(_PRIZES, prizes.prizes, name="prizes"),
    path(f"{_PRIZES}plan/", plan.prize_plan, name="prize_plan"),
    path(f"{_PRIZES}freigeben/", prizes.prizes_release, name="prizes_release"),
    path(f"{_PRIZES}zuruecknehmen/", prizes.prizes_withdraw, name="prizes_withdraw"),
    path(f"{_PRIZES}<int:pk>/ausgeben/", prizes.prize_hand_out, name="prize_hand_out"),
    path(f"{_PRIZES}<int:pk>/zurueck/", prizes.prize_take_back, name="prize_take_back"),
    path(f"{_CASH}abschluss/", ledger.day_end, name="day_end"),
    path(f"{_CASH}abschluss/unterschied/", ledger.cash_difference, name="cash_difference"),
    path(f"{_EVENT}einlass/", front_desk.front_desk, name="front_desk"),
    path(_PARTICIPANTS, front_desk.moved, name="participants_moved"),
    path(f"{_EVENT}eintreffen/", front_desk.moved, name="check_in_moved"),
    path(f"{_PARTICIPANTS}import/", importing.participants_import, name="participants_import"),
    path(f"{_PARTICIPANTS}sonderwertungen/", for_all.participants_categories, name="participants_categories"),
    path(f"{_PARTICIPANTS}startnummern/", for_all.participants_numbers, name="participants_numbers"),
    path(f"{_PARTICIPANTS}zustimmung/", for_all.consent_for_all, name="consent_for_all"),
    path(f"{_PARTICIPANTS}warteliste/", waiting.waiting_list, name="waiting_list"),
    path(_PARTICIPANT, participant.participant, name="participant"),
    path(f"{_PARTICIPANT}bezahlt/", participant.participant_paid, name="participant_paid"),
    path(f"{_PARTICIPANT}zahlt-spaeter/", participant.participant_pays_later, name="participant_pays_later"),
    path(f"{_PARTICIPANT}einlass/", participant.participant_hand_out, name="participant_hand_out"),
    path(f"{_PARTICIPANT}einlass/zurueck/", participant.participant_take_back, name="participant_take_back"),
    path(f"{_PARTICIPANT}startkarte/", participant.participant_new_card, name="participant_new_card"),
    path(f"{_PARTICIPANT}rueckzug/", leaving.participant_withdraw, name="participant_withdraw"),
    path(f"{_PARTICIPANT}ausschluss/", leaving.participant_exclude, name="participant_exclude"),
    path(f"{_PARTICIPANT}fehlt/", leaving.participant_absent, name="participant_absent"),
    path(f"{_PARTICIPANT}spielt-doch/", leaving.participant_back, name="participant_back"),
    path(f"{_PARTICIPANT}wieder-dabei/", leaving.participant_reinstate, name="participant_reinstate"),
    path(f"{_PARTICIPANT}nachruecken/", waiting.participant_admit, name="participant_admit"),
    path(f"{_PARTICIPANT}loeschen/", waiting.participant_delete, name="participant_delete"),
    path(_TEAMS, teams.teams, name="teams"),
    path(f"{_TEAMS}neu/", teams.team_create, name="team_create"),
    path(f"{_TEAMS}<int:pk>/", teams.team, name="team"),
    path(f"{_TEAMS}<int:pk>/einwechseln/", substitutes.team_call_in, name="team_call_in"),
    path(f"{_TEAMS}einwechslung/<int:pk>/zurueck/", substitutes.team_call_back, name="team_call_back"),
    path(f"{_TEAMS}<int:pk>/aufloesen/", teams.team_delete, name="team_delete"),
    path(_INVITATIONS, invitations.player_invitations, name="player_invitations"),
    path(f"{_INVITATIONS}<int:pk>/", invitations.player_invitation, name="player_invitation"),
    path(
        f"{_INVITATIONS}<int:pk>/zuruecknehmen/",
        invitations.player_invitation_withdraw,
        name="player_invitation_withdraw",
    ),
    path(_SERIES, seating.series, name="series"),
    path(f"{_SERIES}auslosen/", draw.series_draw, name="series_draw"),
    path(f"{_SERIES}nach-rangliste/", other_seatings.series_by_standings, name="series_by_standings"),
    path(f"{_SERIES}aus-datei/", other_seatings.series_from_file, name="series_from_file"),
    path(f"{_SERIES}karten/", cards.series_cards, name="series_cards"),
    path(f"{_SERIES}karten/verwerfen/", cards.series_cards_discard, name="series_cards_discard"),
    path(f"{_SERIES}verwerfen/", draw.series_discard, name="series_discard"),
    path(f"{_SERIES}spieltag/", seating.series_day, name="series_day"),
    path(f"{_SERIES}tauschen/", seating.series_swap, name="series_swap"),
    path(f"{_SERIES}aenderung/", repair.series_repair, name="series_repair"),
    path(f"{_SERIES}aenderung/uebernehmen/", repair.series_repair_apply, name="series_repair_apply"),
    path(f"{_SERIES}aenderung/<int:pk>/zurueck/", repair.series_repair_undo, name="series_repair_undo"),
    path(f"{_SERIES}abschliessen/", seating.series_close, name="series_close"),
    path(f"{_SERIES}vorzeitig/", seating.series_end_early, name="series_end_early"),
    path(f"{_SERIES}vorzeitig/zurueck/", seating.series_play_on, name="series_play_on"),
    path(f"{_SERIES}oeffnen/", seating.series_reopen, name="series_reopen"),
    path(f"{_SERIES}plaetze-freigeben/", seating.series_release, name="series_release"),
    path(_STANDINGS, standings.standings, name="standings"),
    path(f"{_STANDINGS}<int:after>/", standings.standings_after, name="standings_after"),
    path(f"{_STANDINGS}<int:after>/freigeben/", standings.standings_release, name="standings_release"),
    path(f"{_STANDINGS}<int:after>/diagramme/", standings.charts, name="standings_charts"),
    path(f"{_STANDINGS}<int:after>/<slug:key>/", standings.ranking, name="standings_ranking"),
    path(f"{_EVENT}entscheidungsspiel/", play_off.play_off, name="play_off"),
    path(f"{_EVENT}entscheidungsspiel/<int:pk>/loeschen/", play_off.play_off_remove, name="play_off_remove"),
    path(f"{_EVENT}streitfaelle/", disputes.disputes, name="disputes"),
    path(f"{_EVENT}streitfaelle/neu/", disputes.dispute_create, name="dispute_create"),
    path(_DISPUTE, disputes.dispute, name="dispute"),
    path(f"{_DISPUTE}angaben/", disputes.dispute_edit, name="dispute_edit"),
    path(f"{_DISPUTE}entscheidung/", disputes.dispute_decide, name="dispute_decide"),
    path(f"{_DISPUTE}berufung/", disputes.dispute_appeal, name="dispute_appeal"),
    path(f"{_DISPUTE}berufung/entscheidung/", disputes.dispute_settle, name="dispute_settle"),
    path(_HALL, hall.hall, name="hall"),
    path(f"{_HALL}uhr/<int:number>/", hall.clock, name="hall_clock"),
    path(f"{_HALL}leinwand/", hall.programme, name="hall_wall"),
    path(f"{_HALL}leinwand/halten/", hall.hold, name="hall_hold"),
    path(f"{_HALL}rufe/", calls.calls, name="hall_calls"),
    path(f"{_HALL}rufe/jetzt/", calls.calls_now, name="hall_calls_now"),
    path(f"{_CALL}kommt/", calls.change, {"act": "answer"}, name="hall_call_answer"),
    path(f"{_CALL}kommt/zuruecknehmen/", calls.change, {"act": "take_back_answer"}, name="hall_call_take_back_answer"),
    path(f"{_CALL}erledigt/", calls.change, {"act": "end"}, name="hall_call_end"),
    path(f"{_CALL}erledigt/zuruecknehmen/", calls.change, {"act": "take_back_end"}, name="hall_call_take_back_end"),
    path(f"{_HALL}durchsage/", hall.announce, name="hall_announce"),
    path(f"{_ANNOUNCEMENT}beenden/", hall.end, name="hall_end"),
    path(f"{_ANNOUNCEMENT}zuruecknehmen/", hall.withdraw, name="hall_withdraw"),
    path(f"{_ANNOUNCEMENT}noch-einmal/", hall.again, name="hall_again"),
]
