"""The lists on paper, blank or filled, the slips that go with them, and what is still missing."""
