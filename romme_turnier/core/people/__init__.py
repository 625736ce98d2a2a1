"""Names of people and clubs: decoding and parsing lists, sorting, searching, and finding duplicates in a register."""
