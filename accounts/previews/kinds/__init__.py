"""Let upper apps say of which rows a preview tells how many somebody sees."""
