"""`check_data` finds what is broken, however it came about: each is broken here with the triggers off."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from accounts.backup.checks import run_checks
from tests.api import world as worlds

FOREIGN_KEYS = "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass"
CODE = "INSERT INTO registry_menage (code_menage, taille_menage) VALUES ('M3-OUEST', 1)"
PART = "UPDATE {table} SET menage_id = gen_random_uuid()"
BROKEN = {
    "a code of two": ("registry_menage", CODE, "codes of households", "1 codes are"),
    "an id of two": (
        "registry_menage_ancien",
        "UPDATE registry_menage_ancien SET id = menage_id",
        "codes of households",
        "2 ids are",
    ),
    "a head of nobody": ("registry_chef_menage", PART, "parts of households", "2 heads belong"),
    "a dwelling of nobody": ("registry_logement", PART, "parts of households", "2 dwellings belong"),
    "a member of nobody": ("registry_membre_menage", PART, "parts of households", "2 members belong"),
    "a merged household of nobody": (
        "registry_menage_ancien",
        PART,
        "parts of households",
        "2 merged households belong",
    ),
    "a merge that leads nowhere": (
        "registry_menage_ancien",
        "DELETE FROM registry_menage_ancien",
        "merges of households",
        "2 merged households lead",
    ),
    "a project that is gone": (
        "registry_menage",
        "UPDATE registry_menage SET projet_id = gen_random_uuid()",
        "references of households",
        "name a projet",
    ),
    "a place that lies elsewhere": (
        "registry_menage",
        "UPDATE registry_menage SET region_id = NULL",
        "places of households",
        "stand in a place",
    ),
    "a cell of a low zoom": (
        "registry_menage_cell",
        "DELETE FROM registry_menage_cell WHERE z = 8",
        "tallies",
        "cells of zoom 8 say 0, 0, 0",
    ),
    "a cell of beneficiaries": (
        "transfers_beneficiaire_cell",
        "DELETE FROM transfers_beneficiaire_cell WHERE z = 11",
        "cells of beneficiaries",
        "cells of zoom 11 say 0, 0, 0",
    ),
    "nearest services elsewhere": (
        "analysis_nearest_service",
        "UPDATE analysis_nearest_service SET region_id = NULL",
        "nearest services",
        "run manage.py rebuild_nearest",
    ),
    "a count that is not told": (
        "registry_menage",
        "UPDATE registry_menage SET score_pmt = 3",
        "tallies",
        "kept sums of",
    ),
    "a household that is counted in another group": (
        "registry_menage",
        "UPDATE registry_menage SET statut_collecte = 'rejete'",
        "tallies",
        "kept sums of",
    ),
    "a sum that is not of the totals": (
        "registry_menage",
        "UPDATE registry_menage SET nb_handicapes = 1",
        "tallies",
        "kept sums of",
    ),
}


@pytest.fixture
def without_triggers() -> Callable[..., None]:
    def run(table: str, statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            # Those of the foreign keys are the superuser's to disable.
            cursor.execute(FOREIGN_KEYS, [table])
            for (name,) in cursor.fetchall():
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            cursor.execute(statement.format(table=table))

    return run


@pytest.mark.sampled(4)
@pytest.mark.django_db
@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_found(country: SimpleNamespace, without_triggers: Any, broken: str) -> None:
    worlds.build(country)
    table, statement, name, said = BROKEN[broken]
    assert [finding for finding in run_checks() if finding.fault] == []
    without_triggers(table, statement)
    assert said in {finding.name: finding.fault or "" for finding in run_checks()}[name]
