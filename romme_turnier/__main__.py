import sys

from romme_turnier.serving.command import main

sys.exit(main())
