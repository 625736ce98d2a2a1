"""What stands behind `./run`: set-up, serving, testing. Standard library only, for nothing else is there yet.

Only `prepare`, `gunicorn_conf` and `catalogues` run inside the virtual environment.
"""
