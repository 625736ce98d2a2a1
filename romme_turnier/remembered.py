"""A process's cache, under keys that contain the version of the database.

So no process has to tell another one about a change.
"""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

remembered = ConnectionProxy(caches, "remembered")
