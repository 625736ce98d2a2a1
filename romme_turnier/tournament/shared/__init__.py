"""What every subject of a tournament uses."""
