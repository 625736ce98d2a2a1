"""A copy may come from anybody. Its contents are never run, and foreign parts are refused with a message."""

import base64
import pickle
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import Counted, User
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.backup import dump, of_postgres, of_sqlite, sqlite_copy
from romme_turnier.backup.errors import BackupError, foreign_words
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.restoring import restore
from romme_turnier.backup.taking import take
from romme_turnier.documents.models import Job
from romme_turnier.sqlite import sqlite3
from romme_turnier.tournament.models import Event
from tests.backup.tables import in_earnest
from tests.factories import make_event, make_official

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs", "tables_at_hand")]
only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's file")
only_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL's dumps")

REFUSED = "keine Sicherung dieses Programms"
ENDLESS = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n)"
BIG = "hex(zeroblob(100000000))"


def rewritten(table: str, old: str, new: str) -> str:
    """Changes a table's definition for SQLite, which does not check that it makes sense."""
    return f"""
        PRAGMA writable_schema=ON;
        UPDATE sqlite_master SET sql = replace(sql, '{old}', '{new}') WHERE name = '{table}';
    """  # noqa: S608 - a script of the test's own


LONG_NUMBER = """UPDATE tournament_event SET options = '{"songs": 9}'""".replace("9", "9" * 5_000)
UNUSABLE_RULES = {
    "option that is none": """UPDATE tournament_event SET options = '{"songs": true}'""",
    "option with a number that it has not": """UPDATE tournament_event SET options = '{"minimum": 7}'""",
    "options that are a list": "UPDATE tournament_event SET options = '[1]'",
    "option that is a list": """UPDATE tournament_event SET options = '{"minimum": [30]}'""",
    "rule system that is none": "UPDATE tournament_event SET ruleset = 'songs'",
    "bonus that is none": "UPDATE tournament_event SET bonus_mode = 'songs'",
}
NAME = '"display_name" varchar(120) NOT NULL'

SQLITE = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON accounts_user BEGIN DELETE FROM tournament_event; END",
    "trigger that calls itself a table": """
        CREATE TRIGGER t AFTER INSERT ON accounts_user BEGIN DELETE FROM tournament_event; END;
        PRAGMA writable_schema=ON; UPDATE sqlite_master SET type = 'table' WHERE name = 't'""",
    "schema that is no text": """
        PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = CAST(x'ff80' AS text) WHERE name = 'accounts_user'""",
    "table without a name": """
        PRAGMA writable_schema=ON; UPDATE sqlite_master SET name = NULL WHERE name LIKE 'accounts_counted_exp%'""",
    "view": "CREATE VIEW v AS SELECT * FROM accounts_user",
    "view that never ends in the place of a table": f"""
        DROP TABLE django_migrations; CREATE VIEW django_migrations AS SELECT 'a' AS app, {ENDLESS} AS name""",
    "virtual table": "CREATE VIRTUAL TABLE v USING fts5(x)",
    "virtual table in the place of a table": """
        DROP TABLE django_migrations; CREATE VIRTUAL TABLE django_migrations USING fts5(app, name)""",
    "generated column": f"ALTER TABLE accounts_user ADD COLUMN g text GENERATED ALWAYS AS ({BIG})",
    "generated column in the place of a column": rewritten(
        "django_migrations", '"name" varchar(255) NOT NULL', f'"name" text /* */ AS({BIG})'
    ),
    "check": rewritten("accounts_user", NAME, f"{NAME} CHECK (length({BIG}) > 0)"),
    "oversized default": rewritten("accounts_user", NAME, f"{NAME} DEFAULT ({BIG})"),
    "oversized default of a new column": f"ALTER TABLE accounts_user ADD COLUMN d text DEFAULT '{'x' * 100_000}'",
    "index on an expression": "CREATE INDEX i ON accounts_user (upper(username))",
    "index on some rows": "CREATE INDEX i ON accounts_user (username) WHERE length(username) > 3",
    "table too many": "CREATE TABLE songs (title text)",
    "column too many": "ALTER TABLE accounts_user ADD COLUMN songs text",
    "missing table": "DROP TABLE tournament_gameentry",
    "renamed column": "ALTER TABLE accounts_user RENAME COLUMN password TO pass_word",
    "row that refers to none": "UPDATE tournament_registration SET event_id = 4711",
    "text that is none": "UPDATE tournament_event SET name = CAST(x'ff80' AS text)",
    "text that is too long": "UPDATE accounts_user SET display_name = hex(zeroblob(61))",  # 122 signs
    "bytes in the place of a text": "UPDATE accounts_user SET display_name = x'ff80'",
    "word in the place of a number": "UPDATE tournament_event SET series_count = 'all'",
    "number that is too large": "UPDATE tournament_event SET series_count = 9223372036854775807",
    "date that is none": "UPDATE accounts_user SET date_joined = 'yesterday'",
    "day that is none": "UPDATE accounts_user SET date_joined = '2026-02-31 12:00:00'",
    "moment at the end of all calendars": "UPDATE tournament_event SET starts_at = '9999-12-31 23:59:59'",
    "truth that is none": "UPDATE accounts_user SET is_superuser = 'perhaps'",
    "last number that leaves no next one": "UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "address that is none": "UPDATE tournament_event SET slug = '../leitung'",
    "address of a page": "UPDATE tournament_event SET slug = 'nord/rangliste'",
    "number of no organiser": "UPDATE tournament_organiser SET number = '1/2'",
    "number that no address can have": "INSERT INTO auth_group (id, name) VALUES (-1, 'songs')",
    "amount that has no end": "UPDATE tournament_event SET entry_fee = 9e999",
    "number in JSON that is too long": LONG_NUMBER,
    **UNUSABLE_RULES,
    "forbidden value": "PRAGMA ignore_check_constraints=ON; UPDATE tournament_event SET series_count = 0",
    "state that no program had": "DELETE FROM django_migrations WHERE app = 'tournament' AND name LIKE '0003%'",
}

IMMUTABLE = "CREATE FUNCTION f(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT $1 $$; "
RETURNING = "CREATE FUNCTION f() RETURNS {} LANGUAGE plpgsql AS $$ BEGIN END $$; "

JOINED_TODAY = "UPDATE accounts_user SET date_joined = now()"

# SQL of an attacker before making the dump, and the SQL that removes it from the test's database.
POSTGRES = {
    "function": (IMMUTABLE, "DROP FUNCTION f"),
    "index on a function": (
        f"{IMMUTABLE} CREATE INDEX i ON accounts_user (f(username))",
        "DROP FUNCTION f CASCADE",
    ),
    "index on an expression": ("CREATE INDEX i ON accounts_user (upper(username))", "DROP INDEX i"),
    "rule": (
        "CREATE RULE r AS ON DELETE TO accounts_counted DO INSTEAD NOTHING",
        "DROP RULE r ON accounts_counted",
    ),
    "trigger": (
        RETURNING.format("trigger")
        + "CREATE TRIGGER t AFTER INSERT ON accounts_user FOR EACH ROW EXECUTE FUNCTION f()",
        "DROP FUNCTION f CASCADE",
    ),
    "event trigger": (
        RETURNING.format("event_trigger") + "CREATE EVENT TRIGGER t ON ddl_command_end EXECUTE FUNCTION f()",
        "DROP FUNCTION f CASCADE",
    ),
    "view": ("CREATE VIEW v AS SELECT * FROM accounts_user", "DROP VIEW v"),
    "materialized view": ("CREATE MATERIALIZED VIEW v AS SELECT 1 AS x", "DROP MATERIALIZED VIEW v"),
    "extension": ("CREATE EXTENSION pg_trgm", "DROP EXTENSION pg_trgm"),
    "foreign table": (
        "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE t () SERVER s",
        "DROP FOREIGN DATA WRAPPER w CASCADE",
    ),
    "type": ("CREATE DOMAIN d AS text CHECK (length(VALUE) > 3)", "DROP DOMAIN d"),
    "policy": (
        "CREATE POLICY p ON accounts_user USING (true); ALTER TABLE accounts_user ENABLE ROW LEVEL SECURITY",
        "DROP POLICY p ON accounts_user; ALTER TABLE accounts_user DISABLE ROW LEVEL SECURITY",
    ),
    "other schema": ("CREATE SCHEMA s; CREATE TABLE s.t (x int)", "DROP SCHEMA s CASCADE"),
    "generated column": (
        "ALTER TABLE accounts_user ADD COLUMN g text GENERATED ALWAYS AS (repeat(username, 1000)) STORED",
        "ALTER TABLE accounts_user DROP COLUMN g",
    ),
    "check": (
        "ALTER TABLE accounts_user ADD CONSTRAINT c CHECK (length(repeat(username, 9)) > 0)",
        "ALTER TABLE accounts_user DROP CONSTRAINT c",
    ),
    "oversized default": (
        "ALTER TABLE accounts_user ALTER COLUMN username SET DEFAULT repeat('x', 100000000)",
        "ALTER TABLE accounts_user ALTER COLUMN username DROP DEFAULT",
    ),
    "address that is none": (
        "UPDATE tournament_event SET slug = '../leitung'",
        "UPDATE tournament_event SET slug = 'testpokal'",
    ),
    "number of no organiser": (
        "UPDATE tournament_organiser SET number = '1/2'",
        "UPDATE tournament_organiser SET number = '1'",
    ),
    "number that no address can have": (
        "INSERT INTO auth_group (id, name) VALUES (-1, 'songs')",
        "DELETE FROM auth_group",
    ),
    "amount that is no number": (
        "UPDATE tournament_event SET entry_fee = 'NaN'",
        "UPDATE tournament_event SET entry_fee = 0",
    ),
    "day that never comes": ("UPDATE accounts_user SET date_joined = 'infinity'", JOINED_TODAY),
    "moment at the end of all calendars": (
        "UPDATE tournament_event SET starts_at = '9999-12-31 23:59:59+00'",
        "UPDATE tournament_event SET starts_at = now()",
    ),
    "day that no calendar has": ("UPDATE accounts_user SET date_joined = '0044-03-15 BC'", JOINED_TODAY),
    "number in JSON that is too long": (
        LONG_NUMBER,
        "UPDATE tournament_event SET options = '{}'",
    ),
    "option that is none": (
        UNUSABLE_RULES["option that is none"],
        "UPDATE tournament_event SET options = '{}'",
    ),
    "nested JSON": (
        "UPDATE tournament_event SET options = (repeat('[', 3000) || repeat(']', 3000))::jsonb",
        "UPDATE tournament_event SET options = '{}'",
    ),
    "last number that leaves no next one": (
        "SELECT setval('auth_group_id_seq', 2147483647)",
        "SELECT setval('auth_group_id_seq', 1)",
    ),
    "partitions": (
        "CREATE TABLE songs (title text) PARTITION BY LIST (title);"
        "CREATE TABLE songs_a PARTITION OF songs FOR VALUES IN ('a')",
        "DROP TABLE songs",
    ),
    "child of a table": ("CREATE TABLE songs () INHERITS (accounts_user)", "DROP TABLE songs"),
    "table that is not logged": (
        "ALTER TABLE accounts_counted SET UNLOGGED",
        "ALTER TABLE accounts_counted SET LOGGED",
    ),
    "rows that are known by all their values": (
        "ALTER TABLE accounts_user REPLICA IDENTITY FULL",
        "ALTER TABLE accounts_user REPLICA IDENTITY DEFAULT",
    ),
    "comment": ("COMMENT ON TABLE accounts_user IS 'songs'", "COMMENT ON TABLE accounts_user IS NULL"),
    "large object": ("SELECT lo_create(4711)", "SELECT lo_unlink(4711)"),
    "publication": ("CREATE PUBLICATION songs FOR TABLE accounts_user", "DROP PUBLICATION songs"),
    "function that a default calls": (
        f"{IMMUTABLE} ALTER TABLE accounts_user ALTER COLUMN username SET DEFAULT f('x')",
        "DROP FUNCTION f CASCADE",
    ),
    "setting of a table": (
        "ALTER TABLE accounts_user SET (fillfactor = 10)",
        "ALTER TABLE accounts_user RESET (fillfactor)",
    ),
    "statistics": ("CREATE STATISTICS songs ON username, email FROM accounts_user", "DROP STATISTICS songs"),
    "check that old rows need not pass": (
        "ALTER TABLE accounts_user ADD CONSTRAINT c CHECK (length(username) > 0) NOT VALID",
        "ALTER TABLE accounts_user DROP CONSTRAINT c",
    ),
    "table named like a command": (
        'CREATE TABLE "songs\n\\! touch ran" (x int)',
        'DROP TABLE "songs\n\\! touch ran"',
    ),
    "table too many": ("CREATE TABLE songs (title text)", "DROP TABLE songs"),
    "column too many": (
        "ALTER TABLE accounts_user ADD COLUMN songs text",
        "ALTER TABLE accounts_user DROP COLUMN songs",
    ),
    "renamed column": (
        "ALTER TABLE accounts_user RENAME COLUMN password TO pass_word",
        "ALTER TABLE accounts_user RENAME COLUMN pass_word TO password",
    ),
}


@pytest.fixture
def played(place: Path) -> Event:
    make_official(username="petra")
    return make_event()


def hostile_sqlite(script: str) -> Path:
    copy = make_backup().path
    with closing(sqlite3.connect(copy)) as changed:
        changed.executescript(script)
    return copy


def hostile_dump(target: Path, script: str, undo: str) -> Path:
    """A dump by an attacker with another PostgreSQL."""
    with connection.cursor() as cursor:
        try:
            cursor.execute(script)
            of_postgres._call("pg_dump", "--format=custom", f"--file={target}")
        finally:
            cursor.execute(undo)
    return target


def by_page(file: Path) -> str:
    User.objects.all().delete()  # the program is empty: anybody may bring a copy
    Event.objects.all().delete()
    page = sent_to_the_page(file)
    assert not User.objects.exists()
    return page


def sent_to_the_page(file: Path) -> str:
    client = Client()
    client.get(setup_link(""))  # the person that started the program knows the word
    content = SimpleUploadedFile("romme.sqlite3", file.read_bytes())
    return client.post(reverse("set_up_from_backup"), {"file": content}, follow=True).content.decode()


def by_command(file: Path) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("restore", str(file), "--yes")
    assert Event.objects.count() == 1
    return str(refused.value)


@pytest.fixture(params=[by_page, by_command])
def refusal(request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """Brings a copy in and returns the refusal."""
    way: Callable[[Path], str] = request.param
    return way


@only_sqlite
@pytest.mark.parametrize("form", SQLITE)
def test_hostile_file_of_sqlite_is_refused_in_words(played: Event, form: str, refusal: Callable[[Path], str]) -> None:
    assert REFUSED in refusal(hostile_sqlite(SQLITE[form]))


def interior(size: int, child: int) -> bytes:
    """A page of SQLite that leads to the same page as often as it can."""
    cells = (size - 12) // 8
    head = struct.pack(">BHHHBI", 5, 0, cells, size - 5 * cells, 0, child)
    places = b"".join(struct.pack(">H", size - 5 * number) for number in range(1, cells + 1))
    return (head + places).ljust(size - 5 * cells, b"\0") + struct.pack(">IB", child, 1) * cells


@only_sqlite
def test_file_of_sqlite_whose_pages_never_end_is_refused(
    played: Event, monkeypatch: pytest.MonkeyPatch, refusal: Callable[[Path], str]
) -> None:
    monkeypatch.setattr(sqlite_copy, "_LEAST_STEPS", 0)
    monkeypatch.setattr(sqlite_copy, "_STEPS_FOR_A_BYTE", 1)
    file = hostile_sqlite("")
    with closing(sqlite3.connect(file)) as copied:
        (size,), (pages,) = (
            copied.execute("PRAGMA page_size").fetchone(),
            copied.execute("PRAGMA page_count").fetchone(),
        )
        (root,) = copied.execute("SELECT rootpage FROM sqlite_master WHERE name = 'django_migrations'").fetchone()
    content = bytearray(file.read_bytes())
    leaf = pages + 4
    content += b"".join(interior(size, page) for page in range(pages + 2, leaf + 1))
    content += content[(root - 1) * size : root * size]
    content[(root - 1) * size : root * size] = interior(size, pages + 1)
    content[28:32] = struct.pack(">I", leaf)
    file.write_bytes(content)
    assert REFUSED in refusal(file)


@only_postgres
@pytest.mark.parametrize("form", POSTGRES)
def test_hostile_dump_is_refused_in_words(
    played: Event, tmp_path: Path, form: str, refusal: Callable[[Path], str]
) -> None:
    assert REFUSED in refusal(hostile_dump(tmp_path / "hostile.dump", *POSTGRES[form]))


def test_name_in_a_hostile_file_steers_no_terminal(played: Event) -> None:
    said = foreign_words("\x1b[2J\x07\u202etable")
    assert said.isprintable()
    assert "table" in said


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that appears if a part of a copy was run."""
    return tmp_path / "ran"


@only_postgres
@pytest.mark.parametrize("command", [r"\! touch {}", "COPY (SELECT 1) TO PROGRAM 'touch {}';", r"\o {}"])
def test_command_between_the_rows_of_a_dump_is_refused_and_not_run(
    played: Event, tmp_path: Path, trap: Path, command: str, refusal: Callable[[Path], str]
) -> None:
    planted = "\n\\.\n" + command.format(trap) + "\n"
    room = "x" * len(planted)
    Event.objects.update(announcement=room)
    file = tmp_path / "hostile.dump"
    of_postgres._call("pg_dump", "--format=custom", "--compress=0", f"--file={file}")
    Event.objects.update(announcement="")
    file.write_bytes(file.read_bytes().replace(room.encode(), planted.encode()))
    assert REFUSED in refusal(file)
    assert not trap.exists()


@only_postgres
def test_program_that_a_dump_names_for_its_rows_is_not_run(
    played: Event, tmp_path: Path, trap: Path, refusal: Callable[[Path], str]
) -> None:
    file = tmp_path / "hostile.dump"
    of_postgres._call("pg_dump", "--format=custom", "--compress=0", f"--file={file}")
    said = next(
        line for line in dump._lines("--data-only", "--file=-", str(file)) if b"COPY public.accounts_user (" in line
    )
    planted = f"COPY public.accounts_user FROM PROGRAM 'touch {trap}';\n".encode()
    assert len(planted) <= len(said)
    file.write_bytes(file.read_bytes().replace(said, planted.ljust(len(said), b"\n")))
    assert REFUSED in refusal(file)
    assert not trap.exists()


@only_postgres
def test_rows_after_restoring_are_numbered_behind_those_of_the_copy(played: Event, tmp_path: Path) -> None:
    numbers_begin_anew = "SELECT setval('accounts_user_id_seq', 1, false), setval('auth_group_id_seq', 40, true)"
    restore(hostile_dump(tmp_path / "hostile.dump", numbers_begin_anew, "SELECT 1"))
    assert make_official(username="vera").pk > User.objects.get(username="petra").pk
    assert Group.objects.create(name="songs").pk == 41  # a number is never given out twice


@only_postgres
def test_refused_dump_leaves_the_numbers_of_this_database(played: Event, tmp_path: Path) -> None:
    file = hostile_dump(
        tmp_path / "hostile.dump",
        "SELECT setval('auth_group_id_seq', 2147483647)",
        "SELECT setval('auth_group_id_seq', 40, true)",
    )
    with pytest.raises(BackupError):
        restore(file)
    assert Group.objects.create(name="songs").pk == 41


@only_postgres
def test_migration_with_an_endless_name_takes_no_memory(played: Event, tmp_path: Path) -> None:
    """Some kilobytes in the file unfold to as many megabytes."""
    unfolding = """
        ALTER TABLE django_migrations ALTER COLUMN name TYPE text;
        INSERT INTO django_migrations (app, name, applied) VALUES ('songs', repeat('x', 15000000), now())
    """
    file = hostile_dump(
        tmp_path / "hostile.dump",
        unfolding,
        "DELETE FROM django_migrations WHERE app = 'songs'; "
        "ALTER TABLE django_migrations ALTER COLUMN name TYPE varchar(255)",
    )
    tracemalloc.start()
    try:
        with pytest.raises(BackupError, match=REFUSED):
            take(file)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40_000_000  # the line during reading, without a second copy in memory


@only_postgres
def test_what_an_earlier_copy_left_behind_is_gone_after_restoring(
    played: Event, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    clean = make_backup().path
    planted = [
        IMMUTABLE,
        "CREATE INDEX i ON accounts_user (f(username))",
        "CREATE VIEW v AS SELECT * FROM accounts_user",
        "CREATE MATERIALIZED VIEW m AS SELECT 1 AS x",
        "CREATE TYPE kind AS ENUM ('a'); CREATE TYPE pair AS (a int, b int); CREATE DOMAIN d AS text",
        "CREATE SEQUENCE s; CREATE TABLE songs (title text DEFAULT nextval('s'))",
        "CREATE AGGREGATE total (int) (SFUNC = int4pl, STYPE = int)",
        "CREATE PROCEDURE p() LANGUAGE sql AS $$ SELECT 1 $$",
        "CREATE RULE r AS ON DELETE TO accounts_counted DO INSTEAD NOTHING",
        "CREATE FUNCTION happens() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$",
        "CREATE EVENT TRIGGER t ON ddl_command_end EXECUTE FUNCTION happens()",
        "CREATE STATISTICS st ON username, email FROM accounts_user",
        "CREATE COLLATION c (LOCALE = 'C'); CREATE TEXT SEARCH CONFIGURATION ts (COPY = simple)",
        "CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)",
    ]
    with connection.cursor() as cursor:
        for statement in planted:
            cursor.execute(statement)
    in_earnest(monkeypatch, place)
    restore(clean)
    with connection.cursor() as cursor:
        cursor.execute(of_postgres._OBJECTS, [False])
        left = {kind for kind, _name in cursor.fetchall()}
        cursor.execute("SELECT count(*) FROM pg_event_trigger")
        assert cursor.fetchone() == (0,)
    assert left == {"sequence"}
    assert set(dump.definitions(clean)) == set(dump.definitions(make_backup().path))


class _Planted:
    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self._file,)


def test_count_and_job_that_a_copy_brings_are_left_out(played: Event, trap: Path) -> None:
    value = base64.b64encode(pickle.dumps(_Planted(trap))).decode()
    Counted.objects.create(cache_key=":1:count", value=value, expires=timezone.now() + timedelta(days=1))
    Job.objects.create(kind="papers", asked={}, key="", ahead=False, server="another machine")
    copy = make_backup().path
    Counted.objects.all().delete()
    Job.objects.all().delete()
    restore(copy)
    assert Event.objects.exists()
    assert not Counted.objects.exists()
    assert not Job.objects.exists()
    assert not trap.exists()


def test_administrator_who_is_signed_in_has_no_page_to_restore_from(played: Event, client: Client) -> None:
    User.objects.update(is_superuser=True)
    client.force_login(User.objects.get())
    content = SimpleUploadedFile("romme.sqlite3", make_backup().path.read_bytes())
    assert client.post(reverse("set_up_from_backup"), {"file": content}).status_code == 404


@only_sqlite
@pytest.mark.parametrize("bytes_in_a_page", [512, 1024, 65536])
def test_copy_with_other_pages_comes_back(played: Event, bytes_in_a_page: int) -> None:
    copy = make_backup().path
    with closing(sqlite3.connect(copy)) as changed:
        changed.execute(f"PRAGMA page_size={bytes_in_a_page}")
        changed.execute("VACUUM")
    Event.objects.update(name="anders")
    restore(copy)
    assert Event.objects.get().name == "Testpokal"


@contextmanager
def somebody_writes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another process keeps the database, longer than anybody waits."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(of_sqlite, "_PATIENCE", 0.1)
        with closing(sqlite3.connect(of_sqlite.live_file(), isolation_level=None)) as writing:
            writing.execute("BEGIN IMMEDIATE")
            yield
    else:
        monkeypatch.setattr(of_postgres, "_PATIENCE", "100ms")
        with of_postgres._connect() as writing:
            writing.execute("UPDATE tournament_event SET name = name")
            yield


def test_restoring_while_somebody_writes_says_so(played: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = make_backup().path
    with somebody_writes(monkeypatch), pytest.raises(CommandError, match="gerade nicht ersetzen"):
        call_command("restore", str(copy), "--yes")


def test_restoring_by_the_page_while_somebody_writes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    make_event()
    copy = make_backup().path
    with somebody_writes(monkeypatch):
        assert "gerade nicht ersetzen" in sent_to_the_page(copy)
