"""Lets documents load only the program's static files and embedded pictures."""

import base64
import mimetypes
from pathlib import Path

from weasyprint.urls import URLFetcher, URLFetcherResponse

from romme_turnier.documents.render.pieces import PNG_INSIDE


class StaticFetcher(URLFetcher):  # type: ignore[misc]
    """Serves addresses such as `static:css/documents/hall.css` from a folder, and PNGs in data URLs.

    Raises ValueError for any other address, and for a missing file.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder.resolve()

    def fetch(self, url: str, _headers: dict[str, str] | None = None) -> URLFetcherResponse:
        if url.startswith(PNG_INSIDE):
            png = base64.b64decode(url.removeprefix(PNG_INSIDE), validate=True)
            return URLFetcherResponse(url, png, {"Content-Type": "image/png"})
        scheme, _, name = url.partition(":")
        path = (self.folder / name).resolve()
        if scheme != "static" or not path.is_relative_to(self.folder) or not path.is_file():
            raise ValueError(f"A document loads static files only, not {url}")
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})
