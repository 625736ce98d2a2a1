"""Forms for leagues: terms and groups, match days, squads, and the withdrawal of a team."""

from typing import Any, cast

from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.names import tidy
from romme_turnier.tournament.models import DayTeam, Event, League, Player, Season, TeamMember
from romme_turnier.tournament.participants.team_creation import TEAM_LENGTH
from romme_turnier.tournament.seasons.competitions.league import LeagueTerms, groups_of, last_named
from romme_turnier.web.organiser.fields import date_field, number_field, reason_field
from romme_turnier.web.organiser.seasons.quotas import EventChoice

_GROUPS_LENGTH = 50_000
_MOST = 9999
PLAYS, BENCH = "plays", "bench"


class LeagueForm(forms.Form):
    """The form for a league's terms and groups. Each team is a line; a blank line begins the next group."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    group_size = number_field(gettext_lazy("Mannschaften je Gruppe"), 0, _MOST)
    groups = forms.CharField(
        label=gettext_lazy("Mannschaften"),
        max_length=_GROUPS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy("Eine Zeile je Mannschaft. Eine leere Zeile beginnt die nächste Gruppe."),
    )
    promoted = number_field(gettext_lazy("Aufsteiger je Gruppe"), 0, _MOST)
    relegated_from = number_field(
        gettext_lazy("Absteiger ab Platz"), 0, _MOST, required=False, help_text=gettext_lazy("Leer: Niemand steigt ab.")
    )
    relegated_before = number_field(
        gettext_lazy("dazu die schlechtesten vom Platz davor"),
        0,
        _MOST,
        help_text=gettext_lazy("Über alle Gruppen verglichen; bei 4 steigen die vier schlechtesten ab."),
    )
    withdrawn_count = forms.ChoiceField(
        label=gettext_lazy("Zieht sich eine Mannschaft zurück"),
        choices=[("1", gettext_lazy("zählen ihre Spieltage weiter")), ("", gettext_lazy("zählen sie für niemanden"))],
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Das und die Gruppen stehen fest, sobald der erste Spieltag ausgelost ist."),
    )

    def __init__(self, data: QueryDict | None, league: League | None = None) -> None:
        terms = LeagueTerms.of(league) if league else LeagueTerms(name="")
        initial = {name: getattr(terms, name) for name in LeagueTerms.__slots__}
        initial["withdrawn_count"] = "1" if terms.withdrawn_count else ""
        if league:
            initial["groups"] = "\n\n".join("\n".join(names) for names in groups_of(league))
        super().__init__(data, initial=initial)

    def entered(self) -> tuple[LeagueTerms, list[list[str]]]:
        """Returns the terms, and the names of the teams by group."""
        cleaned = {**self.cleaned_data, "withdrawn_count": bool(self.cleaned_data["withdrawn_count"])}
        blocks: list[list[str]] = [[]]
        for line in cleaned.pop("groups").splitlines():
            if name := tidy(line):
                blocks[-1].append(name)
            elif blocks[-1]:
                blocks.append([])
        return LeagueTerms(**cleaned), [block for block in blocks if block]


class DayForm(forms.Form):
    event = EventChoice(
        label=gettext_lazy("Turnier"),
        empty_label="–",
        help_text=gettext_lazy("Das Turnier gehört danach zur Saison, und jede Mannschaft ist dort angelegt."),
    )

    def __init__(self, season: Season, data: QueryDict | None) -> None:
        super().__init__(data)
        field = cast("EventChoice", self.fields["event"])
        field.required = True
        field.offer(season)
        free = Q(season=None) | Q(season=season)
        offered = cast("QuerySet[Event]", field.queryset)
        field.queryset = offered.filter(free, league_day=None, starts_at__date__lte=season.last_day)


class TeamForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=TEAM_LENGTH)


class WithdrawalForm(forms.Form):
    day = date_field(gettext_lazy("Zurückgezogen am"))
    reason = reason_field()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["day"].required = True


class DayTeamForm(forms.Form):
    """The players of a team on a match day: a choice for each player of the squad and each free participant.

    Proposes the players of the team's last match day if this one has no players yet.
    """

    proposed_from: Event | None = None

    def __init__(self, day_team: DayTeam, free: list[Player], data: QueryDict | None) -> None:
        super().__init__(data)
        squad = [row.player for row in day_team.league_team.squad.select_related("player__club")]
        members = _members(day_team)
        if not members and (last := last_named(day_team)):
            self.proposed_from = last.day.event
            members = _members(last)
        self.players = list(dict.fromkeys([*squad, *free]))
        self.squad_names = [f"p{player.pk}" for player in squad]
        for player in self.players:
            member = members.get(player.pk)
            self.fields[f"p{player.pk}"] = forms.ChoiceField(
                label=player.name,
                choices=[("", _("nicht dabei")), (PLAYS, _("spielt")), (BENCH, _("Ersatz"))],
                required=False,
                initial="" if member is None else BENCH if member.substitute else PLAYS,
            )

    def of_squad(self) -> list[forms.BoundField]:
        return [self[name] for name in dict.fromkeys(self.squad_names)]

    def of_others(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.squad_names]

    def named(self) -> tuple[list[Player], list[int]]:
        """Returns the players who play or substitute, in order, and the primary keys of the substitutes."""
        chosen = {player: self.cleaned_data[f"p{player.pk}"] for player in self.players}
        return [player for player in chosen if chosen[player]], [
            player.pk for player in chosen if chosen[player] == BENCH
        ]


def _members(day_team: DayTeam) -> dict[int, TeamMember]:
    """Returns the members of a team of an event, by the primary keys of the players."""
    rows = day_team.team.memberships.select_related("registration")
    return {row.registration.player_id: row for row in rows}
