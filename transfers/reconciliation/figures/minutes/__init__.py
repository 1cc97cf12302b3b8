"""Print the minute of a finalised session, and verify a printed one."""
