"""What `manage.py check` says of the protections of this machine."""

import pytest
from django.core import checks
from django.core.checks.registry import registry

from geo.tables.checks import check_protections, check_required_protections


@pytest.mark.parametrize(
    ("holds", "required", "found", "words"),
    [
        (["landlock", "seccomp"], ["landlock", "seccomp"], None, ""),
        (["landlock", "seccomp"], [], None, ""),
        (["seccomp"], [], "tabanca.W001", "of this machine: seccomp. Missing: landlock."),
        ([], [], "tabanca.W001", "of this machine: none. Missing: landlock, seccomp."),
        (["seccomp"], ["seccomp"], "tabanca.W001", "Missing: landlock."),
        (["seccomp"], ["landlock", "seccomp"], "tabanca.W002", "Without landlock no file is read."),
        (["landlock", "seccomp"], ["landlok"], "tabanca.W002", "Without landlok no file is read."),
    ],
)
def test_missing_protections_are_named(settings, monkeypatch, holds, required, found, words):
    monkeypatch.setattr("geo.tables.checks.list_available_protections", lambda: holds)
    settings.READER_PROTECTIONS = required
    messages = check_protections(None)
    assert [message.id for message in messages] == ([found] if found else [])
    assert all(words in message.msg for message in messages)
    assert not any(message.is_serious() for message in messages), "a backup runs all the same"
    deploy = [(message.level, message.id) for message in check_required_protections(None)]
    assert deploy == ([(checks.ERROR, "tabanca.E001")] if found == "tabanca.W002" else [])


def test_check_runs_them():
    assert check_protections in registry.get_checks()
    assert check_required_protections in registry.get_checks(include_deployment_checks=True)
