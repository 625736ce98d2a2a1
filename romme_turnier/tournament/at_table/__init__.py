"""Lists that tables keep on phones or fill by playing in the browser.

The modules cover the access of phones, the terms, writing, the blind check, statements, and the progress of the tables.
"""
