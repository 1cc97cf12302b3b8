"""Merges beside everything else that is done with the same households: nobody gets a fault, and all holds afterwards."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.backup.checks import run_checks
from registry.duplicates.models import Merge, Pair
from registry.follow_up.models import HealthVisit
from registry.households.models import FormerHousehold, Household, Member
from registry.projects.models import Project
from tests.registry.duplicates.racing import beside, decide, pair_of, said, twice_used_codes
from tests.registry.imports.conftest import csv_file
from tests.registry.scoring.test_recalculate import released
from tests.threads import together
from transfers.programmes.models import Programme

pytestmark = pytest.mark.django_db(transaction=True)
REFUSALS = {400, 404, 409, 422}
OK = {200, 201, 204}


@pytest.fixture
def homes(twins: Any, make: Any) -> SimpleNamespace:
    """The kept household (D-1), the absorbed one (D-2) with what hangs on it, a third double (D-3), and their pairs."""
    kept, gone = twins
    third = make("D-3", "Fatumata Jalo", age=42)
    project = Project.objects.create(code="P", nom="Projet")
    return SimpleNamespace(
        kept=kept,
        gone=gone,
        third=third,
        pairs=[pair_of(kept, gone), pair_of(gone, third), pair_of(kept, third)],
        member=Member.objects.create(menage=gone, nom_complet="Samba Djaló", lien_parente="fils", age=4),
        visit=HealthVisit.objects.create(menage=gone, type_visite="Visite", date_visite="2025-03-12"),
        programme=Programme.objects.create(
            code="TM", nom="Transferts", statut="actif", projet=project, date_debut="2025-01-01"
        ),
    )


@pytest.fixture
def acts(api: Any, cast: Any, homes: SimpleNamespace, settings: Any, tmp_path: Any) -> dict[str, Any]:
    """What somebody may do with the households of `homes`."""
    settings.FILES_ROOT, settings.IMPORT_CHILDREN = tmp_path, 8
    kept, gone, third, pairs = homes.kept, homes.gone, homes.third, homes.pairs
    released()
    admin = cast.admin
    own = f"/api/menages/{gone.id}"

    def load(mode: str, code: str) -> Any:
        return api(admin).upload("/api/import/menages", {"file": csv_file({"code_menage": code}), "mode": mode})

    def post(path: str, body: Any = None) -> Any:
        return lambda: api(admin).post(path, body or {})

    ids = {"ids": [str(gone.id), str(third.id)]}
    return {
        "merge": lambda: decide(api(admin), pairs[0], kept),
        "merge again": lambda: decide(api(admin), pairs[0], kept),
        "merge the other way": lambda: decide(api(admin), pairs[0], gone),
        "merge a third into the absorbed": lambda: decide(api(admin), pairs[1], gone),
        "merge the absorbed into a third": lambda: decide(api(admin), pairs[1], third),
        "merge a third into the kept": lambda: decide(api(admin), pairs[2], kept),
        "merge the kept into a third": lambda: decide(api(admin), pairs[2], third),
        "call distinct": post(f"/api/menages/doublons/{pairs[0].id}/decision", {"decision": "distincts"}),
        "edit the absorbed": lambda: api(admin).put(own, {"tailleMenage": 9, "chefMenage": {"age": 44}}),
        "edit the kept": lambda: api(admin).put(f"/api/menages/{kept.id}", {"chefMenage": {"age": 44}}),
        "read its doubles": lambda: api(admin).get(f"{own}/doublons"),
        "read it": lambda: api(admin).get(own),
        "delete the absorbed": lambda: api(admin).delete(own),
        "delete the kept": lambda: api(admin).delete(f"/api/menages/{kept.id}"),
        "delete many": post("/api/menages/bulk-delete", ids),
        "import new": lambda: load("create", "D-2"),
        "import over it": lambda: load("update", "D-2"),
        "import over the kept": lambda: load("update", "D-1"),
        "import in its place": lambda: load("replace", "D-2"),
        "import in place of the kept": lambda: load("replace", "D-1"),
        "enrol": post("/api/menages/bulk-enroll", {**ids, "programmeId": str(homes.programme.id)}),
        "make a beneficiary": post(
            "/api/beneficiaires", {"nomComplet": "F", "menageId": str(gone.id), "programmeId": str(homes.programme.id)}
        ),
        "add a member": post("/api/membre_menages", {"menage": str(gone.id), "nomComplet": "N", "lienParente": "fils"}),
        "move a member": lambda: api(admin).put(f"/api/membre_menages/{homes.member.id}", {"menage": str(third.id)}),
        "add a visit": post(
            "/api/visites-sante", {"menageId": str(gone.id), "typeVisite": "V", "dateVisite": "2025-03-12"}
        ),
        "change a visit": lambda: api(admin).put(f"/api/visites-sante/{homes.visit.id}", {"observations": "N"}),
        "validate": post(f"{own}/validate-collecte"),
        "assign": post("/api/menages/affecter-enqueteur", {**ids, "enqueteurId": None}),
        "score": post(f"{own}/recalculate-pmt"),
        "score all": post("/api/menages/recalculate-all-pmt"),
        "analyse quality": post("/api/menages/analyse-qualite"),
        "analyse doubles": post("/api/menages/analyse-doublons"),
    }


def refused_as_it_is(act: str, answer: tuple[int, str | None]) -> bool:
    """Whether an answer is one that somebody understands: what cannot be done because of a race is no dependency."""
    status, code = answer
    return status in OK | REFUSALS and (code != "HAS_DEPENDENCIES" or act.startswith("delete"))


def everything_holds() -> None:
    assert twice_used_codes() == set()
    assert [finding for finding in run_checks() if finding.fault] == []


BESIDE = (
    "merge again",
    "merge the other way",
    "merge a third into the absorbed",
    "merge the absorbed into a third",
    "merge a third into the kept",
    "merge the kept into a third",
    "call distinct",
    "edit the absorbed",
    "edit the kept",
    "read its doubles",
    "read it",
    "delete the absorbed",
    "delete the kept",
    "delete many",
    "import new",
    "import over it",
    "import over the kept",
    "import in its place",
    "import in place of the kept",
    "enrol",
    "make a beneficiary",
    "add a member",
    "move a member",
    "add a visit",
    "change a visit",
    "validate",
    "assign",
    "score",
    "score all",
    "analyse quality",
    "analyse doubles",
)
# One of each kind; the others with the slow ones.
SHORT = {
    "merge again",
    "merge the absorbed into a third",
    "edit the absorbed",
    "read its doubles",
    "delete many",
    "import in place of the kept",
    "add a visit",
}
CASES = [name if name in SHORT else pytest.param(name, marks=pytest.mark.slow) for name in BESIDE]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("act", CASES)
def test_beside_a_merge(acts: dict[str, Any], monkeypatch: Any, act: str) -> None:
    merged, other = map(said, beside(monkeypatch, acts["merge"], acts[act]))
    assert merged == (200, None)
    assert refused_as_it_is(act, other), other
    assert Household.objects.filter(code_menage="D-2").count() == 0 or other[0] in OK
    everything_holds()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("act", CASES)
def test_beside_an_undoing(api: Any, cast: Any, acts: dict[str, Any], monkeypatch: Any, act: str) -> None:
    assert said(acts["merge"]()) == (200, None)
    undoing = f"/api/menages/fusions/{Merge.objects.get().id}/annuler"
    undone, other = map(said, beside(monkeypatch, lambda: api(cast.admin).post(undoing), acts[act]))
    assert undone == (200, None)
    assert refused_as_it_is(act, other), other
    everything_holds()


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(50))
def test_many_at_once(acts: dict[str, Any], turn: int) -> None:
    """Whatever meets whatever: three merges among them, and no order but chance's."""
    chance = random.Random(turn)
    names = ["merge", *chance.sample([name for name in acts if name.startswith("merge ")], 2)]
    names += chance.sample([name for name in acts if not name.startswith("merge")], 3)
    chance.shuffle(names)
    answers = [said(answer) for answer in together(len(names), lambda n: acts[names[n]](), numbered=True)]
    assert all(map(refused_as_it_is, names, answers)), list(zip(names, answers, strict=True))
    everything_holds()
    assert not Pair.objects.filter(menage_a__in=FormerHousehold.objects.values("id")).exists()
