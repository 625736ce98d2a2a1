from django.urls import path

from romme_turnier.web.organiser.money import fees, ledger, plan, prizes, settlement

_CASH = "<slug:slug>/kasse/"
_PRIZES = f"{_CASH}preise/"

urlpatterns = [
    path(_CASH, fees.cash, name="cash"),
    path(f"{_CASH}teilnehmer/<int:pk>/", fees.cash_account, name="cash_account"),
    path(f"{_CASH}teilnehmer/<int:pk>/bezahlt/", fees.cash_pay, name="cash_pay"),
    path(f"{_CASH}mannschaft/<int:pk>/bezahlt/", fees.cash_pay_team, name="cash_pay_team"),
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
]
