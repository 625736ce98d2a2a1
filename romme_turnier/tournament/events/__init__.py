"""Events: announcement, terms, timetable, appearance, officials, progress of the day, and deletion."""
