"""Configure password hashing. The parameters were measured: docs/reference/security.md."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Hash with Argon2id: 64 MiB, three passes, one lane. Hashes with other parameters are renewed at sign-in."""

    time_cost = 3
    memory_cost = 64 * 1024
    parallelism = 1
