"""The event: announcement, timetable, officials, where its day stands."""
