"""Games played on screen, and their rows in the lists."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.core.rules.record import RecordError, format_row, parse_record
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import FILE, SCREEN, Column, OrdinalColumn, YesColumn
from romme_turnier.tournament.at_table.on_screen.keeping import game_of_row, row_on_list
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.models import GameRecord, Spielliste


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A game played on screen. `row` is its row as text; if there is none, `why_none` is the reason.

    `differs` is true if the list holds a different row, or if the record is damaged.
    """

    spielliste: Spielliste
    stored: GameRecord
    row: str | None
    differs: bool
    why_none: str = ""


class RecordsTable(ListTable):
    """Rows come from `shown_records`."""

    title = _("Aufzeichnungen")
    key = "records"
    caption_is_hidden = True
    last = "stored__pk"

    series = OrdinalColumn(_("Serie"), media=FILE, source="spielliste__table__series__number")
    table = OrdinalColumn(_("Tisch"), media=FILE, source="spielliste__table__number")
    game = OrdinalColumn(_("Spiel"), source="stored__game", names_row=True)
    deal = OrdinalColumn(_("Gabe"), media=FILE, source="stored__deal")
    row = Column(_("Zeile der Liste"), source=lambda record: record.row or record.why_none, orderable=False)
    differs = YesColumn(_("Auf der Liste steht etwas anderes"), media=FILE)
    files = Column(
        _("Aufzeichnung"),
        media=SCREEN,
        source="stored__sha256",
        orderable=False,
        template="organiser/lists/_record_files.html",
    )
    sha256 = Column(_("SHA-256"), media=FILE, source="stored__sha256", orderable=False)

    def render_game(self, value: int, record: ShownRecord) -> str:
        deal = gettext("%(n)s. Gabe") % {"n": record.stored.deal}
        return f"{value} ({deal})" if record.stored.deal > 1 else str(value)

    def render_row(self, value: str, record: ShownRecord) -> str:
        if not record.row:
            return value
        other = gettext("Auf der Liste steht etwas anderes.")
        warning = format_html(' <strong class="problem">{}</strong>', other) if record.differs else ""
        return format_html("<div><code>{}</code>{}</div>", value, warning)


def shown_records(loaded: LoadedList) -> Iterator[ShownRecord]:
    spielliste, written = loaded.row, {game.number: game for game in loaded.sheet.games}
    for stored in spielliste.records.all():
        try:
            record = parse_record(stored.text)
        except RecordError:
            yield ShownRecord(spielliste, stored, None, differs=True, why_none=gettext("beschädigt, nicht lesbar"))
            continue
        told = row_on_list(record, loaded)
        if told is None:
            yield ShownRecord(spielliste, stored, None, differs=False, why_none=gettext("abgebrochen, zählt nicht"))
            continue
        row = format_row(told, highest_wins=record.rules.highest_wins)
        yield ShownRecord(spielliste, stored, row, game_of_row(stored.game, told) != written.get(stored.game))
