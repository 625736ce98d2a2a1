"""The content of a package: the released state of an event, as other people may see it.

It holds the event file of the released series, with public names and without reasons, payments and register keys; the
releases in force; and the last hash of each released list. `package.schema.json` defines its form. The content of an
event that is handed over holds the whole event file instead, with the guests, the categories, the consents and the
terms that the next evening copies from this one.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from json import loads
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator

from romme_turnier.core.codes.package import Package, PackageError, PackageFault
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.seating import hall_tables
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.consistency import moment
from romme_turnier.tournament.exchange.event_file.exporting import (
    FORMAT as EVENT_FORMAT,
    Doubts,
    announcement_of,
    export_event,
)
from romme_turnier.tournament.exchange.event_file.faults import Node, json_path
from romme_turnier.tournament.exchange.event_file.reading import check, parse, unreadable
from romme_turnier.tournament.exchange.event_file.settings import VERSIONS, settings_of
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.lists.revision_chain import sheet_of_content, totals_of_content
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.reading import has_other_figures
from romme_turnier.tournament.standings.releases import pinned_lists

# Columns that the event file lacks, but the package of an event that is handed over contains.
SETTINGS = (
    *("series_minutes", "hall_tables", "phone_lists", "confirmations", "blind_check", "language", "announcement"),
    *("self_registration", "capacity", "bank_details", "names", "prizes"),
    *("fines_handed_out", "one_prize_each", "prizes_only_if_present", "prizes_shared"),
)
FORMAT, VERSION = "romme-turnier/package", 1
SHORT = 32  # characters of a digest in histories
Content = dict[str, Any]


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- Writing ------------------------------------------------------------------------------------------------------


def content_of(event: models.Event, *, handed_over: bool = False) -> Content:
    """Returns the content of the event's package, without the package's number, history and time.

    Raises TournamentError if a list's results under the current terms differ from the released ones, unless the event
    is handed over. Raises DamagedPackError if its packed lists are damaged.
    """
    releases = list(event.releases.in_force().select_related("series").order_by("released_at", "pk"))
    pinned = {pin.revision: (pin.series, pin.table) for pin in pinned_lists(event)}
    revisions = whole_revisions(models.Revision.objects.filter(pk__in=pinned).order_by("pk"), read_packed(event))
    by_place = {pinned[revision.pk]: revision for revision in revisions}
    lists = {place: by_place[place] for place in sorted(by_place)}
    facts = _whole_file(event) if handed_over else _public_file(event, releases, lists)
    named = event.registrations.filter(publish_name=True, number__isnull=False)
    numbers = {person["number"] for person in facts["participants"]}
    shown = [series["number"] for series in facts["series"]]
    return {
        "format": FORMAT,
        "version": VERSION,
        "handed_over": _handed_over(event) if handed_over else None,
        "event": facts,
        "seats": sorted(
            event.series.filter(number__in=shown, seats_released_at__isnull=False).values_list("number", flat=True)
        ),
        "named": sorted(
            numbers & {entry.number for entry in named.select_related("event") if handed_over or entry.is_named}
        ),
        "releases": [_release(release, numbers) for release in releases],
        "chains": [[*place, revision.number, revision.hash] for place, revision in lists.items()],
    }


def _handed_over(event: models.Event) -> Content:
    """Returns the facts that the event file lacks; they refer to participants by their positions in that file."""
    entries = event.registrations.taking_part().order_by("pk")  # as `export_event`
    people = list(enumerate(entries.prefetch_related("categories", "consents")))
    place_of = {entry.pk: place for place, entry in people}
    members: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for member in models.TeamMember.objects.filter(team__event=event, registration__in=place_of):
        members[member.team_id].append([place_of[member.registration_id], member.substitute])
    closes_at = event.registration_closes_at
    return {
        "public": event.is_public or event.releases.exists(),
        "settings": {name: getattr(event, name) for name in SETTINGS},
        "registration_closes_at": closes_at and closes_at.isoformat(),
        "teams": [[team.key, team.size, members[team.pk]] for team in event.teams.order_by("position", "pk")],
        "series": [
            [row.number, row.held_on and row.held_on.isoformat(), row.closed_at and row.closed_at.isoformat()]
            for row in event.series.order_by("number")
        ],
        "outdated": has_other_figures(event),
        "fixed_tables": [[place, entry.fixed_table] for place, entry in people if entry.fixed_table is not None],
        "guests": [place for place, entry in people if entry.guest],
        "categories": [
            [category.name, [place for place, entry in people if category in entry.categories.all()]]
            for category in event.categories.all()
        ],
        "consents": [
            [place, consent.purpose, *consent_facts(consent)]
            for place, entry in people
            for consent in entry.consents.all()
        ],
    }


def consent_facts(consent: models.Consent) -> list[str | None]:
    """Returns the time and the speaker of a consent, and the time of its withdrawal or None, as JSON values."""
    withdrawn_at = consent.withdrawn_at
    return [consent.given_at.isoformat(), consent.speaker, withdrawn_at.isoformat() if withdrawn_at else None]


def read_consent(given_at: str, speaker: str, withdrawn_at: str | None) -> models.Consent:
    """Returns the consent with these facts, unsaved."""
    return models.Consent(
        given_at=datetime.fromisoformat(given_at),
        speaker=speaker,
        withdrawn_at=datetime.fromisoformat(withdrawn_at) if withdrawn_at else None,
    )


def are_consents(consents: Sequence[Sequence[Any]]) -> bool:
    """Returns whether the times of these consents are readable, and at most one consent is in force."""
    times = [moment(time) for given_at, _speaker, withdrawn_at in consents for time in (given_at, withdrawn_at) if time]
    return None not in times and sum(withdrawn_at is None for *_given, withdrawn_at in consents) <= 1


def _announcement(event: models.Event) -> tuple[int, Content]:
    """Returns the version of the event file, and the announcement without the organiser's number on this machine."""
    settings = settings_of(event, with_organiser=False)
    return VERSIONS[settings is not None], announcement_of(event, settings)


def _whole_file(event: models.Event) -> Content:
    """Returns the event file of `export_event`, without register keys and the organiser's number."""
    content = export_event(event)
    content["version"], content["event"] = _announcement(event)
    for person in content["participants"]:
        person.pop("key", None)
    return content


def _public_file(
    event: models.Event, releases: list[models.StandingsRelease], lists: dict[tuple[int, int], models.Revision]
) -> Content:
    newest = max(releases, key=lambda release: (release.series.number, release.number), default=None)
    rows = {row.number: row for row in newest.posted_rows} if newest else {}
    clubs = sorted({row.club for row in rows.values() if row.club})
    keys = {club: f"C{number}" for number, club in enumerate(clubs, 1)}
    seated = (seat["number"] for revision in lists.values() for seat in revision.content["seats"])
    posted = (row.number for release in releases for row in release.posted_rows)
    numbers = {number for number in (*posted, *seated) if number is not None}
    names = {entry.number: entry.internet_name for entry in event.registrations.select_related("player", "event")}
    version, announcement = _announcement(event)
    return {
        "format": EVENT_FORMAT,
        "version": version,
        "event": announcement,
        "clubs": [{"key": key, "name": club} for club, key in keys.items()],
        "teams": [
            {"key": row.key, "name": row.name, "participants": [number for number in row.members if number in numbers]}
            for row in (newest.team_rows if newest else ())
        ],
        "participants": [
            _participant(number, names.get(number, NAMELESS), rows.get(number), keys) for number in sorted(numbers)
        ],
        "series": _series(event, lists),
        "play_offs": [{"participants": numbers_of, "ranking": numbers_of} for numbers_of in _played_off(newest)],
    }


def _played_off(release: models.StandingsRelease | None) -> list[list[int]]:
    """Returns the ties that play-offs have decided in a release, each as a list of start numbers ordered by rank."""
    groups: list[list[int]] = []
    for row in release.rows if release is not None else ():
        if row.number is None:
            continue
        if row.decided_by is Criterion.PLAY_OFF and groups:
            groups[-1].append(row.number)
        else:
            groups.append([row.number])
    return [group for group in groups if len(group) > 1]


def _participant(number: int, name: PersonName, row: StandingRow | None, clubs: dict[str, str]) -> Content:
    """Returns a player with the name for the internet, and the state in the newest release.

    A player without a name, for example after erasing, has no club. Payments are not published, so "paid" is always
    false, because the file requires a value.
    """
    first, last = (name.first, name.last) if name.last else ("", name.first)
    state: Content = {"status": "active"}
    if row is not None and (row.excluded or row.withdrawn_from is not None):
        played = [series for series, sums in enumerate(row.results, 1) if sums is not None]
        from_series = row.withdrawn_from or max(played, default=0) + 1
        state = {"status": "excluded" if row.excluded else "withdrawn", "from_series": from_series}
    if row is not None and row.out_of_competition:
        state["out_of_competition"] = True
    return {
        "number": number,
        "first_name": first,
        "last_name": last or NAMELESS.last,
        "club": clubs[row.club] if row is not None and row.club and name != NAMELESS else None,
        "paid": False,
        **state,
    }


def _series(event: models.Event, lists: dict[tuple[int, int], models.Revision]) -> list[Content]:
    series: dict[int, list[Content]] = {}
    for (number, table), revision in lists.items():
        content = revision.content
        _demand_same_terms(event, content)
        seats = [seat["number"] for seat in sorted(content["seats"], key=lambda seat: seat["seat"])]
        listed = {"number": table, "seats": seats, "list": _list(event, content)}
        series.setdefault(number, []).append(listed)
    return [{"number": number, "tables": tables} for number, tables in series.items()]


def _demand_same_terms(event: models.Event, content: Content) -> None:
    """Raises TournamentError if the list's results under the current terms differ from the released ones.

    Lists with contradictory marks about the end of a game are not compared.
    """
    sheet = sheet_of_content(content)
    if not sheet.endings and evaluate(sheet, event.terms).totals != tuple(totals_of_content(content)):
        raise TournamentError(
            _(
                "Seit der Freigabe hat sich die Wertung des Turniers geändert: Veröffentlicht würden andere Zahlen als "
                "die freigegebenen. Geben Sie die Rangliste noch einmal frei."
            )
        )


def _list(event: models.Event, content: Content) -> Content:
    """Returns a released list as in the event file, without the officials' reasons."""
    sheet, endings = sheet_of_content(content), content["endings"]
    doubts = Doubts(
        event.rules, [models.EndingReading(game=doubt["game"], endings=doubt["endings"]) for doubt in endings]
    )
    readings = [models.Reading(game=r["game"], seat=r["seat"], values=r["values"]) for r in content["readings"]]
    rulings = [models.RowRuling(game=ruling["game"]) for ruling in content["rulings"]]
    claims = {claim["seat"]: claim for claim in content["claims"]}
    columns = {
        f"claimed_{key}": [claims.get(seat, {}).get(name) for seat in range(1, sheet.seats + 1)]
        for key, name in (("totals", "total"), ("results", "result"), ("finished", "finished"))
    }
    vacant = [
        {"seat": seat.seat, "from_game": seat.from_game, "reason": "", **({"counts": True} if seat.counts else {})}
        for seat in sheet.vacancies
    ]
    ruled = doubts.as_rulings(rulings)
    return {
        "status": content["status"],
        "games": [
            {
                "number": game.number,
                "finisher": game.finisher,
                "handromme": game.handromme,
                "points": list(game.points),
            }
            for game in sorted(map(doubts.counted, sheet.games), key=lambda game: game.number)
        ],
        **({"rulings": ruled} if ruled else {}),
        **({"vacant": vacant} if vacant else {}),
        "readings": [{"game": row.game, "seat": row.seat, "values": doubts.counted_values(row)} for row in readings],
        "penalties": [{"seat": p.seat, "game": p.game, "points": p.points, "reason": ""} for p in sheet.penalties],
        **{name: column for name, column in columns.items() if any(value is not None for value in column)},
    }


def _release(release: models.StandingsRelease, numbers: set[int | None]) -> Content:
    """Returns a release. Players without a number are included only if `numbers` contains None (handed over)."""
    at, until = release.released_at, release.appeal_until
    return {
        "series": release.series.number,
        "number": release.number,
        "released_at": at.isoformat(),
        "appeal_until": until.isoformat() if until else None,
        "note": release.public_note,
        "rows": [row.to_json() for row in release.rows if row.number is not None or None in numbers],
        "team_rows": [
            {**row.to_json(), "members": [number for number in row.members if number in numbers]}
            for row in release.team_rows
        ],
        "days": list(release.days),
    }


# --- Reading ------------------------------------------------------------------------------------------------------


def read_canonical(package: Package) -> tuple[Any, bytes]:
    """Returns the JSON value in a package, and its bytes.

    Raises PackageError if the content cannot be unpacked, is too large or is not in canonical form. Raises
    EventFileError if the bytes are not JSON.
    """
    data = package.unpacked()
    content = parse(data)
    try:
        is_only_form = canonical(content) == data
    except (ValueError, RecursionError):  # surrogates
        is_only_form = False
    if not is_only_form:
        raise PackageError(PackageFault.NO_PACKAGE)
    return content, data


def demand_form(content: Any, schema: str) -> None:
    """Raises TournamentError unless the content of a package follows the schema, a file next to this one.

    Also raises it for duplicate keys, control characters and texts without visible characters.
    """
    fault = next(_faults(content, schema), "")
    if fault:
        raise TournamentError(
            _("Das Paket ist nicht so geschrieben, wie dieses Programm es liest: %(what)s.") % {"what": fault}
        )


def demand_consistency(faults: Iterator[str]) -> None:
    """Raises TournamentError for the first fault; faults name the entries of a package that contradict others."""
    fault = next(faults, "")
    if fault:
        raise TournamentError(_("Das Paket widerspricht sich: %(what)s.") % {"what": fault})


def demand_sound(content: Any) -> None:
    """Raises EventFileError for a faulty event file in the content of an event's package.

    Raises TournamentError for other content that breaks the schema or contradicts itself.
    """
    demand_form(content, "package.schema.json")
    check(content["event"])
    demand_consistency(_contradictions(content))


def _faults(content: Any, schema: str) -> Iterator[str]:
    for breach in islice(_validator(schema).iter_errors(content), 1):
        yield json_path(tuple(breach.absolute_path))
    for unseen in islice(unreadable(Node(content)), 1):
        yield str(unseen)


def line_contradictions(content: Content) -> Iterator[str]:
    """Yields the names of the faulty entries that describe the package's place in its line: "history", "made_at"."""
    if len(content["history"]) != content["number"] - 1:
        yield "history"
    if moment(content["made_at"]) is None:
        yield "made_at"


def _contradictions(content: Content) -> Iterator[str]:
    event, groups = content["event"], content["handed_over"]
    numbers = {person["number"] for person in event["participants"]}
    tables = {(series["number"], table["number"]) for series in event["series"] for table in series["tables"]}
    series = {number for number, _table in tables}
    if not set(content["named"]) <= numbers:
        yield "named"
    if not set(content["seats"]) <= series:
        yield "seats"
    if any("key" in person for person in event["participants"]):  # would name a person of the register here
        yield "event.participants"
    yield from line_contradictions(content)
    if len({(release["series"], release["number"]) for release in content["releases"]}) < len(content["releases"]):
        yield "releases"
    for index, release in enumerate(content["releases"]):
        if release["series"] not in series or not _is_sound(release, numbers):
            yield f"releases[{index}]"
    chains = [(number, table) for number, table, _revision, _hash in content["chains"]]
    if len(set(chains)) < len(chains) or not set(chains) <= tables:
        yield "chains"
    if groups is None and set(chains) != tables:
        yield "chains"
    last = max((release["series"] for release in content["releases"]), default=0)
    if groups is None and any(number > last for number in series):
        yield "event.series"
    if groups is not None:
        yield from _contradictions_of_whole(event, groups)


def _contradictions_of_whole(event: Content, groups: Content) -> Iterator[str]:
    """Yields the contradictions in "handed_over"."""
    consents: defaultdict[tuple[int, str], list[list[Any]]] = defaultdict(list)
    for place, purpose, *facts in groups["consents"]:
        consents[place, purpose].append(facts)
    in_teams = [place for *_team, members in groups["teams"] for place, _substitute in members]
    places = [groups["guests"], *(members for _name, members in groups["categories"]), [p for p, _of in consents]]
    places += [[place for place, _table in groups["fixed_tables"]], in_teams]
    names = [folded(name) for name, _members in groups["categories"]]
    known = set(chain(*places)) <= set(range(len(event["participants"])))
    if len(set(names)) < len(names) or not known or not all(map(are_consents, consents.values())):
        yield "handed_over"
    keys = {key for key, *_facts in groups["teams"]}
    if not {team["key"] for team in event.get("teams", ())} <= keys or len(set(in_teams)) < len(in_teams):
        yield "handed_over.teams"
    times = [groups["registration_closes_at"], *(closed_at for *_of, closed_at in groups["series"])]
    days = [day for _number, day, _closed_at in groups["series"]]
    if None in map(moment, filter(None, times)) or not all(map(is_day, filter(None, days))):
        yield "handed_over.series"
    if [number for number, *_facts in groups["series"]] != sorted(series["number"] for series in event["series"]):
        yield "handed_over.series"
    if not _is_hall(groups["settings"]["hall_tables"]):
        yield "handed_over.settings.hall_tables"


def is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_hall(text: str) -> bool:
    try:
        return bool(hall_tables.rows(text)) or not text
    except hall_tables.HallTablesError:
        return False


def _is_sound(release: Content, numbers: set[int | None]) -> bool:
    """Returns whether the rows of a release are valid, name players of the event, each once, and fit its series."""
    of_rows = [row["number"] for row in release["rows"]]
    given = [number for number in of_rows if number is not None]
    times = [release["released_at"], *filter(None, [release["appeal_until"]])]
    try:
        days = [date.fromisoformat(day) for day in release["days"]]
        for row in release["rows"]:
            StandingRow.from_json(row)
        for team in release["team_rows"]:
            TeamRow.from_json(team)
    except ValueError:
        return False
    return (
        set(of_rows) <= numbers
        and len(set(given)) == len(given)
        and all(len(row["results"]) == release["series"] for row in release["rows"])
        and all(set(team["members"]) <= numbers for team in release["team_rows"])
        and all(moment(time) is not None for time in times)
        and len(days) in (0, release["series"])
        and len({team["key"] for team in release["team_rows"]}) == len(release["team_rows"])
    )


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(loads(files(__package__).joinpath(schema).read_text(encoding="utf-8")))
