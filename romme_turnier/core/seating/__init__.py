"""Tables and seats (§ 2.1): the hall's numbers, the seeded draw, its bounds, schedules, seating by rank and repairs."""
