"""How passwords are hashed. The parameters were measured: docs/reference/security.md."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 64 MiB, three passes and one lane. A hash of other parameters is made anew at the next sign-in."""

    time_cost = 3
    memory_cost = 64 * 1024
    parallelism = 1
