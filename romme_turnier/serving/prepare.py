"""Prepares serving: checks the port, migrates the database, makes the demo event and collects the static files.

Also revokes other accounts' access to the program's files.
"""

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import connection

from romme_turnier import __version__
from romme_turnier.address import listen_on
from romme_turnier.backup import damage, memory
from romme_turnier.networks import is_free
from romme_turnier.serving import program_lock
from romme_turnier.serving.keeper import TAKEN
from romme_turnier.serving.speaking import StopError, say, warn
from romme_turnier.serving.upgrade import upgrade

_STAMP = ".collected"  # the digest of the files that were collected


def main() -> int:
    """Prepares serving and returns the exit code; reports each problem in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    try:
        django.setup()
        _close_to_others()
        with program_lock.held():
            _check_port()
            if not damage.look():  # damage is reported on every page, where a backup can be restored
                prepare_database()
            Path(settings.DATA_DIR, "version").write_text(__version__, encoding="utf-8")
            _collect_static()
    except (StopError, ImproperlyConfigured) as problem:
        warn(str(problem))
        return TAKEN if isinstance(problem, program_lock.TakenError) else 1
    except KeyboardInterrupt:
        return 130
    return 0


def _close_to_others() -> None:
    """Revokes other accounts' access to the program's files, which earlier versions left open.

    Other files stay unchanged: DATA_DIR may be a shared folder.
    """
    data, papers = Path(settings.DATA_DIR), Path(settings.KEPT_PAPERS or settings.DATA_DIR)
    folders = [folder for folder in (memory.folder(), papers) if data in folder.parents]
    stored = [data / name for name in ("secret-key", "version", "address", "upgrade.json", "program.log")]
    if connection.vendor == "sqlite":
        file = Path(settings.DATABASES["default"]["NAME"])
        stored += [file.with_name(f"{file.name}{suffix}") for suffix in ("", "-journal", "-wal", "-shm")]
    for path in (data, *stored, *folders, *(path for folder in folders for path in folder.rglob("*"))):
        with suppress(OSError):  # it is not there, or belongs to another account
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077 and (path == data or not path.is_symlink()):
                path.chmod(mode & 0o700)


def _check_port() -> None:
    host, port = listen_on()
    if not is_free(host, port):
        raise StopError(f"Port {port} is taken. Choose another one: PORT={port + 1}")


def prepare_database() -> None:
    """Migrates the database, then creates the demo event if there is neither an account nor an event.

    DEMO=0 prevents the demo event. A second start completes an interrupted first one. Raises StopError as `upgrade`
    does.
    """
    if connection.vendor == "sqlite":
        Path(settings.DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    upgrade()
    if os.environ.get("DEMO", "1") != "0":
        _make_demo_if_empty()


def _make_demo_if_empty() -> None:
    from romme_turnier.tournament.exchange import demo  # noqa: PLC0415 - needs django.setup() first

    if not demo.is_untouched():
        return
    say("Making the demo event …")
    try:
        call_command("demo")
    except CommandError as error:
        # The program works without a demo: the first visit sets up an official.
        warn(f"The demo event could not be made: {error}")


def _collect_static() -> None:
    """Collects the static files again only if one has changed, because hashing and compressing takes a while.

    Other processes of this installation may do so at the same time: each collects into its own folder, and the first to
    finish puts its folder in place.
    """
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    root = Path(str(settings.STATIC_ROOT))
    if _has_collected(root, digest.hexdigest()):
        return
    say("Collecting the static files …")
    root.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{root.name}-", dir=root.parent) as own:
        collected = Path(own, "collected")
        command = collectstatic.Command()
        command.storage = storages.create_storage(
            settings.STORAGES["staticfiles"] | {"OPTIONS": {"location": collected}}
        )
        call_command(command, verbosity=0, interactive=False)
        (collected / _STAMP).write_text(digest.hexdigest())
        try:
            if root.exists() and not _has_collected(root, digest.hexdigest()):
                root.rename(Path(own, "earlier"))
            collected.rename(root)
        except OSError:
            if not _has_collected(root, digest.hexdigest()):
                raise


def _has_collected(root: Path, digest: str) -> bool:
    stamp = root / _STAMP
    return stamp.exists() and stamp.read_text() == digest
