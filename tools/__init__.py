"""The code behind `./run`: set-up, serving, testing. Standard library only, for nothing else is there yet.

Only `messages` runs inside the virtual environment.
"""
