"""Runs `python -m romme_turnier.terminal play …` and `replay …`."""

import sys
from collections.abc import Sequence

from django.apps import apps
from django.conf import settings

from romme_turnier import paths


def main(arguments: Sequence[str]) -> int:
    """Runs `play` or `replay`; returns the exit code.

    Translations are prepared without the program's settings, before any text is imported: a game in a terminal needs
    neither the program's folder nor its database.
    """
    if not settings.configured:
        settings.configure(
            USE_I18N=True,
            LANGUAGE_CODE="de",
            LANGUAGES=[("de", "Deutsch"), ("en", "English")],
            LOCALE_PATHS=[paths.RESOURCES / "locale"],
        )
        apps.populate(())  # the other parts of `django.setup` take longer than the rest of the start
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
