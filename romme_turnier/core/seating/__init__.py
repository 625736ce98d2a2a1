"""Tables and seats (§ 2.1): the seeded draw, its bounds, perfect schedules and repairs."""
