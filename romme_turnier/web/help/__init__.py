"""The handbook, the rules look-up, imprint and privacy, and the program's status, backups and addresses."""
