"""Pages go out packed: a phone in a full hall waits for every kilobyte."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class TextCompressionMiddleware(GZipMiddleware):
    """Packs text alone; PDFs and pictures are packed already.

    The length of a page says nothing about the token of its forms (BREACH): Django masks that anew in each answer, and
    adds bytes at random.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(("text/", "application/json")):
            return response
        return super().process_response(request, response)
