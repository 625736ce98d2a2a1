"""The event file: one event's facts as JSON, to exchange with other programs and organisers.

`schema.json` is the form; `reading` parses a text and finds every fault, `importing` stores a valid file, `exporting`
writes the same facts back. `standings_json` is what the `standings` command prints.
"""
