"""Club evenings: their people, series and seats, and their close."""
