"""Every rule alone, the score, and that only what changes is written."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.gis.geos import Point
from django.utils import timezone

from registry.households.models import Dwelling, HeadOfHousehold, Household, Member
from registry.quality.rules import QUALITY_RULES, QUALITY_RULES_BY_CODE, describe_quality_problems
from registry.quality.services import assess_households
from registry.references.models import Reference


@pytest.fixture
def clean(household):
    """A household with which nothing is wrong: two children under 5 and three adults."""
    Household.objects.filter(id=household.id).update(nb_adultes_1564=3, nb_femmes_1564=1)
    HeadOfHousehold.objects.filter(menage=household).update(telephone="+245955123456")
    Dwelling.objects.create(menage=household, nb_pieces=2)
    return household


def codes(household, **change):
    Household.objects.filter(id=household.id).update(**change)
    assess_households([household.id])
    household.refresh_from_db()
    return household.problemes_qualite


def test_a_clean_household_has_a_hundred(clean):
    assert (codes(clean), clean.score_qualite) == ([], Decimal("100.00"))


BROKEN = [
    ({"geom": None}, "GPS_MANQUANT"),
    ({"precision_gps": 50.5}, "GPS_IMPRECIS"),
    ({"geom": Point(-15.5, 12.25, srid=4326)}, "POINT_HORS_SECTEUR"),
    ({"secteur": None, "localite": None}, "SECTEUR_MANQUANT"),
    ({"taille_menage": 6}, "TAILLE_INCOHERENTE"),
    ({"nb_femmes_enceintes": 2}, "COMPTES_INCOHERENTS"),
    ({"nb_actifs_occupes": 6}, "COMPTES_INCOHERENTS"),
    ({"date_collecte": timezone.now() + timedelta(days=3)}, "DATE_FUTURE"),
    ({"score_doublon": 95}, "DOUBLON_PROBABLE"),
]


@pytest.mark.parametrize(("change", "code"), BROKEN)
def test_each_rule_of_the_household(clean, change, code):
    assert codes(clean, **change) == [code]
    assert clean.score_qualite == 100 - QUALITY_RULES_BY_CODE[code].weight


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"age": 14}, "CHEF_TROP_JEUNE"),
        ({"age": None}, "CHEF_SANS_AGE"),
        ({"telephone": "95 5"}, "TELEPHONE_ILLISIBLE"),
        ({"telephone": "+abc"}, "TELEPHONE_ILLISIBLE"),
        ({"telephone": "+999123456789"}, "TELEPHONE_ILLISIBLE"),
        ({"numero_mobile_money": "x"}, "MOBILE_MONEY_ILLISIBLE"),
    ],
)
def test_each_rule_of_the_head(clean, change, code):
    HeadOfHousehold.objects.filter(menage=clean).update(**change)
    assert codes(clean) == [code]


def test_each_rule_of_the_dwelling(clean):
    Dwelling.objects.filter(menage=clean).update(nb_pieces=0)
    assert codes(clean) == ["LOGEMENT_SANS_PIECE"]
    Dwelling.objects.filter(menage=clean).delete()
    assert codes(clean) == ["LOGEMENT_MANQUANT"]


@pytest.mark.parametrize(
    ("kinship", "head", "age", "is_broken"),
    [
        ("fils", ("F", 37), 27, True),
        ("fille", ("M", 30), 18, False),
        ("fils", ("M", 30), 19, True),
        ("fils", ("F", 63), 2, True),
        ("fils", ("M", 63), 2, False),
        ("mere", ("M", 40), 51, True),
        ("mere", ("M", 40), 101, True),
        ("pere", ("M", 20), 81, False),
        ("niece", ("F", 37), 53, True),
        ("oncle", ("F", 37), 21, True),
        ("frere", ("F", 37), 80, False),
        ("fils", ("F", None), 27, False),
        ("fils", ("F", 37), None, False),
    ],
)
def test_ages_that_contradict_the_kinship(clean, kinship, head, age, is_broken):
    HeadOfHousehold.objects.filter(menage=clean).update(sexe=head[0], age=head[1])
    Member.objects.create(menage=clean, nom_complet="A", lien_parente=kinship, age=age)
    assert ("AGES_INVRAISEMBLABLES" in codes(clean)) is is_broken


def test_limits_are_not_broken_yet(clean):
    HeadOfHousehold.objects.filter(menage=clean).update(age=15)
    assert codes(clean, precision_gps=50, score_doublon=89.99) == []


def test_a_sector_without_boundary_accuses_nobody(clean, country):
    country.north.geom = None
    country.north.save()
    assert codes(clean) == []


def test_the_score_does_not_go_below_nothing(db):
    worst = Household.objects.create(
        code_menage="X",
        taille_menage=1,
        precision_gps=99,
        nb_handicapes=5,
        score_doublon=100,
        date_collecte=timezone.now() + timedelta(days=9),
    )
    found = codes(worst)
    assert sum(QUALITY_RULES_BY_CODE[code].weight for code in found) > 100 and worst.score_qualite == 0
    assert "CHEF_MANQUANT" in found


def test_only_what_changes_is_written(clean):
    codes(clean)
    before = clean.date_analyse_qualite
    assert assess_households([clean.id]) == 0
    clean.refresh_from_db()
    assert clean.date_analyse_qualite == before
    assert codes(clean, precision_gps=80) == ["GPS_IMPRECIS"] and clean.date_analyse_qualite > before


def test_the_catalogue_is_whole():
    assert len({rule.code for rule in QUALITY_RULES}) == len(QUALITY_RULES)
    shown = describe_quality_problems([QUALITY_RULES[0].code, "UNE_REGLE_DISPARUE"])
    assert [sorted(problem) for problem in shown] == [["champ", "code", "gravite", "message"]]


def test_writing_a_household_analyses_it(api, cast, clean):
    caller = api(cast.admin)
    caller.put(f"/api/menages/{clean.id}", {"chefMenage": {"age": 12}})
    data = caller.get(f"/api/menages/{clean.id}", headers={"Accept-Language": "en"}).json()["data"]
    assert data["scoreQualite"] == 85
    assert [(problem["code"], problem["champ"]) for problem in data["problemesQualite"]] == [
        ("CHEF_TROP_JEUNE", "chefMenage.age")
    ]
    assert "head" in data["problemesQualite"][0]["message"]
    caller.post("/api/membre_menages", {"menage": str(clean.id), "nomComplet": "A", "lienParente": "fils"})
    for n in range(5):
        caller.post("/api/membre_menages", {"menage": str(clean.id), "nomComplet": f"B{n}", "lienParente": "fils"})
    clean.refresh_from_db()
    assert "TAILLE_INCOHERENTE" in clean.problemes_qualite


def test_values_beside_the_lists(clean):
    Dwelling.objects.filter(menage=clean).update(materiau_mur="banco")
    HeadOfHousehold.objects.filter(menage=clean).update(niveau_education="primaire")
    assert codes(clean) == []
    Dwelling.objects.filter(menage=clean).update(materiau_mur="pain d'épices")
    HeadOfHousehold.objects.filter(menage=clean).update(statut_matrimonial="compliqué")
    assert codes(clean) == ["CHEF_HORS_LISTE", "LOGEMENT_HORS_LISTE"]
    Reference.objects.filter(champ__in=["materiauMur", "statutMatrimonial"]).delete()
    assert codes(clean) == []  # a field without a list takes anything
