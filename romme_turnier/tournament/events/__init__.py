"""Events: announcement, terms, timetable, appearance, officials, lists of events, progress of the day, and deletion.

The texts of the program's operator are here as well.
"""
