"""What each criterion takes: the preview, the count and the enrolment of the same households agree."""

from types import SimpleNamespace

import pytest

from registry.households.models import HeadOfHousehold, Household, Member
from tests.cases import walk_cases
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme, ProgrammeRegion, Vulnerabilite


def made(country, code, head=None, members=(), **fields):
    """A validated household of the west that the registry calls eligible; its head is a man of 40."""
    values = {
        "taille_menage": 4,
        "statut": "valide",
        "region": country.west,
        "score_pmt": 30,
        "milieu": "urbain",
        "categorie_pauvrete": "pauvre",
        "eligible_programme": True,
    }
    row = Household.objects.create(code_menage=code, **values | fields)
    person = {"nom_complet": f"Chef {code}", "sexe": "M", "age": 40, "statut_matrimonial": "marie_monogame"}
    HeadOfHousehold.objects.create(menage=row, **person | (head or {}))
    for member in members:
        Member.objects.create(menage=row, nom_complet="Membre", lien_parente="autre", **member)
    return row


@pytest.fixture
def families(country):
    """One household for each thing that a criterion may look at."""
    woman = {"sexe": "F"}
    return SimpleNamespace(
        plain=made(country, "PLAIN"),
        woman=made(country, "WOMAN", woman),
        countrywoman=made(country, "COUNTRYWOMAN", woman, milieu="rural"),
        countryman=made(country, "COUNTRYMAN", milieu="rural", members=[woman]),
        counted=made(country, "COUNTED", nb_handicapes=1),
        listed=made(country, "LISTED", members=[{"handicap": True}]),
        old_head=made(country, "OLD_HEAD", {"age": 65}),
        old_woman=made(country, "OLD_WOMAN", woman | {"age": 65}),
        grandmother=made(country, "GRANDMOTHER", members=[woman | {"age": 70}]),
        grandfather=made(country, "GRANDFATHER", members=[{"sexe": "M", "date_naissance": "1940-01-01"}]),
        old_counted=made(country, "OLD_COUNTED", nb_personnes_65_plus=2),
        nearly=made(country, "NEARLY", woman | {"age": 64}, members=[woman | {"age": 64}]),
        widow=made(country, "WIDOW", woman | {"statut_matrimonial": "veuf"}),
        divorced=made(country, "DIVORCED", woman | {"statut_matrimonial": "Divorcée"}),
        single=made(country, "SINGLE", woman | {"statut_matrimonial": "celibataire"}),
        widower=made(country, "WIDOWER", {"statut_matrimonial": "veuf"}),
        unknown=made(
            country,
            "UNKNOWN",
            {"sexe": None, "age": None, "statut_matrimonial": None},
            milieu=None,
            score_pmt=None,
            categorie_pauvrete=None,
        ),
        poorest=made(country, "POOREST", score_pmt=5, categorie_pauvrete="extreme_pauvre"),
        better=made(country, "BETTER", score_pmt=80, categorie_pauvrete="non_pauvre", eligible_programme=False),
        large=made(country, "LARGE", taille_menage=9),
        eastern=made(country, "EASTERN", region=country.east),
        lost=made(country, "LOST", region=None),
    )


WOMEN = {"woman", "countrywoman", "old_woman", "nearly", "widow", "divorced", "single"}
VULNERABLE = {
    "femme_chef_menage": WOMEN,
    "femme_rurale": {"countrywoman"},
    "personne_handicapee": {"listed"},
    "menage_avec_handicapes": {"counted", "listed"},
    "femme_agee_demunie": {"old_woman", "grandmother"},
    "menage_personnes_agees": {"old_head", "old_woman", "grandmother", "grandfather", "old_counted"},
    "femme_sans_assistance": {"widow", "divorced", "single"},
}
ALL = {
    "plain",
    "countryman",
    "counted",
    "listed",
    "old_head",
    "grandmother",
    "grandfather",
    "old_counted",
    "widower",
    "unknown",
    "poorest",
    "large",
    "eastern",
    "lost",
    *WOMEN,
}


def agreed(api, cast, programme, families):
    """The names of the households that are taken: seen, counted and enrolled alike."""
    caller, path = api(cast.admin), f"/api/programmes/{programme.id}"
    names = {str(row.id): name for name, row in vars(families).items()}
    seen = caller.get(f"{path}/eligibles", {"limit": 100}).json()["data"]
    assert seen["totalEligibles"] == len(seen["preview"]) == seen["stats"]["totalNonEnrolled"]
    assert caller.get(path).json()["data"]["nbMenagesEligibles"] == seen["totalEligibles"]
    done = caller.post(f"{path}/enroler", {"menageIds": list(names)}).json()["data"]
    assert (done["enrolled"], done["skipped"]) == (len(seen["preview"]), len(names) - len(seen["preview"]))
    enrolled = {names[str(row)] for row in Beneficiary.objects.values_list("menage_id", flat=True)}
    assert {names[row["id"]] for row in seen["preview"]} == enrolled
    return enrolled


def test_every_code_is_tried():
    assert set(VULNERABLE) == set(Vulnerabilite.values)


@pytest.mark.parametrize(("code", "expected"), VULNERABLE.items(), ids=list(VULNERABLE))
def test_vulnerability(api, cast, programme, families, code, expected):
    Programme.objects.update(criteres_vulnerabilite=[code])
    assert agreed(api, cast, programme, families) == expected


@walk_cases(
    ("criteria", "expected"),
    [
        ({}, ALL),
        ({"criteres_vulnerabilite": ["femme_rurale", "personne_handicapee"]}, {"countrywoman", "listed"}),
        ({"seuil_pmt_max": 30}, ALL - {"unknown"}),
        ({"seuil_pmt_max": "29.99"}, {"poorest"}),
        ({"seuil_pmt_min": 30}, ALL - {"unknown", "poorest"} | {"better"}),
        ({"seuil_pmt_min": 31, "seuil_pmt_max": 79}, set()),
        ({"categories_pauvrete_eligibles": ["non_pauvre", "extreme_pauvre"]}, {"better", "poorest"}),
        ({"milieu_eligible": "rural"}, {"countrywoman", "countryman"}),
        ({"milieu_eligible": "tous"}, ALL),
        ({"chef_sexe": "F"}, WOMEN),
        ({"chef_age_min": 64}, {"old_head", "old_woman", "nearly"}),
        ({"chef_age_min": 64, "chef_age_max": 64}, {"nearly"}),
        ({"taille_min": 5}, {"large"}),
        ({"chef_sexe": "F", "milieu_eligible": "urbain", "chef_age_min": 65, "seuil_pmt_max": 100}, {"old_woman"}),
    ],
)
def test_criteria(api, cast, programme, families, criteria, expected):
    Programme.objects.update(**criteria)
    assert agreed(api, cast, programme, families) == expected


def test_regions(api, cast, country, programme, families):
    ProgrammeRegion.objects.create(programme=programme, region=country.east)
    assert agreed(api, cast, programme, families) == {"eastern"}
