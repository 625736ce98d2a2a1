"""The event: announcement, the day at a glance, officials."""
