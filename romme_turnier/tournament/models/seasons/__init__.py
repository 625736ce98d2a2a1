"""The models of seasons, their rankings, championships and leagues."""
