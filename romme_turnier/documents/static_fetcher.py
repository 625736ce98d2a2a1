"""What a document may load: the program's own static files, and nothing else."""

import mimetypes
from pathlib import Path

from django.contrib.staticfiles import finders
from weasyprint.urls import URLFetcher, URLFetcherResponse


class StaticFetcher(URLFetcher):  # type: ignore[misc]
    """Answers `static:css/documents.css`. Any other address raises ValueError, whatever its scheme."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        scheme, _, path = url.partition(":")
        found = finders.find(path) if scheme == "static" else None
        if not isinstance(found, str):
            raise ValueError(f"A document loads static files only, not {url}")
        kind = mimetypes.guess_type(found)[0] or "application/octet-stream"
        return URLFetcherResponse(url, Path(found).read_bytes(), {"Content-Type": kind})
