"""uv in .tools, the virtual environment in .venv, the packages of the lock files in it."""

import ast
import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.project import PYTHON, ROOT, TOOLS, VENV, StopError, say

UV_LOCK = ROOT / "tools" / "requirements-uv.txt"
BUILD_LOCK = ROOT / "tools" / "requirements-build.txt"  # of the builder of the wheel, from pyproject.toml
LOCKS = {False: ROOT / "requirements.txt", True: ROOT / "requirements-dev.txt"}
STAMP = VENV / "installed.json"

# Oldest first. Each is a target of uv, with the variables it needs: pikepdf has no wheels for macOS 14 and older.
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS: Mapping[str, Mapping[str, str]] = {
    "x86_64-manylinux_2_28": {},
    "aarch64-manylinux_2_28": {},
    "x86_64-pc-windows-msvc": {},
    "aarch64-apple-darwin": {"MACOSX_DEPLOYMENT_TARGET": "15.0"},
}

_HASH = re.compile(r" \\\n    --hash=\S+")

# pip's settings, as its variables name them after PIP_, and the names uv knows them by.
_PIP_TO_UV = {
    "INDEX_URL": "UV_DEFAULT_INDEX",
    "EXTRA_INDEX_URL": "UV_INDEX",
    "FIND_LINKS": "UV_FIND_LINKS",
    "TRUSTED_HOST": "UV_INSECURE_HOST",
    "CERT": "SSL_CERT_FILE",
}


def ensure(*, dev: bool = False) -> None:
    """Makes .venv agree with the lock; does nothing if the stamp says that it already does.

    A virtual environment that once got the packages for development keeps them.
    """
    with _only_one():
        stamp = _read_stamp()
        wanted = {"root": str(ROOT), "dev": dev or stamp.get("dev") is True}
        wanted["lock"] = _digest(LOCKS[wanted["dev"] is True].read_bytes())
        if stamp == wanted and PYTHON.exists():
            return
        moved = "root" in stamp and stamp["root"] != str(ROOT)
        if moved or not PYTHON.exists():
            say("Making a virtual environment in .venv …")
            _uv("venv", "--quiet", "--clear", "--python", _base_python(), str(VENV))
        lock = LOCKS[wanted["dev"] is True]
        say(f"Installing the Python packages of {lock.name} …")
        _uv("pip", "sync", "--quiet", "--require-hashes", "--python", str(PYTHON), str(lock))
        STAMP.write_text(json.dumps(wanted))


def make(venv: Path) -> None:
    """Makes an empty virtual environment there, unless one exists."""
    with _only_one():
        if not (venv / "bin" / "python").exists():
            _uv("venv", "--quiet", "--clear", "--python", _base_python(), str(venv))


def install(python: Path, package: str) -> None:
    """Installs the newest fitting version of a package, as pyproject.toml writes it; StopError if it will not go."""
    with _only_one():
        _uv("pip", "install", "--quiet", "--python", str(python), package)


def build_wheel() -> None:
    """Builds the wheel of this checkout into dist/."""
    pinned = ["--require-hashes", "--build-constraints", str(BUILD_LOCK)]
    with _only_one():
        _uv(
            "build",
            "--wheel",
            "--quiet",
            *pinned,
            "--python",
            _base_python(),
            "--out-dir",
            str(ROOT / "dist"),
            str(ROOT),
        )


def lock() -> None:
    """Resolves pyproject.toml into the lock files, for every platform, with hashes and without addresses."""
    for dev, target in LOCKS.items():
        _resolve(target, *(["--extra", "dev"] if dev else []), "pyproject.toml")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    source = TOOLS / "build.in"
    source.write_text("\n".join(needs))
    _resolve(BUILD_LOCK, "--no-annotate", str(source))


def _resolve(target: Path, *source: str) -> None:
    say(f"Resolving {target.name} …")
    # Pinned versions stay where they fit. Their hashes are fetched again: uv would keep an incomplete set.
    target.write_text(_HASH.sub("", target.read_text()) if target.exists() else "")
    options = ["--quiet", "--universal", "--generate-hashes", "--no-header", "--python-version", PYTHONS[0]]
    _uv("pip", "compile", *options, *source, "--output-file", str(target.relative_to(ROOT)), main_index_only=True)


def check_lock() -> None:
    """Resolves both files of packages for every supported Python and platform; StopError if one cannot be installed.

    The program's packages have to come as wheels; tools for development may be built.
    """
    for dev, target in LOCKS.items():
        wheels_only = [] if dev else ["--only-binary", ":all:"]
        for version in PYTHONS:
            say(f"Checking {target.name} for Python {version} on {len(PLATFORMS)} platforms …")
            for platform, settings in PLATFORMS.items():
                _uv(
                    *("pip", "install", "--quiet", "--dry-run", "--target", str(TOOLS / "nowhere")),
                    *("--python", _base_python(), "--python-version", version, "--python-platform", platform),
                    *("--require-hashes", *wheels_only, "--requirements", target.name),
                    main_index_only=True,
                    settings=settings,
                )


def uv_settings(pip_config: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Returns the options that make uv use the same sources as pip.

    `pip_config` is the output of `pip config list`: lines such as `global.cert='/path'`, where `:env:` stands for PIP_…
    variables, which win over configuration files. Settings for uv itself stay.
    """
    found: dict[str, str] = {}
    for section in ("global", "install", ":env:"):
        for line in pip_config.splitlines():
            key, _, value = line.partition("=")
            name = key.removeprefix(f"{section}.").replace("-", "_").upper()
            if key.startswith(f"{section}.") and name in _PIP_TO_UV:
                found[_PIP_TO_UV[name]] = " ".join(str(ast.literal_eval(value)).split())
    if "UV_FIND_LINKS" in found:
        found["UV_FIND_LINKS"] = found["UV_FIND_LINKS"].replace(" ", ",")
    if "UV_INDEX" in found:
        # Like pip, take a file from whichever index has it: the hashes of the lock say which file is meant.
        found["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return {name: value for name, value in found.items() if name not in environ}


def _uv(*arguments: str, main_index_only: bool = False, settings: Mapping[str, str] | None = None) -> None:
    """Runs uv with pip's settings; StopError if it fails.

    `main_index_only` ignores additional indexes and folders of wheels, which may hold one file of many: uv takes the
    hashes of a package from the first index that has it. `settings` are further variables.
    """
    uv = TOOLS / "bin" / "uv"
    stamp = TOOLS / "uv.stamp"
    if not uv.exists() or not stamp.exists() or stamp.read_text() != _digest(UV_LOCK.read_bytes()):
        _install_uv()
        stamp.write_text(_digest(UV_LOCK.read_bytes()))
    listing = subprocess.run([*_pip(), "config", "list"], capture_output=True, text=True, check=False)
    environ = {
        "UV_CACHE_DIR": str(TOOLS / "cache"),  # a home may be read-only
        **os.environ,
        "UV_PYTHON_DOWNLOADS": "never",
        **uv_settings(listing.stdout, os.environ),
        **(settings or {}),
    }
    if main_index_only:
        for name in ("UV_INDEX", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS"):
            environ.pop(name, None)
    if subprocess.call([str(uv), *arguments], env=environ):
        raise StopError(
            "The Python packages could not be installed (see above). Running ./run again goes on from here."
        )


def _install_uv() -> None:
    say("Fetching uv into .tools …")
    options = [
        "--quiet",
        "--disable-pip-version-check",
        "--root-user-action=ignore",
        "--upgrade",
        "--require-hashes",
    ]
    if subprocess.call([*_pip(), "install", *options, "--target", str(TOOLS), "-r", str(UV_LOCK)]):
        raise StopError("uv could not be installed with pip (see above); ./run needs Python 3.11 or newer with pip.")


def _pip() -> list[str]:
    return [_base_python(), "-m", "pip"]


def _base_python() -> str:
    """Returns the Python outside any virtual environment: an activated .venv has no pip and cannot remake itself."""
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return str(base) if base.exists() else sys.executable


def _read_stamp() -> dict[str, object]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextmanager
def _only_one() -> Iterator[None]:
    """Lets one ./run of a checkout set up at a time."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
