"""Lets scripts of other websites read files of released tables and dates; browsers then send no cookie.

This applies only on the internet: in a hall or on a laptop, any website open in a browser of that network could read
the files.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_FILES = re.compile(r"/(?:t|o|saison)/.+\.(?:json|csv|xlsx|ics|atom)")


def files_for_scripts(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.MODE == "public" and _FILES.fullmatch(request.path):
            response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    return answer
