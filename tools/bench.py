"""`./run bench`: the benchmarks. Those of the rules engine have a separate environment, so that only they need the
programs that they compare with; those of the program run in the program's.
"""

import os
import subprocess
import tomllib

from tools import environment
from tools.project import PYTHON as PROGRAMS_PYTHON, ROOT, StopError, say, warn

VENV = ROOT / ".venv-bench"
PYTHON = VENV / "bin" / "python"


def bench(names: list[str]) -> int:
    """Runs the benchmarks of these names, or all; returns 1 if one broke off."""
    known = benchmarks()
    if unknown := [name for name in names if name not in known]:
        raise StopError(f"There is no benchmark {unknown[0]!r}, only: {', '.join(known)}.")
    wanted = names or known
    if not all(of_program(name) for name in wanted):
        install()
    if any(of_program(name) for name in wanted):
        environment.ensure(dev=True)
    codes = []
    for name in wanted:
        say(f"\n--- {name} " + "-" * (56 - len(name)))
        python = PROGRAMS_PYTHON if of_program(name) else PYTHON
        codes.append(subprocess.call([python, "-m", f"benchmarks.{name}"], cwd=ROOT, env=os.environ))
    return 1 if any(codes) else 0


def benchmarks() -> list[str]:
    """Returns what can be run: the modules of benchmarks/ and, as day.NAME, those of benchmarks/day/ that have a
    `main`.
    """
    modules = [*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "benchmarks" / "day").glob("*.py")]
    runnable = [path for path in modules if "def main()" in path.read_text()]
    return sorted(f"{'day.' * (path.parent.name == 'day')}{path.stem}" for path in runnable)


def of_program(name: str) -> bool:
    """Returns whether a benchmark measures the program and runs in its environment, not with the peers."""
    return name.startswith("day.") or name in ("organisers", "publishing", "seasons")


def install() -> None:
    """Makes .venv-bench and installs the extra `bench`, each package by itself; failing ones are skipped.

    The benchmark then says that it has nothing to compare with.
    """
    environment.make(VENV)
    for peer in peers():
        try:
            environment.install(PYTHON, peer)
        except StopError:
            warn(f"{peer} cannot be installed here; what is measured against it is skipped.")


def peers() -> list[str]:
    """Returns what pyproject.toml lists in its extra `bench`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return list(project["optional-dependencies"]["bench"])
