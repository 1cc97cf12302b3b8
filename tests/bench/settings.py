"""The settings of the measured server: the service's own, and one more address."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
