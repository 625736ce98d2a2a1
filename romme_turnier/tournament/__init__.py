"""What is stored of tournaments, and who may change what."""
