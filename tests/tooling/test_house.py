"""The house itself: rooms that stay small, and one way to write to the database."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import PROGRAM, trees

TESTS = PROGRAM.parent / "tests"
TEMPLATES = PROGRAM.parent / "templates"
STATIC = PROGRAM.parent / "static"

# Names under which Django writes; `update` only on querysets, as dictionaries have one, too.
_WRITES = {
    "save",
    "create",
    "delete",
    "bulk_create",
    "bulk_update",
    "get_or_create",
    "update_or_create",
    "executescript",
}
_STATEMENTS = {"insert", "update"}  # functions of romme_turnier/fast/statements.py
_QUERYSETS = {"filter", "exclude", "all", "objects", "select_for_update"}
_SERVICE = "romme_turnier.tournament.shared.service"

# Modules that write without `service`, each for its own reason.
_OTHERWISE = (
    "accounts/",  # its own rows, its own transactions
    "backup/",  # whole databases
    "fast/statements.py",  # which services call
    "documents/jobs.py",  # rows of this machine, which no log names
    "tournament/migrations/",
    "tournament/shared/event_log.py",  # the rows that `service` itself writes
    "tournament/shared/service.py",  # keys of requests, in `run_once`
)
_GETTEXT = re.compile(r"_|(n|np|p)?gettext(_lazy|_noop)?")
_ROOM = 20  # modules; more than that are hard to survey
_SOURCES = {".py", ".html", ".css", ".js"}


def _names_behind(node: ast.expr) -> Iterator[str]:
    """The attributes and calls that an expression is built of: `a.b(x).c` gives c, b, a."""
    while True:
        match node:
            case ast.Call():
                node = node.func
            case ast.Attribute():
                yield node.attr
                node = node.value
            case ast.Name():
                yield node.id
                return
            case _:
                return


def _writes(tree: ast.Module) -> list[int]:
    """Lines on which rows are written."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _STATEMENTS:
            found.append(node.lineno)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, behind = node.func.attr, set(_names_behind(node.func.value))
        is_form = any("form" in part for part in behind)
        to_a_file = name == "save" and node.args  # a model's save has none
        on_queryset = name == "update" and not node.args and bool(behind & _QUERYSETS)
        if (name in _WRITES and not is_form and not to_a_file) or on_queryset:
            found.append(node.lineno)
    return found


def _imports_service(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == _SERVICE
        and {"service", "part_of_service", "frame", "in_passing"} & {alias.name for alias in node.names}
        for node in ast.walk(tree)
    )


def test_rows_are_written_within_services_only():
    astray = {
        name: lines
        for name, tree in trees().items()
        if not name.startswith(_OTHERWISE) and (lines := _writes(tree)) and not _imports_service(tree)
    }
    assert astray == {}


def _opens_transactions(tree: ast.Module) -> list[int]:
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "atomic"]


def test_pages_open_no_transaction_around_services():
    """It would hold SQLite's lock while it waits for the lock of the services (service.one_transaction)."""
    pages = {name: tree for name, tree in trees().items() if name.startswith(("web/", "documents/"))}
    assert {name: lines for name, tree in pages.items() if (lines := _opens_transactions(tree))} == {}
    assert _opens_transactions(ast.parse("with transaction.atomic(): pass")) == [1]


def _locks_keys(tree: ast.Module) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "select_for_update"
        and "no_key" not in {keyword.arg for keyword in node.keywords}
    ]


def test_rows_are_locked_without_their_keys():
    """A foreign key to a locked row is checked at the end of a transaction; it must not wait then (event_log.write)."""
    assert {name: lines for name, tree in trees().items() if (lines := _locks_keys(tree))} == {}
    assert _locks_keys(ast.parse("Series.objects.select_for_update(of=('self',)).get()")) == [1]


def _texts_in_f_strings(tree: ast.Module) -> list[int]:
    return [
        node.lineno
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and _GETTEXT.fullmatch(node.func.id)
        if node.args and isinstance(node.args[0], ast.Constant)
    ]


def test_texts_for_translation_are_outside_of_f_strings():
    """xgettext before 0.22 does not look into f-strings: their texts would stay German on English pages."""
    assert {name: lines for name, tree in trees().items() if (lines := _texts_in_f_strings(tree))} == {}
    assert _texts_in_f_strings(ast.parse("""f'{words}: {_("Tisch") % {}}, {ngettext("a", "b", 2)}'""")) == [1, 1]


def _ordered_by_database(tree: ast.Module) -> list[int]:
    """Lines on which the database, or a bare comparison of letters, is to put names in order."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="order_by" | "earliest" | "latest" | "distinct"), args=said):
                wanted = said
            case ast.Assign(targets=[ast.Name(id="ordering")], value=ast.List(elts=said)):
                wanted = said
            case ast.Call(func=ast.Name(id="sorted") | ast.Attribute(attr="sort"), keywords=said):
                parts = [part for keyword in said if keyword.arg == "key" for part in ast.walk(keyword.value)]
                bare = {"casefold", "lower"} & {part.attr for part in parts if isinstance(part, ast.Attribute)}
                found += [node.lineno] if bare else []
                continue
            case _:
                continue
        texts = [one.value for one in wanted if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        found += [node.lineno for text in texts if text.endswith("name")]
    return found


def test_names_are_put_in_order_by_one_key_and_never_by_the_database():
    places = [(name, lines) for name, tree in trees().items() if (lines := _ordered_by_database(tree))]
    assert [one for one in places if not one[0].startswith("tournament/migrations/")] == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('Player.objects.order_by("last_name", "pk")', [1]),
        ('rows.order_by("club__name")', [1]),
        ('class Meta:\n    ordering = ["name"]', [2]),
        ("sorted(people, key=lambda one: one.name.casefold())", [1]),
        ("people.sort(key=str.lower)", [1]),
        ('rows.order_by("number")', []),
        ("sorted(people, key=lambda one: one.player.order)", []),
    ],
)
def test_an_order_by_the_database_is_seen_when_it_is_one(code, lines):
    assert _ordered_by_database(ast.parse(code)) == lines


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("models.Table.objects.create(number=1)", [1]),
        ("event.save()", [1]),
        ("Seat.objects.filter(pk=1).update(number=2)", [1]),
        ("event.tables.all().delete()", [1]),
        ("insert([row])", [1]),
        ("context.update(seats)", []),
        ("digest.update(b'')", []),
        ("form.save()", []),
        ("workbook.save(target)", []),
    ],
)
def test_a_write_is_seen_when_it_is_one(code, lines):
    assert _writes(ast.parse(code)) == lines


@pytest.mark.parametrize("root", [PROGRAM, TESTS, TEMPLATES, STATIC], ids=lambda root: root.name)
def test_no_room_is_too_full(root):
    full = {}
    for folder in [root, *(path for path in root.rglob("*") if path.is_dir())]:
        files = [path for path in folder.glob("*.*") if path.suffix in _SOURCES and path.name != "__init__.py"]
        if len(files) > _ROOM and folder.name != "migrations":
            full[folder.relative_to(root.parent).as_posix()] = len(files)
    assert full == {}, f"more than {_ROOM} modules: move those of one subject into a folder of its name"


def test_every_room_says_what_lies_in_it():
    silent = [
        folder.parent.relative_to(PROGRAM).as_posix()
        for folder in sorted(PROGRAM.rglob("__init__.py"))
        if not ast.get_docstring(ast.parse(folder.read_text()))
        and folder.parent.name not in {"migrations", "commands", "management"}
    ]
    assert silent == []
