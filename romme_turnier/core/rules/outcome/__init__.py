"""What a reported game may look like."""
