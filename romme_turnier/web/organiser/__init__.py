"""Pages for the officials of an event, one folder for each subject."""
