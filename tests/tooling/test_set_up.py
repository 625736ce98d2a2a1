"""`./run`: its arguments, the arguments that it passes on, and messages about missing programs."""

import ast
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import catalogues, checks, cli, debian, environment
from tools.project import ROOT, StopError


def test_launcher_can_be_read_by_an_old_python_so_that_it_can_say_what_it_needs() -> None:
    ast.parse((ROOT / "run").read_text(), feature_version=(3, 4))


def test_old_python_gives_way_to_the_first_newer_one_that_runs(tmp_path: Path) -> None:
    launcher = tmp_path / "run"
    launcher.write_text((ROOT / "run").read_text().replace("(3, 11)", "(9, 0)"))
    for name, line in (("python3.14", "exit 127"), ("python3.13", '[ "$1" = -c ] || echo "taken: $*"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [sys.executable, launcher, "backup"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.stdout == f"taken: {launcher} backup\n"


def test_unknown_command_is_refused_with_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serv"]) == 1

    said = capsys.readouterr()
    assert "./run test" in said.out
    assert "serv" in said.err


def test_paths_of_copies_are_those_of_the_caller() -> None:
    given = ["stick/copy.sqlite3", "--yes", "/mnt/copy.sqlite3"]
    assert cli.seen_from(Path("/home/petra"), given) == [
        "/home/petra/stick/copy.sqlite3",
        "--yes",
        "/mnt/copy.sqlite3",
    ]


def test_modules_are_compiled_once_whatever_the_machine_says() -> None:
    environ = {"PYTHONDONTWRITEBYTECODE": "1"}
    cli.keep_compiled(environ)
    assert environ == {"PYTHONPYCACHEPREFIX": str(ROOT / ".tools" / "bytecode")}


def pip_says(section: str = "global", **settings: str) -> str:
    """Lines of `pip config list`."""
    return "".join(f"{section}.{name.replace('_', '-')}={value!r}\n" for name, value in settings.items())


def test_uv_looks_where_pip_looks() -> None:
    listing = pip_says(index_url="mirror", cert="ca.pem")

    assert environment.uv_settings(listing, {}) == {
        "UV_DEFAULT_INDEX": "mirror",
        "SSL_CERT_FILE": "ca.pem",
    }


def test_pip_variables_win_over_pip_configuration() -> None:
    listing = pip_says(":env:", index_url="near") + pip_says(index_url="far")

    assert environment.uv_settings(listing, {})["UV_DEFAULT_INDEX"] == "near"


def test_what_is_set_for_uv_itself_stays() -> None:
    listing = pip_says(index_url="mirror")

    assert environment.uv_settings(listing, {"UV_DEFAULT_INDEX": "own"}) == {}


def test_several_places_of_pip_become_several_places_of_uv() -> None:
    listing = pip_says(extra_index_url="\na\nb", find_links="one two")

    settings = environment.uv_settings(listing, {})

    assert settings["UV_INDEX"] == "a b"
    assert settings["UV_FIND_LINKS"] == "one,two"


def test_second_set_up_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _fake_installation(tmp_path, monkeypatch)

    environment.ensure()
    environment.ensure()

    assert [call[0] for call in calls] == ["venv", "pip"]


def test_set_up_installs_again_after_the_lock_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _fake_installation(tmp_path, monkeypatch)
    environment.ensure()

    environment.LOCKS[False].write_text("other")
    environment.ensure()

    assert [call[0] for call in calls] == ["venv", "pip", "pip"]


def test_packages_for_development_stay_when_the_program_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = _fake_installation(tmp_path, monkeypatch)
    environment.ensure(dev=True)

    environment.ensure()

    assert len(calls) == 2
    assert json.loads(environment.STAMP.read_text())["dev"] is True


def _fake_installation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Point the set-up at an empty folder and record the calls of uv."""
    calls: list[tuple[str, ...]] = []
    python = folder / ".venv" / "bin" / "python"

    def uv(*arguments: str, **_options: object) -> None:
        calls.append(arguments)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    locks = {False: folder / "requirements.txt", True: folder / "requirements-dev.txt"}
    for lock in locks.values():
        lock.write_text("one")
    monkeypatch.setattr(environment, "_uv", uv)
    monkeypatch.setattr(environment, "LOCKS", locks)
    monkeypatch.setattr(environment, "ROOT", folder)
    monkeypatch.setattr(environment, "TOOLS", folder / ".tools")
    monkeypatch.setattr(environment, "PYTHON", python)
    monkeypatch.setattr(environment, "STAMP", folder / ".venv" / "installed.json")
    return calls


def _need(*, present: bool) -> debian.Need:
    return debian.Need(("some-package",), lambda: present, "something does not work")


def test_nothing_is_said_about_debian_packages_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    debian.ensure(_need(present=True))

    assert capsys.readouterr() == ("", "")


def test_missing_debian_package_is_named_in_one_line_where_it_cannot_be_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(debian, "_TRIED", tmp_path / "tried")
    monkeypatch.setattr(debian, "_privileged", lambda: None)

    debian.ensure(_need(present=False))

    line = capsys.readouterr().err
    assert "some-package" in line
    assert "something does not work" in line
    assert line.count("\n") == 1


def test_failed_installation_is_not_tried_at_every_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[list[str]] = []
    monkeypatch.setattr(debian, "_TRIED", tmp_path / "tried")
    monkeypatch.setattr(debian, "_privileged", list)
    monkeypatch.setattr(debian, "_install", lambda _prefix, packages: attempts.append(list(packages)))

    debian.ensure(_need(present=False))
    debian.ensure(_need(present=False))

    assert attempts == [["some-package"]]


def test_package_unknown_to_the_system_does_not_keep_the_others_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known: set[str] = set()

    def apt_get(command: list[str]) -> bool:
        packages = command[command.index("--no-install-recommends") + 1 :] if "install" in command else []
        if "unknown" not in packages:
            known.update(packages)
        return "unknown" not in packages

    monkeypatch.setattr(debian, "_TRIED", tmp_path / "tried")
    monkeypatch.setattr(debian, "_privileged", list)
    monkeypatch.setattr(debian, "_quietly", apt_get)

    debian.ensure(
        debian.Need(("unknown",), lambda: False, "something does not work"),
        debian.Need(("gettext",), lambda: "gettext" in known, "German pages only"),
    )

    assert "gettext" in known
    line = capsys.readouterr().err
    assert "unknown" in line
    assert "gettext" not in line


def test_arguments_after_test_go_to_pytest() -> None:
    assert checks.options(["--fast"]) == (True, False, False, [])
    assert checks.options(["--plain", "tests/web"]) == (False, True, False, ["tests/web"])
    assert checks.options(["--database", "postgres", "-k", "draw"]) == (False, False, True, ["-k", "draw"])
    with pytest.raises(StopError, match="oracle"):
        checks.options(["--database", "oracle"])


def test_catalogue_is_compiled_only_when_its_source_is_newer(tmp_path: Path) -> None:
    if debian.GETTEXT.present() is False:
        pytest.skip("gettext is missing")
    source = tmp_path / "locale" / "en" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Tisch"\nmsgstr "Table"\n'
    )

    catalogues.compile_all(tmp_path)
    compiled = source.with_suffix(".mo")
    first = compiled.stat().st_mtime_ns
    catalogues.compile_all(tmp_path)

    assert b"Table" in compiled.read_bytes()
    assert compiled.stat().st_mtime_ns == first


def test_catalogue_that_cannot_be_compiled_leaves_the_former_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if debian.GETTEXT.present() is False:
        pytest.skip("gettext is missing")
    source = tmp_path / "locale" / "en" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "Tisch"\nmsgstr "Ta')
    former = source.with_suffix(".mo")
    former.write_bytes(b"former")
    os.utime(former, (0, 0))

    catalogues.compile_all(tmp_path)

    assert "could not be compiled" in capsys.readouterr().err
    assert [(file.name, file.read_bytes()) for file in source.parent.glob("*.mo*")] == [("django.mo", b"former")]
    assert len(list(source.parent.iterdir())) == 2


@pytest.mark.parametrize(
    "lock", [*environment.LOCKS.values(), environment.UV_LOCK, environment.BUILD_LOCK], ids=lambda lock: lock.name
)
def test_lock_has_the_hashes_of_every_file_of_a_package(lock: Path) -> None:
    """A package is one wheel for everywhere, or has at least one file for each platform."""
    entries = list(re.finditer(r"^([\w.-]+)==.*\n(?:    .*\n?)*", lock.read_text(), re.MULTILINE))
    assert entries
    for entry in entries:
        hashes = entry[0].count("--hash=")
        if hashes < len(environment.PLATFORMS):
            assert hashes > 0, entry[1]
            assert _runs_everywhere(entry[1]), f"{entry[1]} has {hashes} hashes"


_OF_BUILDER = ("hatchling", "tomlkit", "trove-classifiers")  # pure wheels


def _runs_everywhere(package: str) -> bool:
    """Whether the package as installed here came as a wheel for every platform."""
    if package in ("colorama", "tzdata"):  # installed on Windows only
        return True
    if package in _OF_BUILDER:  # in no environment of ours
        return True
    return "-none-any" in (importlib.metadata.distribution(package).read_text("WHEEL") or "")


def test_what_the_wheel_is_built_with_is_locked() -> None:
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    locked = environment.BUILD_LOCK.read_text()
    assert [need for need in needs if not re.search(rf"^{re.split('[<>=~]', need)[0]}==", locked, re.MULTILINE)] == []


def test_actions_are_named_by_commit() -> None:
    used = [
        use
        for file in (ROOT / ".github" / "workflows").glob("*.yml")
        for use in re.findall(r"uses: (\S+)", file.read_text())
    ]
    assert used
    assert [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use)] == []


def test_lock_is_resolved_from_the_main_index_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An additional index may hold one file of a package; uv would write down no other hash."""
    seen = _environments_of_uv(monkeypatch, tmp_path)
    monkeypatch.setenv("UV_INDEX", "additional")
    monkeypatch.setenv("UV_FIND_LINKS", "folder")

    environment._uv("pip", "compile", main_index_only=True)
    environment._uv("pip", "sync")

    assert [each.get("UV_INDEX") for each in seen] == [None, "additional"]
    assert [each.get("UV_FIND_LINKS") for each in seen] == [None, "folder"]


def test_set_up_writes_nothing_into_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    seen = _environments_of_uv(monkeypatch, tmp_path)

    environment._uv("pip", "sync")

    assert seen[0]["UV_CACHE_DIR"] == str(tmp_path / "cache")


def _environments_of_uv(monkeypatch: pytest.MonkeyPatch, tools: Path) -> list[dict[str, str]]:
    """Records the environment of each call of uv, which is not called."""
    seen: list[dict[str, str]] = []

    def call(_command: list[str], env: dict[str, str]) -> int:
        seen.append(env)
        return 0

    monkeypatch.setattr(environment, "TOOLS", tools)
    monkeypatch.setattr(environment, "_install_uv", lambda: None)
    monkeypatch.setattr(subprocess, "call", call)
    return seen


def test_lock_files_name_no_registry() -> None:
    for lock in (*environment.LOCKS.values(), environment.UV_LOCK):
        assert "://" not in lock.read_text(), lock.name


def test_command_line_lists_every_command() -> None:
    shown = subprocess.run([ROOT / "run", "--help"], capture_output=True, text=True, check=True).stdout

    for command in ("test", "backup", "restore", "messages", "manage", "lock"):
        assert f"./run {command}" in shown
