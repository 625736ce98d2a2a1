"""Date formats by language, in addition to those of Django (FORMAT_MODULE_PATH)."""
