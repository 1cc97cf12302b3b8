"""The settings of the measured server: the service's own, and one more address."""

from config.settings import *  # noqa: F403 - Django reads every setting from this module

ROOT_URLCONF = "tests.bench.urls"
