"""From HTML to PDF: one tagged document, or a batch for the printer."""
