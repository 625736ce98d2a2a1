"""What is in the tables: participants, seats, rows of lists, standings."""

from django.utils.translation import gettext as _

from romme_turnier.documents.tables.writing import Cell, Table
from romme_turnier.tournament.models import Event, GameEntry, Seat
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.standings.criteria_words import lead_words, tie_break_words
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, player_lines, team_lines


def participants(event: Event) -> Table:
    entries = event.registrations.taking_part().select_related("player", "club", "team_membership__team")
    rows = [
        (
            entry.number,
            entry.player.last_name,
            entry.player.first_name,
            entry.club.name if entry.club else "",
            entry.team_membership.team.name if hasattr(entry, "team_membership") else "",
            _yes(entry.paid),
            entry.get_status_display(),
            _yes(entry.out_of_competition),
            _yes(entry.publish_name),
        )
        for entry in entries
    ]
    headings = (
        _("Startnummer"),
        _("Nachname"),
        _("Vorname"),
        _("Club"),
        _("Mannschaft"),
        _("Startgeld bezahlt"),
        _("Status"),
        _("außer Konkurrenz"),
        _("Name darf veröffentlicht werden"),
    )
    return Table(_("Teilnehmer"), headings, rows)


def seats(event: Event) -> Table:
    rows = [
        (
            seat.series.number,
            seat.table.number,
            seat.number,
            seat.registration.number,
            seat.registration.name,
            seat.registration.club.name if seat.registration.club else "",
        )
        for seat in _seats(event)
    ]
    headings = (_("Serie"), _("Tisch"), _("Platz"), _("Startnummer"), _("Name"), _("Club"))
    return Table(_("Sitzplätze"), headings, rows)


def _seats(event: Event) -> list[Seat]:
    found = Seat.objects.filter(series__event=event)
    related = ("series", "table", "registration__player", "registration__club")
    return list(found.select_related(*related).order_by("series__number", "table__number", "number"))


def list_rows(event: Event) -> Table:
    """Returns one line for each game and player, as it stands on the list."""
    people = {(seat.table_id, seat.number): seat.registration for seat in _seats(event)}
    entries = (
        GameEntry.objects.filter(row__spielliste__table__series__event=event)
        .select_related("row__spielliste__table__series")
        .order_by("row__spielliste__table__series__number", "row__spielliste__table__number", "row__number", "seat")
    )
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        row, table = entry.row, entry.row.spielliste.table
        who = people.get((table.pk, entry.seat))
        finished = row.finisher == entry.seat
        rows.append(
            (
                table.series.number,
                table.number,
                row.number,
                entry.seat,
                who.number if who else None,
                who.name if who else "",
                entry.points,
                _yes(finished),
                _yes(finished and row.handromme),
            )
        )
    headings = (
        _("Serie"),
        _("Tisch"),
        _("Spiel"),
        _("Platz"),
        _("Startnummer"),
        _("Name"),
        _("Punkte"),
        _("beendet"),
        event.rules.hand_name,
    )
    return Table(_("Listen"), headings, rows)


def standings(event: Event) -> Table:
    """Returns the newest release; without one only the headings."""
    release = event.releases.select_related("series").first()
    after = release.series.number if release else 0
    posted = release.posted_rows if release else []
    lines = player_lines(posted, full_names(event), event.rules, final=bool(release and release.is_final))
    rows = [
        (
            line.rank,
            line.number,
            line.name,
            line.club,
            *line.series,
            *_merits(line),
        )
        for line in lines
    ]
    headings = (
        _("Rang"),
        _("Startnummer"),
        _("Name"),
        _("Club"),
        *(_("Serie %(number)d") % {"number": number} for number in range(1, after + 1)),
        *_merit_headings(event),
    )
    return Table(_("Rangliste"), headings, rows)


def team_standings(event: Event) -> Table:
    """Returns the teams of the newest release; without one only the headings."""
    release = event.releases.first()
    lines = team_lines(release.team_rows, full_names(event), event.rules) if release else []
    rows = [
        (
            line.rank,
            line.name,
            ", ".join(line.members),
            *_merits(line),
        )
        for line in lines
    ]
    headings = (
        _("Rang"),
        _("Mannschaft"),
        _("Mitglieder"),
        *_merit_headings(event),
    )
    return Table(_("Mannschaften"), headings, rows)


def _merits(line: StandingLine | TeamLine) -> tuple[Cell, ...]:
    """Returns what a rank rests on."""
    tie_breaks = (one.value for one in line.tie_breaks)
    return line.lists, *tie_breaks, line.total if line.lists else None, line.reason


def _merit_headings(event: Event) -> tuple[str, ...]:
    tie_breaks = (one.heading for one in tie_break_words(event.rules))
    return _("Listen"), *tie_breaks, lead_words(event.rules).short, _("Warum")


def _yes(value: bool) -> str:
    return _("ja") if value else ""
