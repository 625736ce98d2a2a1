"""The list of a table on its phones: joining, writing, confirming."""
