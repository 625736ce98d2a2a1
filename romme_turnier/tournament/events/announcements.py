"""Creating, changing, copying, publishing and unpublishing an event with its announcement (§ 1.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.length import Length, games
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.rules.system.options import option_faults
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.core.seating import hall_tables
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.tables import demand_playable, open_play_tables
from romme_turnier.tournament.at_table.statements import complete_confirmed
from romme_turnier.tournament.events.appearance import copy_logo
from romme_turnier.tournament.events.scoring import demand_scoring, note_points_per_game
from romme_turnier.tournament.events.timetable import (
    Line,
    calendar_entries,
    copy_timetable,
    count_changes,
    store_timetable,
)
from romme_turnier.tournament.lists.change import is_written_on, lock_lists
from romme_turnier.tournament.money.fees import follow_announcement, store_fee_kinds
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.addresses import address_fault, address_for, give_address, proposed_slug
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.organisers.public_face import hand_on_logo
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.waiting_list import move_up
from romme_turnier.tournament.shared.effects import invalidate_public_pages, outdate_rankings, published_lists
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.event_log import reference
from romme_turnier.tournament.shared.outbox import announce_vanished, event_changed
from romme_turnier.tournament.shared.rule_words.options import (
    fault_in_words,
    length_fault,
    no_stake_to_book,
    size_fault_in_words,
    stake_fault,
)
from romme_turnier.tournament.shared.service import note, nothing_done, part_of_service, service
from romme_turnier.tournament.standings.results import refresh_results

REGISTRATION_CLOSES_BEFORE = timedelta(minutes=15)  # § 1.3
# These terms decide the sums of a list. They are fixed once a list has entries.
TERMS = (
    *("ruleset", "options", "games_per_list", "length_unit", "length_number"),
    *("scoring", "points_per_game"),
    *("bonus_mode", "bonus_four", "bonus_three", "bonus_handromme"),
)

# The columns that a copy of an event takes from the original; its other columns get new values, or none.
COPIED = (
    *TERMS,
    *("table_size", "series_count", "series_minutes", "hall_tables", "phone_lists", "confirmations", "blind_check"),
    *("organiser", "held_by", "kind", "season", "venue", "language", "accent", "announcement", "names"),
    *("access", "self_registration", "capacity"),
    *("entry_fee", "currency", "bank_details", "stake", "stake_booked"),
    *("prizes", "fines_handed_out", "one_prize_each", "prizes_only_if_present", "prizes_shared"),
)
# The columns that the prizes and teams of a copied event take from those of the original.
COPIED_OF_PRIZES = ("position", "ranking", "series_number", "first_rank", "last_rank", "amount", "thing")
COPIED_OF_TEAMS = ("key", "name", "size", "position")

_USUAL = RULE_SYSTEMS[DEFAULT]
_USUAL_FOUR, _USUAL_THREE, _USUAL_HANDROMME = _USUAL.usual_bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The announcement of an event (§ 1.1).

    A list has `games_per_list` games or, with a `length_unit`, `length_number` of these units. `slug` is the event's
    own part of its address; if it is empty, a new event gets one made from its name. `registration_closes_at` None
    means a quarter of an hour before the start (§ 1.3). `fine_scale` holds pairs: the number of the first lost game of
    a list to which a fine applies, and the amount. `fee_kinds` holds fees that some players pay instead of the usual
    one: primary key (None for a new fee), group of players, amount. `points_per_game` is given if and only if the event
    ranks by scoring points. None for `fee_kinds`, `timetable` or `options` keeps the stored ones; options are dropped
    if the rule system changes.
    """

    name: str
    starts_at: datetime
    bonus_mode: str
    slug: str = ""
    organiser: str = ""
    venue: str = ""
    registration_closes_at: datetime | None = None
    access: str = models.Event.Access.OPEN
    self_registration: bool = False
    capacity: int | None = None
    names: str = field(default_factory=models.Event.Names.usual)
    prizes: str = models.Event.Prizes.INDIVIDUAL
    announcement: str = ""
    ruleset: str = DEFAULT
    options: Mapping[str, bool | int] | None = None
    table_size: int | None = None
    games_per_list: int = _USUAL.games or 0
    length_unit: str = ""
    length_number: int | None = None
    scoring: str = models.Event.Scoring.SUM
    points_per_game: PointsPerGame | None = None
    series_count: int = 3
    series_minutes: int | None = None
    hall_tables: str = ""
    phone_lists: str = models.Event.PhoneLists.PAPER
    confirmations: int | None = None
    blind_check: bool = False
    bonus_four: int = _USUAL_FOUR
    bonus_three: int = _USUAL_THREE
    bonus_handromme: int = _USUAL_HANDROMME
    entry_fee: Decimal = Decimal("0.00")
    currency: str = "EUR"
    stake: Decimal | None = None
    stake_booked: bool = False
    bank_details: str = ""
    fine_scale: Sequence[tuple[int, Decimal]] = ()
    fee_kinds: Sequence[tuple[int | None, str, Decimal]] | None = None
    timetable: Sequence[Line] | None = None


def default_close(starts_at: datetime) -> datetime:
    """Returns the default end of registration (§ 1.3)."""
    return starts_at - REGISTRATION_CLOSES_BEFORE


def has_entries(event: models.Event) -> bool:
    """Returns whether any list of the event has content besides its seats. The terms can then no longer change."""
    return is_written_on(models.Spielliste.objects.filter(table__series__event=event))


@service(gettext_lazy("Turnier angelegt"))
def create_event(announcement: Announcement, *, by: User, organiser: models.Organiser | None = None) -> models.Event:
    """Creates an event of the organiser, by default the first one, with its colour and logo and `by` as director.

    Raises TournamentError if the announcement is invalid, if the address is taken, or if there are several organisers
    and `by` may not make events of this one.
    """
    held_by = organiser or first_organiser()
    _demand_maker(held_by, by)
    event = models.Event(made_by=by, held_by=held_by, accent=held_by.accent)
    _announce(event, announcement)
    hand_on_logo(event)
    models.EventRole.objects.create(event=event, user=by, role=models.EventRole.Role.DIRECTOR)
    return event


def _demand_maker(organiser: models.Organiser, by: User) -> None:
    """Raises TournamentError unless `by` may make events of the organiser.

    If there is only one organiser, pages check the right instead.
    """
    if are_several() and not may_at(by, OrganiserRight.MAKE_EVENTS, organiser):
        words = _("Turniere von %(organiser)s legt an, wer dort oder darüber Vorsitz oder Sportleitung hat.")
        raise TournamentError(words % {"organiser": organiser}, about="held_by")


@service(gettext_lazy("Ausschreibung geändert"))
def update_event(event: models.Event, announcement: Announcement, *, by: User) -> models.Event:
    """Changes the announcement, and adapts the waiting list, paid flags, tables in the browser and confirmed lists.

    Raises TournamentError if the announcement is invalid, if terms would change under lists with entries, if a drawn
    series would vanish, if booked stakes would no longer go through the box, if a published address would change, or if
    the season of the event does not allow the new day.
    """
    current = models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    _demand_same_terms(current, announcement)
    booked = current.stake_booked and current.ledger.filter(kind=models.LedgerEntry.Kind.STAKE)
    if booked and not announcement.stake_booked and booked.filter(reverses=None, reversed_by=None).exists():
        words = _("Einsätze sind schon gebucht. Bitte stornieren Sie erst diese Buchungen.")
        raise TournamentError(words, about="stake_booked")
    drawn = current.series.last_drawn()
    if announcement.series_count < drawn:
        words = _("Serie %(number)d ist schon ausgelost. Weniger Serien sind nicht mehr möglich.")
        raise TournamentError(words % {"number": drawn})
    if current.published_at and announcement.slug and announcement.slug != current.own_slug:
        raise TournamentError(_("Die Adresse ist schon öffentlich und bleibt deshalb, wie sie ist."))
    needed, entries, day = current.confirmations, calendar_entries(current), timezone.localdate(current.starts_at)
    name = current.name
    _announce(current, announcement)
    if current.name != name:  # rankings recognise by the name that an event is held again
        outdate_rankings({current.season_id}, published_lists(current.results.all()))
    if current.season is not None and timezone.localdate(current.starts_at) != day:
        _move_in_season(current, current.season)
    count_changes(current, entries)
    for series in current.series.filter(closed_at=None):
        open_play_tables(series)  # opens other tables if the rules have changed
    if current.confirmations != needed:
        for series in current.series.filter(closed_at=None):
            complete_confirmed(series)
    follow_announcement(current, by=by)
    move_up(current, by=by)
    event_changed(current)
    return current


@part_of_service
def _move_in_season(event: models.Event, season: models.Season) -> None:
    """Moves an evening's date in the season to its new day; events of other kinds do not have such a date.

    Raises TournamentError if the day is outside the season, or if the season already has another date on this day.
    """
    day = timezone.localdate(event.starts_at)
    if not season.includes(day):
        raise TournamentError(_("Dieser Tag liegt nicht in der Saison."), about="starts_at")
    planned = season.dates.filter(event=event).exclude(day=day).first()
    if planned is None:
        return
    if season.dates.filter(day=day).exists():
        raise TournamentError(_("An diesem Tag steht schon ein Termin."), about="starts_at")
    first = planned.moved_from or planned.day
    planned.day, planned.moved_from = day, None if first == day else first
    if planned.moved_from is None:
        planned.reason = ""
    planned.save(update_fields=["day", "moved_from", "reason"])


def _demand_same_terms(event: models.Event, announcement: Announcement) -> None:
    said = replace(announcement, options=_options(event, announcement))
    changed = [name for name in TERMS if getattr(event, name) != getattr(said, name)]
    if not changed:
        return
    lists = models.Spielliste.objects.filter(table__series__event=event)
    lock_lists(lists)  # later writers get the new terms
    if is_written_on(lists):
        labels = ", ".join(str(getattr(models.Event._meta.get_field(name), "verbose_name", name)) for name in changed)
        words = _("In den Listen stehen schon Spiele. Nicht mehr ändern lässt sich: %(fields)s.")
        raise TournamentError(words % {"fields": labels})


def _announce(event: models.Event, announcement: Announcement) -> None:
    rules = RULE_SYSTEMS.get(announcement.ruleset)
    if rules is None:
        raise TournamentError(_("Dieses Regelwerk gibt es nicht."))
    _demand_playable(announcement, rules)
    demand_scoring(announcement.scoring, announcement.points_per_game, rules)
    closes_at = announcement.registration_closes_at or default_close(announcement.starts_at)
    if closes_at > announcement.starts_at:
        raise TournamentError(_("Der Meldeschluss liegt nach dem Beginn."))
    values = {**asdict(announcement), "points_per_game": announcement.points_per_game}
    fine_scale, fee_kinds, timetable = (values.pop(name) for name in ("fine_scale", "fee_kinds", "timetable"))
    try:
        values["hall_tables"] = hall_tables.written(hall_tables.rows(announcement.hall_tables))
    except hall_tables.HallTablesError as fault:
        raise TournamentError(hall_tables_in_words(fault)) from fault
    own_slug = values.pop("slug") or event.own_slug or proposed_slug(announcement.name, event.held_by)
    values["registration_closes_at"] = closes_at
    values["options"] = _options(event, announcement)
    if values["options"] != event.options:
        note("options", old=sorted((event.options or {}).items()), new=sorted((values["options"] or {}).items()))
    note_points_per_game(event.points_per_game, announcement.points_per_game)
    for name, value in values.items():
        setattr(event, name, value)
    _save_with_address(event, own_slug)
    _store_fine_scale(event, fine_scale)
    if fee_kinds is not None:
        store_fee_kinds(event, fee_kinds)
    if timetable is not None:
        store_timetable(event, timetable)
    invalidate_public_pages(event.pk)
    refresh_results(event.pk)


def _demand_playable(announcement: Announcement, rules: RuleSet) -> None:
    if faults := option_faults(rules, announcement.options or {}):
        raise TournamentError(" ".join(fault_in_words(rules, fault) for fault in faults))
    if announcement.table_size is not None and announcement.table_size not in rules.sizes:
        raise TournamentError(size_fault_in_words(rules), about="table_size")
    if announcement.stake is not None and (fault := stake_fault(rules, announcement.stake)):
        raise TournamentError(fault, about="stake")
    if announcement.stake_booked and announcement.stake is None:
        raise TournamentError(no_stake_to_book(), about="stake")
    if fault := length_fault(rules, announced_length(announcement)):
        raise TournamentError(fault, about="length_number" if announcement.length_unit else "games_per_list")
    if announcement.phone_lists == models.Event.PhoneLists.PLAYED:
        demand_playable(rules, announced_length(announcement))


def _options(event: models.Event, announcement: Announcement) -> dict[str, bool | int] | None:
    """Returns the announced options. If they are None, returns the stored ones, or {} if the rule system changes."""
    if announcement.options is not None:
        return dict(announcement.options)
    kept: dict[str, bool | int] | None = event.options
    return kept if announcement.ruleset == event.ruleset else {}


def announced_length(announcement: Announcement) -> Length:
    if announcement.length_unit:
        return Length(LengthUnit(announcement.length_unit), announcement.length_number or 0)
    return games(announcement.games_per_list)


def hall_tables_in_words(fault: hall_tables.HallTablesError) -> str:
    """Describes the fault in the table numbers, with an example of the correct notation."""
    words = {
        "backwards": _("„%(part)s“ endet, bevor es beginnt."),
        "twice": _("Tisch %(part)s ist zweimal genannt."),
        "out_of_range": _("„%(part)s“: Tischnummern liegen zwischen 1 und %(most)d."),
    }.get(fault.code, _("„%(part)s“ ist keine Tischnummer."))
    return " ".join(
        [words % {"part": fault.part, "most": hall_tables.NUMBER_MAX}, _("Schreiben Sie zum Beispiel: 1-8, 11, 14-20")]
    )


def _save_with_address(event: models.Event, own_slug: str) -> None:
    """Saves the event, with a new address if its own part changes. Raises TournamentError if the address is taken."""
    if own_slug != event.own_slug:
        if fault := address_fault(event.held_by, own_slug, event.pk or 0):
            raise TournamentError(fault, about="slug")
        address = address_for(event.held_by, own_slug)
        if event._state.adding:
            event.slug = address
        else:
            give_address(event, address)
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError as error:  # another request has just taken the address
        if fault := address_fault(event.held_by, own_slug, event.pk or 0):
            raise TournamentError(fault, about="slug") from error
        raise


def _store_fine_scale(event: models.Event, scale: Sequence[tuple[int, Decimal]]) -> None:
    if len({first for first, _amount in scale}) != len(scale):
        raise TournamentError(_("Das Bußgeld nennt zwei Beträge ab demselben Spiel."))
    before = [list(step) for step in event.fine_steps.values_list("from_game", "amount")]
    if before != [list(step) for step in scale]:
        note("fine_scale", old=before, new=[list(step) for step in scale])
    event.fine_steps.all().delete()
    models.FineStep.objects.bulk_create(
        models.FineStep(event=event, from_game=first, amount=amount) for first, amount in scale
    )


@service(gettext_lazy("Turnier als Kopie angelegt"))
def copy_event(
    event: models.Event,
    *,
    name: str,
    starts_at: datetime,
    by: User,
    slug: str = "",
    organiser: models.Organiser | None = None,
    with_officials: bool = True,
    with_teams: bool = False,
) -> models.Event:
    """Copies an event with its announcement, fees, fines, prizes and clubs, but without participants.

    The timetable and the end of registration move with the start. Officials keep their roles if `with_officials`; teams
    are copied without members if `with_teams`. `by` always becomes a director of the copy. A copy for another
    `organiser` gets that organiser's name, colour and logo, but no officials and no bank details.

    The copy of an evening or match day is a tournament outside the season. Another copy stays in the season if the
    organiser is the same, the season is open, is kept here and includes the new day, and `by` may change it. Raises
    TournamentError if the address is not free, or if there are several organisers and `by` may not make events there.
    """
    lead = event.starts_at - (event.registration_closes_at or default_close(event.starts_at))
    event = models.Event.objects.get(pk=event.pk)
    copy = models.Event(**{column: getattr(event, column) for column in COPIED}, name=name, made_by=by)
    copy.starts_at, copy.registration_closes_at = starts_at, starts_at - lead
    copy.options = copy.options or {}
    if is_elsewhere := organiser is not None and organiser != event.held_by:
        copy.held_by, copy.accent = organiser, organiser.accent
        copy.organiser, copy.bank_details = organiser.name, ""
    if copy.kind in (models.Event.Kind.EVENING, models.Event.Kind.LEAGUE_DAY):  # it needs a date or a league
        copy.kind, copy.season = models.Event.Kind.TOURNAMENT, None
    elif copy.season and (is_elsewhere or not _may_join(copy.season, timezone.localdate(starts_at), by)):
        copy.season = None
    _demand_maker(copy.held_by, by)
    _save_with_address(copy, slug or proposed_slug(name, copy.held_by))
    _store_fine_scale(copy, list(event.fine_steps.values_list("from_game", "amount")))
    _copy_money(event, copy)
    copy_timetable(event, copy)
    if is_elsewhere:
        hand_on_logo(copy)
    else:
        copy_logo(event, copy)
    models.EventClub.objects.bulk_create(
        models.EventClub(event=copy, club_id=club, key=key)
        for club, key in event.event_clubs.values_list("club_id", "key")
    )
    roles = {(by.pk, str(models.EventRole.Role.DIRECTOR))}
    if with_officials and not is_elsewhere:
        roles.update(event.roles.values_list("user_id", "role"))
    models.EventRole.objects.bulk_create(
        models.EventRole(event=copy, user_id=user, role=role) for user, role in sorted(roles)
    )
    if with_teams:
        models.Team.objects.bulk_create(
            models.Team(event=copy, **{column: getattr(team, column) for column in COPIED_OF_TEAMS})
            for team in event.teams.all()
        )
    note("copied_from", new=reference(event))
    return copy


def _may_join(season: models.Season, day: date, by: User) -> bool:
    """Returns whether `by` may put an event of that day into the season."""
    is_open = season.closed_at is None and not season.elsewhere and season.includes(day)
    return is_open and may_at(by, OrganiserRight.MAKE_EVENTS, season.organiser)


def _copy_money(event: models.Event, copy: models.Event) -> None:
    store_fee_kinds(copy, [(None, fee.name, fee.amount) for fee in event.fee_kinds.all()])
    categories: dict[int | None, models.Category | None] = {None: None}
    for category in event.categories.all():
        categories[category.pk], _new = models.Category.objects.get_or_create(
            event=copy, name=category.name, defaults={"position": category.position}
        )
    models.Prize.objects.bulk_create(
        models.Prize(
            event=copy,
            category=categories[prize.category_id],
            **{column: getattr(prize, column) for column in COPIED_OF_PRIZES},
        )
        for prize in event.prize_plan.all()
    )


@service(gettext_lazy("Turnier veröffentlicht"))
def publish_event(event: models.Event, *, by: User) -> None:
    """Shows the event on the public pages. An event that is already public keeps its time of publication.

    Other programs get a message (webhooks), and rankings of organisers above that count its results become outdated.
    """
    if event.published_at is None:
        _set_published(event, timezone.now())
    else:
        nothing_done()


@service(gettext_lazy("Veröffentlichung zurückgenommen"))
def unpublish_event(event: models.Event, *, by: User) -> None:
    """Takes the event and its releases off the public pages; the releases remain stored.

    Other programs get a message (webhooks), and rankings of organisers above that count its results become outdated.
    """
    if event.published_at is not None:
        _set_published(event, None)
    else:
        nothing_done()


def _set_published(event: models.Event, at: datetime | None) -> None:
    was_public, event.published_at = event.is_public, at
    event.save(update_fields=["published_at"])
    if at is not None:
        event_changed(event)
    elif was_public:
        announce_vanished(event)
    invalidate_public_pages(event.pk)
    days = event.results.order_by().values_list("day", flat=True).distinct()
    outdate_rankings((), {(event.held_by.number, day) for day in days})
