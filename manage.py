#!/usr/bin/env python
"""Django's command line for this project; `./run manage …` calls it with the right Python."""

import os
import sys


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    from romme_turnier.serving.managing import manage

    return manage(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
