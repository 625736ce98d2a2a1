"""Championships with their quotas and qualifications, and leagues."""
