"""`python -m tools.laptop.build`: makes dist/Romme-Turnier for the current system.

A separate environment (.venv-laptop) gets the packages of the lock, PyInstaller from the extra `laptop` of
pyproject.toml, and the program from its wheel, so that the folder holds the same files as an installation.
"""

import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-laptop"
DIST = ROOT / "dist"
FOLDER = DIST / "Romme-Turnier"


def main() -> int:
    """Returns the exit code of the first step that fails."""
    if not ENVIRONMENT.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    bin_ = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
    python = bin_ / ("python.exe" if sys.platform == "win32" else "python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    work = ROOT / "build" / "laptop"
    shutil.rmtree(work, ignore_errors=True)
    pip = [str(python), "-m", "pip", "--quiet"]
    steps = [
        [*pip, "install", "--require-hashes", "--requirement", "requirements.txt"],
        [*pip, "install", *project["optional-dependencies"]["laptop"]],
        [*pip, "wheel", "--no-deps", "--wheel-dir", str(work), "."],
    ]
    for step in steps:
        if code := subprocess.call(step, cwd=ROOT):
            return code
    (wheel,) = work.glob("*.whl")
    return subprocess.call([*pip, "install", "--no-deps", "--force-reinstall", str(wheel)], cwd=work) or fold(
        python, work
    )


def fold(python: Path, work: Path) -> int:
    """Has PyInstaller make the folder from the packages of this Python; away from the checkout, which it would import
    first.
    """
    spec = ROOT / "tools" / "laptop" / "folder.spec"
    places = ["--distpath", str(DIST), "--workpath", str(work)]
    code = subprocess.call(
        [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, str(spec)], cwd=work
    )
    if not code:
        print(f"Made {FOLDER}")
    return code


if __name__ == "__main__":
    sys.exit(main())
