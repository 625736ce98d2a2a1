"""How dates are written, by language, beside what Django knows (FORMAT_MODULE_PATH)."""
