"""What can be told of the containers without an engine: Dockerfile, compose.yaml, and what `prepare` says there."""

import re
import runpy
import sys
from collections import Counter

import pytest
import yaml
from django.db.migrations.exceptions import InconsistentMigrationHistory

from config.devtools import prepare
from config.devtools.shell import ROOT

SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
DEBIAN_POSTGRESQL = {"bookworm": "15"}  # its postgresql-client: pg_dump refuses a newer server
ACCOUNT = {"role": "ROLE_AGENT", "email": "agent@tabanca.example", "password": "of-the-demonstration"}


def test_all_but_what_ends_by_itself_starts_again_with_the_machine() -> None:
    ends = {needed for service in SERVICES.values() for needed, how in service.get("depends_on", {}).items()
            if how["condition"] == "service_completed_successfully"}  # fmt: skip
    assert ends == {"prepare"}
    assert {name for name, service in SERVICES.items() if service.get("restart") != "unless-stopped"} == ends


def test_every_image_is_built_here_once_and_never_fetched() -> None:
    built = Counter(service["image"] for service in SERVICES.values() if "build" in service)
    assert built == dict.fromkeys({service["image"] for service in SERVICES.values()}, 1)
    assert {service["pull_policy"] for service in SERVICES.values()} == {"never"}


def test_stages_are_of_one_debian_whose_client_dumps_the_database() -> None:
    text = (ROOT / "Dockerfile").read_text()
    images = re.findall(r"^FROM (\S+)", text, flags=re.M)
    (suite,) = {name for image in images for name in re.findall(r"bookworm|bullseye|trixie|$", image)[:1]}
    assert f"postgres:{DEBIAN_POSTGRESQL[suite]}-{suite}" in images
    service = text.rpartition("\nFROM ")[2]
    assert re.search(r"apt-get install [^&]*\bpostgresql-client\b", service)


def test_nothing_is_killed_that_is_still_finishing() -> None:
    graceful = runpy.run_path(str(ROOT / "config" / "gunicorn.py"))["graceful_timeout"]
    seconds = {name: SERVICES[name]["stop_grace_period"] for name in ("web", "worker", "db")}
    assert seconds == {"web": "20s", "worker": "20s", "db": "1m"}
    assert graceful < 20


def test_links_in_mails_lead_to_the_port_that_is_published() -> None:
    (published,) = SERVICES["front"]["ports"]
    port = published.removeprefix("127.0.0.1:").removesuffix(":8000")
    for name in ("web", "worker"):
        assert SERVICES[name]["environment"]["TABANCA_PUBLIC_URL"] == f"http://localhost:{port}"


def test_only_nginx_reaches_the_web_server() -> None:
    assert "ports" not in SERVICES["web"]
    assert SERVICES["web"]["environment"]["TABANCA_TRUSTED_PROXIES"] == "127.0.0.1"
    shared = {name for name, service in SERVICES.items() if "run:/run/tabanca" in service.get("volumes", ())}
    assert shared == {"web", "front"}
    text = (ROOT / "Dockerfile").read_text()
    assert text.count("/run/tabanca/web.sock") == 2
    assert text.count("--uid 10001") == 2


def test_prepare_talks_to_who_reads_the_log(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    command = SERVICES["prepare"]["command"]
    program, *options = [part.replace("${TABANCA_MENAGES:-20000}", "20000") for part in command[2:]]
    asked: list[tuple[int | None, str]] = []
    monkeypatch.setattr(sys, "argv", [program, *options])
    monkeypatch.setattr(prepare, "call_command", lambda *_names, **_options: None)
    monkeypatch.setattr(prepare, "seed_demonstration", lambda households, anew: asked.append((households, anew)))
    monkeypatch.setattr(prepare, "list_demonstration_accounts", lambda: [ACCOUNT])
    prepare.main()
    assert asked == [(20_000, "docker compose down --volumes")]
    title, line = capsys.readouterr().out.splitlines()
    assert title == "Accounts of the demonstration:"
    assert line.split() == [ACCOUNT["email"], ACCOUNT["password"], ACCOUNT["role"]]


def test_prepare_says_what_to_do_with_replaced_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_names: str, **_options: int) -> None:
        raise InconsistentMigrationHistory

    monkeypatch.setattr(prepare, "call_command", refuse)
    with pytest.raises(SystemExit) as ended:
        prepare.migrate_database("./dev reset")
    assert ended.value.code == (
        "The migrations of this database were replaced. ./dev reset makes it again, without its data."
    )
