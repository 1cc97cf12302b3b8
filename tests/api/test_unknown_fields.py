"""Fields that an operation does not have: what is misspelt is refused where ignoring it would do something else."""

import io
from typing import Any

import pytest

from config.api.schema import get_declared_operation
from config.api.serializers import ClosedSerializer
from registry.households.models import Household
from tests.test_architecture import views

FILE = "code_menage;taille_menage;region\nT-1;3;Oio\n"


def sent(name: str = "menages.csv", **fields: str) -> dict[str, Any]:
    file = io.BytesIO(FILE.encode())
    file.name = name
    return {"file": file, **fields}


@pytest.mark.parametrize(
    ("path", "field", "said"),
    [
        ("/api/import/menages", "echellePmt", "Ce champ s'écrit « echelle_pmt »."),
        ("/api/import/menages", "ORDRE_DATES", "Ce champ s'écrit « ordreDates »."),
        ("/api/import/menages", "ordreDate", "Ce champ n'est pas connu. Peut-être « ordreDates » ?"),
        ("/api/import/menages", "couleur", "Ce champ n'est pas connu."),
        ("/api/import/menages/validate", "modes", "Ce champ n'est pas connu. Peut-être « mode » ?"),
        ("/api/import/menages/excel", "feuile", "Ce champ n'est pas connu. Peut-être « feuille » ?"),
        ("/api/import/menages/excel/validation-report", "sans_lieu", "Ce champ s'écrit « sansLieu »."),
        ("/api/geo/imports", "dry-run", "Ce champ s'écrit « dry_run »."),
        ("/api/geo/imports", "dryrum", "Ce champ n'est pas connu. Peut-être « dry_run » ?"),
        ("/api/fichiers", "nom", "Ce champ n'est pas connu."),
    ],
)
def test_a_form_names_the_field_that_was_meant(
    api: Any, cast: Any, country: Any, path: str, field: str, said: str
) -> None:
    answer = api(cast.admin).upload(path, sent(**{field: "0-1"}))
    assert (answer.status_code, answer.json()["details"]) == (400, {field: [said]})
    assert not Household.objects.exists()


def test_a_platform_is_not_asked_with_a_misspelt_option(api: Any, cast: Any) -> None:
    asked = {"plateforme": "collector_platform_a", "formId": "f", "mapping": {"code_menage": "q"}}
    answer = api(cast.admin).post("/api/import/menages/collecteur", asked | {"echellePmt": "0-1"})
    assert answer.json()["details"] == {"echellePmt": ["Ce champ s'écrit « echelle_pmt »."]}
    answer = api(cast.admin).post("/api/import/menages/collecteur", asked | {"options": {"update_existing": True}})
    assert answer.json()["details"] == {"options.update_existing": ["Ce champ s'écrit « updateExisting »."]}


@pytest.mark.parametrize(
    ("body", "details"),
    [
        ({"limit": 1}, {"limit": ["Ce champ n'est pas connu."]}),
        ([1], {"corps": ["Cette opération ne prend pas de données."]}),
        ("0", {"corps": ["Cette opération ne prend pas de données."]}),
        ("false", {"corps": ["Cette opération ne prend pas de données."]}),
        ('""', {"corps": ["Cette opération ne prend pas de données."]}),
    ],
)
def test_what_takes_no_body_refuses_one(api: Any, cast: Any, body: Any, details: dict[str, list[str]]) -> None:
    answer = api(cast.admin).post("/api/beneficiaires/import/from-menages", body)
    assert (answer.status_code, answer.json()["details"]) == (400, details)
    for nothing in ({}, [], "null"):
        assert api(cast.admin).post("/api/beneficiaires/import/from-menages", nothing).status_code == 200


def test_many_unknown_names_are_told_of_a_few(api: Any, cast: Any) -> None:
    many = {f"champ{place}": "1" for place in range(500)}
    assert len(api(cast.admin).upload("/api/import/menages", sent(**many)).json()["details"]) == 20


def test_every_form_refuses_what_it_does_not_know() -> None:
    operations = [get_declared_operation(getattr(view, "post", None)) for _path, view in views()]
    forms = [each.body for each in operations if each and each.upload]
    assert len(forms) > 3
    assert [form for form in forms if not issubclass(form, ClosedSerializer)] == []
