"""The program, but it kills itself at a write that the file in SAFETY_DIE_AT names, in the midst of a transaction.

The file has the number of the write among those of one request or command, and, for a server, the path of the request
and how its body begins. `python -m tests.safety.faults.dying COMMAND …` runs a command so; as a module for the server
it has its `application`. With SAFETY_GUARDS_OFF=transactions what was written until then is stored.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import local
from typing import Any

import django
from django.core.management import execute_from_command_line
from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created

_WRITES = ("INSERT", "UPDATE", "DELETE")
_here = local()


def _count(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    if getattr(_here, "left", 0) and str(sql).lstrip().startswith(_WRITES):
        _here.left -= 1
        if not _here.left:
            if os.environ.get("SAFETY_GUARDS_OFF") == "transactions":
                context["connection"].connection.commit()
            os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)


def _wrap(connection: Any, **_kwargs: Any) -> None:
    if _count not in connection.execute_wrappers:
        connection.execute_wrappers.append(_count)


def _armed() -> dict[str, Any]:
    file = Path(os.environ["SAFETY_DIE_AT"])
    return json.loads(file.read_text()) if file.exists() else {}


connection_created.connect(_wrap)
if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    django.setup()
    _here.left = _armed().get("write", 0)
    execute_from_command_line(["manage", *sys.argv[1:]])
else:
    _program = get_wsgi_application()

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        wanted = _armed()
        body = environ["wsgi.input"].read()
        environ["wsgi.input"].seek(0)
        asked = environ["PATH_INFO"] == wanted.get("path") and body.decode().startswith(wanted["body"])
        _here.left = wanted["write"] if asked else 0
        return _program(environ, start_response)
