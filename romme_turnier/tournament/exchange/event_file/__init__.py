"""The event file: the facts of an event as JSON, for other programs and organisers.

`schema.json` defines the form. `reading` parses a text and finds every fault, `importing` stores a valid file, and
`exporting` writes the same facts. `standings_json` is the output of the `standings` command.
"""
