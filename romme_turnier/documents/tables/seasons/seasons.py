"""The list of seasons, for officials."""

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter

from romme_turnier.documents.tables.base import ListTable, LongSelect, TableFilter
from romme_turnier.documents.tables.columns import Column, DayColumn
from romme_turnier.tournament.models import Organiser, Season


def _state(season: Season) -> str:
    if season.closed_at:
        return gettext("abgeschlossen")
    return gettext("öffentlich") if season.published_at else gettext("nicht öffentlich")


class SeasonsTable(ListTable):
    title = _("Saisons")
    caption_is_hidden = True
    last = "pk"
    has_pages = True

    name = Column(_("Saison"), names_row=True)
    organiser = Column(_("Veranstalter"), source="organiser__name")  # shown only if there are several organisers
    first_day = DayColumn(_("Erster Tag"), initial_sort_descending=True)
    last_day = DayColumn(_("Letzter Tag"), initial_sort_descending=True)
    state = Column(_("Stand"), source=_state, sort=lambda row: (bool(row.closed_at), bool(row.published_at)))


class SeasonsFilter(TableFilter):
    q = CharFilter(label=_("Suche"), method="called", max_length=120)
    stand = ChoiceFilter(
        label=_("Zeigen"),
        method="in_state",
        empty_label=_("alle"),
        choices=[("offen", _("offene")), ("abgeschlossen", _("abgeschlossene"))],
    )
    veranstalter = ChoiceFilter(
        label=_("Veranstalter"), field_name="organiser__number", empty_label=_("alle"), widget=LongSelect
    )

    def __init__(self, query: QueryDict, rows: QuerySet[Season]) -> None:
        super().__init__(query, rows)
        organisers = Organiser.objects.filter(seasons__in=rows).distinct().values_list("number", "name")
        if len(organisers) > 1:
            self.filters["veranstalter"].extra["choices"] = list(organisers)
        else:
            del self.filters["veranstalter"]

    def called(self, rows: QuerySet[Season], _name: str, text: str) -> QuerySet[Season]:
        """Returns the seasons that have each typed word in their name or in the organiser's name."""
        for word in text.split():
            rows = rows.filter(Q(name__icontains=word) | Q(organiser__name__icontains=word))
        return rows

    def in_state(self, rows: QuerySet[Season], _name: str, state: str) -> QuerySet[Season]:
        return rows.filter(closed_at__isnull=state == "offen")
