"""Turns templates into PDF, into pages for the browser to print, and into pictures to share."""
