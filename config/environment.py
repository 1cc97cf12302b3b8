"""Read settings from environment variables."""

import ipaddress

from django.core.exceptions import ImproperlyConfigured
from environs import Env

# A value of the wrong type raises environs' EnvValidationError, which names the variable.
env = Env()


@env.parser_for("names")
def split_names(value: str) -> list[str]:
    """Return the comma-separated names of a value, without blanks around them and without empty ones."""
    return [name.strip() for name in value.split(",") if name.strip()]


def read_web_threads() -> int:
    """Return how many requests a process of the web server works on at once (decision 0311)."""
    return env.int("TABANCA_WEB_THREADS", 8)


def read_networks(variable: str) -> list[str]:
    """Return the comma-separated addresses or networks of a variable.

    Raises ImproperlyConfigured for any other value, and for a network that holds all addresses.
    """
    networks = env.names(variable, "")
    try:
        if any(ipaddress.ip_network(network, strict=False).prefixlen == 0 for network in networks):
            raise ImproperlyConfigured(f"{variable} would let every caller choose his own address.")
    except ValueError as error:
        raise ImproperlyConfigured(f"{variable} holds addresses or networks, with commas.") from error
    return networks
