"""The lists on paper, blank or filled, and the papers that go with them."""
