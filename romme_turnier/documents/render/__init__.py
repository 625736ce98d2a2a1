"""Turns templates into PDF or into pages for the browser to print, caches PDF files, and draws pictures to share."""
