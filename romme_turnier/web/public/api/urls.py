"""The addresses of the API, made from the table of operations. Only the middleware of the API resolves them."""

import re
from functools import partial

from django.urls import path

from romme_turnier.web.public.api.operations import BASE, OPERATIONS, PARTS, Operation
from romme_turnier.web.public.api.views import call, schema

_BY_ADDRESS: dict[str, dict[str, Operation]] = {}
for _operation in OPERATIONS:
    _BY_ADDRESS.setdefault(_operation.path, {})[_operation.method] = _operation


def _route(address: str) -> str:
    return re.sub(r"{(\w+)}", lambda part: f"<{PARTS[part[1]]}:{part[1]}>", f"{BASE[1:]}{address}")


urlpatterns = [
    path(_route("/schema.json"), schema),
    *(path(_route(address), partial(call, operations)) for address, operations in _BY_ADDRESS.items()),
]
