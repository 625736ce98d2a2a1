"""Seasons: rankings by formulas as data, evenings, league tables, and the places of championships."""
