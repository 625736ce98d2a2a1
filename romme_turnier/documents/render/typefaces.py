"""Limits the typefaces of papers to those in `static/fonts/paper`.

WeasyPrint uses fontconfig, which reads the configuration file named by the environment for every document. A
configuration with a single folder gives the same paper on a bare Debian, in a container and on a laptop with a thousand
fonts. `@font-face` would not: missing letters would come from the fonts of the machine, and each document would unpack
the files again.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


_written: dict[Path, Path] = {}  # the configuration for a folder of static files


def only_bundled(static: Path) -> None:
    """Limits this process and its children to the typefaces below `static`.

    Call it before each document, because a machine may clear its temporary files, and the configuration with them,
    while a server runs for weeks.
    """
    file = _written.get(static)
    if file is None or not file.is_file():
        folder = Path(tempfile.mkdtemp(prefix="romme-fonts-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        fonts = (static / "fonts" / "paper").resolve()
        file = _written[static] = folder / "fonts.conf"
        file.write_text(_CONFIGURATION.format(fonts=escape(str(fonts)), cache=escape(str(folder))), encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(file)
