"""The models of seasons and their rankings."""
