"""Events: announcement, timetable, officials, progress of the day."""
