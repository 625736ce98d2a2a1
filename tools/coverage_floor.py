"""The step "Coverage": how many lines of a layer the tests of this run walked through, held against a floor.

It measures `tournament` by the tests with the database: pages and papers call the same services again. Slipcover counts
a line once and then steps out of the way, which costs a twentieth of the time; a tracer that is called at every line
took more than the tests themselves.
"""

import json
import sys

from tools.project import PYTHON, TOOLS, say

LAYER = "romme_turnier/tournament"
REPORT = TOOLS / "coverage.json"
COMMAND = (
    *(str(PYTHON), "-m", "slipcover", "--source", LAYER, "--omit", "*/migrations/*"),
    *("--json", "--out", str(REPORT), "-m"),
)

# Percent of lines, a point or two below the measured value; most missing lines make texts, which the tests of pages
# cover. Raise it when it has grown.
FLOOR = 90


def clear() -> None:
    """Deletes the report of an earlier run."""
    TOOLS.mkdir(exist_ok=True)
    REPORT.unlink(missing_ok=True)


def main() -> int:
    """Returns 0, or 1 if the layer is below its floor or no report exists."""
    if not REPORT.exists():
        say("Nothing was measured.")
        return 1
    percent = float(json.loads(REPORT.read_text())["summary"]["percent_covered"])
    say(f"{LAYER}: {percent:.1f} % of the lines, at least {FLOOR} %")
    return 0 if percent >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
