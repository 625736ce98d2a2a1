"""The event file: one event's facts as JSON, to exchange with other programs and organisers.

`schema.json` is the form; `reading` takes a text apart and finds every fault, `importing` stores what is
sound, `exporting` writes the same facts back. `standings_json` is what the `standings` command prints.
"""
