"""What was deleted stays readable in the file of a database until its place is needed again."""

from django.db import OperationalError, connection


def overwrite_freed() -> bool:
    """Writes the database anew without what was deleted; returns whether that could be done now.

    SQLite needs the file for itself for a moment. PostgreSQL gives the place free; its write-ahead log, and copies of
    either, keep it until they are deleted.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except OperationalError:  # somebody reads or writes for longer than the patience of the database
        return False
    return True
