"""Released tables and dates for other programs and websites: files, embedded pages, calendars, feeds and pictures."""
