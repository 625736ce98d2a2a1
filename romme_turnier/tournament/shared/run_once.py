"""Idempotent requests: a repeated request has its effect only once."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from romme_turnier.fast.statements import insert, update
from romme_turnier.tournament.models import SavedKey
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.shared.acts import nothing_done
from romme_turnier.tournament.shared.errors import KeyReused
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def run_once(key: str, body: Any, effect: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Runs `effect` and stores its result under `key`, in the caller's transaction.

    The same key with the same body returns the first result again; with another body it raises KeyReused. An empty key
    does not protect. Bodies and results are JSON values. An effect that changed nothing returns {}, and its key is not
    kept: every stored key belongs to a stored change.
    """
    if not key:
        return effect()
    body_hash = hashlib.sha256(canonical(body)).hexdigest()
    saved = SavedKey(key=key, body_hash=body_hash, answer={}, at=timezone.now())
    # If the same request is being saved concurrently, the insert waits for the end of that transaction.
    if keys := insert([saved], unique=("key",)):
        saved.pk, saved.answer = keys[0], effect()
        if saved.answer:
            update(saved, "answer")
        else:
            saved.delete()
        return dict(saved.answer)
    saved = SavedKey.objects.get(key=key)
    if saved.body_hash != body_hash:
        raise KeyReused
    nothing_done()
    return dict(saved.answer)
