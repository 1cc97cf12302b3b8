"""What production refuses to start with, and that Django finds nothing to say about its settings."""

import os
import subprocess
import sys

import pytest

GOOD = {
    "TABANCA_ENV": "production",
    "DJANGO_SECRET_KEY": "s" * 20 + "ecret-of-a-machine-of-ours-1234567890",
    "TABANCA_SEALING_KEYS": "k" * 40,
    "DJANGO_ALLOWED_HOSTS": "tabanca.example",
}
UNSAFE = [
    ("DJANGO_SECRET_KEY", "demonstration-only-secret-do-not-use-in-production"),
    ("DJANGO_SECRET_KEY", "short"),
    ("DJANGO_DEBUG", "1"),
    ("DJANGO_ALLOWED_HOSTS", "tabanca.example,*"),
    ("TABANCA_LOG_FORMAT", "plain"),
    ("TABANCA_METRICS_TOKEN", "short"),
    ("TABANCA_SEALING_KEYS", ""),
    ("TABANCA_TRUSTED_PROXIES", "10.0.0.1,0.0.0.0/0"),
    ("TABANCA_TRUSTED_PROXIES", "10.0.0.1,proxy"),
]


def production(*command, **changed):
    # Tests with a browser set it for their process.
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, *command], env=inherited | GOOD | changed, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("name", "value"), UNSAFE)
def test_production_refuses_what_is_unsafe(name, value):
    done = production("-c", "import config.settings", **{name: value})
    assert done.returncode != 0 and "ImproperlyConfigured" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("TABANCA_READ_SECONDS", "soon"), ("TABANCA_SECOND_FACTOR_REQUIRED", "oui")]
)
def test_a_value_that_cannot_be_read_is_refused_by_name(name, value):
    done = production("-c", "import config.settings", **{name: value})
    assert done.returncode != 0 and f'"{name}" invalid' in done.stderr


def test_names_are_separated_by_commas():
    ask = "from django.conf import settings; print(settings.ALLOWED_HOSTS)"
    changed = {"DJANGO_SETTINGS_MODULE": "config.settings", "DJANGO_ALLOWED_HOSTS": " a.example, b.example,"}
    assert production("-c", ask, **changed).stdout.strip() == "['a.example', 'b.example']"


@pytest.mark.slow
def test_no_check_before_going_live_has_anything_to_say():
    done = production("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@pytest.mark.slow
def test_production_reads_no_file_without_its_protections():
    """What must hold is declared; whoever does without it says so."""
    ask = "from django.conf import settings; print(settings.READER_PROTECTIONS)"
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    assert production("-c", ask, **settings).stdout.strip() == "['landlock', 'seccomp']"
    assert production("-c", ask, **settings, TABANCA_READER_PROTECTIONS="seccomp").stdout.strip() == "['seccomp']"
    assert production("-c", ask, **settings, TABANCA_READER_PROTECTIONS="").stdout.strip() == "[]"
    done = production("manage.py", "check", TABANCA_READER_PROTECTIONS="landlock,another")
    assert (done.returncode, "Without another no file is read" in done.stderr) == (0, True)
    done = production("manage.py", "check", "--deploy", TABANCA_READER_PROTECTIONS="landlock,another")
    assert (done.returncode, "missing: another" in done.stderr) == (1, True)
