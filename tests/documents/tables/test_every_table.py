"""Every table of the catalogue in every medium: columns, rights, order, formulas, queries; file and page agree."""

import csv
import importlib
import pkgutil
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoDbBlocker

from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.criteria import Scoring
from romme_turnier.documents import tables
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.catalogue import DATA_FILES, KINDS, DataFile
from romme_turnier.documents.tables.columns import EVERYWHERE, Column, Medium, NumberColumn
from romme_turnier.documents.tables.standings import StandingsTable, merit_columns
from romme_turnier.tournament.disputes import cases
from romme_turnier.tournament.hall.calls import answer_call, call_official, end_call, take_back_call
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.models import Club, Draw, Event, FineStep, Player, Registration, Series
from romme_turnier.tournament.models.event import rules_with
from romme_turnier.tournament.money import cash, fees, prizes
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.permissions import Right, rights_at
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.criteria_words import lead_words, tie_breaks_of
from romme_turnier.tournament.standings.lines import StandingLine
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, make_cast, signed_in
from tests.factories import enter, list_of, make_checked, make_complete, make_event, register, seat_series

ROLES = ("petra", "ella", "karl", "rudi")
# The page of each table that has one, by the key of its file.
PAGES = {
    "participants": "organiser:front_desk",
    "standings": "organiser:standings_after",
    "teams": "organiser:teams",
    "waiting": "organiser:waiting_list",
    "player_invitations": "organiser:player_invitations",
    "officials": "organiser:officials",
    "ledger": "organiser:ledger",
    "hand_in": "organiser:hand_in",
    "accounts": "organiser:cash",
    "fines": "organiser:cash_fines",
    "cash_kinds": "organiser:day_end",
    "prizes": "organiser:prizes",
    "disputes": "organiser:disputes",
    "log": "organiser:event_record",
    "histories": "organiser:list_history",
    "notices": "organiser:notices",
    "calls": "organiser:hall_calls",
    "settlement": "organiser:settlement",
    "stakes": "organiser:settlement",
}
# Of pages of a series or a list.
PLACES: dict[str, tuple[int, ...]] = {"hand_in": (1,), "histories": (2, 1), "standings": (1,)}
WITHOUT_PAGE = {"seats", "list_rows", "lists"}  # files only, or drawn as cards
# Below the first table of a page, or on a page of rows that `made` lacks.
ELSEWHERE = {"cash_counts", "draws", "player_fines", "records", "releases", "repairs", "team_standings"}
WITHOUT_FREE_TEXT = {"lists", "fines", "cash_kinds", "records"}  # numbers, words of choices, names after start numbers
FILES = {file.key: file for file in DATA_FILES}
FORMULA = "=HYPERLINK(1)"
RIGHTS = frozenset(Right)
PLAYED_FOR_MONEY = ("settlement", "stakes")  # tables that have rows only at such events
MONEY = {1: "100 32 28 0", 2: "0 90 40 20", 3: "0 10 58 10", 4: "8 0 2 2"}


def draw_and_repair(series: Series, official: User) -> None:
    """Two discarded draws and two changes of seats, with and without an official and a reason."""
    before, after, at = {"1": [1, 2, 3, 4]}, {"1": [1, 2, 3], "3": [5, 6, 7]}, series.event.starts_at
    for reason, author in ((FORMULA, official), ("", None)):
        series.draws.create(
            status=Draw.Status.DISCARDED,
            algorithm="search-6",
            seed=reason,
            inputs={},
            result=[],
            discard_reason=reason,
            author=author,
            made_at=at,
        )
        series.repairs.create(reason=reason, before=before, after=after, by=author, at=at)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Event, Cast]]:
    """An event whose rows have umlauts, formulas, halves, negative sums and values that are missing."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = make_event(players=8, clubs=3, entry_fee=Decimal("10.00"), series_count=2)
        cast = make_cast(event)
        User.objects.filter(pk=cast.rudi.pk).update(display_name=FORMULA)
        people = list(event.registrations.order_by("number"))
        for registration, name in zip(people, ("Ärmel", "von der Heide", "Heide", "Łukasz", "Zander"), strict=False):
            Player.objects.filter(pk=registration.player_id).update(last_name=name)
        Player.objects.filter(pk=people[2].player_id).update(first_name=FORMULA)
        Club.objects.filter(registrations=people[0]).update(name="Äpfel & Söhne")
        Registration.objects.filter(pk=people[5].pk).update(club=None)
        create_team(event, FORMULA, people[:3], by=None)
        for registration in people[:4]:
            fees.pay(registration, key="", by=cast.karl, method="bank" if registration.number == 2 else "cash")
        cash.book_other(event, "other", Decimal("-4.20"), text=FORMULA, key="", by=cast.karl)
        cash.take_back(event.ledger.get(number=2), reason="falsch", by=cast.karl)
        series = seat_series(event)
        for table in (1, 2):
            make_checked(list_of(series, table))
        FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.20"))
        User.objects.filter(pk=cast.ella.pk).update(display_name=FORMULA)
        record_hand_in(list_of(series, 1), paper="in", unsigned=[2], expected=0, by=cast.ella)
        close_series(series, by=None)
        release_standings(event, 1, by=None)
        release_standings(event, 1, note=FORMULA, by=cast.petra)
        register(event, None, last_name="Ohne", club=None)
        series = seat_series(event, 2)
        complete = make_complete(list_of(series), by=cast.ella)
        enter(complete, 1, "0 25 30 40", reason=FORMULA, by=cast.rudi)
        release_seats(series, by=None)
        draw_and_repair(series, cast.petra)
        for table, official in ((1, cast.ella), (2, cast.karl), (2, None)):
            call = call_official(series.tables.get(number=table), about="rule", text=FORMULA, seat=table)
            if official:
                answer_call(call, by=official)
                end_call(call, by=official)
        take_back_call(call)
        for name in (FORMULA, "Öhler", "Oberst"):
            register(event, None, first_name=name, status=Registration.Status.WAITING, contact="0170 123456")
            event.player_invitations.create(name=name, at=event.starts_at)
        event.player_invitations.create(club=people[0].club, at=event.starts_at)
        for table, seats in ((2, [1, 2]), (1, [])):
            cases.call_referee(
                event, cases.Call(facts=FORMULA, series=1, table=table, game=1, seats=seats, clause="§ 6.4"), by=None
            )
        cases.call_referee(event, cases.Call(facts="Lärm"), by=None)
        cash.count_cash(event, {Decimal("20.00"): 2}, note=FORMULA, by=cast.karl)
        plan = prizes.PlanLine(ranking="series", series_number=1, first_rank=1, last_rank=8, amount=Decimal(5))
        prizes.store_plan(event, [plan], {"prizes_shared": True}, by=None)
        prizes.release(event, by=None)
        for key in PLAYED_FOR_MONEY:
            _play_for_money(key, cast)
        yield event, cast
        transaction.set_rollback(True)


def _play_for_money(key: str, cast: Cast) -> None:
    event = make_event(
        players=4, slug=key, ruleset="classic", stake=Decimal("0.001"), stake_booked=key == "stakes", games_per_list=4
    )
    make_cast(event)
    Player.objects.filter(registrations=event.registrations.get(number=3)).update(first_name=FORMULA)
    make_checked(list_of(seat_series(event, 1, [(1, 2, 3, 4)])), MONEY, by=cast.rudi)


@pytest.fixture
def event(made: tuple[Event, Cast], db: None, request: pytest.FixtureRequest) -> Event:
    """The event that has rows of the tested table."""
    callspec = getattr(request.node, "callspec", None)
    key = callspec.params.get("key", "") if callspec else ""
    return Event.objects.get(slug=key if key in PLAYED_FOR_MONEY else made[0].slug)


@pytest.fixture
def cast(made: tuple[Event, Cast]) -> Cast:
    return made[1]


@pytest.fixture
def petra(cast: Cast, db: None) -> Client:
    return signed_in(cast.petra)


def columns_of(file: DataFile, event: Event) -> dict[str, Column]:
    return {**file.table.base_columns, **dict(file.columns(event, QueryDict()))}


def sorted_by(file: DataFile, event: Event, asked: str, rights: frozenset[Right] = RIGHTS) -> list[Any]:
    query = QueryDict(f"sortiert={asked}")
    return list(file.table_for(event, query, rights).data)


def page_of(key: str, event: Event, petra: Client, query: str = "") -> str:
    address = reverse(PAGES[key], args=[event.slug, *PLACES.get(key, ())])
    answer = petra.get(address + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def table_in(page: str) -> str:
    return page[page.index("<table") : page.index("</table>")]


def saved(client: Client, file: DataFile, event: Event, query: str = "") -> list[list[str]]:
    address = reverse(f"documents:{file.key}_file", args=[event.slug, "csv"]) + query
    return list(csv.reader(StringIO(client.get(address).content.decode("utf-8-sig"), newline=""), delimiter=";"))


# --- headings and rights ---


@pytest.mark.parametrize("key", FILES)
def test_a_column_is_called_the_same_in_every_medium_or_says_otherwise(event: Event, key: str) -> None:
    for column in columns_of(FILES[key], event).values():
        assert str(column.label) == str(column.short or column.verbose_name)
        assert EVERYWHERE.issuperset(column.media)
    headings = next(iter(FILES[key].table_for(event, QueryDict(), RIGHTS).as_values()))
    assert len(headings) == len(set(headings))


def test_every_file_names_the_page_of_its_table_or_has_none() -> None:
    assert FILES.keys() == PAGES.keys() | WITHOUT_PAGE | ELSEWHERE, "its page belongs into PAGES"


@pytest.mark.parametrize("key", PAGES)
def test_a_page_says_what_each_column_is(event: Event, petra: Client, key: str) -> None:
    table = table_in(page_of(key, event, petra))
    head, body = table.partition("</tbody>")[0].split("</thead>")
    assert re.search(r"<caption[^>]*>(<span[^>]*>)?[^<]+<", head)
    assert head.count("<th ") == head.count('scope="col"')
    rows = body.count("<tr")
    assert body.count('scope="row"') == rows > 0
    shown = columns_of(FILES[key], event).items()
    columns = [column for _name, column in shown if Medium.PAGE in column.media]
    labels = {str(column.label) for column in columns}
    assert set(re.findall(r'data-label="([^"]+)"', body)) <= {str(column.phone_label) for column in columns}
    assert set(re.findall(r'<a href="\?[^"]*">([^<]+)</a></th>', head)) <= labels


class _Cells(HTMLParser):
    """Collects the labelled cells in which words are next to an element: on a phone a cell is a flex box."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.depth: int | None = None
        self.label, self.words, self.elements, self.torn = "", "", 0, set[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "br", "img"):
            return
        if tag == "td" and "data-label" in dict(attrs):
            self.depth, self.label, self.words, self.elements = 0, str(dict(attrs)["data-label"]), "", 0
        elif self.depth is not None:
            self.elements += self.depth == 0
            self.depth += 1

    def handle_data(self, data: str) -> None:
        if self.depth == 0:
            self.words += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if self.depth is None:
            return
        if self.depth == 0 and self.words and self.elements:
            self.torn.add(self.label)
        self.depth = self.depth - 1 if self.depth else None


@pytest.mark.parametrize("key", sorted(PAGES.keys() - {"standings"}))  # which have their own rows on phones
def test_words_of_a_cell_stay_together_on_a_phone(event: Event, petra: Client, key: str) -> None:
    assert _Cells(page_of(key, event, petra)).torn == set()


def _every_class(table: type[ListTable] = ListTable) -> Iterator[type[ListTable]]:
    """Yields those of the catalogue, and those of pages and papers that are not saved."""
    for module in pkgutil.walk_packages(tables.__path__, f"{tables.__name__}."):
        importlib.import_module(module.name)
    for more in table.__subclasses__():
        if more.__module__.startswith(tables.__name__) and more.base_columns and not more.__name__.startswith("_"):
            yield more
        yield from _every_class(more)


@pytest.mark.parametrize("table", [*_every_class()], ids=lambda table: table.__name__)
def test_one_column_names_the_rows(table: type[ListTable]) -> None:
    shown = [column for column in table.base_columns.values() if Medium.PAGE in column.media]
    assert [column.names_row for column in shown].count(True) == (table.key not in WITHOUT_PAGE)
    with_footer = [column for column in shown if column._footer is not None]
    assert not with_footer or any(column.names_row for column in with_footer), "the line of sums has no name"


class _WithSecret(ListTable):
    title = "Geheim"
    number = NumberColumn("Nr.")
    secret = Column("Kanarie", right=Right.CASH)


class _Bird:
    def __init__(self, number: int, secret: str) -> None:
        self.number, self.secret = number, secret


@pytest.mark.parametrize("medium", [Medium.PAGE, Medium.PAPER, Medium.FILE])
def test_a_column_with_a_right_is_neither_shown_nor_sorted_by_without_it(medium: Medium) -> None:
    birds = [_Bird(1, "zebrafink"), _Bird(2, "ammer")]
    for asked in ("secret", "-secret", "secret,number"):
        query = QueryDict(f"sortiert={asked}")
        table = _WithSecret.table_for(medium, birds, rights={Right.SEE}, query=query)
        assert [bird.number for bird in table.data] == [1, 2]
        assert list(table.as_values()) == [["Nr."], [1], [2]]
        assert [heading.column.label for heading in table.headings] == ["Nr."]
        allowed = _WithSecret.table_for(medium, birds, rights={Right.CASH}, query=query)
        assert next(iter(allowed.as_values())) == ["Nr.", "Kanarie"]
    assert [bird.number for bird in allowed.data] == [2, 1]


def test_a_link_goes_around_the_contents_of_its_cell_only() -> None:
    table = _WithSecret.table_for(
        Medium.PAGE, [_Bird(1, "<b>")], rights={Right.CASH}, links={"number": lambda bird: f"/?<{bird.number}>"}
    )
    ((number, secret),) = ([cell for _bound, cell in row.items()] for row in table.rows)
    assert (number, secret) == ('<a href="/?&lt;1&gt;">1</a>', "<b>")
    assert list(table.as_values())[1] == [1, "<b>"]


@pytest.mark.parametrize("key", FILES)
@pytest.mark.parametrize("role", ROLES)
def test_what_needs_a_right_is_in_no_answer_without_it(event: Event, cast: Cast, key: str, role: str) -> None:
    file, client = FILES[key], signed_in(getattr(cast, role))
    answer = client.get(reverse(f"documents:{key}_file", args=[event.slug, "csv"]))
    held = rights_at(getattr(cast, role), event)
    assert answer.status_code == (200 if file.right in held else 403)
    for name, column in columns_of(file, event).items():
        if column.right and column.right not in held and answer.status_code == 200:
            assert sorted_by(file, event, name, held) == sorted_by(file, event, "", held)
            assert str(column.verbose_name) not in answer.content.decode()


def is_bound(column: Column) -> bool:
    return column.right is not None and Medium.PAGE in column.media


BOUND = [key for key in PAGES if any(map(is_bound, FILES[key].table.base_columns.values()))]


@pytest.mark.parametrize("key", BOUND)
@pytest.mark.parametrize("role", ROLES)
def test_a_page_has_no_column_without_its_right(event: Event, cast: Cast, key: str, role: str) -> None:
    columns = [(name, column) for name, column in columns_of(FILES[key], event).items() if is_bound(column)]
    address = reverse(PAGES[key], args=[event.slug, *PLACES.get(key, ())])
    client, rights = signed_in(getattr(cast, role)), rights_at(getattr(cast, role), event)
    for name, column in columns:
        answers = [client.get(address + query) for query in ("", f"?sortiert=-{name}")]
        assert {answer.status_code for answer in answers} == {200 if FILES[key].right in rights else 403}
        tables = [table_in(answer.content.decode()) for answer in answers if answer.status_code == 200]
        assert [str(column.label) in table.split("</thead>")[0] for table in tables] == [column.right in rights] * len(
            tables
        )
        assert len({re.sub(r'value="\w{64}"', "", table) for table in tables}) <= 1


# --- order ---


@pytest.mark.parametrize("key", FILES)
def test_every_column_sorts_both_ways_with_missing_values_last(event: Event, key: str) -> None:
    file = FILES[key]
    columns = {name: column for name, column in columns_of(file, event).items() if column.is_sortable}
    assert len(columns) > 1
    for name, column in columns.items():
        up, down = ([column.sort_key(row, name) for row in sorted_by(file, event, sign + name)] for sign in ("", "-"))
        known = [value for value in up if value is not None]
        assert up == sorted(known) + [None] * (len(up) - len(known)), name
        assert down == sorted(known, reverse=True) + [None] * (len(up) - len(known)), name


@pytest.mark.parametrize("key", FILES)
def test_order_does_not_depend_on_how_rows_come(event: Event, key: str) -> None:
    file = FILES[key]
    rows = list(file.rows(event, QueryDict()))
    last = NumberColumn("", sort=file.table.last)
    if len({last.sort_key(row, "") for row in rows}) < len(rows):
        pytest.skip("several rows of one player keep their order")
    for name, column in columns_of(file, event).items():
        mixed = random.Random(name).sample(rows, len(rows))
        if column.is_sortable:
            query, more = QueryDict(f"sortiert=-{name}"), file.columns(event, QueryDict())
            tables = (
                file.table.table_for(Medium.FILE, some, rights=RIGHTS, query=query, extra_columns=more)
                for some in (rows, mixed)
            )
            first, second = (list(table.data) for table in tables)
            assert first == second, name


@pytest.mark.parametrize("scoring", Scoring)
def test_standings_under_each_scoring_sort_and_have_the_same_columns_in_each_medium(scoring: Scoring) -> None:
    rules = rules_with("rommeordnung", "{}", None, scoring=scoring)
    ties = len(tie_breaks_of(rules))
    lines = [
        StandingLine(
            rank=number if lists else None,
            number=number,
            name=f"Vera{number}",
            club="Club",
            series=(first, None),
            lists=lists,
            total=first or 0,
            tie_breaks=(-number,) * ties,
            play_off_needed=False,
            reason="",
            sums=(None if first is None else -number, None) if scoring is Scoring.SCORING_POINTS else (),
        )
        for number, first, lists in ((1, 40, 1), (2, Fraction(5, 2), 1), (3, -7, 1), (4, None, 0))
    ]
    columns = merit_columns(rules, (1, 2))
    for name, column in columns:
        for sign in ("", "-"):
            query = QueryDict(f"sortiert={sign}{name}")
            table = StandingsTable.of(Medium.FILE, lines, rules, (1, 2), query=query)
            keys = [column.sort_key(row, name) for row in table.data]
            known = [key for key in keys if key is not None]
            assert keys == sorted(known, reverse=bool(sign)) + [None] * (len(keys) - len(known)), name
    only_in_files = {"lists", "sums_1", "sums_2"}
    for medium in (Medium.PAGE, Medium.PAPER):
        headings = [str(head.column.label) for head in StandingsTable.of(medium, lines, rules, (1, 2)).headings]
        expected = [str(column.label) for name, column in columns if name not in only_in_files]
        assert [words for words in headings if words in expected] == expected
    named = [str(column.verbose_name) for _name, column in columns]
    head, *rows = StandingsTable.of(Medium.FILE, lines, rules, (1, 2)).as_values()
    assert [words for words in head if words in named] == named
    last = dict(zip(head, rows[3], strict=True))
    assert {last["Serie 1"], last.get("Augenpunkte"), last.get("Summe"), last[lead_words(rules).short]} <= {None, ""}


def test_an_address_has_two_keys_at_most_and_unknown_ones_are_ignored(event: Event) -> None:
    def order(asked: str) -> list[str]:
        return FILES["participants"].table_for(event, QueryDict(f"sortiert={asked}"), RIGHTS).order

    assert order("-paid,nobody,name,club") == ["-paid", "name"]
    assert order("name,-name,club") == ["name", "club"]
    assert order("__class__,,-,card") == []


def test_a_table_without_a_query_keeps_its_order_and_has_no_links(event: Event) -> None:
    table = FILES["participants"].table
    people = FILES["participants"].rows(event, QueryDict())
    headings = table.table_for(Medium.PAGE, people).headings
    assert [heading.address for heading in headings] == [""] * len(headings)
    assert any(heading.address for heading in table.table_for(Medium.PAGE, people, query=QueryDict()).headings)


@pytest.mark.parametrize("key", PAGES)
def test_a_click_on_a_heading_sorts_and_one_more_turns_round(event: Event, petra: Client, key: str) -> None:
    columns = columns_of(FILES[key], event).items()
    first = page_of(key, event, petra)
    on_page = [(name, column) for name, column in columns if Medium.PAGE in column.media]
    shown = [name for name, column in on_page if f">{column.label}</a></th>" in first]
    assert len(shown) > 1
    table = re.search(r'<table id="([^"]+)"', first)
    field = f"sortiert-{table[1]}" if table and table.start() == first.index("<table") else "sortiert"
    for name in shown:
        for asked, order, turned in ((name, "ascending", f"-{name}"), (f"-{name}", "descending", name)):
            page = page_of(key, event, petra, f"?{field}={asked}")
            head = page[page.index("<thead") : page.index("</thead>")]
            assert head.count("aria-sort=") == head.count(f'aria-sort="{order}"') == 1
            assert re.search(rf'href="\?{field}={turned}["#]', head)


def test_sorting_one_table_of_a_page_leaves_the_others_in_their_order(event: Event, petra: Client) -> None:
    def orders(query: str) -> list[str]:
        return re.findall(r"<table.*?</thead>", page_of("fines", event, petra, query), re.DOTALL)

    first, second, players = orders("?sortiert-serie-2=-due&sortiert-spieler=-name&sortiert=name")
    assert "aria-sort" not in first
    assert second.count('aria-sort="descending"') == players.count('aria-sort="descending"') == 1
    assert 'href="?sortiert-serie-2=-due&amp;sortiert-spieler=name&amp;sortiert=name#spieler"' in players
    page = page_of("fines", event, petra, "?sortiert-serie-2=-due&sortiert-spieler=-name&seite=2")
    assert 'bussgeld-je-spieler.csv?sortiert-serie-2=-due&amp;sortiert=-name"' in page


# --- files ---


@pytest.mark.parametrize(
    ("key", "query"),
    [
        ("participants", "?sortiert=-name&show=unpaid"),
        ("participants", "?sortiert=fee,-club"),
        ("participants", "?q=vera&sortiert=-here"),
        ("ledger", ""),
        ("ledger", "?sortiert=-what"),
        ("ledger", "?art=fee&sortiert=-amount,number"),
        ("ledger", "?q=4"),
        ("accounts", "?zeige=offen&sortiert=-name"),
        ("accounts", "?q=heide"),
    ],
)
def test_a_file_holds_the_rows_of_the_page_in_their_order(event: Event, petra: Client, key: str, query: str) -> None:
    page = page_of(key, event, petra, query)
    (link,) = set(re.findall(r'href="[^"]+\.csv(\?[^"]*)"', page))
    _head, *rows = saved(petra, FILES[key], event, link.replace("&amp;", "&"))
    table = page[page.index("<tbody") : page.index("</tbody>")]
    numbers = re.findall(r'<t[hd][^>]*class="number"[^>]*>([0-9–]+)</t', table)
    assert [row[0] or "–" for row in rows] == numbers
    assert rows


@pytest.mark.parametrize("key", FILES)
def test_no_cell_of_a_file_is_a_formula(event: Event, petra: Client, key: str) -> None:
    address = f"documents:{key}_file"
    content = {kind: petra.get(reverse(address, args=[event.slug, kind])).content for kind, _label in KINDS}
    rows = list(csv.reader(StringIO(content["csv"].decode("utf-8-sig"), newline=""), delimiter=";"))
    has_formula = f"'{FORMULA}" in "\n".join(cell for row in rows for cell in row)
    assert key in WITHOUT_FREE_TEXT or has_formula, "`made` has no row with FORMULA in a text of this table"
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))] == []
    cells = [cell for row in load_workbook(BytesIO(content["xlsx"])).worksheets[0].iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
