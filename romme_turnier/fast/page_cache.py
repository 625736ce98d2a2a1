"""Keeps rendered pages compressed in each process, under keys that contain the version of their data.

Because of the version, processes need not inform each other of changes. With the part `pages` switched off, the cache
"remembered" stores nothing.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.connection import ConnectionProxy

remembered = ConnectionProxy(caches, "remembered")
_KEPT = ("Content-Type", "Content-Disposition", "X-Robots-Tag")  # headers


@dataclass(frozen=True, slots=True)
class KeptPage:
    packed: bytes
    etag: str
    headers: Mapping[str, str]  # its type and, for files, the name

    @classmethod
    def of(cls, response: HttpResponse) -> "KeptPage":
        # Public pages hold no secret that their compressed length could reveal (BREACH).
        packed = gzip.compress(response.content, mtime=0)
        digest = hashlib.blake2b(response.content, digest_size=16).hexdigest()
        return cls(packed, digest, {name: response[name] for name in _KEPT if name in response})

    @property
    def content(self) -> bytes:
        """Returns the page uncompressed, for the few clients that do not accept gzip."""
        return gzip.decompress(self.packed)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the page, or a 304 response to a browser that already has it."""
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        etag = f'"{self.etag}-gz"' if packed else f'"{self.etag}"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = HttpResponse(self.packed if packed else self.content, headers=dict(self.headers))
            if packed:
                response.headers["Content-Encoding"] = "gzip"
        response.headers["ETag"] = etag
        patch_vary_headers(response, ("Accept-Encoding", "Cookie", "Accept-Language"))
        patch_cache_control(response, no_cache=True)
        return response


def key_of(request: HttpRequest, language: str | None, version: int | str | None) -> str:
    # Hashed, because a stranger chooses the length of the path. Django warns of each long key, and Python never forgets
    # a warning.
    address = f"{request.path}?{request.META.get('QUERY_STRING', '')}"
    digest = hashlib.blake2b(address.encode(), digest_size=16).hexdigest()
    return f"{digest}:{language}:{version}"
