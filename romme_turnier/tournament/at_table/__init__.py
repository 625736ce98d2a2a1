"""Lists that tables keep on phones or fill by playing in the browser: access, terms, writing and statements."""
