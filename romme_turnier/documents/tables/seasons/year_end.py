"""The honours at the end of a season, and the shares of its surplus with room for signatures."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext, gettext_lazy as _, ngettext_lazy, pgettext_lazy

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import PAPER, AmountColumn, Column, NumberColumn, PersonColumn
from romme_turnier.documents.tables.seasons.season import season_lines
from romme_turnier.tournament.models import EditionRow, Organiser, Season
from romme_turnier.tournament.models.public_names import PODIUM
from romme_turnier.tournament.seasons.year_end import Most, Tally, most_of, places_of_honour

_MOST_WORDS = {
    Most.LISTS: (_("Die meisten Listen"), ngettext_lazy("%(n)d Liste", "%(n)d Listen", "n")),
    Most.EVENINGS: (_("Die meisten Abende"), ngettext_lazy("%(n)d Abend", "%(n)d Abende", "n")),
    Most.HANDROMMES: (_("Die meisten Handrommés"), ngettext_lazy("%(n)d Handrommé", "%(n)d Handrommés", "n")),
}


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour of a player, club or team, with its reason as text.

    `club` is "" if a club or team is honoured. In the season of a club, only namesakes in an edition have a `club`.
    `given_for` is a row of an edition, or the count in which the player has the highest `number`. Places `on_podium`
    get the certificates of their ranking instead of one for the honour.
    """

    title: str
    name: str
    club: str
    reason: str
    given_for: EditionRow | Most
    number: int = 0
    on_podium: bool = False


def honours_of(season: Season, tallies: Sequence[Tally]) -> list[Honour]:
    """Returns the honours of each ranking, then those for the most lists, evenings and Handrommés.

    A ranking honours its first three ranks, and its last rank if that is below them. Paused rankings do not honour
    anyone, and erased people are left out. Players with equal numbers are honoured together.
    """
    honours = []
    for edition, rows in places_of_honour(season):
        for line in season_lines(edition, rows, None):
            rank = line.rank or 0
            place = gettext("%(rank)s Platz") % {"rank": ordinal(rank)} if rank <= PODIUM else gettext("letzter Platz")
            title, on_podium = f"{edition.ranking}: {place}", rank <= PODIUM
            honours.append(Honour(title, line.name, line.club, line.sentence, line.row, on_podium=on_podium))
    with_club = season.organiser.kind != Organiser.Kind.CLUB
    for most, tally in most_of(tallies):
        words, reason = _MOST_WORDS[most]
        number, club = tally.number_of(most), str(tally.player.club or "") if with_club else ""
        honours.append(Honour(str(words), tally.player.name, club, reason % {"n": number}, most, number))
    return honours


class HonoursTable(ListTable):
    """Rows are honours (`honours_of`)."""

    title = _("Ehrungen")
    caption_is_hidden = True
    last = "title"

    honour = Column(_("Ehrung"), source="title", orderable=False)
    name = PersonColumn(_("Name"), names_row=True, orderable=False)
    club = Column(_("Club"), orderable=False)
    reason = Column(pgettext_lazy("of an honour", "Wofür"), orderable=False)


class SharesTable(ListTable):
    """Rows are shares of a surplus (`Surplus.shares`)."""

    title = _("Überschuss nach Listen")
    caption_is_hidden = True
    last = "player__pk"

    name = PersonColumn(_("Name"), source="player__name", names_row=True, footer=_("zusammen"))
    lists = NumberColumn(_("Listen"), summed=True, paper_css="col-box")
    amount = AmountColumn(_("Anteil"), summed=True, paper_css="col-fee")
    signature = Column(
        _("Unterschrift"), source=lambda _share: " ", media=PAPER, orderable=False, paper_css="col-place"
    )
