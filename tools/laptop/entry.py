"""The start of both programs of the folder: the one with a window, and the command; their names tell them apart."""

import sys
from pathlib import Path

from romme_turnier.own_process import COMMAND

if Path(sys.executable).stem == COMMAND:
    from romme_turnier.serving.command import main
else:
    from romme_turnier.laptop.start import main

sys.exit(main())
