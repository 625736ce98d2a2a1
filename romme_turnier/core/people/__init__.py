"""Names of people and clubs: parsing lists, sorting, and finding duplicates in a register."""
