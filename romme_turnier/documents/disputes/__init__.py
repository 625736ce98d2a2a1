"""Minutes of disputes."""
