"""How gunicorn serves the program, also deployed: `gunicorn -c tools/gunicorn_conf.py romme_turnier.wsgi`.

On SQLite one process with several threads, for one lock around its write transactions serves many writers
faster than SQLite's own waiting. On PostgreSQL WEB_CONCURRENCY may ask for more processes.
"""

import os
import socket

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")


def address() -> tuple[str, int]:
    """Host and port to listen on: all of a hall's network, else this machine alone (`public` has a proxy)."""
    host = "0.0.0.0" if settings.MODE == "hall" else "127.0.0.1"
    return host, int(os.environ.get("PORT", "8000"))


def _addresses_to_visit(host: str, port: int) -> list[str]:
    if host != "0.0.0.0":
        return [f"http://{host}:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which of our addresses would be used
            lan = str(probe.getsockname()[0])
        except OSError:
            return [f"http://127.0.0.1:{port}/"]
    return [f"http://{lan}:{port}/", f"http://127.0.0.1:{port}/"]


def when_ready(_server: object) -> None:
    """Say where the program answers, once it really listens."""
    places = " or ".join(_addresses_to_visit(*address()))
    print(f"\nThe program runs at {places} (Ctrl+C ends it)\n", flush=True)


bind = "{}:{}".format(*address())
worker_class = "gthread"
on_sqlite = "sqlite" in settings.DATABASES["default"]["ENGINE"]
workers = 1 if on_sqlite else int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = 8
timeout = 60
loglevel = "warning"
proc_name = "romme-turnier"
control_socket_disable = True
