"""The message catalogues against the sources: `python -m tools.messages [--write]`.

Works on a copy of the sources, so that a check changes nothing in the checkout.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.project import ROOT, say

_SOURCES = ("romme_turnier", "templates", "locale")
_FLAGS = ("--no-location", "--no-obsolete", "--no-wrap", "--verbosity=0", "--extension=html,txt,py")


def main(arguments: list[str]) -> int:
    """Compares, or with --write updates; returns 1 if a catalogue is not complete."""
    locales = sorted(path.name for path in (ROOT / "locale").glob("*") if (path / "LC_MESSAGES").is_dir())
    if not locales:
        say("There is no catalogue in locale/.")
        return 1
    with tempfile.TemporaryDirectory(prefix="romme-messages-") as folder:
        copy = Path(folder)
        for name in _SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        command = [sys.executable, "-m", "django", "makemessages", *_FLAGS]
        for name in locales:
            command += ["--locale", name]
        if code := subprocess.call([*command, "--keep-pot"], cwd=copy):
            return code
        if "--write" in arguments:
            for name in locales:
                shutil.copyfile(copy / _catalogue(name), ROOT / _catalogue(name))
        return max(_compare(ROOT / _catalogue(name), copy / "locale" / "django.pot") for name in locales)


def _catalogue(locale: str) -> Path:
    return Path("locale", locale, "LC_MESSAGES", "django.po")


def _compare(catalogue: Path, template: Path) -> int:
    """Returns 1 if the catalogue lacks a message, has one too many, or leaves one untranslated or fuzzy."""
    done = subprocess.run(["msgcmp", catalogue, template], capture_output=True, text=True, check=False)
    if done.stderr:
        say(done.stderr.replace(str(template), "the sources"))
        say("./run messages adds what is new and drops what is gone; the translating is left to you.")
    return 1 if done.stderr or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
