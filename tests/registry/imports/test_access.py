"""Who may import what: permission, regions, projects."""

from typing import Any

import pytest

from registry.households.models import Household
from registry.projects.models import Campaign, Project
from tests.registry.imports.conftest import csv_file, household

EAST = {"region": "Bafatá", "secteur": "Cossé", "tabanca": "Galomaro", "longitude": "-14.5"}
NOWHERE = {"region": "", "secteur": "", "tabanca": "", "latitude": "", "longitude": ""}


@pytest.mark.parametrize(
    "path", ["", "validate", "excel", "excel/validate", "excel/validate-detailed", "excel/validation-report"]
)
def test_needs_the_permission(send: Any, api: Any, cast: Any, path: str) -> None:
    assert send(csv_file({}), path, user=cast.reader_west, status=403)["code"] == "FORBIDDEN"
    response = api().upload(f"/api/import/menages/{path}".rstrip("/"), {"file": csv_file({})})
    assert response.status_code == 401


@pytest.mark.parametrize("path", ["template", "excel/template"])
def test_templates_need_reading(api: Any, cast: Any, path: str) -> None:
    assert api(cast.reader_west).get(f"/api/import/menages/{path}").status_code == 200
    assert api(cast.vbg).get(f"/api/import/menages/{path}").status_code == 403


def test_rows_of_other_regions_are_errors(send: Any, cast: Any) -> None:
    data = send(csv_file({}, EAST, {**NOWHERE, "region": "Bafatá"}), user=cast.supervisor_west)["data"]
    assert (data["imported"], data["skipped"]) == (1, 2)
    assert all("region" in line for line in data["errors"])
    assert list(Household.objects.values_list("code_menage", flat=True)) == ["T-1"]


def test_own_region_is_the_default(send: Any, cast: Any, country: Any) -> None:
    assert send(csv_file(NOWHERE), user=cast.supervisor_west)["data"]["imported"] == 1
    assert household().region == country.west


def test_point_in_another_region_decides(send: Any, cast: Any) -> None:
    placed = {**NOWHERE, "latitude": "12.5", "longitude": "-14.5"}
    assert send(csv_file(placed), user=cast.supervisor_west)["data"]["imported"] == 0


@pytest.mark.parametrize("mode", ["create", "update", "replace"])
def test_hidden_household_is_untouched(send: Any, cast: Any, mode: str) -> None:
    send(csv_file(EAST))
    before = Household.objects.values().get()
    data = send(csv_file({}), user=cast.supervisor_west, mode=mode)["data"]
    assert (data["imported"], data["updated"], data["skipped"]) == (0, 0, 1)
    assert "code_menage" in data["errors"][0]
    assert "Bafat" not in data["errors"][0]
    assert Household.objects.values().get() == before


def test_replacing_asks_for_the_right_to_delete(send: Any, cast: Any) -> None:
    send(csv_file({}))
    before = Household.objects.values().get()
    refused = send(csv_file({}), user=cast.agent_west, status=403, mode="replace")
    assert refused["code"] == "FORBIDDEN"
    assert Household.objects.values().get() == before


def test_household_stays_in_reach(send: Any, cast: Any) -> None:
    send(csv_file({}))
    assert send(csv_file(EAST), user=cast.supervisor_west, mode="update")["data"]["updated"] == 0


def test_project_and_campaign(send: Any, cast: Any) -> None:
    project, campaign = Project.objects.create(code="P", nom="P"), Campaign.objects.create(nom="C")
    send(csv_file({}), projetId=str(project.id), campagneId=str(campaign.id))
    assert (household().projet, household().campagne) == (project, campaign)


def test_a_form_with_nothing_chosen(send: Any) -> None:
    send(csv_file({}), projetId="", campagneId="")
    assert (household().projet, household().campagne) == (None, None)


@pytest.mark.parametrize(
    ("flags", "status", "code"),
    [({"lecture_seule": True}, 400, "READ_ONLY_PROJECT"), ({"peut_collecter": False}, 403, "FORBIDDEN")],
)
def test_project_guards(send: Any, flags: dict, status: int, code: str) -> None:
    project = Project.objects.create(code="P", nom="P", **flags)
    for path in ("", "validate"):
        assert send(csv_file({}), path, status=status, projetId=str(project.id))["code"] == code
    assert not Household.objects.exists()


def test_unknown_project(send: Any, country: Any) -> None:
    assert send(csv_file({}), status=400, projetId=str(country.west.id))["code"] == "VALIDATION_ERROR"


def test_household_of_a_closed_project(send: Any) -> None:
    project = Project.objects.create(code="P", nom="P")
    send(csv_file({}), projetId=str(project.id))
    Project.objects.update(lecture_seule=True)
    for mode in ("update", "replace"):
        data = send(csv_file({"taille_menage": "9"}, {"code_menage": "T-9"}), mode=mode)["data"]
        assert data["skipped"] == 1
    assert household().taille_menage == 7
