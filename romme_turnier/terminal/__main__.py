"""`python -m romme_turnier.terminal play …` and `replay …`."""

import sys
from collections.abc import Sequence

from romme_turnier.terminal import language


def main(arguments: Sequence[str]) -> int:
    """Runs one of the two; returns the exit code."""
    language.prepare()  # before any sentence is imported
    match arguments:
        case ["replay", *rest]:
            from romme_turnier.terminal import replaying  # noqa: PLC0415

            return replaying.main(rest)
        case ["play", *rest]:
            from romme_turnier.terminal import play  # noqa: PLC0415

            return play.main(rest)
        case _:
            sys.stderr.write("play or replay?\n")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
