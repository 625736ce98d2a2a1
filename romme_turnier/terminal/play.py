"""`play`: runs a match in the terminal."""

import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from django.utils.translation import gettext as _

from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules.play import PositionError
from romme_turnier.core.rules.record import format_record
from romme_turnier.core.rules.system.options import OptionError
from romme_turnier.terminal import arguments as reading
from romme_turnier.terminal.session import Session


def main(arguments: Sequence[str]) -> int:
    """Plays the match to its end or to an interrupt; returns the exit code, 2 for invalid arguments."""
    read = reading.of_play(arguments)
    if read.record is not None and not read.record.parent.is_dir():
        sys.stderr.write(_("--record: Den Ordner %(folder)s gibt es nicht.") % {"folder": read.record.parent} + "\n")
        return 2
    secret = secrets.token_bytes(32)
    try:
        if read.position:
            table = reading.trial_of(read, secret)
        else:
            rules, games = reading.rules_of(read)
            table = Table(rules, secret, reading.players_of(read, rules), games)
    except (OptionError, PositionError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if sys.stdin.isatty():
        with suppress(ImportError):  # Windows edits lines without it
            import readline  # noqa: F401, PLC0415 - for editing and repeating lines
    rng = Random()  # noqa: S311 - for the opponents; cards come from the table's secret
    session = Session(table, input, _say, reading.style_of(read), rng, partial(_write_record, read.record))
    try:
        session.run()
    except KeyboardInterrupt:
        _say("")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _write_record(file: Path | None, table: Table) -> None:
    """Writes the record of the last game to `file`; if that exists, adds -2, -3 and so on to the stem of its name.

    Reports the result. Does nothing without a file or a finished game.
    """
    if file is None or not table.finished:
        return  # a case to try has no record
    path, number = file, 1
    while path.exists():
        number += 1
        path = file.with_stem(f"{file.stem}-{number}")
    try:
        path.write_text(format_record(table.finished[-1]), encoding="utf-8")
    except OSError as error:
        _say(_("%(file)s ließ sich nicht schreiben: %(why)s") % {"file": path, "why": error.strerror})
    else:
        _say(_("Aufgezeichnet: %(file)s") % {"file": path})
