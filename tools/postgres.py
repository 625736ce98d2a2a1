"""A PostgreSQL cluster for one test run: on loopback, in a temporary folder, gone afterwards."""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools import debian
from tools.project import StopError, say

_OPTIONS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
# A test database may be lost with the machine; only speed matters.
_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@contextmanager
def private_cluster() -> Iterator[str]:
    """Runs a cluster and yields its DATABASE_URL; stops and removes it however the block ends."""
    debian.ensure(debian.POSTGRES)
    with running_cluster(_FAST) as cluster:
        say(f"A private PostgreSQL ({_version(cluster.programs)}) runs on port {cluster.port}.")
        yield cluster.url


@contextmanager
def running_cluster(options: Mapping[str, str]) -> Iterator["Cluster"]:
    """Yields a running cluster with these settings of the server; stops and removes it however the block ends."""
    programs = debian.postgres_programs()
    if programs is None:
        raise StopError("The tests on PostgreSQL need its server's programs; those on SQLite run with ./run test.")
    folder = Path(tempfile.mkdtemp(prefix="romme-postgres-"))
    cluster = Cluster(programs, folder, _free_port(), secrets.token_hex(16), options)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A server of PostgreSQL with one user and one database."""

    programs: Path
    folder: Path
    port: int
    password: str
    options: Mapping[str, str]

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgres://romme:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        password_file = self.folder / "password"
        password_file.write_text(self.password)
        owner = _owner()
        if owner:
            for path in (self.folder, password_file):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        access = ["--username=romme", "--auth=scram-sha-256", f"--pwfile={password_file}"]
        self._call("initdb", f"--pgdata={self.data}", *access, "--encoding=UTF8", "--locale=C", "--no-sync")
        options = {**_OPTIONS, **self.options, "port": str(self.port)}
        server = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        log = f"--log={self.folder / 'log'}"
        self._call("pg_ctl", f"--pgdata={self.data}", log, f"--options={server}", "--wait", "start")

    def stop(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self._call("pg_ctl", f"--pgdata={self.data}", "--mode=immediate", "--wait", "stop")

    def crash(self) -> None:
        """Stops the server as a fault would, and starts it again with the same settings; it recovers from its log."""
        self._call("pg_ctl", f"--pgdata={self.data}", f"--log={self.folder / 'log'}", "--mode=immediate", "restart")

    def _call(self, program: str, *arguments: str) -> None:
        owner = _owner()
        identity: Mapping[str, int] = {"user": owner.pw_uid, "group": owner.pw_gid} if owner else {}
        # Output goes to a file: a pipe would stay open as long as the server that pg_ctl leaves behind.
        with (self.folder / "output").open("a+") as output:
            done = subprocess.run(
                [self.programs / program, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                **identity,  # type: ignore[call-overload]
            )
            output.seek(0)
            if done.returncode:
                raise StopError(f"{program} failed:\n{output.read()}")


def _owner() -> pwd.struct_passwd | None:
    """Returns the user that runs the server if we are root, which PostgreSQL refuses; None: the current user."""
    if os.geteuid():
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise StopError("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.")


def _version(programs: Path) -> str:
    done = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.removeprefix("postgres (PostgreSQL) ").strip()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
