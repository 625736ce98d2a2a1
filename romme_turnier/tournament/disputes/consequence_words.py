"""Texts for mistakes at the table, and for the actions that the rules then require."""

from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_noop

from romme_turnier.core.rules.system.consequences import Consequence, Incident


def say_case(entry: Consequence) -> str:
    """Returns the case with its section, as text."""
    return f"{_(_CASES[entry.case])} ({entry.clause})"


def say_orders(entry: Consequence) -> tuple[str, ...]:
    """Returns the required actions, one sentence each, in order."""
    return tuple(_(_ORDERS[order]) for order in entry.orders)


def say_incident(incident: Incident) -> str:
    """Returns the reason to call the referee, as text."""
    return _(_INCIDENTS[incident])


_INCIDENTS: Mapping[Incident, str] = {
    Incident.DEALING: gettext_noop("Mischen und Geben"),
    Incident.CUTTING: gettext_noop("Abheben"),
    Incident.WRONG_DEALER: gettext_noop("Der Falsche hat gegeben"),
    Incident.BELOW_40: gettext_noop("Zu wenig ausgelegt"),
    Incident.WRONG_MELD: gettext_noop("Falsch ausgelegt"),
    Incident.JOKER_MISSED: gettext_noop("Neben den Joker gelegt"),
    Incident.DISCARD: gettext_noop("Falsch abgelegt"),
    Incident.TAKEN_CARD: gettext_noop("Die offene Karte genommen und nicht ausgelegt"),
    Incident.ENDING: gettext_noop("Ohne letzte Karte beendet"),
    Incident.COUNTING: gettext_noop("Nicht offen gezählt"),
}

_CASES: Mapping[str, str] = {
    "not_cut_before_dealing": gettext_noop("Es ist nicht abgehoben, noch nicht gegeben"),
    "not_cut_after_dealing": gettext_noop("Es ist nicht abgehoben, die Karten sind schon gegeben"),
    "40_out_of_reach_before_discard": gettext_noop(
        "Erstes Auslegen mit weniger als 40 Augen, mehr geht nicht, noch nicht abgelegt"
    ),
    "40_out_of_reach_with_discard": gettext_noop(
        "Erstes Auslegen mit weniger als 40 Augen und der offenen Karte, mehr geht nicht, noch nicht abgelegt"
    ),
    "joker_discarded_before_draw": gettext_noop("Ein Joker ist abgelegt, der nächste Spieler hat noch nicht gezogen"),
    "joker_discarded_after_draw": gettext_noop("Ein Joker ist abgelegt, der nächste Spieler hat schon gezogen"),
    "taken_card_held_before_discard": gettext_noop(
        "Die offene Karte ist genommen und liegt nicht auf dem Tisch, noch nicht abgelegt"
    ),
    "taken_card_held_after_discard": gettext_noop(
        "Die offene Karte ist genommen und liegt nicht auf dem Tisch, danach schon abgelegt"
    ),
    "taken_card_laid_off_after_opening": gettext_noop(
        "Beim ersten Auslegen ist die offene Karte nicht ausgelegt, sondern danach bei anderen angelegt"
    ),
    "all_14_laid": gettext_noop("Alle 14 Karten sind ausgelegt, keine ist zum Ablegen übrig"),
    "card_shown_by_dealer": gettext_noop("Der Geber deckt beim Geben eine Karte auf"),
    "card_shown_by_receiver": gettext_noop("Ein Spieler deckt seine eigene Karte auf"),
    "dealt_wrongly": gettext_noop("Die Karten sind ungleich oder in falscher Folge ausgeteilt"),
    "joker_cut": gettext_noop("Beim Abheben liegt unten ein Joker"),
    "further_joker_cut": gettext_noop("Unter dem abgehobenen Joker liegen weitere"),
    "dealt_wrongly_after_cut_joker": gettext_noop("Nach einem abgehobenen Joker muss neu gegeben werden"),
    "shuffled_by_insertion": gettext_noop("Der Geber sticht die Karten beim Mischen"),
    "cards_taken_up": gettext_noop("Die Karten sind ausgeteilt"),
    "objection_to_dealing": gettext_noop("Jemand beanstandet das Mischen, Abheben oder Geben"),
    "wrong_dealer_during_game": gettext_noop("Während des Spiels fällt auf, dass der falsche Spieler gegeben hat"),
    "wrong_dealer_after_end": gettext_noop("Nach dem Ende des Spiels fällt auf, dass der falsche Spieler gegeben hat"),
    "wrong_dealer_later": gettext_noop("Erst später fällt auf, dass falsche Spieler gegeben haben"),
    "opened_below_40_after_discard": gettext_noop("Erstes Auslegen mit weniger als 40 Augen, danach schon abgelegt"),
    "opened_below_40_with_discard_after_discard": gettext_noop(
        "Erstes Auslegen mit weniger als 40 Augen und der offenen Karte, danach schon abgelegt"
    ),
    "opened_below_40_before_discard": gettext_noop("Erstes Auslegen mit weniger als 40 Augen, noch nicht abgelegt"),
    "wrong_meld_before_discard": gettext_noop("Falscher Satz oder falsche Sequenz, noch nicht abgelegt"),
    "wrong_meld_after_discard": gettext_noop("Falscher Satz oder falsche Sequenz, danach schon abgelegt"),
    "wrong_meld_after_next_went_on": gettext_noop("Falscher Satz oder falsche Sequenz, das Spiel ging schon weiter"),
    "joker_missed_before_discard": gettext_noop(
        "Eine Karte, die einen Joker holen könnte, ist an die falsche Seite gelegt, noch nicht abgelegt"
    ),
    "joker_missed_after_discard": gettext_noop(
        "Eine Karte, die einen Joker holen könnte, ist an die falsche Seite gelegt, danach schon abgelegt"
    ),
    "wrong_card_discarded": gettext_noop("Ein Spieler hat aus Versehen eine andere Karte abgelegt, als er wollte"),
    "fitting_card_before_draw": gettext_noop(
        "Ein Anleger ist abgelegt, der nächste Spieler hat ausgelegt und noch keine Karte gezogen"
    ),
    "fitting_card_after_draw": gettext_noop(
        "Ein Anleger ist abgelegt, der nächste Spieler hat ausgelegt und schon eine Karte gezogen"
    ),
    "not_counted_openly_after_opening": gettext_noop("Ein Spieler zählt nicht offen, er hatte ausgelegt"),
    "not_counted_openly_before_opening": gettext_noop("Ein Spieler zählt nicht offen, er hatte noch nicht ausgelegt"),
}

_ORDERS: Mapping[str, str] = {
    "deal_anew": gettext_noop("Es wird neu gegeben."),
    "deal_stands": gettext_noop("Die Karten gelten so."),
    "show_joker": gettext_noop("Wer abhebt, zeigt den Joker offen."),
    "cutter_keeps_joker": gettext_noop("Der Joker gehört dem, der abgehoben hat."),
    "cutter_skipped_in_first_round": gettext_noop("Dafür erhält er beim Geben in der ersten Runde keine Karte."),
    "further_joker_stays": gettext_noop("Weitere Joker bleiben im Stapel."),
    "cut_again_without_joker": gettext_noop("Es wird wieder abgehoben, aber kein zweiter Joker genommen."),
    "shuffle_again_before_cut": gettext_noop("Vor dem Abheben wird noch einmal durchgemischt."),
    "count_at_once": gettext_noop("Alle zählen ihre Karten sofort nach."),
    "object_at_once": gettext_noop("Das ist nur sofort möglich."),
    "break_off": gettext_noop("Das Spiel wird abgebrochen."),
    "right_dealer_deals": gettext_noop("Der richtige Geber gibt neu."),
    "game_stands": gettext_noop("Das Spiel gilt, ebenso frühere mit falschem Geber."),
    "right_dealer_deals_next": gettext_noop("Das nächste Spiel gibt, wer laut Spielliste an der Reihe ist."),
    "round_stands": gettext_noop("Die Runde wird nicht wiederholt."),
    "take_back_cards": gettext_noop("Der Spieler nimmt die ausgelegten Karten zurück."),
    "put_back_taken_discard": gettext_noop("Die vom offenen Stapel genommene Karte legt er zurück."),
    "take_back_own_discard": gettext_noop("Die abgelegte Karte nimmt er wieder auf."),
    "draw_none": gettext_noop("Vom verdeckten Stapel zieht er keine Karte mehr."),
    "discard_none": gettext_noop("Er legt keine weitere Karte ab."),
    "hold_13": gettext_noop("Er hat danach 13 Karten auf der Hand."),
    "next_goes_on": gettext_noop("Der nächste Spieler setzt das Spiel fort."),
    "may_add_cards": gettext_noop("Der Spieler darf Karten dazulegen, bis es 40 Augen sind."),
    "move_nothing": gettext_noop("Was liegt, wird nicht umgelegt."),
    "discard": gettext_noop("Dann legt er eine Karte ab."),
    "may_correct": gettext_noop("Der Spieler darf den Fehler selbst berichtigen."),
    "take_back_wrong_melds": gettext_noop("Der Spieler nimmt die falsch ausgelegten Karten zurück."),
    "right_40_stay": gettext_noop("Richtig ausgelegte Karten bleiben nur liegen, wenn sie mindestens 40 Augen zählen."),
    "game_void": gettext_noop("Das Spiel ist ungültig."),
    "lay_card_on_joker": gettext_noop("Die falsch angelegte Karte kommt auf den Joker."),
    "joker_blocked": gettext_noop("Der Joker ist damit gesperrt."),
    "discard_stays": gettext_noop("Die abgelegte Karte bleibt liegen."),
    "discard_another": gettext_noop("Er legt eine andere Karte ab."),
    "take_back_joker": gettext_noop("Der Spieler nimmt den Joker zurück."),
    "cut_now": gettext_noop("Der rechte Nachbar des Gebers hebt jetzt ab."),
    "use_at_once": gettext_noop("Der Spieler legt sie sofort zusammen mit Karten aus der Hand aus."),
    "else_put_back": gettext_noop(
        "Kann er das nicht, legt er sie zurück. Damit ist sein Zug beendet: Er zieht nicht und legt nichts mehr ab."
    ),
    "take_taken_card_off": gettext_noop("Die angelegte Karte kommt wieder weg."),
    "game_not_ended": gettext_noop("Das Spiel ist damit nicht beendet."),
    "take_one_back_to_discard": gettext_noop(
        "Der Spieler nimmt eine Karte zurück und legt sie ab; was liegt, muss ohne sie richtig sein."
    ),
    "referee_decides": gettext_noop("Alles Weitere entscheidet der Schiedsrichter (§ 2.3.2)."),
    "as_in_6_4": gettext_noop("Die Romméordnung sagt dazu nichts Genaueres; es gilt entsprechend § 6.4."),
    "as_in_7_2": gettext_noop("Die Romméordnung sagt dazu nichts Genaueres; es gilt entsprechend § 7.2."),
    "penalty_100": gettext_noop("Die Spielleitung gibt 100 Strafpunkte."),
    "penalty_150": gettext_noop("Die Spielleitung gibt 150 Strafpunkte."),
}
