"""Read settings from environment variables."""

import ipaddress
import os

from django.core.exceptions import ImproperlyConfigured


def read_env_bool(name: str, default: bool) -> bool:
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def read_env_int(name: str, default: int) -> int:
    return int(os.environ.get(name, default))


def read_env_list(name: str, default: str = "") -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def read_env_networks(name: str) -> list[str]:
    """Return the comma-separated addresses or networks of a variable.

    Raises ImproperlyConfigured for any other value, and for a network that holds all addresses.
    """
    networks = read_env_list(name)
    try:
        if any(ipaddress.ip_network(network, strict=False).prefixlen == 0 for network in networks):
            raise ImproperlyConfigured(f"{name} would let every caller choose his own address.")
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} holds addresses or networks, with commas.") from error
    return networks
