"""Rankings over a season on the command line: ``python -m romme_turnier.core.seasons --jsonl``."""

import argparse
import sys
from collections.abc import Sequence

from romme_turnier.core.json_questions import answer_standard_input
from romme_turnier.core.seasons.interface import answer_line


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers JSON questions from standard input, one per line; returns the exit status 0."""
    parser = argparse.ArgumentParser(
        prog="python -m romme_turnier.core.seasons", description="Ranks players over a season by a formula."
    )
    parser.add_argument(
        "--jsonl", action="store_true", required=True, help="read one JSON question a line from standard input"
    )
    parser.parse_args(arguments)
    answer_standard_input(answer_line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
