"""A code is one household's, living or merged, whoever takes it while a merge gives it up or its undoing takes it back."""

from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from config.ids import uuid7
from registry.duplicates.models import Merge
from registry.households.models import FormerHousehold, Household
from registry.imports.services import import_file
from registry.imports.types import ImportOptions
from tests.registry.duplicates.racing import beside, decide, pair_of, said, twice_used_codes
from tests.registry.imports.conftest import csv_file

DUPLICATE = (400, "DUPLICATE_CODE")
TAKERS = ("create", "rename", "import", "update", "sql")


@pytest.fixture
def taken_by(api: Any, cast: Any, make: Any, tmp_path: Path, settings: Any) -> Any:
    """`taken_by(how)()`: what somebody gets who takes the code D-2."""
    settings.FILES_ROOT, settings.IMPORT_CHILDREN = tmp_path, 4
    third = make("D-3", "Augusto Mendes", telephone=None)
    path = tmp_path / "d.csv"
    path.write_bytes(csv_file({"code_menage": "D-2"}, {"code_menage": "D-4"}).read())

    def load(mode: str) -> list[str]:
        answer = import_file(path, text=True, options=ImportOptions(mode, None))
        return [answer["imported"], *answer["errors"]]

    def insert() -> str:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO registry_menage (code_menage, taille_menage) VALUES ('D-2', 1), ('D-5', 1)")
        except IntegrityError as error:
            return error.__cause__.sqlstate
        return "inserted"

    caller = api(cast.admin)
    ways = {
        "create": lambda: said(caller.post("/api/menages", {"codeMenage": "D-2", "tailleMenage": 1})),
        "rename": lambda: said(caller.put(f"/api/menages/{third.id}", {"codeMenage": "D-2"})),
        "import": lambda: load("create"),
        "update": lambda: load("update"),
        "sql": insert,
    }
    return lambda how: ways[how]


@pytest.mark.sampled(3)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", TAKERS)
def test_a_code_that_a_merge_gives_up_meanwhile(
    api: Any, cast: Any, twins: Any, taken_by: Any, monkeypatch: Any, how: str
) -> None:
    kept, gone = twins
    pair = pair_of(kept, gone)
    merged, taken = beside(monkeypatch, lambda: decide(api(cast.admin), pair, kept), taken_by(how))
    assert said(merged) == (200, None)
    assert twice_used_codes() == set()
    if how == "sql":
        assert taken == "23505"
    elif how == "import":
        assert taken == [1], "it was a household that is known"
    elif how == "update":
        assert taken[0] == 1 and "fusionné" in taken[1], taken
    else:
        assert taken == DUPLICATE


@pytest.mark.sampled(3)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", TAKERS)
def test_a_code_that_an_undoing_takes_back_meanwhile(
    api: Any, cast: Any, twins: Any, taken_by: Any, monkeypatch: Any, how: str
) -> None:
    kept, gone = twins
    assert said(decide(api(cast.admin), pair_of(kept, gone), kept)) == (200, None)
    undoing = f"/api/menages/fusions/{Merge.objects.get().id}/annuler"
    undone, taken = beside(monkeypatch, lambda: api(cast.admin).post(undoing), taken_by(how))
    assert said(undone) == (200, None)
    assert twice_used_codes() == set()
    assert Household.objects.get(code_menage="D-2").id == gone.id
    if how == "sql":
        assert taken == "23505"
    elif how in ("import", "update"):
        assert taken[0] == 1 and "fusionné" in taken[1], taken
    else:
        assert taken == DUPLICATE


@pytest.mark.django_db
class TestTheDatabase:
    """What it refuses by itself, whoever asks."""

    def refused(self, statement: str, *params: Any) -> bool:
        with pytest.raises(IntegrityError, match="code_menage"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, params)
        return True

    def test_a_living_code_becomes_no_former_one(self, twins: Any) -> None:
        kept, other = twins
        into = "INSERT INTO registry_menage_ancien (id, code_menage, menage_id) VALUES (%s, %s, %s)"
        assert self.refused(into, uuid7(), other.code_menage, kept.id)
        former = FormerHousehold.objects.create(id=uuid7(), code_menage="D-9", menage=kept)
        assert self.refused("UPDATE registry_menage_ancien SET code_menage = %s WHERE id = %s", "D-2", former.id)

    def test_a_former_code_becomes_no_living_one(self, twins: Any) -> None:
        kept, other = twins
        FormerHousehold.objects.create(id=uuid7(), code_menage="D-9", menage=kept)
        insert = "INSERT INTO registry_menage (code_menage, taille_menage) VALUES ('X-1', 1), ('D-9', 1)"
        assert self.refused(insert)
        assert self.refused("UPDATE registry_menage SET code_menage = 'D-9' WHERE id = %s", other.id)

    @pytest.mark.parametrize("count", [2, 150])
    def test_one_among_many(self, twins: Any, count: int) -> None:
        """Few are looked up one by one, a file all at once."""
        FormerHousehold.objects.create(id=uuid7(), code_menage=f"X-{count}", menage=twins[0])
        insert = (
            "INSERT INTO registry_menage (code_menage, taille_menage) SELECT 'X-' || n, 1 FROM generate_series(1, %s) n"
        )
        assert self.refused(insert, count)
        with connection.cursor() as cursor:
            cursor.execute(insert, [count - 1])
            assert cursor.rowcount == count - 1

    def test_a_code_goes_with_its_household(self, twins: Any, make: Any) -> None:
        """Once a household is deleted, so is where its merged ones lead: their codes are free again."""
        kept, _other = twins
        FormerHousehold.objects.create(id=uuid7(), code_menage="D-9", menage=kept)
        Household.objects.filter(id=kept.id)._raw_delete(using="default")
        assert make("D-9", None).code_menage == "D-9"
