"""Importing: what is stored, modes, idempotence, what one broken row does to the others."""

import tracemalloc
from decimal import Decimal
from typing import Any
from unittest.mock import ANY

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.ids import uuid7
from registry.duplicates.models import Sheet
from registry.households.hooks import household_dependencies
from registry.households.models import Dwelling, FormerHousehold, HeadOfHousehold, Household, Member
from registry.households.tally.models import HouseholdTally
from registry.imports.services import build_options, import_file
from tests.registry.imports.conftest import csv_file, household, text_file, xlsx_file


def test_stores_everything(send: Any, country: Any) -> None:
    answer = send(csv_file({"logement_materiau_mur": "adobe", "numero_mobile_money": "955 100 102"}))
    assert answer["data"] == {
        "total": 1,
        "imported": 1,
        "updated": 0,
        "unchanged": 0,
        "known": 0,
        "skipped": 0,
        "errors": [],
        "problemes": [],
        "colonnes": ANY,
    }
    assert answer["message"].startswith("1 ")
    stored = household()
    assert (stored.region, stored.secteur, stored.localite) == (country.west, country.north, country.cutia)
    assert stored.commune_id == country.commune.id
    assert (stored.geom.x, stored.geom.y) == (-15.5, 12.75)
    assert (stored.score_pmt, stored.categorie_pauvrete, stored.eligible_programme) == (
        Decimal("18.50"),
        "extreme_pauvre",
        True,
    )
    assert (stored.statut, stored.statut_collecte, stored.source_donnees) == ("en_attente", "pre_collecte", "import")
    assert (stored.taille_menage, stored.nb_enfants_514, stored.nb_femmes_1549) == (7, 2, 0)
    assert (stored.chef.nom_complet, stored.chef.sexe, stored.chef.age) == ("Mamadú Baldé", "M", 47)
    assert (stored.chef.telephone, stored.chef.numero_mobile_money) == ("+245955100101", "+245955100102")
    assert stored.logement.materiau_mur == "adobe"
    assert Sheet.objects.get(menage=stored).annee is not None, "the duplicates of others are weighed by it"
    assert stored.problemes_qualite == []


def test_create_skips_known(send: Any) -> None:
    send(csv_file({"taille_menage": "3"}))
    again = send(csv_file({"taille_menage": "9"}, {}))["data"]
    assert (again["imported"], again["skipped"], again["errors"]) == (1, 1, [])
    assert household().taille_menage == 3


def test_update_changes_and_adds(send: Any) -> None:
    send(csv_file({}))
    before = household()
    changed = {"taille_menage": "9", "age_chef": "", "telephone_chef": "966200200", "logement_materiau_toit": "zinc"}
    data = send(csv_file(changed, {"score_pmt": "71"}), mode="update")["data"]
    assert (data["imported"], data["updated"], data["skipped"]) == (1, 1, 0)
    after = household()
    assert after.id == before.id
    assert (after.taille_menage, after.chef.age, after.chef.telephone) == (9, 47, "+245966200200")
    assert after.logement.materiau_toit == "zinc"
    assert after.updated_at > before.updated_at
    assert household("T-2").categorie_pauvrete == "non_pauvre"


def test_second_update_changes_nothing(send: Any) -> None:
    rows = ({"logement_materiau_toit": "zinc"}, {"latitude": "12.2"})
    send(csv_file(*rows))
    before = list(Household.objects.order_by("id").values())
    data = send(csv_file(*rows), mode="update")["data"]
    assert (data["imported"], data["updated"], data["unchanged"]) == (0, 2, 2)
    assert list(Household.objects.order_by("id").values()) == before


def test_unchanged_rows_are_told_apart(send: Any) -> None:
    """Of five known rows: one with another head, one moved, one with another dwelling, one refused, one as it was."""
    send(csv_file(*({"logement_materiau_toit": "zinc"} for _number in range(5))))
    rows = [
        {"nom_complet_chef": "Nhima Cá"},
        {"latitude": "12.6"},
        {"logement_materiau_toit": "palha"},
        {"sexe_chef": "X"},
        {},
    ]
    answer = send(csv_file(*({"logement_materiau_toit": "zinc"} | row for row in rows)), mode="update")
    data = answer["data"]
    assert (data["total"], data["updated"], data["unchanged"], data["skipped"]) == (5, 4, 1, 1)
    assert "dont 1 sans changement" in answer["message"]
    assert send(csv_file(*({} for _row in rows)), mode="replace")["data"]["unchanged"] == 0


def test_head_alone_touches_household(send: Any) -> None:
    send(csv_file({}))
    before = household().updated_at
    send(csv_file({"nom_complet_chef": "Fatumata Djaló"}), mode="update")
    assert household().chef.nom_complet == "Fatumata Djaló"
    assert household().updated_at > before


def test_head_that_was_lacking_touches_household(send: Any) -> None:
    send(csv_file({}))
    HeadOfHousehold.objects.all().delete()
    before = household().updated_at
    data = send(csv_file({"nom_complet_chef": "Fatumata Djaló"}), mode="update")["data"]
    assert (data["updated"], data["unchanged"]) == (1, 0)
    assert household().chef.nom_complet == "Fatumata Djaló"
    assert household().updated_at > before


def test_update_keeps_states_and_score(send: Any) -> None:
    send(csv_file({}))
    Household.objects.update(statut="valide", statut_collecte="integre")
    send(csv_file({"score_pmt": "", "categorie_pauvrete": "non_pauvre"}), mode="update")
    after = household()
    assert (after.statut, after.statut_collecte) == ("valide", "integre")
    assert (after.score_pmt, after.categorie_pauvrete) == (Decimal("18.50"), "extreme_pauvre")


def test_update_to_another_secteur_leaves_old_village(send: Any, country: Any) -> None:
    send(csv_file({}))
    send(csv_file({"secteur": "Nhacra", "tabanca": "", "latitude": "12.2"}), mode="update")
    after = household()
    assert (after.secteur, after.localite, after.commune_id) == (country.south, None, None)


def test_replace_recreates(send: Any) -> None:
    send(csv_file({"logement_materiau_mur": "adobe"}))
    before = household()
    Member.objects.create(menage=before, nom_complet="Nhima", lien_parente="fille")
    data = send(csv_file({"age_chef": ""}, {}), mode="replace")["data"]
    assert (data["imported"], data["updated"], data["skipped"]) == (1, 1, 0)
    after = household()
    assert after.id != before.id
    assert after.chef.age is None
    assert not Dwelling.objects.filter(menage__code_menage="T-1").exists()
    assert not Member.objects.exists()


def test_replace_is_refused_per_row(send: Any) -> None:
    send(csv_file({}, {}))
    held, free = household("T-1").id, household("T-2").id
    with household_dependencies.override(beneficiaires=lambda ids: {held: 2} if held in ids else {}):
        data = send(csv_file({}, {}), mode="replace")["data"]
    assert (data["updated"], data["skipped"]) == (1, 1)
    assert "2 bénéficiaires" in data["errors"][0]
    assert household("T-1").id == held
    assert household("T-2").id != free


def test_broken_row_stops_no_other(send: Any) -> None:
    data = send(csv_file({}, {"sexe_chef": "X"}, {"taille_menage": "0"}, {}))["data"]
    assert (data["total"], data["imported"], data["skipped"]) == (4, 2, 2)
    assert len(data["errors"]) == 2
    assert "3" in data["errors"][0] and "sexe_chef" in data["errors"][0] and "« X »" in data["errors"][0]
    assert not Household.objects.filter(code_menage__in=["T-2", "T-3"]).exists()
    assert HeadOfHousehold.objects.count() == 2


def test_twin_codes(send: Any) -> None:
    data = send(csv_file({"code_menage": "A", "age_chef": "30"}, {"code_menage": "A", "age_chef": "40"}))["data"]
    assert (data["imported"], len(data["errors"])) == (1, 1)
    assert "3" in data["errors"][0] and "ligne 2" in data["errors"][0]
    assert household("A").chef.age == 30


def test_household_without_head(send: Any) -> None:
    head = {"nom_complet_chef": "", "sexe_chef": "", "age_chef": "", "telephone_chef": ""}
    assert send(csv_file(head))["data"]["imported"] == 1
    assert not HeadOfHousehold.objects.exists()


def test_formula_is_data(send: Any) -> None:
    send(csv_file({"nom_complet_chef": "=1+1"}))
    send(xlsx_file({"code_menage": "T-9", "nom_complet_chef": "@SUM(A1)"}), "excel")
    assert {head.nom_complet for head in HeadOfHousehold.objects.all()} == {"=1+1", "@SUM(A1)"}


def test_scale(send: Any) -> None:
    send(csv_file({"score_pmt": "0,5", "categorie_pauvrete": ""}), echelle_pmt="0-1")
    assert (household().score_pmt, household().categorie_pauvrete) == (Decimal("50.00"), "vulnerable")
    assert send(csv_file({"code_menage": "T-2", "score_pmt": "18"}), echelle_pmt="0-1")["data"]["imported"] == 0


def test_category_of_score(send: Any) -> None:
    scores = {
        "19.99": ("extreme_pauvre", True),
        "20": ("pauvre", True),
        "50": ("vulnerable", True),
        "70": ("vulnerable", False),
        "70.01": ("non_pauvre", False),
        "": ("pauvre", False),
    }
    send(csv_file(*({"score_pmt": score, "categorie_pauvrete": "pauvre"} for score in scores)))
    stored = [household(f"T-{place}") for place in range(1, 7)]
    assert [(row.categorie_pauvrete, row.eligible_programme) for row in stored] == list(scores.values())


def test_tallies_stay_exact(send: Any) -> None:
    send(csv_file({}, {"taille_menage": "4"}))
    send(csv_file({"taille_menage": "5"}), mode="update")
    send(csv_file({}, {}), mode="replace")
    sums = HouseholdTally.objects.values_list("n", "somme_taille")
    assert (sum(n for n, _size in sums), sum(size for _n, size in sums)) == (2, 14)


def test_mode_unknown(send: Any) -> None:
    assert send(csv_file({}), mode="fusionner", status=400)["code"] == "VALIDATION_ERROR"


def test_errors_are_capped(send: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("registry.imports.queries.MAX_ISSUES", 3)
    data = send(csv_file(*({"sexe_chef": "X"} for _number in range(5))))["data"]
    assert len(data["errors"]) == 4
    assert "2" in data["errors"][3]
    checked = send(csv_file(*({"sexe_chef": "X"} for _number in range(5))), "validate")["data"]
    assert checked["summary"]["total_erreurs"] == 5
    assert len(checked["erreurs"]) == 4


def test_rows_without_file(api: Any, cast: Any) -> None:
    response = api(cast.admin).post("/api/import/menages", {"mode": "create"})
    assert (response.status_code, response.json()["code"]) == (400, "VALIDATION_ERROR")


def test_files_are_forgotten(send: Any, tmp_path: Any, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send(csv_file({}))
        send(text_file("x"), status=400)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != "lecteurs"]


def test_replacing_keeps_a_restricted_importers_households_in_his_regions(cast: Any, send: Any) -> None:
    send(csv_file({}))
    placeless = text_file("code_menage;taille_menage\nT-1;4\n")
    send(placeless, user=cast.supervisor_west, mode="replace")
    assert Household.objects.get().region.nom == "Oio"


@pytest.mark.parametrize("mode", ["create", "update", "replace"])
def test_a_merged_household_is_not_made_again(send: Any, mode: str) -> None:
    send(csv_file({}))
    FormerHousehold.objects.create(id=uuid7(), code_menage="T-2", menage=household("T-1"))
    data = send(csv_file({}, {}, {}), mode=mode)["data"]
    assert [("T-2" in line, "fusionné" in line) for line in data["errors"] if "déjà" not in line] == [(True, True)]
    assert sorted(Household.objects.values_list("code_menage", flat=True)) == ["T-1", "T-3"]


@pytest.mark.parametrize("mode", ["create", "update"])
def test_statements_do_not_grow_with_the_rows(send: Any, mode: str) -> None:
    asked = []
    if mode == "update":
        send(csv_file(*({} for _ in range(60))))
    for first, rows, size in ((100, 5, "8"), (200, 60, "9")):
        codes = range(1, rows + 1) if mode == "update" else range(first, first + rows)
        told = [{"code_menage": f"T-{code}", "taille_menage": size} for code in codes]
        with CaptureQueriesContext(connection) as seen:
            assert send(csv_file(*told), mode=mode)["data"]["skipped"] == 0
        asked.append(len(seen))
    assert asked[1] == asked[0]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows(settings: Any, tmp_path: Any, cast: Any) -> None:
    """The file is read by a child and copied in: the server holds a piece of it at a time."""
    peaks = []
    for rows in (500, 6000):
        path = tmp_path / f"{rows}.csv"
        path.write_bytes(csv_file(*({"code_menage": f"M{rows}-{row}"} for row in range(rows))).getvalue())
        tracemalloc.start()
        done = import_file(path, text=True, options=build_options(cast.admin))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert done["imported"] == rows
    assert peaks[1] - peaks[0] < 1_000_000, peaks
