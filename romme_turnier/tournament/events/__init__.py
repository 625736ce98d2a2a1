"""The event: announcement, timetable, officials, progress of the day."""
