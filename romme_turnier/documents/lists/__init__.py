"""The lists on paper, blank or filled, and the slips that go with them."""
