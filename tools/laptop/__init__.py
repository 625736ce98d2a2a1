"""The folder for a club's laptop: made by PyInstaller, tried by a morning over HTTP.

`python -m tools.laptop.build` makes it, `python -m tools.laptop.smoke` tries it. Both run on Windows and macOS, too.
"""
