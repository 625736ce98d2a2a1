"""Events: list, announcement, copies, appearance, overview of the day, officials, and open tasks at the end."""
