"""What stands behind `./run`: set-up, serving, testing. Standard library only, for nothing else is there yet.

Only `address`, `gunicorn_conf`, `messages` and `prepare` run inside the virtual environment.
"""
