"""Addresses of the officials' pages, and readers of their contents."""

from typing import Any

from django.urls import reverse

from romme_turnier.tournament.models import Event


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"organiser:{name}", args=[event.slug, *more])


def text(response: Any) -> str:
    """With every white space as one blank."""
    return " ".join(response.content.decode().split())
