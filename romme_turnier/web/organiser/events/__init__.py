"""Events: their list, announcement, copy, appearance, the day at a glance, officials, and the tasks at its end."""
