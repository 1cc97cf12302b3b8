"""Show the pages on which people without an account complain and follow their complaint."""
