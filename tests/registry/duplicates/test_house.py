"""Where, by whom and in which house a household was seen: errors of positions, surveyors, platforms, dwellings."""

import random
import re
from datetime import UTC, datetime

import duckdb
import pytest
from django.conf import settings
from django.contrib.gis.geos import Point
from django.db import connection

from registry.duplicates.linkage.evidence import HOUSEHOLD_COMPARISONS, WEIGHTS
from registry.duplicates.linkage.linker import MACROS
from registry.duplicates.merges.services import CHOICES
from registry.duplicates.models import Pair
from registry.duplicates.queries import find_candidates
from registry.duplicates.services import rebuild_sheets
from registry.households.models import Dwelling, Household
from registry.projects.models import Campaign

METRE = 1 / 110_574
LATER = datetime(2025, 6, 9, tzinfo=UTC)
HUT = {"materiau_mur": "adobe", "materiau_toit": "zinc", "materiau_sol": "terre", "type_toilette": "latrine"}
ROOMS = {"source_eclairage": "bougie", "nb_pieces": 3}


def place(metres):
    return Point(-15.5, 12.75 + metres * METRE, srid=4326)


def find_level(api, cast, code):
    """The level of the only pair: the same one in the analysis and in the look-up."""
    assert api(cast.admin).post("/api/menages/analyse-doublons", {}).status_code == 200
    first = Household.objects.get(code_menage="D-1")
    [row] = find_candidates(first.id, 0)
    [pair] = Pair.objects.all() or [None]
    if pair:
        told = [
            {code: value for code, value in values.items() if value is not None}
            for values in (row.niveaux, row.apports)
        ]
        assert (row.score, *told) == (pair.score, pair.niveaux, pair.apports)
    return row.niveaux[code]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("metres", "error", "level"),
    [
        (5, 5, "maison"),
        (20, 20, "maison"),
        (20, 9, "position"),
        (30, 4, "voisine"),  # two houses of one compound
        (30, 250, "position"),
        (30, None, "position"),
        (300, 5, "localite_eloignee"),
        (300, 250, "identique"),  # so bad a position says nothing against one village
    ],
)
def test_a_distance_is_weighed_by_the_errors_of_the_positions(api, cast, make, metres, error, level):
    make("D-1", precision_gps=error, geom=place(0))
    make("D-2", precision_gps=error, geom=place(metres))
    assert find_level(api, cast, "lieu") == level


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("second", "level"),
    [
        ({}, "meme_jour"),
        ({"localite": None, "geom": None}, "meme_jour"),  # the same hand on the same day, wherever
        ({"localite": None, "geom": None, "enqueteur": "other"}, "meme_campagne"),
        ({"date_collecte": LATER}, "meme_enqueteur"),
        ({"date_collecte": LATER, "enqueteur": "other"}, "meme_campagne"),
        ({"date_collecte": LATER, "enqueteur": None}, "meme_campagne"),
        ({"source_donnees": "import"}, "meme_jour"),
        ({"source_donnees": "import", "date_collecte": LATER}, "autre_plateforme"),
        ({"source_donnees": "import", "campagne": "other"}, "autre_campagne"),
    ],
)
def test_who_saw_them_and_by_which_platform(api, cast, make, second, level):
    campaigns = {name: Campaign.objects.create(nom=name) for name in ("one", "other")}
    surveyors = {"other": cast.agent_west}
    first = {"campagne": campaigns["one"], "enqueteur": cast.admin}
    second = first | second
    second["campagne"] = campaigns.get(second["campagne"], second["campagne"])
    second["enqueteur"] = surveyors.get(second["enqueteur"], second["enqueteur"])
    make("D-1", **first)
    make("D-2", **second)
    assert find_level(api, cast, "enquete") == level


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("other", "level"),
    [
        ({}, "identique_voisins"),
        ({"geom": None}, "identique"),
        ({"materiau_mur": " Adobe "}, "identique_voisins"),
        ({"nb_pieces": 4}, "proche"),
        ({"nb_pieces": None}, "identique_voisins"),
        ({"nb_pieces": 4, "source_eclairage": "solaire"}, "ressemblant"),
        ({"materiau_mur": "ciment", "materiau_toit": "paille", "nb_pieces": 9}, "different"),
        (dict.fromkeys(HUT), None),  # of two traits nobody can tell
    ],
)
def test_dwellings_are_compared_by_what_both_tell(api, cast, make, other, level):
    Dwelling.objects.create(menage=make("D-1"), **HUT | ROOMS)
    place = {name: other[name] for name in ("geom",) if name in other}
    house = {name: value for name, value in other.items() if name not in place}
    Dwelling.objects.create(menage=make("D-2", **place), **HUT | ROOMS | house)
    assert find_level(api, cast, "logement") == level


def test_both_engines_count_traits_alike(db):
    chance = random.Random(5)
    codes = [sum(chance.choice((0, 1, 2, 1023)) << 10 * n for n in range(6)) for _ in range(200)]
    pairs = [*zip(codes, reversed(codes), strict=True)]
    with duckdb.connect() as duck, connection.cursor() as cursor:
        duck.execute(MACROS)
        for name in ("known_traits", "shared_traits"):
            cursor.execute(
                f"SELECT {name}(a, b) FROM unnest(%s::bigint[], %s::bigint[]) AS v (a, b)",
                [*map(list, zip(*pairs, strict=True))],
            )
            ours = [row[0] for row in cursor.fetchall()]
            theirs = [duck.execute(f"SELECT {name}(?::BIGINT, ?::BIGINT)", pair).fetchone()[0] for pair in pairs]
            assert (ours == theirs, len({*ours}) > 3) == (True, True)


def test_a_household_without_a_dwelling_has_no_code(make):
    make("D-1")
    Dwelling.objects.create(menage=make("D-2"))
    rebuild_sheets(Household.objects.all())
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT logement, erreur FROM registry_doublon_fiche")
        assert cursor.fetchall() == [(None, 15)]


def test_the_reviewer_sees_what_was_compared(api, cast, make):
    campaign = Campaign.objects.create(nom="2025")
    for code in ("D-1", "D-2"):
        home = make(code, campagne=campaign, enqueteur=cast.agent_west, source_donnees="import")
        Dwelling.objects.create(menage=home, **HUT)
    rebuild_sheets(Household.objects.all())
    a, b = Household.objects.order_by("id")
    levels = {"nom": "identique_village", "logement": "proche"}
    pair = Pair.objects.create(
        menage_a=a, menage_b=b, score=95, empreinte=a.id, niveaux=levels, modele=WEIGHTS["version"]
    )
    lines = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]["comparaison"]
    shown = {value["champ"]: value["a"] for line in lines for value in line["valeurs"]}
    assert (shown["logement"], shown["plateforme"]) == ("adobe, zinc, terre, latrine", "import")
    assert shown["enqueteur"] == f"{cast.agent_west.prenom} {cast.agent_west.nom}".strip() or None


def test_the_console_offers_what_a_merge_takes():
    """A field that is compared and that no merge takes would be refused after somebody has chosen it."""
    page = (settings.BASE_DIR / "analysis/console/static/console/pages/merge.js").read_text()
    taken_as = dict(re.findall(r'(\w+): "(\w+)"', re.search(r"TAKEN_AS = {(.*?)}", page)[1]))
    not_taken = {*re.findall(r'"(\w+)"', re.search(r"NOT_TAKEN = new Set\(\[(.*?)\]", page)[1])}
    compared = {name for comparison in HOUSEHOLD_COMPARISONS for name in comparison.fields}
    assert {taken_as.get(name, name) for name in compared - not_taken} <= {*CHOICES}
    assert not not_taken & {*CHOICES}
