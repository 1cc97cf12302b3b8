"""The demonstration country: the same from the same seed, whole, and in its place."""

import io
import json
import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.hashers import check_password
from django.core.management import call_command
from django.db import transaction
from django.db.models import Avg, Case, Count, F, When
from django.db.models.functions import Extract, Now

from accounts.roles.rules import SYSTEM_ROLES
from accounts.users.models import User
from analysis.demo.queries import list_accounts
from analysis.demo.rules import MISPLACED, PASSWORD
from geo.areas.models import Commune, Locality, Region, Sector
from geo.base_map.models import BaseMapLine
from geo.facilities.models import HealthService, PoliceStation, School, VbgService, WaterPoint
from registry.households.codes.services import reserve_code_numbers
from registry.households.models import CollectionMove, Household, Member
from registry.households.tally.models import HouseholdTally
from registry.quality.rules import POINT_OUTSIDE_SECTOR
from registry.scoring.api import explain_score
from tests.analysis.demo import scalar, seed
from transfers.beneficiaries.models import Beneficiary
from transfers.enrolment.queries import find_eligible_households
from transfers.follow_ups.models import FollowUp
from transfers.identity_documents.models import IdentityDocument
from transfers.programmes.models import Programme

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "demonstration.md"

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def country(django_db_setup, django_db_blocker):
    """One country of 500 households for the tests of this file, rolled back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed(seed=1)
        yield
        transaction.set_rollback(True)


def test_tiles_the_land_without_gaps_or_overlaps(country):
    assert (Region.objects.count(), Sector.objects.count()) == (9, 39)
    assert scalar("SELECT bool_and(ST_IsValid(geom)) FROM geo_secteur")
    union, whole, regions = (
        scalar(f"SELECT {area} FROM {table}")
        for area, table in (
            ("ST_Area(ST_Union(geom))", "geo_secteur"),
            ("sum(ST_Area(geom))", "geo_secteur"),
            ("ST_Area(ST_Union(geom))", "geo_region"),
        )
    )
    assert whole == pytest.approx(union, abs=1e-9)
    assert regions == pytest.approx(union, abs=1e-9)
    # No gap: the rings inside the union of all sectors would be lakes.
    assert (
        scalar("SELECT ST_NRings(g) - ST_NumGeometries(g) FROM (SELECT ST_Union(geom) AS g FROM geo_secteur) AS u") == 0
    )
    # Within a tenth of the real 36,125 km2 of land and tidal flats less the wide waters.
    assert 30_000 < scalar("SELECT sum(ST_Area(geom::geography)) / 1e6 FROM geo_region") < 39_000


@pytest.mark.parametrize(
    ("name", "sector", "region", "lon", "lat"),
    [
        ("Cutia", "Mansôa", "Oio", -15.287, 12.146),
        ("Tantan Cosse", "Bafatá", "Bafatá", -14.649, 12.158),
        ("Canquelifa", "Pitche", "Gabú", -13.954, 12.327),
        ("Pelundo", "Canchungo", "Cacheu", -16.032, 12.067),
    ],
)
def test_real_places_lie_where_they_should(country, name, sector, region, lon, lat):
    place = Locality.objects.select_related("secteur__region").get(nom=name)
    assert (place.secteur.nom, place.secteur.region.nom) == (sector, region)
    assert (place.geom.x, place.geom.y) == pytest.approx((lon, lat), abs=0.002)
    assert place.secteur.geom.contains(place.geom)


def test_localities_lie_in_their_sector_and_commune(country):
    assert (
        scalar(
            "SELECT count(*) FROM geo_localite l JOIN geo_secteur s ON s.id = secteur_id WHERE NOT ST_Contains(s.geom, l.geom)"
        )
        == 0
    )
    assert (
        scalar(
            "SELECT count(*) FROM (SELECT 1 FROM geo_localite GROUP BY secteur_id, nom_normalise HAVING count(*) > 1) AS x"
        )
        == 0
    )
    assert Commune.objects.filter(localites=None).count() == 0


def test_households_are_where_they_say(country):
    assert Household.objects.count() == 500
    astray = "SELECT count(*) FROM registry_menage m JOIN {0} a ON a.id = m.{1} WHERE NOT ST_Covers(a.geom, m.geom)"
    assert scalar(astray.format("geo_region", "region_id")) == 0
    assert (
        scalar(
            "SELECT count(*) FROM registry_menage m JOIN geo_secteur s ON s.id = secteur_id WHERE m.region_id <> s.region_id"
        )
        == 0
    )
    assert 0 < Household.objects.filter(geom=None).count() < 30


def test_only_the_quality_cases_lie_outside_their_sector(country):
    """One household of each region with a second sector, near a seat of that region, and flagged for it."""
    outside = scalar(
        "SELECT array_agg(code_menage) FROM registry_menage m JOIN geo_secteur s ON s.id = secteur_id "
        "WHERE NOT ST_Covers(s.geom, m.geom)"
    )
    several = Region.objects.annotate(n=Count("secteurs")).filter(n__gt=1)
    codes = {f"{region.code}-{MISPLACED:06}" for region in several}
    assert set(outside) == codes
    assert codes <= set(re.findall(r"`(\w\w-\d{6})`", PAGE.read_text(encoding="utf-8")))
    flagged = Household.objects.filter(problemes_qualite__contains=[POINT_OUTSIDE_SECTOR])
    assert set(flagged.values_list("code_menage", flat=True)) == codes
    assert len(codes) == 8


def test_some_households_were_interviewed_again(country):
    again = scalar(
        "SELECT count(*) FROM registry_menage a JOIN registry_menage b ON a.localite_id = b.localite_id AND a.id < b.id "
        "JOIN registry_chef_menage x ON x.menage_id = a.id JOIN registry_chef_menage y ON y.menage_id = b.id "
        "WHERE x.nom_complet = y.nom_complet AND x.age = y.age AND ST_DWithin(a.geom, b.geom, 0.0002)"
    )
    assert again >= 3


@pytest.mark.parametrize(
    "table", ["ecole", "service_sante", "point_eau", "police_judiciaire", "service_vbg", "asc", "acteur_local"]
)
def test_services_lie_in_their_sector(country, table):
    placed = f"FROM geo_{table} AS p JOIN geo_secteur AS s ON s.id = p.secteur_id"
    assert scalar(f"SELECT count(*) {placed} WHERE NOT ST_Covers(s.geom, p.geom) OR s.region_id <> p.region_id") == 0
    assert scalar(f"SELECT count(*) {placed}") > 0


def test_scores_follow_the_rules(country):
    bands = dict(
        Household.objects.exclude(score_pmt=None)
        .values_list("categorie_pauvrete")
        .distinct()
        .values_list("categorie_pauvrete", "statut")
    )
    assert set(bands) == {"extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"}
    assert not Household.objects.filter(score_pmt__gt=50, eligible_programme=True).exists()
    assert not Household.objects.filter(score_pmt__lte=50, eligible_programme=False).exists()
    assert scalar("SELECT sum(n) FROM registry_menage_tally") == 500
    assert HouseholdTally.objects.filter(n__lt=0).count() == 0


def test_every_score_is_the_sum_of_its_terms(country):
    """The card explains each score: those that the twins and the rounded ages changed, too."""
    scored = Household.objects.exclude(score_pmt=None)
    assert scored.count() > 450
    assert [row.code_menage for row in scored if not explain_score(row)["aJour"]] == []
    assert not scored.filter(date_pmt=None).exists()
    assert not Household.objects.filter(score_pmt=None).exclude(methode_pmt=None).exists()


def test_the_poor_live_in_the_country(country):
    poor = dict(
        Household.objects.exclude(score_pmt=None)
        .values_list("region__code")
        .annotate(share=Avg(Case(When(score_pmt__lt=50, then=1.0), default=0.0)))
    )
    assert poor["BS"] < 0.4 < 0.6 < poor["OI"]


def test_parents_are_older_than_their_children(country):
    """Few households contradict themselves, and those are the ones that the quality finds."""
    gaps = (
        Member.objects.filter(lien_parente__in=("fils", "fille"))
        .values_list("menage__code_menage")
        .annotate(gap=F("menage__chef__age") - F("age"))
    )
    impossible = {code for code, gap in gaps if gap < 12}
    flagged = Household.objects.filter(problemes_qualite__contains=["AGES_INVRAISEMBLABLES"])
    assert set(flagged.values_list("code_menage", flat=True)) == impossible
    assert len(impossible) < 6 and len(gaps) > 500


def test_members_complete_the_counts(country):
    """Without the few drawn as inconsistent, the members and the head are the household's size."""
    wrong = scalar(
        "SELECT count(*) FROM registry_menage m WHERE taille_menage <> "
        "1 + (SELECT count(*) FROM registry_membre_menage x WHERE x.menage_id = m.id)"
    )
    assert 0 < wrong < 40
    assert Member.objects.filter(lien_parente="epouse", sexe="M").count() == 0


def test_forms_went_through_their_collection(country):
    """The moves of each lead to where it is, by who did them; nothing is of tomorrow, and who waits does not for long."""
    last = scalar(
        "SELECT count(*) FROM registry_menage m LEFT JOIN LATERAL (SELECT vers, statut FROM registry_mouvement_collecte "
        "WHERE menage_id = m.id ORDER BY date DESC, id DESC LIMIT 1) AS move ON true "
        "WHERE (coalesce(move.vers, 'pre_collecte'), coalesce(move.statut, 'collecte')) <> (m.statut_collecte, m.statut)"
    )
    assert last == 0
    moves = CollectionMove.objects.all()
    assert not moves.filter(date__gt=Now()).exists()
    assert not moves.filter(date__lt=F("menage__created_at")).exists()
    assert not moves.filter(action="soumission").exclude(user=F("menage__enqueteur")).exists()
    assert len(set(moves.filter(action="rejet").values_list("motif", flat=True))) > 2
    assert moves.filter(action="reouverture").exists()
    waiting = Household.objects.filter(statut_collecte__in=("pre_collecte", "valide"))
    assert not waiting.filter(created_at__lt=Now() - timedelta(days=62)).exists()
    assert not waiting.filter(date_collecte__gt=Now()).exists()
    assert not waiting.filter(created_at__lt=F("date_collecte")).exists()
    late = waiting.filter(statut_collecte="pre_collecte", created_at__lt=Now() - timedelta(days=15)).count()
    assert late * 20 < waiting.filter(statut_collecte="pre_collecte").count()  # a living registry: some, and few
    newest = dict(waiting.values_list("statut").annotate(newest=Avg(Extract("created_at", "epoch"))))
    assert newest["collecte"] > newest["en_attente"]


def test_services_and_work_exist(country):
    numbers = [kind.objects.count() for kind in (School, HealthService, WaterPoint, PoliceStation, VbgService)]
    assert numbers == [600, 140, 1800, 45, 25]
    programme = Programme.objects.get(code="TM-DEMO")
    assert (programme.statut, programme.nombre_cycles_prevus, programme.devise) == ("actif", 15, "XOF")
    # Whoever was enrolled meets what the programme asks.
    found = find_eligible_households(programme, {"page": 1, "limit": 1}, SimpleNamespace(region_ids=None))
    assert found.enrolled == programme.beneficiaires.exclude(statut_enrolement="sorti").count()
    assert School.objects.filter(pilote=True).exists()


def test_some_of_the_poor_are_enrolled(country):
    people = Beneficiary.objects.filter(programme__code="TM-DEMO")
    assert people.count() == 500 // 16
    assert people.filter(menage__statut="valide", menage__score_pmt__lte=50).count() == people.count()
    assert people.filter(code="TM-DEMO-000001", statut_enrolement="actif").exists()
    verified = people.exclude(date_verification_document=None)
    assert IdentityDocument.objects.count() == verified.count() > 0
    assert 0 < FollowUp.objects.filter(geom__isnull=False).count() < people.count()
    assert reserve_code_numbers("TM-DEMO", 1) == people.count() + 1


def test_every_role_has_an_account(country, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    users = {user.email: user for user in User.objects.select_related("role")}
    accounts = list_accounts()
    assert {account["role"] for account in accounts} == set(SYSTEM_ROLES)
    assert accounts[0]["role"] == "ROLE_SUPER_ADMIN"
    for account in accounts:
        user = users[account["email"]]
        assert user.role.code == account["role"]
        assert user.regions.count() == len(account["regions"])
    assert check_password(PASSWORD, users[accounts[0]["email"]].password)


def test_a_second_run_does_nothing(country):
    assert "loaded already (menages=500 seed=1)" in seed(seed=2)
    assert Household.objects.count() == 500


def test_accounts_are_printed_as_json():
    out = io.StringIO()
    call_command("demo_accounts", "--json", stdout=out)
    first = json.loads(out.getvalue())[0]
    assert set(first) >= {"role", "email", "password"}


def test_roads_and_rivers_lie_on_the_land_and_lead_to_the_villages(country):
    lines = dict(BaseMapLine.objects.order_by().values_list("classe").annotate(Count("id")))
    assert lines.keys() == {"route_principale", "route_secondaire", "piste", "fleuve", "riviere"}
    assert lines["route_principale"] >= 8 and lines["piste"] > 100
    assert scalar("SELECT bool_and(ST_IsValid(geom) AND ST_NPoints(geom) > 2) FROM geo_ligne_fond")
    # Bridges apart.
    wet = """
      SELECT sum(ST_Length(ST_Difference(geom, (SELECT ST_Union(geom) FROM geo_region)))) / sum(ST_Length(geom))
      FROM geo_ligne_fond"""
    assert scalar(wet) < 0.02
    # Rivers meet at their ends, and never cross.
    crossing = """
      SELECT count(*) FROM geo_ligne_fond AS one JOIN geo_ligne_fond AS other ON one.id < other.id
      WHERE one.classe IN ('fleuve', 'riviere') AND other.classe IN ('fleuve', 'riviere')
        AND ST_Crosses(one.geom, other.geom)"""
    assert scalar(crossing) == 0
    far = """
      SELECT count(*) FILTER (WHERE (SELECT min(ST_Distance(line.geom, l.geom)) FROM geo_ligne_fond AS line
                                     WHERE line.classe IN ('route_principale', 'route_secondaire', 'piste')) > 0.003)
             / count(*)::float8 FROM geo_localite AS l"""
    assert scalar(far) < 0.15  # islands have no road of their own
