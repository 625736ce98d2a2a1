"""The list of events, and the pages of an event from its announcement to the open tasks at the end of the day."""
