"""A request that comes twice has its effect once."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from romme_turnier.tournament.errors import KeyReused
from romme_turnier.tournament.models import SavedKey
from romme_turnier.tournament.services.chain import canonical


def once(key: str, body: Any, effect: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run `effect` and keep its answer under `key`, in the caller's transaction.

    The same key with the same body gives the first answer again; with another body it raises KeyReused.
    An empty key asks for no such protection. Bodies and answers are JSON values.
    """
    if not key:
        return effect()
    body_hash = hashlib.sha256(canonical(body)).hexdigest()
    known = SavedKey.objects.filter(key=key).first()
    if known is None:
        try:
            with transaction.atomic():
                saved = SavedKey.objects.create(key=key, body_hash=body_hash, answer={}, at=timezone.now())
        except IntegrityError:  # the same request is being saved beside us (PostgreSQL)
            known = SavedKey.objects.get(key=key)
        else:
            saved.answer = effect()
            saved.save(update_fields=["answer"])
            return dict(saved.answer)
    if known.body_hash != body_hash:
        raise KeyReused
    return dict(known.answer)
