"""Compresses pages, because phones in a full hall share little bandwidth."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class TextCompressionMiddleware(GZipMiddleware):
    """Compresses only text and JSON that are not streamed; PDFs and pictures are compressed already.

    The length of a page reveals nothing about its CSRF token (BREACH): Django masks the token differently in each
    answer, and adds random bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(("text/", "application/json")):
            return response
        return super().process_response(request, response)
