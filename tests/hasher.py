"""The service's password hash, at the least cost."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapHasher(Argon2PasswordHasher):
    """Tests make many passwords, and guard none."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
