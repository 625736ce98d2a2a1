"""The titles of new commits: short, imperative, and never a failure for want of history."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.commit_titles import BASE, faults_of, new_titles

GIT = ("git", *("-c", "user.name=A"), *("-c", "user.email=a@example.org"), *("-c", "commit.gpgsign=false"))
LONG = "Add " + "x" * 70


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """An empty repository; its commits need no configuration of the machine."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    return tmp_path


def git(folder: Path, *arguments: str, date: str = "2027-01-01T12:00:00+00:00") -> None:
    command = [*GIT, "-C", str(folder), *arguments]
    environ = {"PATH": os.environ["PATH"], "GIT_COMMITTER_DATE": date}
    subprocess.run(command, check=True, capture_output=True, env=environ)


def commit(folder: Path, title: str, date: str = "2027-01-01T12:00:00+00:00") -> None:
    git(folder, "commit", "--quiet", "--allow-empty", "--message", title, date=date)


@pytest.mark.parametrize(
    "title",
    [
        "Restrict rejoining a seat during a hand",
        "Process the notices of a list",
        "Pass the ruleset to the evaluation",
        "Embed the logo in the page",
        "Bring the catalogues up to date",
        "Focus the field that is faulty",
        "Add " + "x" * 68,
    ],
)
def test_title_is_fine_when_it_is_short_and_imperative(title: str) -> None:
    assert faults_of(title) == []


@pytest.mark.parametrize(
    ("title", "fault"),
    [
        (LONG, "74 characters"),
        ("Added a page", "imperative"),
        ("Adds a page", "imperative"),
        ("Adding a page", "imperative"),
        ("Fixes: a page", "imperative"),
        ("add a page", "capital"),
        ("Add a page.", "full stop"),
        ("", "capital"),
    ],
)
def test_title_is_faulty_when_it_is_long_or_not_imperative(title: str, fault: str) -> None:
    assert [text for text in faults_of(title) if fault in text]


def test_titles_are_those_since_the_merge_base(repository: Path) -> None:
    commit(repository, LONG)
    git(repository, "update-ref", f"refs/remotes/{BASE}", "HEAD")
    commit(repository, "Add a page")
    assert new_titles(repository) == ["Add a page"]


def test_titles_are_those_since_the_version_tag_when_there_is_no_base(repository: Path) -> None:
    commit(repository, LONG)
    git(repository, "tag", "v0.3.0")
    commit(repository, "Add a page")
    assert new_titles(repository) == ["Add a page"]


def test_there_are_no_titles_when_there_is_neither_base_nor_tag(repository: Path) -> None:
    assert new_titles(repository) == []
    commit(repository, LONG)
    assert new_titles(repository) == []


def test_there_are_no_titles_in_a_shallow_clone(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    for title in (LONG, "Add a page"):
        commit(repository, title)
    git(repository, "checkout", "--quiet", "-b", "topic")
    commit(repository, "Add a form")
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "--quiet", "--depth=1", f"file://{repository}", str(clone))
    assert new_titles(clone) == []


def test_old_commits_never_count(repository: Path) -> None:
    commit(repository, "Add a page")
    git(repository, "tag", "v0.1.0")
    commit(repository, LONG, "2026-11-01T12:00:00+00:00")
    assert new_titles(repository) == []


def test_there_are_no_titles_without_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert new_titles(tmp_path) == []
    monkeypatch.setenv("PATH", "")
    assert new_titles(tmp_path) == []
