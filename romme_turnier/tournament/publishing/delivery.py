"""Delivers the messages of webhooks, as the Standard Webhooks specification describes.

A thread of the server looks for due messages and starts a thread for each hook, so that a slow receiver delays neither
other hooks nor requests. One thread at a time delivers to a hook, messages without a failed attempt first. After a
failure, the hook gets no message for a while, so that a broken receiver gets few requests. If the program ends between
sending and storing the result, the message is sent again with the same id.

Pauses are measured by the machine's clock. If it is set back, pauses that seem to begin in the future end immediately.

Because officials type the addresses, each host is resolved once, addresses outside the public internet are refused, the
connection goes to the checked address, and the certificate must be valid for the host. Redirects count as failures.
Only the first line of an answer is read, and its headers if the status requests a later attempt.
"""

import hmac
import logging
import random
import socket
import ssl
import threading
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from email.parser import BytesHeaderParser
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from time import monotonic, sleep
from urllib.parse import urlsplit

from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.http import parse_http_date_safe

from romme_turnier import __version__
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.publishing.forgetting import announce_ended_names
from romme_turnier.tournament.publishing.hooks import LEASE, SKEW, Off, are_sent, resend_people, secret_of, turn_off
from romme_turnier.tournament.shared.outbox import Type, written
from romme_turnier.tournament.shared.service import frame

logger = logging.getLogger("django.request.hooks")

# The example of the specification: ten attempts within about 76 hours. Each pause is lengthened by up to a tenth.
PAUSES = tuple(
    timedelta(seconds=seconds) for seconds in (5, 5 * 60, 30 * 60, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24)))
)
GIVE_UP = sum(PAUSES, timedelta())  # old messages are given up if no message has arrived for this long
KEPT_FOR = timedelta(days=30)  # messages with their attempts
ATTEMPT = 15.0  # seconds for connection, request and answer
THREADS = 16  # at most; as daemons, they do not keep the server from ending
_FOR_FAILING = THREADS // 2  # most threads for failing hooks; the rest are left for the others
_LOOK_AGAIN = 5.0  # seconds, for messages of other processes and messages that become due
_TIDY_AGAIN = 3600.0  # seconds
_LONGEST_LINE, _LONGEST_HEAD = 1024, 4096  # bytes of an answer
_OK, _REDIRECT, _GONE = 200, 300, 410
_LATER = (429, 503)
_EMBEDDED = IPv6Network("64:ff9b::/96")  # IPv4 addresses behind a translator (NAT64)
Fault = models.HookAttempt.Fault
Address = IPv4Address | IPv6Address

_thread: threading.Thread | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status of the answer or, if there was none, the fault; `pause` is the pause that the answer requests."""

    status: int | None = None
    fault: str = ""
    pause: timedelta = timedelta()

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and _OK <= self.status < _REDIRECT


class _Failure(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


# --- The thread ---


def start() -> None:
    """Starts the thread in this process, if this installation sends messages and the thread is not running."""
    global _thread  # noqa: PLW0603 - one thread for one process
    if are_sent() and (_thread is None or not _thread.is_alive()):
        _thread = threading.Thread(target=_run, name="hooks", daemon=True)
        _thread.start()


def _run() -> None:
    rounds = Rounds()
    while True:
        written.wait(timeout=_LOOK_AGAIN)
        written.clear()
        rounds.go()


class Rounds:
    """Looks for hooks with due messages, and starts a thread for each of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[int, bool] = {}  # hooks by primary key: whether they were failing
        self._tidied: float | None = None
        self._announced_on: date | None = None

    def go(self) -> None:
        """Starts a delivery for each hook with due messages, while threads are free. Never raises an exception.

        Also deletes old messages once an hour and, on a new day, announces public names that have expired.
        """
        try:
            self._begin_due()
            self._tidy()
        except DatabaseError as error:  # pages report the problem
            logger.warning("Messages of webhooks wait: %s", error)
        except Exception:
            logger.exception("Messages of webhooks wait")
        finally:
            connection.close()

    def _begin_due(self) -> None:
        now = timezone.now()
        hooks = _free(now).filter(Exists(_due(now).filter(hook=OuterRef("pk"))))
        rows = hooks.order_by("failing_since", "pk").values_list("pk", "failing_since")
        for pk, failing_since in sorted(rows, key=lambda row: row[1] is not None):
            with self._lock:
                is_full = len(self._busy) >= THREADS or (failing_since and sum(self._busy.values()) >= _FOR_FAILING)
                if is_full or pk in self._busy:
                    continue
                self._busy[pk] = failing_since is not None
            threading.Thread(target=self._deliver, args=(pk,), name=f"hook {pk}", daemon=True).start()

    def _deliver(self, pk: int) -> None:
        try:
            deliver_due(pk)
        except Exception:
            logger.exception("A delivery to webhook %d broke off", pk)
        finally:
            connection.close()
            with self._lock:
                del self._busy[pk]
            written.set()  # another hook may have waited for this thread

    def _tidy(self) -> None:
        now = monotonic()
        if self._tidied is None or now - self._tidied > _TIDY_AGAIN:
            self._tidied = now
            delete_old(timezone.now())
            if self._announced_on != timezone.localdate():
                self._announced_on = timezone.localdate()
                announce_ended_names()

    def wait(self) -> None:
        """Waits until all started deliveries have ended; only tests need this."""
        while self._busy:
            sleep(0.01)


@frame
def delete_old(now: datetime) -> None:
    """Deletes messages and attempts after 30 days, except waiting messages and unconfirmed changes of names."""
    old = models.HookMessage.objects.filter(at__lt=now - KEPT_FOR, due_at=None)
    old.exclude(type=Type.PERSON_CHANGED, confirmed_at=None).delete()
    models.HookAttempt.objects.filter(at__lt=now - KEPT_FOR).delete()


# --- One hook ---


def deliver_due(pk: int) -> None:
    """Sends the due messages of a hook until one fails; none if it is off or pauses, or if another process delivers.

    Turns the hook off if its secret cannot be read here, or if the receiver answers 410 (Gone).
    """
    hook = _take(pk)
    if hook is None:
        return
    secret, has_failed = secret_of(hook), False
    try:
        while secret is not None and not has_failed and (message := _next(hook)) is not None:
            at, began = timezone.now(), monotonic()
            outcome = send(hook.url, request_of(message, secret, hook.url, at))
            has_failed = not _note(message.pk, outcome, at, round((monotonic() - began) * 1000))
    finally:
        if not has_failed:
            _give_back(pk, sealed_elsewhere=secret is None)


@frame
def _take(pk: int) -> models.Hook | None:
    """Marks the hook as busy and returns it; None if it is off or pauses, or if another process was faster."""
    now = timezone.now()
    taken = _free(now).filter(pk=pk).update(busy_until=now + LEASE)
    return models.Hook.objects.get(pk=pk) if taken else None


def _free(now: datetime) -> QuerySet[models.Hook]:
    """Returns the hooks that are on, do not pause and are not being delivered to.

    Times within `SKEW` after `now` do not mean that the clock was set back, because another server or a concurrent
    statement may have written them.
    """
    over = Q(busy_until=None) | Q(busy_until__lt=now)
    set_back = Q(began__gt=now + SKEW) | Q(failing_since=None, busy_until__gt=now + LEASE + SKEW)
    began = models.HookAttempt.objects.filter(message__hook=OuterRef("pk")).order_by("-pk").values("at")[:1]
    return models.Hook.objects.annotate(began=Subquery(began)).filter(over | set_back, off_at=None)


def _due(now: datetime) -> QuerySet[models.HookMessage]:
    """Returns the messages that wait and do not pause."""
    began = models.HookAttempt.objects.filter(message=OuterRef("pk")).order_by("-pk").values("at")[:1]
    waiting = models.HookMessage.objects.filter(due_at__isnull=False).annotate(began=Subquery(began))
    return waiting.filter(Q(due_at__lte=now) | Q(failures=0) | Q(began__gt=now + SKEW))


def _next(hook: models.Hook) -> models.HookMessage | None:
    """Returns a due test, otherwise the oldest due message with the fewest failures; None if no message is due.

    This order keeps a message that the receiver cannot process from blocking the others.
    """
    due = _due(timezone.now()).filter(hook=hook, hook__off_at=None)
    return due.filter(type=Type.TEST).first() or due.order_by("failures", "pk").first()


@frame
def _note(pk: int, outcome: Outcome, at: datetime, milliseconds: int) -> bool:
    """Stores an attempt and its effects; returns whether the hook may get its next message now.

    A failure pauses the message according to its own failures, and the hook according to all failures since its last
    success.
    """
    # Lock the hook before its message, as verbs do; otherwise an official's act and this attempt could deadlock.
    hook = models.Hook.objects.select_for_update(no_key=True, of=("self",)).filter(messages=pk).first()
    message = models.HookMessage.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if hook is None or message is None:  # the hook has been deleted
        return False
    models.HookAttempt.objects.create(
        message=message, at=at, milliseconds=milliseconds, status=outcome.status, fault=outcome.fault
    )
    now = timezone.now()
    if outcome.is_delivered:
        message.delivered_at, message.due_at = now, None
        message.save(update_fields=["delivered_at", "due_at"])
        was_failing, hook.failing_since, hook.delivered_at = hook.failing_since is not None, None, now
        hook.busy_until = now + LEASE
        hook.save(update_fields=["failing_since", "delivered_at", "busy_until"])
        if was_failing:
            resend_people(hook)
        return True
    chance = random.random()  # noqa: S311 - no secret
    pause = pause_after(message.failures, chance)
    message.failures += 1
    is_over = pause is None or hook.off_at is not None or message.confirmed_at is not None
    message.due_at = None if pause is None or is_over else now + pause
    message.save(update_fields=["failures", "due_at"])
    hook.failing_since = min(hook.failing_since or at, at)  # `at` is earlier if the clock was set back
    hook.busy_until = now + max(_pause_of(hook, chance), outcome.pause)
    hook.save(update_fields=["failing_since", "busy_until"])
    if hook.failing_since < now - GIVE_UP:
        old = hook.messages.filter(at__lt=now - GIVE_UP).exclude(due_at=None)
        old.exclude(type=Type.PERSON_CHANGED).update(due_at=None)
    if outcome.status == _GONE and hook.off_at is None:
        turn_off(hook, Off.GONE)
    return False


def _pause_of(hook: models.Hook, chance: float) -> timedelta:
    """Returns the pause of a hook after its newest failure. It does not grow beyond the last of `PAUSES`."""
    attempts = models.HookAttempt.objects.filter(message__hook=hook, at__gte=hook.failing_since)
    failures = attempts.exclude(status__gte=_OK, status__lt=_REDIRECT).count()
    return pause_after(min(failures, len(PAUSES)) - 1, chance) or timedelta()


@frame
def _give_back(pk: int, *, sealed_elsewhere: bool) -> None:
    hook = models.Hook.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if hook is not None:
        hook.busy_until = None
        hook.save(update_fields=["busy_until"])
        if sealed_elsewhere and hook.off_at is None:
            turn_off(hook, Off.SEALED)


def pause_after(failures: int, chance: float) -> timedelta | None:
    """Returns the pause after a failed attempt, given the number of earlier `failures`; None after the last attempt.

    `chance` (0 to 1) lengthens the pause by up to a tenth, so that many messages are not sent at the same moment.
    """
    return PAUSES[failures] * (1 + chance / 10) if failures < len(PAUSES) else None


# --- One message ---


def signature(secret: bytes, key: str, at: int, body: bytes) -> str:
    """Returns the signature of Standard Webhooks: "v1," and an HMAC-SHA256 over id, seconds and body."""
    signed = b".".join((key.encode(), str(at).encode(), body))
    return "v1," + b64encode(hmac.digest(secret, signed, "sha256")).decode()


def body_of(message: models.HookMessage) -> bytes:
    """Returns the JSON of a message, the same for every attempt."""
    at = message.at.astimezone(timezone.get_fixed_timezone(0)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return canonical({"type": message.type, "timestamp": at, "data": message.ids})


def request_of(message: models.HookMessage, secret: bytes, url: str, at: datetime) -> bytes:
    """Returns the whole HTTP request. The address has no control characters, because `url_fault` has checked it."""
    parts, body, seconds = urlsplit(url), body_of(message), int(at.timestamp())
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = (
        f"POST {target} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"User-Agent: romme-turnier/{__version__}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"webhook-id: {message.key}",
        f"webhook-timestamp: {seconds}",
        f"webhook-signature: {signature(secret, message.key, seconds, body)}",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def send(url: str, request: bytes) -> Outcome:
    """Sends a request; returns the status and the pause of the answer, or the fault.

    The attempt ends after `ATTEMPT` seconds, or later if the system takes longer to resolve the host.
    """
    parts = urlsplit(url)
    host, port, deadline = parts.hostname or "", parts.port or 443, monotonic() + ATTEMPT
    try:
        addresses = resolve(host, port)
        if not addresses:
            return Outcome(fault=Fault.NOT_FOUND)
        if not all(map(is_public, addresses)):
            return Outcome(fault=Fault.NOT_PUBLIC)
        with _connected(addresses, port, deadline) as plain:
            plain.settimeout(_left(deadline))
            with tls().wrap_socket(plain, server_hostname=host) as secure:
                secure.settimeout(_left(deadline))
                secure.sendall(request)
                return _answer(secure, deadline)
    except _Failure as failure:
        return Outcome(fault=failure.fault)
    except TimeoutError:
        return Outcome(fault=Fault.TIMEOUT)
    except ssl.SSLCertVerificationError:
        return Outcome(fault=Fault.CERTIFICATE)
    except (OSError, ValueError):
        return Outcome(fault=Fault.NO_CONNECTION)


def resolve(host: str, port: int) -> list[Address]:
    """Returns the distinct IP addresses of a host; [] if it has none."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(ip_address(str(address[0])) for *_kind, address in rows))


def is_public(address: Address) -> bool:
    """Returns whether an address is on the public internet. An IPv4 address inside an IPv6 address decides for both."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _EMBEDDED:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def connect(address: Address, port: int, seconds: float) -> socket.socket:
    return socket.create_connection((str(address), port), timeout=seconds)


@cache
def tls() -> ssl.SSLContext:
    """Returns the TLS settings: a certificate must come from one of the system's authorities and fit the host."""
    return ssl.create_default_context()


def _connected(addresses: Sequence[Address], port: int, deadline: float) -> socket.socket:
    """Connects to the first address that answers; all share the remaining time. Raises _Failure if none answers."""
    for place, address in enumerate(addresses):
        with suppress(OSError):
            return connect(address, port, _left(deadline) / (len(addresses) - place))
    raise _Failure(Fault.NO_CONNECTION)


def _answer(answer: ssl.SSLSocket, deadline: float) -> Outcome:
    """Reads the status of the answer and, for 429 and 503, the requested pause.

    Raises _Failure if the answer is not HTTP.
    """
    head = bytearray()
    _read(answer, head, b"\n", _LONGEST_LINE, deadline)
    version, _blank, rest = head.partition(b" ")
    digits = rest[:3]
    if not version.startswith(b"HTTP/1.") or not digits.isdigit():
        raise _Failure(Fault.NO_ANSWER)
    status = int(digits)
    if status not in _LATER:
        return Outcome(status)
    with suppress(OSError):  # without complete headers, there may be no pause to read
        _read(answer, head, b"\r\n\r\n", _LONGEST_HEAD, deadline)
    return Outcome(status, pause=asked_pause(bytes(head), timezone.now()))


def _read(answer: ssl.SSLSocket, head: bytearray, end: bytes, most: int, deadline: float) -> None:
    """Reads into `head` until it contains `end` or has `most` bytes, or until the answer ends."""
    while end not in head and len(head) < most:
        answer.settimeout(_left(deadline))
        piece = answer.recv(most - len(head))
        if not piece:
            break
        head += piece


def asked_pause(head: bytes, now: datetime) -> timedelta:
    """Returns the pause that an answer requests in Retry-After (RFC 9110), at most the longest of `PAUSES`.

    The header contains seconds or a date. The pause is zero if the header is missing or has any other value.
    """
    fields = BytesHeaderParser().parsebytes(head.partition(b"\n")[2])
    text, longest = str(fields.get("Retry-After", "")).strip(), PAUSES[-1].total_seconds()
    if text.isascii() and text.isdecimal():
        seconds = float(min(int(text), longest))
    elif (at := parse_http_date_safe(text)) is not None:
        seconds = min(max(at - now.timestamp(), 0.0), longest)
    else:
        seconds = 0.0
    return timedelta(seconds=seconds)


def _left(deadline: float) -> float:
    """Returns the seconds until the deadline. Raises TimeoutError if it has passed."""
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    return left
