"""Tables that keep their lists on phones, from the officials' side: views and decisions."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import access, memory, statements
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.phones import end_phone, give_pen_back, reset_access, take_pen_to_desk
from romme_turnier.tournament.at_table.reading import Progress, tables_at_work
from romme_turnier.tournament.at_table.statements import contradiction
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from tests.cast import signed_in
from tests.factories import list_of, make_checked, make_complete, make_official
from tests.tournament.at_table.scene import AtTable
from tests.web.organiser.lists.pages import points, typed
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status


@pytest.fixture
def petra(table: AtTable) -> Client:
    return signed_in(make_official(table.event))


def page(client: Client, table: AtTable) -> str:
    return text(client.get(url("list_at_table", table.event, 1, 1)))


def overview(client: Client, table: AtTable) -> str:
    return text(client.get(url("tables_at_work", table.event, 1)))


def send(client: Client, table: AtTable, **body: object) -> str:
    return text(client.post(url("list_at_table", table.event, 1, 1), body, follow=True))


def progress(table: AtTable) -> dict[int, str]:
    return {one.table: one.progress for one in tables_at_work(models.Series.objects.get(pk=table.series.pk))}


def test_tables_are_shown_by_what_needs_somebody_first(table: AtTable, petra: Client) -> None:
    assert progress(table) == {1: Progress.PAPER, 2: Progress.PAPER}
    pen = table.pen()
    assert progress(table) == {1: Progress.WRITING, 2: Progress.PAPER}
    table.write(pen, 1)
    shown = overview(petra, table)
    assert shown.index(">schreibt<") < shown.index("Spiel 2") < shown.index("nur auf Papier</span>")
    table.write(pen, 2)
    assert progress(table)[1] == Progress.WRITTEN
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), text="falsch")
    assert next(iter(progress(table).items())) == (1, Progress.DISPUTED)


def test_officials_read_why_no_phone_gets_in_yet(table: AtTable, petra: Client, settings: Settings) -> None:
    def said() -> list[str]:
        shown = overview(petra, table)
        return re.findall(r'<p class="problem">(.+?) <a', shown)

    settings.MODE = "local"
    assert said() == [
        "Telefone und Leinwand erreichen das Programm noch nicht.",
        "Noch kommt kein Handy herein: Das Turnier ist nicht veröffentlicht.",
    ]
    settings.MODE = "hall"
    models.Event.objects.update(published_at=timezone.now())
    models.Series.objects.update(seats_released_at=None)
    assert said() == ["Noch kommt kein Handy herein: Die Plätze dieser Serie sind nicht freigegeben."]
    models.Series.objects.update(seats_released_at=timezone.now())
    assert said() == []


def long_ago(minutes: int = 12) -> None:
    """Backdates everything that tables have done so far."""
    past = timezone.now() - timedelta(minutes=minutes)
    models.TablePhone.objects.update(opened_at=past, seen_at=past)
    models.LogEntry.objects.update(at=past)
    models.Statement.objects.update(at=past)


def test_table_that_is_silent_for_long_stands_out_also_if_somebody_reads(table: AtTable, petra: Client) -> None:
    table.write(table.pen(), 1)
    long_ago()
    table.phone(2)
    assert progress(table)[1] == Progress.SILENT
    assert "still seit 12 min" in overview(petra, table)


def test_table_that_has_not_begun_is_silent_from_when_it_could_begin(table: AtTable) -> None:
    table.pen()
    long_ago()
    assert progress(table)[1] == Progress.SILENT
    models.Series.objects.update(clock_started_at=timezone.now())
    assert progress(table)[1] == Progress.WRITING


def test_written_table_that_does_not_confirm_is_not_said_to_write_no_more(table: AtTable, petra: Client) -> None:
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    long_ago()
    assert progress(table)[1] == Progress.WRITTEN
    assert "still seit 12 min" in overview(petra, table)
    statements.confirm(pen, fingerprint=shown)
    assert "still seit" not in overview(petra, table)


def test_table_whose_phones_were_reset_before_its_first_game_is_on_paper(table: AtTable) -> None:
    table.pen()
    reset_access(table.spielliste, by=None)
    assert progress(table)[1] == Progress.PAPER


def test_officials_see_each_phone_and_when_it_was_last_seen(table: AtTable, petra: Client) -> None:
    table.pen()
    long_ago()
    table.phone(2)
    shown = re.sub(r"<[^>]+>|\s+", " ", page(petra, table))
    assert re.search(r"1 \S+ Spieler1\b.* schreibt .*angemeldet um .*, zuletzt gesehen vor 12 min .*Abmelden", shown)
    assert re.search(r"2 \S+ Spieler2\b.* angemeldet um .*, gerade da", shown)
    summed = re.sub(r"<[^>]+>|\s+", " ", overview(petra, table))
    assert "2 Handys sind angemeldet, gerade da: 1." in re.sub(r" +", " ", summed)


def test_official_ends_one_phone(table: AtTable, petra: Client) -> None:
    pen, other = table.pen(), AtTable(table.event, table.series, list_of(table.series, 2)).pen()
    assert "ist abgemeldet" in send(petra, table, then="end", phone=pen.pk)
    assert "schon abgemeldet" in send(petra, table, then="end", phone=pen.pk)
    assert petra.post(url("list_at_table", table.event, 1, 1), {"then": "end", "phone": other.pk}).status_code == 404
    assert models.TablePhone.objects.get(ended_at=None) == other


def test_official_takes_the_pen_of_a_table_and_gives_it_back(table: AtTable, petra: Client) -> None:
    table.write(table.pen(), 1)
    assert "lesen nur noch mit" in send(petra, table, then="take")
    assert progress(table)[1] == Progress.DESK
    assert "Das hat schon jemand getan" in send(petra, table, then="take")
    assert "Der Tisch schreibt wieder" in page(petra, table)
    assert "wieder selbst" in send(petra, table, then="give")
    assert progress(table)[1] == Progress.WRITING


def test_tables_of_a_series_take_as_many_queries_however_many_they_are(
    table: AtTable, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def at_work(table: AtTable) -> None:
        """A table with one item of every kind."""
        pen = table.pen()
        shown = fingerprint_of(table.write_all(pen))
        statements.confirm(pen, fingerprint=shown)
        statements.contradict(table.phone(2), fingerprint=shown, text="falsch")
        access.take_guess(table.spielliste)

    at_work(table)
    series = models.Series.objects.select_related("event").get()
    with CaptureQueriesContext(connection) as alone:
        assert len(tables_at_work(series, 1)) == 1
    at_work(AtTable(table.event, table.series, list_of(table.series, 2)))
    with django_assert_num_queries(len(alone)):
        assert [len(one.statements) for one in tables_at_work(series)] == [2, 2]


def test_list_that_players_are_to_confirm_does_not_wait_for_officials(table: AtTable, petra: Client) -> None:
    table.write_all(pen := table.pen())
    lists = url("lists", table.event, 1)
    assert "vollständig getippt" not in text(petra.get(lists))
    take_pen_to_desk(table.fresh(), by=None)
    assert "vollständig getippt: abschließen" in text(petra.get(lists))
    give_pen_back(table.fresh(), by=None)
    models.Series.objects.update(phone_lists="paper")
    assert "vollständig getippt: abschließen" in text(petra.get(lists))
    models.Series.objects.update(phone_lists="")
    end_phone(pen, by=None)
    assert "vollständig getippt: abschließen" in text(petra.get(lists))
    now = timezone.now()
    models.PlayTable.objects.create(spielliste=table.spielliste, system="rommeordnung", opened_at=now, moved_at=now)
    assert "vollständig getippt" not in text(petra.get(lists))
    models.PlayTable.objects.update(ended_at=now)
    assert "vollständig getippt: abschließen" in text(petra.get(lists))


def test_director_says_how_one_series_keeps_its_lists_and_takes_it_back(table: AtTable, petra: Client) -> None:
    models.Event.objects.update(phone_lists="paper")
    here = url("tables_at_work", table.event, 1)
    assert here in text(petra.get(url("lists", table.event, 1)))
    assert "nur auf Papier (wie angekündigt)" in re.sub(r"\s+", " ", overview(petra, table))
    said = {"phone_lists": "asked", "confirmations": "2", "blind_check": "1"}
    assert "am Ende bestätigen 2 Spieler." in text(petra.post(here, said, follow=True))
    series = models.Series.objects.get()
    assert (series.phone_lists, series.confirmations, series.blind_check) == ("asked", 2, True)
    table.pen()
    assert 'value="asked" selected' in overview(petra, table)
    petra.post(here, {**said, "as_announced": "1"})
    series.refresh_from_db()
    assert (series.phone_lists, series.confirmations, series.blind_check) == ("", None, None)
    assert models.EventLog.objects.filter(verb="own_terms.set_own_terms").count() == 2


def test_form_of_a_series_keeps_what_was_chosen_and_says_what_is_wrong(table: AtTable, petra: Client) -> None:
    answer = petra.post(url("tables_at_work", table.event, 1), {"phone_lists": "asked", "confirmations": "9"})
    assert answer.status_code == 400
    assert 'value="asked" selected' in text(answer)


def test_series_that_goes_on_on_paper_shows_what_its_phones_had_written(table: AtTable, petra: Client) -> None:
    table.write(table.pen(), 1)
    models.Series.objects.update(phone_lists="paper")
    assert progress(table)[1] == Progress.PAPER
    assert "Diese Serie wird auf Papier weitergespielt" in page(petra, table)
    assert "Tisch&nbsp;1" in overview(petra, table)


def test_list_that_officials_typed_while_a_phone_read_along_is_not_called_confirmed(table: AtTable) -> None:
    table.phone()
    make_complete(list_of(table.series, 1))
    assert progress(table)[1] == Progress.PAPER


def test_confirmed_table_shows_its_word_until_it_is_checked(table: AtTable, petra: Client) -> None:
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    for phone in (pen, table.phone(2), table.phone(3), table.phone(4)):
        statements.confirm(phone, fingerprint=shown)
    assert progress(table)[1] == Progress.CONFIRMED
    assert word_of(table.loaded()) in page(petra, table)
    make_checked(list_of(table.series, 1))
    assert progress(table)[1] == Progress.DONE


def test_correcting_what_was_contradicted_completes_nothing_before_the_table_confirms(
    table: AtTable, petra: Client
) -> None:
    """A list without phones is complete with its last correct row; if players confirm, theirs is the last word."""
    table.write_all(table.pen())
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), game=2, text="ich hatte 12")
    address = url("list", table.event, 1, 1)

    def correct(cells: str) -> str:
        shown = petra.get(address).content.decode()
        assert petra.post(address, typed(shown, 2, cells)).status_code == 302
        return shown

    assert '"table_confirms": true' in correct("0 12 30 40")
    assert points(table.spielliste, 2) == [0, 12, 30, 40]
    assert table.fresh().status == Status.OPEN
    assert contradiction(table.loaded()) is None
    reset_access(table.spielliste, by=None)
    assert '"table_confirms": false' in correct("0 15 30 40")
    assert table.fresh().status == Status.COMPLETE


def test_official_rejects_a_contradiction_with_a_reason_and_is_asked_for_one(table: AtTable, petra: Client) -> None:
    shown = fingerprint_of(table.write_all(table.pen()))
    said = statements.contradict(table.phone(2), fingerprint=shown, text="ich hatte 12", game=2)
    assert "ich hatte 12" in page(petra, table)
    assert "warum die Liste stimmt" in send(petra, table, then="reject", statement=said.pk, reason=" ")
    assert "abgewiesen" in send(petra, table, then="reject", statement=said.pk, reason="nachgezählt")
    assert contradiction(table.loaded()) is None


def test_officials_read_what_players_remembered_and_where_it_differs(table: AtTable, petra: Client) -> None:
    models.Event.objects.update(blind_check=True)
    shown = fingerprint_of(table.write_all(table.pen()))
    for seat, remembered in ((2, {1: 21, 2: 20}), (3, {1: 30, 2: 30}), (4, {})):
        memory.remember(table.phone(seat), fingerprint=shown, remembered=remembered)
    shown = re.sub(r"<[^>]*>", "", page(petra, table))
    assert "Spiel 1: 21 statt 20" in shown
    assert "Spiel 2: 20" not in shown
    assert "2 Spiele genannt, alle wie in der Liste" in shown
    assert "weiß nichts mehr" in shown


def test_official_accepts_a_list_with_fewer_confirmations(table: AtTable, petra: Client) -> None:
    version = table.write_all(table.pen()).row.version
    assert "Bitte schreiben Sie" in send(petra, table, then="accept", version=version, reason="")
    assert "angenommen" in send(petra, table, then="accept", version=version, reason="Platz 3 ging heim")
    assert table.fresh().status == Status.COMPLETE


def test_official_resets_pin_and_phones_and_reads_the_new_one(table: AtTable, petra: Client) -> None:
    table.pen()
    before = pin_of(table.spielliste)
    assert before in page(petra, table)
    shown = send(petra, table, then="reset")
    assert f"Neue PIN: {pin_of(table.spielliste)}" in shown
    assert "Kein Handy ist an diesem Tisch angemeldet" in shown


def test_who_only_enters_lists_resets_phones_but_decides_nothing(table: AtTable) -> None:
    ella = signed_in(make_official(table.event, models.EventRole.Role.ENTRY, "ella"))
    version = table.write_all(table.pen()).row.version
    answer = ella.post(
        url("list_at_table", table.event, 1, 1), {"then": "accept", "version": version, "reason": "eilt"}
    )
    assert answer.status_code == 403
    assert "Neue PIN" in send(ella, table, then="reset")


def test_statement_of_another_table_is_not_found(table: AtTable, petra: Client) -> None:
    other = AtTable(table.event, table.series, list_of(table.series, 2))
    said = statements.contradict(other.pen(), fingerprint=fingerprint_of(other.write_all(other.pen(2))), text="falsch")
    body = {"then": "reject", "statement": said.pk, "reason": "x"}
    assert petra.post(url("list_at_table", table.event, 1, 1), body).status_code == 404


def test_pages_say_so_where_lists_are_kept_on_paper(petra: Client, table: AtTable) -> None:
    models.Event.objects.update(phone_lists="paper")
    page = overview(petra, table)
    assert "Listen nur auf Papier" in page
    assert '<details class="details" id="angaben" open>' in page  # the button of the empty page leads there
    assert petra.get(url("list_at_table", table.event, 1, 1)).status_code == 404
    assert "Handys" not in text(petra.get(url("list", table.event, 1, 1)))
