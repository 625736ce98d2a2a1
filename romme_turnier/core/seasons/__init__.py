"""Seasons: rankings whose formulas are data, evenings, league tables, and the places of championships."""
