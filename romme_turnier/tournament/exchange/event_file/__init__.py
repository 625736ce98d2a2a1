"""The event file: one event's facts as JSON, for other programs and organisers.

`schema.json` defines the form; `reading` parses a text and finds every fault, `importing` stores a valid file,
`exporting` writes the same facts back. `standings_json` is the output of the `standings` command.
"""
