"""The list of participants as a grid that can be sorted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import django_tables2
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData

from romme_turnier.core.people.names import order_of
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.participants.register.ban_reading import BanWarning

_FOLDER = "organiser/participants/cells"
_WITH_ROOM = {"td": {"class": "if-room"}, "th": {"class": "if-room"}}
_RIGHT = {"td": {"class": "number"}, "th": {"class": "number"}}


class StatusColumn(django_tables2.TemplateColumn):  # type: ignore[misc]
    """With the bans that seem to concern the participant."""

    def render(self, record: Registration, table: Any, **more: Any) -> str:
        record.ban_warnings = table.ban_warnings.get(record.pk, [])  # type: ignore[attr-defined]
        return str(super().render(record=record, table=table, **more))


class FeeColumn(django_tables2.TemplateColumn):  # type: ignore[misc]
    """Whether the fee is paid; not clickable for players without one: they left before playing, or sit on the bench."""

    def render(self, record: Registration, table: Any, **more: Any) -> str:
        record.owes_nothing = owes_nothing(record)  # type: ignore[attr-defined]
        return str(super().render(record=record, table=table, **more))


def owes_nothing(registration: Registration) -> bool:
    """Returns whether the event has a fee which this player has not paid and need not pay."""
    return bool(registration.event.entry_fee) and not registration.paid and not owed(registration)


_SORTED_BY: dict[str, Callable[[Any], Any]] = {
    "number": lambda one: one.number,
    "name": lambda one: one.player.order,
    "club": lambda one: one.club and one.club.order,
    "team": lambda one: one.team_name and order_of(one.team_name),
    "paid": lambda one: one.paid,
    "status": lambda one: one.status,
    "publish_name": lambda one: one.publish_name,
}


class InOrder(TableListData):  # type: ignore[misc]
    """The rows in the order of one column; those without a number, club or team stand last, in either direction."""

    data: list[Registration]

    def order_by(self, aliases: Sequence[str]) -> None:
        for alias in reversed(aliases):
            column = _SORTED_BY[alias.removeprefix("-")]
            there = [one for one in self.data if column(one) is not None]
            there.sort(key=column, reverse=alias.startswith("-"))
            self.data = [*there, *(one for one in self.data if column(one) is None)]


class ParticipantGrid(django_tables2.Table):  # type: ignore[misc]
    number = django_tables2.TemplateColumn(template_name=f"{_FOLDER}/number.html", verbose_name=_("Nr."), attrs=_RIGHT)
    name = django_tables2.TemplateColumn(
        template_name=f"{_FOLDER}/name.html",
        verbose_name=_("Name"),
        attrs={"td": {"class": "lead"}},
    )
    club = django_tables2.Column(verbose_name=_("Club"), accessor="club__name", default="")
    team = django_tables2.Column(verbose_name=_("Mannschaft"), accessor="team_name", default="")
    paid = FeeColumn(template_name=f"{_FOLDER}/paid.html", verbose_name=_("Startgeld"))
    status = StatusColumn(template_name=f"{_FOLDER}/status.html", verbose_name=_("Status"))
    publish_name = django_tables2.TemplateColumn(
        template_name=f"{_FOLDER}/publish_name.html", verbose_name=_("Name öffentlich"), attrs=_WITH_ROOM
    )

    class Meta:
        attrs = {"class": "table table--stack"}
        row_attrs = {"id": lambda record: f"teilnehmer-{record.pk}"}
        order_by = "number"

    def hide_team(self) -> None:
        self.columns.hide("team")


def participant_grid(
    rows: QuerySet[Registration], sort: str, *, with_teams: bool, bans: Mapping[int, list[BanWarning]]
) -> Any:
    """Returns the grid over these registrations, sorted by the heading named (a minus before it: backwards)."""
    grid = ParticipantGrid(InOrder(list(rows)))
    grid.ban_warnings = bans
    if sort.removeprefix("-") in grid.columns.names():
        grid.order_by = sort
    if not with_teams:
        grid.hide_team()
    return grid
