"""Provide what every other app uses: users, roles, tokens, audit, jobs, idempotency keys and files."""
