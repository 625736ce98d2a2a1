"""Lists that tables keep on phones: access, writing, confirming."""
