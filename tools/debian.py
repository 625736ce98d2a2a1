"""Debian packages: missing ones are installed if that needs no question, otherwise reported in one line."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.project import TOOLS, say, warn

# Packages that could not be installed once are not tried at every start; the line about them stays.
_TRIED = TOOLS / "debian-tried.txt"


@dataclass(frozen=True, slots=True)
class Need:
    """Packages of Debian, a test for their presence, and the features missing without them."""

    packages: tuple[str, ...]
    present: Callable[[], bool]
    without: str


def chromium() -> str | None:
    """Returns the path of a Chromium for tests, or None. The one without windows takes two thirds of the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def engines() -> bool:
    """Returns whether Firefox and WebKit can be driven here."""
    return all(map(shutil.which, ("firefox-esr", "WebKitWebDriver", "Xvfb")))


def postgres_programs() -> Path | None:
    """Returns the folder of initdb and pg_ctl, the newest version first, or None."""
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"),
        key=lambda path: float(path.parent.parent.name),
        reverse=True,
    )
    return versions[0].parent if versions else None


def _has_library(soname: str, short: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return ctypes.util.find_library(short) is not None
    return True


def _has_pdf_libraries() -> bool:
    return _has_library("libpangoft2-1.0.so.0", "pangoft2-1.0") and _has_library(
        "libharfbuzz-subset.so.0", "harfbuzz-subset"
    )


PDF = Need(("libpangoft2-1.0-0", "libharfbuzz-subset0"), _has_pdf_libraries, "no PDFs; everything else works")
GETTEXT = Need(
    ("gettext",),
    lambda: shutil.which("msgfmt") is not None,
    "German pages only, catalogues unchecked",
)
CHROMIUM = Need(
    ("chromium-headless-shell",),
    lambda: shutil.which("chromium-headless-shell") is not None,
    "the browser tests take longer with another Chromium and are skipped without one",
)
ENGINES = Need(("firefox-esr", "webkit2gtk-driver", "xvfb"), engines, "no tests in Firefox and WebKit")
POSTGRES = Need(("postgresql",), lambda: postgres_programs() is not None, "no tests on PostgreSQL")

SERVING = (PDF, GETTEXT)
TESTING = (PDF, GETTEXT, CHROMIUM)


def ensure(*needs: Need) -> None:
    """Installs missing packages if that needs no question; never fails, reports the features that do not work until
    then.
    """
    missing = [need for need in needs if not need.present()]
    packages = [package for need in missing for package in need.packages]
    prefix = _privileged()
    untried = [package for package in packages if package not in _tried()]
    if untried and prefix is not None:
        say(f"Installing Debian packages: {' '.join(packages)} …")
        for need in missing:  # each by itself: a name that a system does not know must not keep the others away
            _install(prefix, need.packages)
        missing = [need for need in missing if not need.present()]
        _TRIED.parent.mkdir(exist_ok=True)
        _TRIED.write_text("\n".join(package for need in missing for package in need.packages))
    for need in missing:
        warn(f"Missing: {' '.join(need.packages)} ({need.without}). {_advice(need.packages)}")


def _advice(packages: Sequence[str]) -> str:
    if shutil.which("apt-get"):
        return f"Install with: sudo apt-get install {' '.join(packages)}"
    return "These are Debian's names; install what your system calls them."


def _privileged() -> list[str] | None:
    """Returns the prefix of apt-get: empty for root, sudo if it needs no password; None: it cannot be used."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:
        return [sudo, "-n"]
    return None


def _install(prefix: list[str], packages: Sequence[str]) -> None:
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    install = [*command, "install", "--yes", "--no-install-recommends", *packages]
    if _quietly(install):
        return
    _quietly([*command, "update"])  # the lists of a fresh container are empty
    _quietly(install)


def _quietly(command: list[str]) -> bool:
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def _tried() -> set[str]:
    return set(_TRIED.read_text().split()) if _TRIED.exists() else set()
