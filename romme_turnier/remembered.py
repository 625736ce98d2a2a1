"""What a process remembers so as not to make it again, under keys that say of which version of the database it is.

So no process has to tell another that something has changed.
"""

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

remembered = ConnectionProxy(caches, "remembered")
