"""The first page of the administration: the state of the service, and the models by what one wants to do."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.audit.api import write_audit_entry
from accounts.audit.models import Trace
from accounts.backoffice.duties.rules import DUTIES
from accounts.backoffice.state.queries import describe_backup
from accounts.backup import api as backup
from accounts.jobs.models import Job
from tests.conftest import make_user


def read_sections(client: Client) -> dict[str, str]:
    """The text of each section by its address."""
    page = client.get("/admin/").content.decode()
    parts = re.findall(r'<(?:section|details) class="devoir" id="(\w+)".*?</(?:section|details)>', page, re.DOTALL)
    whole = re.findall(r'(?s)<(?:section|details) class="devoir" id="\w+".*?</(?:section|details)>', page)
    return dict(zip(parts, (re.sub(r"<[^>]+>", " ", text) for text in whole), strict=True))


def test_a_duty_names_only_models_that_are_there():
    known = {model._meta.label for model in admin.site._registry}
    named = [label for duty in DUTIES for label in duty.models]
    assert set(named) <= known and len(named) == len(set(named))


def test_secrets_and_counters_stand_behind_a_section_of_their_own(db, let_in):
    sections = read_sections(let_in(make_user("ROLE_SUPER_ADMIN")))
    hidden = ("Jetons", "Codes de secours", "Clés d&#x27;idempotence", "Compteurs de codes")
    assert [name for name in hidden if name not in sections["technique"]] == []
    others = " ".join(text for slug, text in sections.items() if slug != "technique")
    assert [name for name in hidden if name in others] == []
    assert "Utilisateurs" in sections["acces"] and "Historique" in sections["historique"]
    assert [*sections][-1] == "technique"


def test_a_failed_job_asks_to_be_looked_at(db, let_in):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    tile = re.compile(r'<li class="a-voir">\s*<span>Tâches')
    assert not tile.search(client.get("/admin/").content.decode())
    Job.objects.create(type="import_menages", statut="echoue", ended_at=timezone.now())
    page = client.get("/admin/").content.decode()
    assert tile.search(page) and "/admin/accounts/job/?statut__exact=echoue" in page


def test_the_menu_is_open_at_the_page_that_is_read(db, let_in):
    page = let_in(make_user("ROLE_SUPER_ADMIN")).get("/admin/geo/region/").content.decode()
    groups = re.findall(r'<details class="module groupe-menu"( open)?>\s*<summary>(.*?)</summary>', page)
    assert [name for is_open, name in groups if is_open] == ["Tenir les listes et les territoires"] and len(groups) > 5


def test_the_state_costs_a_query_for_each_tile(db, let_in, django_assert_num_queries):
    client = let_in(make_user("ROLE_SUPER_ADMIN"))
    with django_assert_num_queries(2 + 3):
        client.get("/admin/")


def test_the_state_is_told_to_who_may_see_it(cast, country, let_in):
    west = let_in(make_user("ROLE_SUPER_ADMIN", country.west)).get("/admin/").content.decode()
    assert "Tâches" in west and "Sauvegarde" not in west and "Go libres" not in west


@pytest.mark.parametrize(("hours", "is_bad"), [(3, False), (50, True)])
def test_an_old_backup_is_told(db, monkeypatch, hours, is_bad):
    user: Any = make_user("ROLE_SUPER_ADMIN")
    missing = describe_backup(user)
    assert missing.is_bad and missing.is_grave and missing.help_url == "/aide/sauvegarde"
    write_audit_entry(action=Trace.Action.OPERATION, model=backup.HISTORY_KIND, count=1)
    later = timezone.now() + timedelta(hours=hours, minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    tile = describe_backup(user)
    assert tile.is_bad is is_bad and not tile.is_grave
    assert str(hours if hours < 48 else hours // 24) in tile.value


def test_a_backup_stands_in_the_history(db, monkeypatch, tmp_path):
    target = tmp_path / "tabanca.tar"

    def make(path: Any, say: Any) -> dict[str, Any]:
        path.write_bytes(b"12345")
        return {"rows": {"a": 2, "b": 3}}

    monkeypatch.setattr(backup, "create_backup", make)
    call_command("backup", target)
    entry = Trace.objects.get(model=backup.HISTORY_KIND)
    assert (entry.action, entry.nombre, entry.details) == ("operation", 5, {"octets": 5})


def test_a_list_is_called_by_its_plural(db, let_in):
    page = let_in(make_user("ROLE_SUPER_ADMIN")).get("/admin/registry/formerhousehold/").content.decode()
    assert "<h1>Anciens codes de ménages</h1>" in page and "Sélectionnez" not in page


def test_the_form_says_how_one_enters_without_it(db):
    assert "30 minutes sans usage" in Client().get("/admin/login/").content.decode()
