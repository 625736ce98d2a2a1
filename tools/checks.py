"""`./run test`: every check and every test, all of them even when one fails."""

import os
import shutil
from collections.abc import Callable, Sequence

from tools import catalogues, coverage_floor, debian, environment, postgres
from tools.project import PYTHON, ROOT, VENV, StopError
from tools.side_by_side import Step, processors, run

_PYTHON = (str(PYTHON), "-m")
# The checks look at the code, not at anybody's database or .env file.
_NEUTRAL = {"DATABASE_URL": "sqlite://:memory:", "MODE": "local", "SECRET_KEY": "only-for-checks" * 5}
_PUBLIC = {
    **_NEUTRAL,
    "MODE": "public",
    "ALLOWED_HOSTS": "example.org",
    "SECRET_KEY": "0123456789abcdef" * 4,
}


def test(arguments: list[str]) -> int:
    """Runs the requested checks and tests; returns 0 if all passed."""
    environment.ensure(dev=True)
    debian.ensure(*debian.TESTING)
    catalogues.compile_all()
    fast, plain, on_postgres, rest = options(arguments)
    environ = {"PLAIN": "1"} if plain else {}
    steps = _asked_for(rest) if rest else steps_of_tests() if plain or on_postgres else every_step(fast=fast)
    if not on_postgres:
        coverage_floor.clear()
        return run(steps, environ)
    with postgres.private_cluster() as url:
        return run(steps, {**environ, "DATABASE_URL": url})


def every_step(*, fast: bool = False) -> list[Step]:
    """Returns all steps in their order; `fast` keeps only those without database and browser, and measures nothing."""
    if fast:
        return [step for step in (*check_steps(), *steps_of_tests()) if step.fast]
    coverage = Step("Coverage", [str(PYTHON), "-m", "tools.coverage_floor"], last=True)
    return [*check_steps(), *steps_of_tests(measured=True), coverage]


def check_steps() -> list[Step]:
    """Returns the checks that run no test."""
    manage = [str(PYTHON), "manage.py"]
    deploy = [*manage, "check", "--deploy", "--fail-level=WARNING"]
    return [
        Step("Lint", [_tool("ruff"), "check", "--quiet"], fast=True),
        Step("Format", [_tool("ruff"), "format", "--check", "--quiet"], fast=True),
        Step("Scripts", [_tool("oxlint"), "--quiet", "static/js"], fast=True),
        Step("Types", [str(PYTHON), "-m", "mypy", *_without_cache()], _NEUTRAL, weight=45),
        Step("Import contracts", [_tool("lint-imports"), "--no-logo"], _NEUTRAL, fast=True),
        Step("Missing migrations", [*manage, "makemigrations", "--check", "--dry-run"], _NEUTRAL),
        Step("Deployment in public mode", deploy, _PUBLIC),
        Step("Commit titles", [str(PYTHON), "-m", "tools.commit_titles"]),
        Step("Message catalogues", [str(PYTHON), "-m", "tools.messages"], skipped=_without_gettext),
        Step("Templates", [_tool("djade"), "--check", "--target-version", "5.2", *_templates()], fast=True),
    ]


# A separate step: the core in one piece was the longest of `--fast`, and kept a processor waiting at the end.
PLAYING = ("tests/core/playing", "tests/core/practice")
# Each takes half a minute to a minute in the browser; together everything else would wait for them.
WHOLE_EVENTS = tuple(f"tests/browser/test_{name}.py" for name in ("evenings", "the_day", "the_hour", "whole_way"))


def steps_of_tests(*, measured: bool = False) -> list[Step]:
    """Returns the tests, from the core outwards, in pieces of about a minute at most.

    Most make their tables from the models, a tenth of the time that the migrations take; the step "Missing migrations"
    checks that both give the same tables. Tests of backups and the servers of safety migrate their databases.
    `measured`: see coverage_floor.
    """
    quickly = "--nomigrations"
    python = coverage_floor.COMMAND if measured else _PYTHON
    return [
        _pytest("Tests of the rules", "tests/core/rules", weight=30, fast=True),
        _pytest("Tests of playing", *PLAYING, weight=30, fast=True),
        _pytest("Tests of the core", "tests/core", without=["tests/core/rules", *PLAYING], weight=50, fast=True),
        _pytest("Tests of the tools", "tests/tooling", weight=20, fast=True),
        _pytest("Tests with the database", quickly, "tests/tournament", weight=340, python=python),
        _pytest("Tests of the papers", quickly, "tests/documents", weight=170),
        _pytest(
            "Accounts, copies, serving, terminal",
            *("tests/accounts", "tests/backup", "tests/serving", "tests/terminal"),
            weight=110,
        ),
        _pytest("Events by chance", quickly, "tests/simulation", weight=85),
        _pytest("Pages of the officials", quickly, "tests/web/organiser", weight=165),
        _pytest("Rights and other pages", quickly, "tests/web", without=["tests/web/organiser"], weight=275),
        _pytest("Tests of safety", quickly, "tests/safety", weight=150),
        _pytest("Whole events in the browser", quickly, *WHOLE_EVENTS, weight=170),
        _pytest("Lists in the browser", quickly, "tests/browser/lists", weight=180),
        _pytest(
            "Pages in the browser", quickly, "tests/browser", without=[*WHOLE_EVENTS, "tests/browser/lists"], weight=340
        ),
        _pytest("Firefox and WebKit", quickly, "tests/engines", weight=60, skipped=_without_engines),
    ]


def _pytest(
    title: str,
    *arguments: str,
    without: Sequence[str] = (),
    weight: int = 1,
    fast: bool = False,
    python: Sequence[str] = _PYTHON,
    skipped: Callable[[], str | None] = lambda: None,
) -> Step:
    ignored = [f"--ignore={path}" for path in without]
    command = [*python, "pytest", "--quiet", *arguments, *ignored]
    return Step(title, command, fast=fast, weight=weight, skipped=skipped)


def _asked_for(arguments: Sequence[str]) -> list[Step]:
    """Returns the tests that the caller names, in two processes."""
    workers = ["--numprocesses=2"] if processors() > 1 else []
    return [Step("Tests", [str(PYTHON), "-m", "pytest", *workers, *arguments])]


def options(arguments: Sequence[str]) -> tuple[bool, bool, bool, list[str]]:
    """--fast, --plain, --database postgres, and the rest for pytest."""
    rest = [argument for argument in arguments if argument not in ("--fast", "--plain")]
    database = "sqlite"
    if "--database" in rest:
        place = rest.index("--database")
        database = "".join(rest[place + 1 : place + 2])
        del rest[place : place + 2]
    if database not in ("sqlite", "postgres"):
        raise StopError(f"--database takes sqlite or postgres, not {database!r}.")
    return "--fast" in arguments, "--plain" in arguments, database == "postgres", rest


def _without_cache() -> list[str]:
    """If nothing is checked twice, writing the cache takes mypy a quarter of its time."""
    return [f"--cache-dir={os.devnull}"] if os.environ.get("CI") else []


def _tool(name: str) -> str:
    return str(VENV / "bin" / name)


def _templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))


def _without_gettext() -> str | None:
    return None if shutil.which("xgettext") else "gettext is missing."


def _without_engines() -> str | None:
    """Returns why the tests of the engines cannot run; None in the public workflow, where a missing engine fails."""
    if debian.engines() or os.environ.get("ENGINES") == "required":
        return None
    return f"one of {' '.join(debian.ENGINES.packages)} is missing."
