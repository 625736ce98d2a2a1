"""The step "Coverage": how many lines of a layer the tests of this run walked through, held against a floor.

What is measured is `tournament` by the tests with the database: what pages and papers lead to is the same services
again, and the tight loops of the core, compared with brute force, suffer most from being watched.
"""

import io
import shutil
import sys

from tools.project import ROOT, TOOLS, say

FOLDER = TOOLS / "coverage"

# Percent of lines, a point or two below what was measured (91.9); most of what is missing puts things into words, which
# is tried with the pages. Raise it when it has grown.
FLOORS = {"tournament": 90}


def clear() -> None:
    """Forget what earlier runs measured."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)


def main() -> int:
    """0, or 1 where a layer is below its floor or nothing was measured."""
    from coverage import Coverage  # noqa: PLC0415 - the launcher, which clears, runs where there is none
    from coverage.exceptions import NoDataError  # noqa: PLC0415

    coverage = Coverage()
    try:
        coverage.combine()
        reached = {layer: coverage.report(include=[_lines_of(layer)], file=io.StringIO()) for layer in FLOORS}
    except NoDataError as error:
        say(str(error))
        return 1
    for layer, percent in reached.items():
        say(f"romme_turnier/{layer:<12} {percent:5.1f} % of the lines, at least {FLOORS[layer]} %")
    return 1 if below(reached) else 0


def below(reached: dict[str, float]) -> list[str]:
    """Returns the layers that fell below their floor."""
    return [layer for layer, floor in FLOORS.items() if reached[layer] < floor]


def _lines_of(layer: str) -> str:
    return str(ROOT / "romme_turnier" / layer / "*")


if __name__ == "__main__":
    sys.exit(main())
