"""A table's list on its players' phones: joining, writing, confirming, and playing its games in the browser."""
