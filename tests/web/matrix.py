"""Every address of the program, and who may look at it and who may send to it: tables for test_permissions.py.

A new address goes into one of the tables; the tests name every address that is in none.
"""

from typing import Any

from romme_turnier.tournament.permissions import Right

SEE, REGISTER, COLLECT, CASH, ENTER, RULE, DIRECT = Right
REFUSED = None  # the method is not answered at all: 405

EVENT: dict[str, Any] = {}
SERIES = {"number": 1}
LIST = {"number": 1, "table": 1}
DISPUTE = {"number": 1}

Arguments = dict[str, Any]
Table = dict[str, tuple[Arguments, str | None, str | None]]

# The desk. Address: (its arguments beside the event's, the right to look, the right to send)
DESK: dict[str, tuple[Arguments, Right | None, Right | None]] = {
    "organiser:event": (EVENT, SEE, REFUSED),
    "organiser:event_edit": (EVENT, DIRECT, DIRECT),
    "organiser:event_copy": (EVENT, DIRECT, DIRECT),
    "organiser:event_publish": (EVENT, DIRECT, DIRECT),
    "organiser:officials": (EVENT, SEE, DIRECT),
    "organiser:official_create": (EVENT, DIRECT, DIRECT),
    "organiser:official_invite": (EVENT, DIRECT, DIRECT),
    "organiser:official_invite_withdraw": ({"pk": "official_invitation"}, DIRECT, DIRECT),
    "organiser:official": ({"pk": "ella"}, DIRECT, DIRECT),
    "organiser:official_remove": ({"pk": "ella"}, DIRECT, DIRECT),
    "organiser:participants": (EVENT, SEE, REFUSED),
    "organiser:participant_create": (EVENT, REGISTER, REGISTER),
    "organiser:participants_import": (EVENT, REGISTER, REGISTER),
    "organiser:participants_numbers": (EVENT, SEE, REGISTER),
    "organiser:waiting_list": (EVENT, SEE, REFUSED),
    "organiser:participant_admit": ({"pk": "waiting"}, REFUSED, REGISTER),
    "organiser:participant_delete": ({"pk": "waiting"}, REGISTER, REGISTER),
    "organiser:player_invitations": (EVENT, DIRECT, DIRECT),
    "organiser:player_invitation": ({"pk": "player_invitation"}, DIRECT, REFUSED),
    "organiser:player_invitation_withdraw": ({"pk": "player_invitation"}, DIRECT, DIRECT),
    "organiser:participant": ({"pk": "registration"}, SEE, REGISTER),
    "organiser:participant_paid": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_pays_later": ({"pk": "registration"}, REFUSED, CASH),
    "organiser:check_in": (EVENT, SEE, REGISTER),
    "organiser:participant_hand_out": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:participant_number": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_withdraw": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:participant_exclude": ({"pk": "registration"}, DIRECT, DIRECT),
    "organiser:participant_absent": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:participant_back": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_reinstate": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:teams": (EVENT, SEE, REFUSED),
    "organiser:team_create": (EVENT, REGISTER, REGISTER),
    "organiser:team": ({"pk": "team"}, REGISTER, REGISTER),
    "organiser:team_call_in": ({"pk": "team"}, REGISTER, REGISTER),
    "organiser:team_call_back": ({"pk": "call_in"}, REFUSED, REGISTER),
    "organiser:team_delete": ({"pk": "team"}, REGISTER, REGISTER),
    "organiser:series": (SERIES, SEE, REFUSED),
    "organiser:series_draw": (SERIES, DIRECT, DIRECT),
    "organiser:series_by_standings": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_from_file": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_cards": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_cards_discard": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_discard": (SERIES, DIRECT, DIRECT),
    "organiser:series_day": (SERIES, DIRECT, DIRECT),
    "organiser:series_swap": (SERIES, DIRECT, DIRECT),
    "organiser:series_repair": (SERIES, DIRECT, REFUSED),
    "organiser:series_repair_apply": (SERIES, REFUSED, DIRECT),
    "organiser:series_repair_undo": ({**SERIES, "pk": "repair"}, DIRECT, DIRECT),
    "organiser:series_close": (SERIES, DIRECT, DIRECT),
    "organiser:series_reopen": (SERIES, DIRECT, DIRECT),
    "organiser:series_release": (SERIES, REFUSED, DIRECT),
    "organiser:hand_in": (SERIES, SEE, REFUSED),
    "organiser:hand_in_table": (LIST, SEE, COLLECT),
    "organiser:lists": (SERIES, SEE, REFUSED),
    "organiser:lists_go": (SERIES, SEE, REFUSED),
    "organiser:list": (LIST, SEE, ENTER),
    "organiser:list_row": (LIST, REFUSED, ENTER),
    "organiser:list_claims": (LIST, REFUSED, ENTER),
    "organiser:list_finish": ({"number": 1, "table": 2}, REFUSED, ENTER),
    "organiser:list_state": (LIST, SEE, REFUSED),
    "organiser:list_complete": (LIST, REFUSED, ENTER),
    "organiser:list_sign": (LIST, REFUSED, ENTER),
    "organiser:list_check": (LIST, REFUSED, RULE),
    "organiser:list_uncheck": (LIST, RULE, RULE),
    "organiser:list_invalid": (LIST, RULE, RULE),
    "organiser:list_valid": (LIST, RULE, RULE),
    "organiser:list_penalty": (LIST, RULE, RULE),
    "organiser:list_penalty_remove": ({**LIST, "pk": "penalty"}, RULE, RULE),
    "organiser:list_ruling": (LIST, RULE, RULE),
    "organiser:list_ruling_revoke": ({**LIST, "game": 3}, RULE, RULE),
    "organiser:list_vacancy": (LIST, RULE, RULE),
    "organiser:list_vacancy_revoke": ({**LIST, "seat": 4}, RULE, RULE),
    "organiser:list_seats": (LIST, RULE, RULE),
    "organiser:list_correct": (LIST, ENTER, ENTER),
    "organiser:list_reading": (LIST, RULE, RULE),
    "organiser:list_revision": ({"number": 3, "table": 1, "revision": 1}, SEE, REFUSED),
    "organiser:list_restore": ({"number": 3, "table": 1, "revision": 1}, RULE, RULE),
    "organiser:list_second_reading": (LIST, ENTER, ENTER),
    "organiser:list_second_compare": (LIST, ENTER, ENTER),
    "organiser:list_difference": (LIST, REFUSED, ENTER),
    "organiser:list_history": (LIST, SEE, REFUSED),
    "organiser:hall": (EVENT, SEE, REFUSED),
    "organiser:hall_clock": ({"number": 1}, REFUSED, RULE),
    "organiser:hall_announce": (EVENT, REFUSED, ENTER),
    "organiser:hall_withdraw": ({"pk": "hall_message"}, REFUSED, ENTER),
    "organiser:papers": (EVENT, SEE, REFUSED),
    "organiser:notices": (EVENT, SEE, REFUSED),
    "organiser:notice_told": ({"pk": "notice"}, REFUSED, RULE),
    "organiser:standings": (EVENT, SEE, REFUSED),
    "organiser:standings_after": ({"after": 1}, SEE, REFUSED),
    "organiser:standings_charts": ({"after": 1}, SEE, REFUSED),
    "organiser:standings_ranking": ({"after": 1, "key": "clubs"}, SEE, REFUSED),
    "organiser:standings_release": ({"after": 1}, DIRECT, DIRECT),
    "organiser:play_off": (EVENT, DIRECT, DIRECT),
    "organiser:play_off_remove": ({"pk": "play_off"}, DIRECT, DIRECT),
    "organiser:cash": (EVENT, SEE, REFUSED),
    "organiser:cash_account": ({"pk": "registration"}, CASH, CASH),
    "organiser:cash_pay": ({"pk": "registration"}, REFUSED, CASH),
    "organiser:cash_pay_team": ({"pk": "team"}, REFUSED, CASH),
    "organiser:ledger": (EVENT, CASH, REFUSED),
    "organiser:ledger_entry": (EVENT, CASH, CASH),
    "organiser:ledger_reverse": ({"number": 1}, CASH, CASH),
    "organiser:cash_fines": (EVENT, CASH, REFUSED),
    "organiser:prizes": (EVENT, SEE, REFUSED),
    "organiser:prize_plan": (EVENT, DIRECT, DIRECT),
    "organiser:prizes_release": (EVENT, REFUSED, DIRECT),
    "organiser:prizes_withdraw": (EVENT, DIRECT, DIRECT),
    "organiser:prize_play_off": (EVENT, DIRECT, DIRECT),
    "organiser:prize_hand_out": ({"pk": "award"}, REFUSED, CASH),
    "organiser:prize_take_back": ({"pk": "award"}, CASH, CASH),
    "organiser:day_end": (EVENT, CASH, CASH),
    "documents:receipts_pdf": (EVENT, CASH, REFUSED),
    "documents:cash_report_pdf": (EVENT, CASH, REFUSED),
    "documents:prize_list_pdf": (EVENT, CASH, REFUSED),
    "documents:money_chart_pdf": (EVENT, CASH, REFUSED),
    "documents:ledger_csv": (EVENT, CASH, REFUSED),
    "documents:ledger_xlsx": (EVENT, CASH, REFUSED),
    "organiser:disputes": (EVENT, RULE, REFUSED),
    "organiser:dispute_create": (EVENT, RULE, RULE),
    "organiser:dispute": (DISPUTE, RULE, REFUSED),
    "organiser:dispute_edit": (DISPUTE, RULE, RULE),
    "organiser:dispute_decide": (DISPUTE, REFUSED, RULE),
    "organiser:dispute_appeal": (DISPUTE, REFUSED, RULE),
    "organiser:dispute_settle": (DISPUTE, REFUSED, DIRECT),
    "documents:minutes_pdf": (EVENT, RULE, REFUSED),
    "documents:minutes_one_pdf": (DISPUTE, RULE, REFUSED),
    "documents:lists_pdf": (SERIES, SEE, REFUSED),
    "documents:notices_pdf": (EVENT, SEE, REFUSED),
    "documents:drawing_cards_pdf": ({"number": 2}, DIRECT, REFUSED),
    "documents:table_plan_pdf": (SERIES, SEE, REFUSED),
    "documents:series_papers": (SERIES, SEE, REFUSED),
    "documents:series_paper": ({"number": 1, "paper": "tischschilder"}, SEE, REFUSED),
    "documents:all_papers": (EVENT, SEE, REFUSED),
    "documents:event_paper": ({"paper": "ausschreibung"}, SEE, REFUSED),
    "documents:table_file": ({"table": "teilnehmer", "kind": "csv"}, SEE, REFUSED),
    "documents:issue_pdf": ({"after": 1, "number": 1}, SEE, REFUSED),
}

# What must be released before the public sees a page: E the event, S its seats, R its standings ("Rangliste").
NOTHING, PUBLISHED, SEATS, RESULTS = "", "E", "ES", "ER"
EITHER = "ES or ER"
LISTED = {"series": 1, "table": 1}
ISSUE = {"after": 1, "number": 1}

# The public. Address: (its arguments, what must be released to look, and to send). Officials see no more than others.
PUBLIC: Table = {
    "public:home": (EVENT, NOTHING, REFUSED),
    "public:event": (EVENT, PUBLISHED, REFUSED),
    "public:register": (EVENT, PUBLISHED, PUBLISHED),
    "public:register_team": (EVENT, PUBLISHED, PUBLISHED),
    "public:invited": ({"token": "invitation"}, PUBLISHED, PUBLISHED),
    "public:registration": ({"token": "own"}, PUBLISHED, REFUSED),
    "public:registration_change": ({"token": "own"}, PUBLISHED, PUBLISHED),
    "public:registration_withdraw": ({"token": "own"}, PUBLISHED, PUBLISHED),
    "public:hall": (EVENT, PUBLISHED, REFUSED),
    "public:seats": (EVENT, PUBLISHED, REFUSED),
    "public:draw": (SERIES, SEATS, REFUSED),
    "public:draw_record": (SERIES, SEATS, REFUSED),
    "public:standings": (EVENT, PUBLISHED, REFUSED),
    "public:issue": (ISSUE, RESULTS, REFUSED),
    "public:charts": (ISSUE, RESULTS, REFUSED),
    "public:ranking": ({**ISSUE, "key": "clubs"}, RESULTS, REFUSED),
    "public:player": ({"number": 1}, EITHER, REFUSED),
    "public:list": (LISTED, RESULTS, REFUSED),
}

# Who may: by the first letter of Petra (director), Rudi (referee), Ella (entry), Karl (cashier), Frieda (directs
# another event), C (set the program up), A (anybody, not signed in).
SIGNED_IN = "CPREKF"
ANYBODY = "A" + SIGNED_IN
WITH_APP = ""  # only with a second step, which nobody of the cast has: 404

# The program as a whole and one's own account. Address: (its arguments, who may look, who may send)
PROGRAM: Table = {
    "organiser:events": ({}, SIGNED_IN, REFUSED),
    "organiser:event_create": ({}, SIGNED_IN, SIGNED_IN),
    "organiser:register": ({}, "CPF", REFUSED),
    "organiser:merge_players": ({"keep": "player", "drop": "other_player"}, "CPF", "CPF"),
    "organiser:players_differ": ({"keep": "player", "drop": "other_player"}, REFUSED, "CPF"),
    "organiser:merge_clubs": ({"keep": "club", "drop": "other_club"}, "CPF", "CPF"),
    "organiser:clubs_differ": ({"keep": "club", "drop": "other_club"}, REFUSED, "CPF"),
    "organiser:player_ban": ({"pk": "player"}, "CPF", "CPF"),
    "organiser:ban_lift": ({"pk": "ban"}, "CPF", "CPF"),
    "invited:official": ({"token": "official_token"}, ANYBODY, ANYBODY),
    "help:handbook": ({}, ANYBODY, REFUSED),
    "help:handbook_page": ({"page": "ueberblick"}, ANYBODY, REFUSED),
    "help:picture": ({"name": "saal"}, ANYBODY, REFUSED),
    "help:rules": ({}, ANYBODY, REFUSED),
    "help:status": ({}, SIGNED_IN, REFUSED),
    "help:join": ({}, SIGNED_IN, REFUSED),
    "help:backup_now": ({}, REFUSED, "CPF"),
    "help:backup_medium": ({}, REFUSED, "C"),
    "help:backup_file": ({"name": "romme-20200101-000000.sqlite3"}, "C", REFUSED),
    "account": ({}, SIGNED_IN, REFUSED),
    "account_login": ({}, ANYBODY, ANYBODY),
    "account_logout": ({}, ANYBODY, ANYBODY),
    "account_inactive": ({}, ANYBODY, REFUSED),
    "account_reauthenticate": ({}, SIGNED_IN, SIGNED_IN),
    "account_change_password": ({}, SIGNED_IN, SIGNED_IN),
    "mfa_index": ({}, SIGNED_IN, REFUSED),
    "mfa_authenticate": ({}, SIGNED_IN, SIGNED_IN),
    "mfa_reauthenticate": ({}, SIGNED_IN, SIGNED_IN),
    "mfa_activate_totp": ({}, SIGNED_IN, SIGNED_IN),
    "mfa_deactivate_totp": ({}, WITH_APP, WITH_APP),
    "mfa_view_recovery_codes": ({}, WITH_APP, REFUSED),
    "mfa_generate_recovery_codes": ({}, SIGNED_IN, SIGNED_IN),
    "mfa_download_recovery_codes": ({}, WITH_APP, WITH_APP),
}

# Gone for good once the program is set up; tests/accounts has what they do before.
FIRST_VISIT = ("set_up", "set_up_from_backup")
