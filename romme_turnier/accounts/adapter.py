"""Adapts django-allauth's sign-in, its second factor and its messages."""

from ipaddress import IPv6Address, ip_address
from typing import Any

from allauth import app_settings as allauth_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Disables django-allauth's sign-up, because other pages create accounts; counts failures by user and address."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Dieses Konto ist gesperrt."),
        "enter_current_password": _("Das ist nicht Ihr jetziges Passwort."),
        "incorrect_password": _("Das Passwort stimmt nicht."),
        "rate_limited": _("Zu viele Versuche in kurzer Zeit. Warten Sie fünf Minuten."),
        "too_many_login_attempts": _(
            "Zu viele Versuche mit diesem Benutzernamen. Warten Sie fünf Minuten und versuchen Sie es dann noch einmal."
        ),
        "username_password_mismatch": _(
            "Benutzername und Passwort passen nicht zusammen. Prüfen Sie beide, auch Groß- und Kleinschreibung."
        ),
    }

    def is_open_for_signup(self, _request: HttpRequest) -> bool:
        return False

    def get_password_change_redirect_url(self, _request: HttpRequest) -> str:
        return reverse("account")

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        words = {"reauthenticate": _("Passwort eingeben"), "mfa_reauthenticate": _("Code der App eingeben")}
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**method, "description": words[method["id"]]} for method in methods]

    def get_client_ip(self, request: HttpRequest) -> str:
        """Returns the client's address without a port, as named by the outermost trusted proxy.

        Without proxies, or if the header is missing, returns the address of the connection, so that failures are always
        counted. Raises SuspiciousOperation (400) if the address is invalid.
        """
        behind = allauth_settings.TRUSTED_PROXY_COUNT
        named = request.headers.get("X-Forwarded-For", "") if behind else ""
        return _address((named or request.META["REMOTE_ADDR"]).split(",")[-behind:][0])

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # By user and address: all people in a hall share one address, and nobody may lock out an official from
        # elsewhere. allauth's own key contains the Host header, which the caller chooses. Sign-in ignores case, and
        # PostgreSQL treats "ſommer" as "Sommer", so all of these count as one name.
        name = credentials.get("username", "").upper().lower()
        return f"{get_ip(request)} {name}"


def _address(named: str) -> str:
    """Returns the address in a text such as `203.0.113.9:4711` or `[2001:db8::9]:4711`.

    Raises SuspiciousOperation if the text does not contain an address.
    """
    host = named.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError as error:
        raise SuspiciousOperation(f"X-Forwarded-For names no address: {named!r}") from error
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Richten Sie zuerst die zweite Stufe ein."),
        "incorrect_code": _("Der Code stimmt nicht. Die App zeigt alle 30 Sekunden einen neuen."),
    }

    def build_totp_svg(self, url: str) -> str:
        """Returns the QR code as an SVG element, because the content security policy blocks images in data URLs."""
        svg: str = super().build_totp_svg(url)
        return svg[svg.index("<svg") :]
