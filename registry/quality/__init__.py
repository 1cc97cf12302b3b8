"""Check households against quality rules: the rules are data, and one statement evaluates all of them."""
