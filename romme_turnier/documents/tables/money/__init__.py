"""The tables of the cash desk."""
