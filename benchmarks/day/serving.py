"""The speed of a public page of 1,000 rows from the page cache: ``python -m benchmarks.day.serving``.

Whole requests through the program's WSGI application and all its middleware, in one process without a network: phones
that repeat a request (304) and phones that send their first (200), compared with a bare view behind the same
middleware. Processor time; requests per second, the 99th percentile, and the ratio to the bare view.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application

from benchmarks.day.event import big_event
from benchmarks.timing import fixed_loop

REQUESTS = 2_000


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    event = big_event()
    application = get_wsgi_application()
    path = f"/t/{event.slug}/rangliste/"
    status, headers, body = ask(application, path)
    if status != "200 OK" or "ETag" not in headers:
        raise SystemExit(f"the page answers {status}")
    sys.stdout.write(f"page of {len(body)} bytes\n")
    bare = report("bare view", measure(application, "/nichts/", expected="200 OK"))
    again = report("kept page, 304", measure(application, path, expected="304 Not Modified", tag=headers["ETag"]))
    packed = ask(application, path, encoding="gzip")[1]["ETag"]
    gzip304 = measure(application, path, expected="304 Not Modified", tag=packed, encoding="gzip")
    report("the same, packed", gzip304)
    first = report("kept page, 200", measure(application, path, expected="200 OK"))
    packed200 = report("the same, packed", measure(application, path, expected="200 OK", encoding="gzip"))
    sys.stdout.write(f"of the bare view's requests per second: 304 {again / bare:.2f}, 200 {first / bare:.2f}")
    sys.stdout.write(f", packed 200 {packed200 / bare:.2f}\n")


def ask(
    application: WSGIHandler, path: str, tag: str = "", encoding: str = "", cookie: str = ""
) -> tuple[str, dict[str, str], bytes]:
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT_LANGUAGE": "de-DE,de;q=0.9",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
    }
    if tag:
        environ["HTTP_IF_NONE_MATCH"] = tag
    if cookie:
        environ["HTTP_COOKIE"] = cookie
    if encoding:
        environ["HTTP_ACCEPT_ENCODING"] = encoding
    said: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], *_error: object) -> Callable[[bytes], object]:
        said["status"], said["headers"] = status, dict(headers)
        return lambda _body: None

    answer = application(environ, start_response)
    body = b"".join(map(bytes, answer))
    answer.close()  # as a server does: this ends the request
    return said["status"], said["headers"], body


def measure(application: WSGIHandler, path: str, *, expected: str, tag: str = "", encoding: str = "") -> list[float]:
    """Milliseconds of each request, shortest first."""
    times = []
    for _ in range(REQUESTS):
        start = process_time()
        status = ask(application, path, tag, encoding)[0]
        times.append((process_time() - start) * 1000)
        if status != expected:
            raise SystemExit(f"{path} answers {status} instead of {expected}")
    return sorted(times)


def report(name: str, times: list[float]) -> float:
    """Requests per second."""
    per_second = 1000 * len(times) / sum(times)
    sys.stdout.write(f"{name}: {per_second:.0f} a second, 99 % within {times[len(times) * 99 // 100]:.2f} ms\n")
    return per_second


if __name__ == "__main__":
    main()
