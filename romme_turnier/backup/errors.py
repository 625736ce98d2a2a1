"""Errors of backups, in words for the reader of the page."""


class BackupError(Exception):
    """A copy could not be made, read or brought back. The message is complete and says what helps."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
