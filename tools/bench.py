"""`./run bench`: the benchmarks, in an environment of their own, so that nothing else needs what they compare with."""

import os
import subprocess
import tomllib

from tools import environment
from tools.project import ROOT, StopError, say, warn

VENV = ROOT / ".venv-bench"
PYTHON = VENV / "bin" / "python"


def bench(names: list[str]) -> int:
    """Run the benchmarks of these names, or all; returns 1 if one broke off."""
    known = benchmarks()
    if unknown := [name for name in names if name not in known]:
        raise StopError(f"There is no benchmark {unknown[0]!r}, only: {', '.join(known)}.")
    install()
    codes = []
    for name in names or known:
        say(f"\n--- {name} " + "-" * (56 - len(name)))
        codes.append(subprocess.call([PYTHON, "-m", f"benchmarks.{name}"], cwd=ROOT, env=os.environ))
    return 1 if any(codes) else 0


def benchmarks() -> list[str]:
    """The modules of benchmarks/ that can be run."""
    return sorted(
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem != "timing" and path.stem[0] != "_"
    )


def install() -> None:
    """Make .venv-bench and put the extra `bench` into it, each package by itself; one that will not go is skipped.

    The benchmark then says that it has nothing to compare with.
    """
    environment.make(VENV)
    for peer in peers():
        try:
            environment.install(PYTHON, peer)
        except StopError:
            warn(f"{peer} cannot be installed here; what is measured against it is skipped.")


def peers() -> list[str]:
    """What pyproject.toml lists in its extra `bench`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return list(project["optional-dependencies"]["bench"])
