"""Users, roles, tokens, jobs, idempotency keys, files: what every other app leans on."""
