"""The pages that check the codes of papers, on the server or as a saved page."""
