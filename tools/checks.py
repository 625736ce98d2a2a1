"""`./run test`: every check with a heading and a time, all of them even when an early one fails."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tools import catalogues, debian, environment, postgres
from tools.project import PYTHON, ROOT, VENV, StopError, say


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the run; `skipped` gives the reason why it cannot run here, or None."""

    title: str
    command: Sequence[str]
    environ: Mapping[str, str] = field(default_factory=dict)
    fast: bool = False
    skipped: Callable[[], str | None] = lambda: None


@dataclass(frozen=True, slots=True)
class Result:
    """How a step ended."""

    title: str
    state: str
    seconds: float


# The checks look at the code, not at anybody's database or .env file.
_NEUTRAL = {"DATABASE_URL": "sqlite://:memory:", "MODE": "local", "SECRET_KEY": "only-for-checks" * 5}
_PUBLIC = {
    **_NEUTRAL,
    "MODE": "public",
    "ALLOWED_HOSTS": "example.org",
    "SECRET_KEY": "0123456789abcdef" * 4,
}


def test(arguments: list[str]) -> int:
    """Run the checks and tests asked for; returns 0 when all passed."""
    environment.ensure(dev=True)
    debian.ensure(*debian.TESTING)
    catalogues.compile_all()
    fast, on_postgres, rest = options(arguments)
    if not on_postgres:
        return run([_pytest("Tests", rest)] if rest else every_step(fast=fast))
    with postgres.private_cluster() as url:
        steps = [_pytest("Tests", rest)] if rest else test_steps()
        return run(steps, {"DATABASE_URL": url})


def every_step(*, fast: bool = False) -> list[Step]:
    """All steps in their order; `fast` leaves those that need no database and no browser."""
    return [step for step in (*check_steps(), *test_steps()) if step.fast or not fast]


def check_steps() -> list[Step]:
    """What can be seen without running a test."""
    manage = [str(PYTHON), "manage.py"]
    deploy = [*manage, "check", "--deploy", "--fail-level=WARNING"]
    return [
        Step("Lint", [_tool("ruff"), "check", "--quiet"], fast=True),
        Step("Format", [_tool("ruff"), "format", "--check", "--quiet"], fast=True),
        Step("Types", [str(PYTHON), "-m", "mypy"], _NEUTRAL),
        Step("Import contracts", [_tool("lint-imports"), "--no-logo"], _NEUTRAL, fast=True),
        Step("Missing migrations", [*manage, "makemigrations", "--check", "--dry-run"], _NEUTRAL),
        Step("Deployment in public mode", deploy, _PUBLIC),
        Step("Message catalogues", [str(PYTHON), "-m", "tools.messages"], skipped=_without_gettext),
        Step("Templates", [_tool("djade"), "--check", "--target-version", "5.2", *_templates()]),
    ]


def test_steps() -> list[Step]:
    """The tests, from the core outwards.

    Most make their tables from the models, a tenth of the time that the migrations take; that both come to the same is
    the step "Missing migrations". Copies and safety are about databases as they are.
    """
    quickly = "--nomigrations"
    return [
        _pytest("Tests of the core", ["tests/core", "tests/tooling"], fast=True),
        _pytest("Tests with the database", [quickly, "tests/tournament", "tests/documents"]),
        _pytest("Tests of accounts and copies", ["tests/accounts", "tests/backup"]),
        _pytest("Events by chance", [quickly, "tests/simulation"]),
        _pytest("Tests of the pages", [quickly, "tests/web"]),
        _pytest("Tests of safety", ["tests/safety"], parallel=False),
        _pytest("Tests in the browser", [quickly, "tests/browser"], parallel=False),
    ]


def run(steps: Sequence[Step], environ: Mapping[str, str] | None = None) -> int:
    """Run every step, print a summary; returns 1 if one failed."""
    results = [_run_step(step, environ or {}) for step in steps]
    say("\n" + "=" * 60)
    for result in results:
        say(f"{result.state:<8} {result.title:<32} {result.seconds:7.1f} s")
    total = sum(result.seconds for result in results)
    failed = sum(result.state == "FAILED" for result in results)
    say(f"{'FAILED' if failed else 'ok':<8} {'Everything':<32} {total:7.1f} s")
    return 1 if failed else 0


def _run_step(step: Step, environ: Mapping[str, str]) -> Result:
    say(f"\n--- {step.title} " + "-" * (56 - len(step.title)))
    if reason := step.skipped():
        say(f"Skipped: {reason}")
        return Result(step.title, "skipped", 0.0)
    started = time.monotonic()
    code = subprocess.call(step.command, env={**os.environ, **step.environ, **environ}, cwd=ROOT)
    return Result(step.title, "FAILED" if code else "ok", time.monotonic() - started)


def _pytest(title: str, arguments: Sequence[str], *, fast: bool = False, parallel: bool = True) -> Step:
    workers = ["--numprocesses=2"] if parallel and (os.cpu_count() or 1) > 1 else []
    return Step(title, [str(PYTHON), "-m", "pytest", *workers, *arguments], fast=fast)


def options(arguments: Sequence[str]) -> tuple[bool, bool, list[str]]:
    """--fast, --database postgres, and the rest for pytest."""
    rest = list(arguments)
    fast = "--fast" in rest
    if fast:
        rest.remove("--fast")
    database = "sqlite"
    if "--database" in rest:
        place = rest.index("--database")
        database = "".join(rest[place + 1 : place + 2])
        del rest[place : place + 2]
    if database not in ("sqlite", "postgres"):
        raise StopError(f"--database takes sqlite or postgres, not {database!r}.")
    return fast, database == "postgres", rest


def _tool(name: str) -> str:
    return str(VENV / "bin" / name)


def _templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))


def _without_gettext() -> str | None:
    return None if shutil.which("xgettext") else "gettext is missing."
