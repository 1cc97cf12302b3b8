"""What tells doubles from look-alikes: the members, whose telephone it is, the campaign; in the analysis and the look-up."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from registry.duplicates.linkage.comparisons import (
    MIN_REGISTRY_SIZE,
    build_weights_sql,
    compute_prior_bits,
    describe_levels,
)
from registry.duplicates.linkage.evidence import APART, HOUSEHOLD_COMPARISONS, WEIGHTS
from registry.duplicates.models import NameVariant, Pair
from registry.duplicates.queries import find_candidates
from registry.duplicates.services import rebuild_sheets
from registry.households.models import Household, Member
from registry.projects.models import Campaign

LATER = datetime(2026, 5, 1, tzinfo=UTC)
CHILDREN = (("Aua Baldé", "F", 12), ("Braima Baldé", "M", 9), ("Cadi Baldé", "F", 6), ("Demba Baldé", "M", 3))


def list_members(household: Household, *people: tuple[str, str, int], years: int = 0) -> None:
    Member.objects.bulk_create(
        Member(menage=household, nom_complet=nom, lien_parente="autre", sexe=sexe, age=age + years)
        for nom, sexe, age in people
    )


@pytest.fixture
def campaigns() -> list[Campaign]:
    return [Campaign.objects.create(nom=nom) for nom in ("2025", "2026")]


def read_scores(api: Any, user: Any) -> dict[frozenset[str], Pair]:
    assert api(user).post("/api/menages/analyse-doublons", {}).status_code == 200
    pairs = Pair.objects.select_related("menage_a", "menage_b")
    return {frozenset((pair.menage_a.code_menage, pair.menage_b.code_menage)): pair for pair in pairs}


def test_the_spouse_as_head_is_found_by_the_people(api, cast, make, campaigns):
    """Nothing of the head agrees, nor the telephone: the two lists of people do."""
    first = make("D-1", "Mamadu Baldé", sexe="M", age=45, campagne=campaigns[0], localite=None)
    list_members(first, ("Fatumata Djaló", "F", 38), *CHILDREN)
    second = make(
        "D-2", "Fatu Jaló", sexe="F", age=39, telephone="+245966000009", date_collecte=LATER, campagne=campaigns[1]
    )
    list_members(second, ("Mamadou Balde", "M", 46), *CHILDREN, years=1)
    pair = read_scores(api, cast.admin)[frozenset({"D-1", "D-2"})]
    assert (pair.niveaux["nom"], pair.niveaux["personnes"]) == ("conjoint", "presque_toutes")
    assert pair.niveaux["enquete"] == "autre_campagne"
    in_favour, _against = describe_levels(pair.niveaux, pair.apports)
    assert "Le chef de chacun est un membre de l'autre" in in_favour
    for household in (first, second):
        [row] = find_candidates(household.id, 1)
        known = {code: level for code, level in row.niveaux.items() if level is not None}
        assert (row.score, known) == (pair.score, pair.niveaux)
    shown = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]["comparaison"]
    values = {value["champ"]: value for line in shown for value in line["valeurs"]}
    assert {values["membres"]["a"], values["membres"]["b"]} == {
        "Fatumata Djaló, 38; Aua Baldé, 12; Braima Baldé, 9; Cadi Baldé, 6; Demba Baldé, 3",
        "Mamadou Balde, 47; Aua Baldé, 13; Braima Baldé, 10; Cadi Baldé, 7; Demba Baldé, 4",
    }
    assert {values["campagne"]["a"], values["campagne"]["b"]} == {"2025", "2026"}


def test_two_families_of_one_compound_are_not_certain(api, cast, make, campaigns):
    """Namesakes with one telephone, side by side: the same day two families of other people were seen."""
    for code, people in (
        ("N-1", CHILDREN),
        ("N-2", (("Samba Sané", "M", 20), ("Sona Sané", "F", 17), ("Iaia", "M", 8))),
    ):
        list_members(make(code, campagne=campaigns[0]), *people)
    found = read_scores(api, cast.admin)
    [pair] = found.values() or [None]
    assert pair is None or pair.score < 90
    if pair:
        assert (
            "Même campagne et même jour, même lieu ou même enquêteur" in describe_levels(pair.niveaux, pair.apports)[1]
        )


def test_the_reasons_are_what_was_counted(api, cast, country, make):
    """Each line says what it adds; together they are the score, and its sign says on which side it stands."""
    make("D-1", taille_menage=5, localite=None)
    make("D-2", taille_menage=12, telephone="+245966000009", secteur=None, localite=None, geom=None)
    make("D-3", taille_menage=5, age=41, sexe="M", localite=None, geom=None)
    scores = read_scores(api, cast.admin)
    pair = scores[frozenset({"D-1", "D-3"})]
    assert (pair.modele, {*pair.apports}) == (WEIGHTS["version"], {*pair.niveaux})
    odds = math.log2(float(pair.score) / (100 - float(pair.score)))
    prior = compute_prior_bits(MIN_REGISTRY_SIZE)
    assert sum(pair.apports.values()) + prior == pytest.approx(odds, abs=0.6)
    shown = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]
    weights = [abs(line["bits"] or 0) for line in shown["comparaison"]]
    assert weights == sorted(weights, reverse=True)
    for line in shown["comparaison"]:
        side = None if not line["bits"] else line["bits"] > 0
        assert (line["bits"], line["favorable"]) == (pair.apports.get(line["code"]), side)
        if line["raison"] and side is not None:
            assert line["raison"] in shown["raisons" if side else "contre"], line
    # In a secteur that nobody knows a household is not known to be elsewhere.
    first, other = (Household.objects.get(code_menage=code) for code in ("D-1", "D-2"))
    [found] = [row for row in find_candidates(first.id, 0) if row.autre == other.id]
    assert (found.niveaux["lieu"], "lieu" in found.apports and found.apports["lieu"]) == (None, None)
    assert describe_levels({"sexe": "different"}, {})[1] == ["Sexes différents"], "as it was told before"


def test_a_nickname_is_the_name_that_it_stands_for(make):
    household = make("D-1", "Tchipi Mendes")
    rebuild_sheets(Household.objects.all())
    with connection.cursor() as cursor:
        cursor.execute("SELECT nom FROM registry_doublon_fiche")
        before = cursor.fetchone()[0]
        NameVariant.objects.create(ecrit="Tchípi", nom="Francisco")
        rebuild_sheets(Household.objects.filter(id=household.id))
        cursor.execute("SELECT nom, name_key('Francisco Mendes') FROM registry_doublon_fiche")
        after, named = cursor.fetchone()
    assert (before != named, after) == (True, named)


def test_people_without_a_name_are_nobody(make):
    """Lists of "Membre 1, Membre 2" are alike in all households: they are no evidence, and no keys of blocking."""
    unnamed = make("D-1", "Tchipi Mendes")
    list_members(unnamed, ("Membre 1", "F", 12), ("Criança", "M", 9), ("bebe", "F", 0))
    named = make("D-2", "Djarai Membro")
    list_members(named, ("Aua Baldé", "F", 12), ("Membre 2", "M", 9))
    make("D-3", "Inconnu 2")
    rebuild_sheets(Household.objects.all())
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nom, cardinality(personnes), cardinality(groupes) FROM registry_doublon_fiche ORDER BY nom"
        )
        assert cursor.fetchall() == [("jarai", 1, None), ("mendes xipi", None, None), (None, None, None)]


def weigh(households: int, levels: dict[str, str], **counts: float) -> dict[str, float]:
    """What each comparison adds to a pair at these levels, in a registry of this size."""
    known = {"nom": 1, "nom_lieu": 1, "lieu": 150, "lieu_eloigne": 150, "maille": 1, "maille_voisine": 1} | counts
    weights = build_weights_sql(households)
    columns = [f"%({code})s::text AS {code}" for code in weights]
    columns += [f"{count}::float8 AS n_{name}" for name, count in known.items()]
    with connection.cursor() as cursor:
        statement = f"SELECT {', '.join(weights.values())} FROM (SELECT {', '.join(columns)}) AS pair"
        cursor.execute(statement, dict.fromkeys(weights) | levels)
        return dict(zip(weights, cursor.fetchone(), strict=True))


def test_a_pair_is_judged_alike_in_a_small_and_in_a_large_registry(db):
    neighbours = {"nom": "mot", "sexe": "identique", "annee": "proche", "taille": "proche"}
    neighbours |= {"telephone": "commun_lieu", "lieu": "localite_eloignee"}
    moved = {"nom": "identique", "sexe": "identique", "telephone": "commun", "lieu": "different"}
    for levels in (neighbours, moved):
        odds = [
            sum(weigh(size, levels, nom=size / 1000, lieu_eloigne=100).values()) + compute_prior_bits(size)
            for size in (10_000, 100_000, 1_000_000)
        ]
        assert max(odds) - min(odds) < 0.1, (levels, odds)


def test_more_likeness_never_tells_against(db):
    """However common a value is, to agree in it is no worse than to resemble, nor than not to know it."""
    for comparison in HOUSEHOLD_COMPARISONS:
        fixed = [comparison.find_bits(level) for level in comparison.levels if not level.rarity]
        assert (fixed, fixed[-1] <= 0) == (sorted(fixed, reverse=True), True), comparison.code
        for place, level in enumerate(comparison.levels):
            if level.rarity in (None, "menage", *APART):
                continue
            below = [comparison.find_bits(other) for other in comparison.levels[place + 1 :] if not other.rarity]
            for size in (10_000, 1_000_000):
                for count in (1, size / 100, size / 3, size):
                    bits = weigh(size, {comparison.code: level.code}, **{level.rarity: count})[comparison.code]
                    assert bits >= max(0, *below) - 1e-6, (level, size, count)


def test_every_level_has_a_weight():
    levels = {comparison.code: {level.code for level in comparison.levels} for comparison in HOUSEHOLD_COMPARISONS}
    assert {code: {*bits} for code, bits in WEIGHTS["bits"].items()} == levels
    for comparison in HOUSEHOLD_COMPARISONS:
        for level in comparison.levels:
            # The weight of a level with a rarity is a share: Splink knows no other.
            assert level.rarity in (None, "menage") or comparison.find_bits(level) <= 0, level


def test_where_twice_as_many_doubles_are_expected_the_odds_are_twice_as_high(api, cast, make, settings):
    settings.DUPLICATE_REVIEW = 0
    make("D-1")
    make("D-2", "Mamadu Djaló", telephone="+245966000009", age=40)
    odds = []
    for settings.DUPLICATE_PERCENT in (2, 4):
        [pair] = read_scores(api, cast.admin).values()
        [row] = find_candidates(Household.objects.get(code_menage="D-1").id, 0)
        assert row.score == pair.score
        odds.append(float(pair.score) / (100 - float(pair.score)))
    assert 0.01 < odds[0] < 10
    assert odds[1] / odds[0] == pytest.approx(2, rel=0.02)
