"""Tables about rules: the values of cards, the bonus counted in two ways, and the result of a recorded game."""

from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, NumberColumn


class CardValuesTable(ListTable):
    title = _("Was die Karten zählen")
    page_css = "table--stack rulebook__values"
    paper_css = ""

    card = Column(_("Karte"), names_row=True)
    in_hand = Column(_("auf der Hand"), source=lambda value: value.in_hand or gettext("ihre Zahl"))
    in_melds = Column(_("in Kombinationen"))


class BonusExampleTable(ListTable):
    """Rows are the seats of a list, with the bonus counted once and counted for each finished game."""

    seat = Column(_("Spieler"), source=lambda line: gettext("Platz %(seat)s") % {"seat": line.seat}, names_row=True)
    minus = NumberColumn(_("Minuspunkte"))
    finished = NumberColumn(_("beendete Spiele"))
    per_list = NumberColumn(_("einmal je Liste"))
    per_finished_game = NumberColumn(_("je beendetes Spiel"))


class RecordedResultTable(ListTable):
    """Rows are tuples: seat, name, points as played, points as recorded, and the end of the game as text."""

    title = _("Ergebnis")
    page_css = "table--stack replay__row"
    caption_is_hidden = True

    seat = Column(_("Platz"), source="0", names_row=True)
    name = Column(_("Spieler"), source="1")
    played = Column(_("Gespielt"), source="2", css="number")
    recorded = Column(_("Eingetragen"), source="3", css="number")
    end = Column(_("Ende"), source="4")
