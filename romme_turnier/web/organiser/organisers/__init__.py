"""The pages of organisers, their offices and their public face."""
