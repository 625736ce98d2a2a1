"""Tables about the rankings of a season for officials: the computation of each row, and the effect of a formula."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import SCREEN, Column, OrdinalColumn, RegisterNameColumn
from romme_turnier.documents.tables.seasons.season import SeasonLine, SeasonTable
from romme_turnier.tournament.seasons.words import left_out_words
from romme_turnier.tournament.shared.numbers import DASH


class ComputationTable(SeasonTable):
    """An edition with the computation of each row as a sentence, and the units that do not count."""

    class Meta:
        sequence = ("rank", "name", "units", "value", "...", "sentence")

    title = _("Wertung mit Rechnung")
    key = ""
    page_css = "table--stack"

    name = RegisterNameColumn(_("Name"), sort="entrant__player__name_order", names_row=True)
    sentence = Column(_("Rechnung"), media=SCREEN, orderable=False)

    def render_name(self, name: str, line: SeasonLine) -> SafeString | str:
        return format_html('{}<br><span class="muted">{}</span>', name, line.club) if line.club else name

    def render_sentence(self, sentence: str, line: SeasonLine) -> SafeString | str:
        left_out = left_out_words(line.row, self.edition.version.formula)
        if line.rank is None or not left_out:
            return sentence
        words = gettext("Zählt nicht: %(units)s") % {"units": "; ".join(left_out)}
        return format_html('<div>{}<br><span class="muted">{}</span></div>', sentence, words)


class PreviewTable(ListTable):
    """The new table next to the old one, before a formula is stored."""

    title = _("Neue Tabelle")
    last = "name"
    caption_is_hidden = True

    old_rank = OrdinalColumn(_("Rang bisher"), default=DASH, orderable=False)
    rank = OrdinalColumn(_("Rang neu"), default=DASH, orderable=False)
    name = Column(_("Name"), orderable=False, names_row=True)
    old_value = Column(_("Wert bisher"), orderable=False, css="number")
    value = Column(_("Wert neu"), orderable=False, css="number")
    change = Column(_("Änderung"), orderable=False)
    sentence = Column(_("Rechnung"), orderable=False)


class NewRankingTable(PreviewTable):
    """The table of a ranking that is not stored yet and has no old table."""

    class Meta:
        exclude = ("old_rank", "old_value", "change")

    rank = OrdinalColumn(_("Rang"), default=DASH, orderable=False)
    value = Column(_("Wert"), orderable=False, css="number")


class TablesOfThreeTable(PreviewTable):
    """The table of a ranking with all lists, and without those of tables of three."""

    class Meta:
        sequence = ("rank", "name", "value", "old_rank", "old_value")
        exclude = ("change", "sentence")

    title = _("Mit und ohne Dreiertische")

    rank = OrdinalColumn(_("Rang"), default=DASH, orderable=False)
    value = Column(_("Wert"), orderable=False, css="number")
    old_rank = OrdinalColumn(_("Rang ohne Dreiertische"), default=DASH, orderable=False)
    old_value = Column(_("Wert ohne Dreiertische"), orderable=False, css="number")
