"""People and clubs by name: finding duplicates in a register."""
