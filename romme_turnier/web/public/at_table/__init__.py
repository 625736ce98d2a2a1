"""A table's list on its players' phones: joining, writing and confirming."""
