"""The step "Commit titles": a new commit has a short, imperative title."""

import re
import subprocess
import sys
from pathlib import Path

from tools.project import ROOT, say

BASE = "origin/main"  # commits that are not on this branch are new
_RULE_BEGINS = "2026-11-26"  # older commits keep the titles they have
_MOST_CHARACTERS = 72

# "Added", "Adds" and "Adding" are wrong, "Process", "Embed" and "Bring" are not.
_NOT_IMPERATIVE = re.compile(r"\w{2,}(?:ed|ing|[^su]s)\b", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"(?:embed|exceed|feed|heed|need|proceed|seed|shed|speed|succeed|bring|ring|string)\b", re.IGNORECASE
)


def main() -> int:
    """Prints the faults in the titles of new commits; returns 1 if there are any."""
    faulty = [(title, faults) for title in new_titles(ROOT) if (faults := faults_of(title))]
    for title, faults in faulty:
        say(f"{title}\n  {'; '.join(faults)}")
    return 1 if faulty else 0


def faults_of(title: str) -> list[str]:
    """Returns a sentence for each fault in the title of a commit."""
    faults = []
    if len(title) > _MOST_CHARACTERS:
        faults.append(f"{len(title)} characters, at most {_MOST_CHARACTERS}: move the reason to the body")
    if not title[:1].isupper():
        faults.append("begin with a capital letter")
    if _NOT_IMPERATIVE.match(title) and not _IMPERATIVE.match(title):
        faults.append('begin with an imperative: "Add", not "Added", "Adds" or "Adding"')
    if title.endswith("."):
        faults.append("leave out the full stop")
    return faults


def new_titles(repository: Path) -> list[str]:
    """Returns the titles of the commits since the merge base with BASE, or since the last version tag without BASE.

    Returns none without such a commit: in a shallow clone, or in a folder without git.
    """
    start = _git(repository, "merge-base", BASE, "HEAD") or _git(
        repository, "describe", "--tags", "--match", "v[0-9]*", "--abbrev=0"
    )
    if not start:
        return []
    log = ("log", "--no-merges", f"--since={_RULE_BEGINS}", "--format=%s", f"{start}..HEAD")
    return _git(repository, *log).splitlines()


def _git(repository: Path, *arguments: str) -> str:
    """Returns the output of a git command; "" if it fails or if git is not installed."""
    command = ["git", "-C", str(repository), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
