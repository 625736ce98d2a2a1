"""A made-up federation, and questions to its pages: for benchmarks/organisers.py and its test."""
