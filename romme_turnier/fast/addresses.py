"""Remembers the addresses of pages and static files: a page names up to eighty, and Django works out each one again."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import urls
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString

_MOST = 4096
_SIMPLE = {str, SafeString, int}  # equal values of these types have the same text in an address

_work_out = urls.reverse


@lru_cache(_MOST)
def _remembered(_where: object, name: str, args: tuple[Any, ...], named: tuple[Any, ...], app: str | None) -> str:
    return _work_out(name, args=args, kwargs=dict(named), current_app=app)


def reverse(
    viewname: Any,
    urlconf: str | None = None,
    args: Sequence[Any] | None = None,
    kwargs: dict[str, Any] | None = None,
    current_app: str | None = None,
    **more: Any,
) -> str:
    """Returns what Django's `reverse` returns, and raises what it raises."""
    values, named = tuple(args or ()), tuple((kwargs or {}).items())
    kinds = {type(viewname), *map(type, values), *(type(value) for _name, value in named)}
    if urlconf or more or not kinds <= _SIMPLE:
        return _work_out(viewname, urlconf, args, kwargs, current_app, **more)
    return _remembered((urls.get_script_prefix(), urls.get_urlconf()), viewname, values, named, current_app)


def remember() -> None:
    """Makes Django use these functions; must be called before any module imports `reverse`."""
    urls.reverse = reverse
    StaticNode.handle_simple = staticmethod(lru_cache(_MOST)(StaticNode.handle_simple))  # type: ignore[method-assign]
