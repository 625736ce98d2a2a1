"""The code behind `./run`: set-up, serving, testing. Standard library only, because other packages are not installed
yet.

Only `messages` runs inside the virtual environment.
"""
