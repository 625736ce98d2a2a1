"""The page behind a link that invites a person to a task at an event."""
