"""Writing places in the administration: within the scope, against the version that was seen, with what hangs on it."""

import json
import re

import pytest
from django.contrib.gis.geos import Point

from accounts.roles.models import Role
from accounts.roles.rules import ALL_PERMISSIONS, CASE_PERMISSIONS
from geo.areas.models import Locality, Region
from geo.facilities.models import School, WaterPoint
from geo.layers.hooks import map_layers
from geo.layers.queries import find_layer_version
from tests.cases import walk_cases
from tests.conftest import make_user


@pytest.fixture
def west(country, let_in):
    """An administrator of the west."""
    return let_in(make_user("ROLE_SUPER_ADMIN", country.west))


def form_of(client, path):
    """What the browser would send back unchanged."""
    answer = client.get(path)
    assert answer.status_code == 200, answer
    form = answer.context["adminform"].form
    sent = {}
    for name in form.fields:
        value = form[name].value()
        if name == "geom":
            sent |= {"geom_lat": str(value.y), "geom_lon": str(value.x)} if value else {"geom_lat": "", "geom_lon": ""}
        elif isinstance(value, bool):
            sent |= {name: "on"} if value else {}
        else:
            sent[name] = "" if value is None else value
    return sent | {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}


def path_of(row):
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"


def test_a_point_is_moved(west, country, world):
    school = world.west.places["geo_ecole"]
    known = find_layer_version(map_layers["ecoles"])
    sent = form_of(west, path_of(school)) | {"geom_lat": "12,25", "geom_lon": "-15.75", "nom": "EBU Nova"}
    assert west.post(path_of(school), sent).status_code == 302
    changed = School.objects.get(id=school.id)
    assert (changed.geom.x, changed.geom.y, changed.nom) == (-15.75, 12.25, "EBU Nova")
    assert changed.updated_at > school.updated_at
    assert find_layer_version(map_layers["ecoles"]) > known


def test_a_point_that_nobody_moved_keeps_its_decimals(west, world):
    place = world.west.localite
    Locality.objects.filter(id=place.id).update(geom=Point(-16.136052, 12.2304009999999, srid=4326))
    place.refresh_from_db()
    page = west.get(path_of(place)).content.decode()
    assert re.findall(r'name="geom_l\w+" value="([^"]*)"', page) == ["12,230401", "-16,136052"]
    sent = form_of(west, path_of(place)) | {"geom_lat": "12,230401", "geom_lon": "-16,136052", "nom": "Outra"}
    assert west.post(path_of(place), sent).status_code == 302
    changed = Locality.objects.get(id=place.id)
    assert (changed.nom, changed.geom.y) == ("Outra", 12.2304009999999)


def test_no_control_character_comes_in(west, world):
    place = world.west.localite
    answer = west.post(path_of(place), form_of(west, path_of(place)) | {"nom": "Cu\x01tia"})
    assert answer.context["adminform"].form.errors["nom"] == ["Un caractère de contrôle n'est pas accepté."]
    assert Locality.objects.get(id=place.id).nom == place.nom


def test_of_two_who_write_the_second_is_told(west, world):
    place = world.west.localite
    first, second = form_of(west, path_of(place)), form_of(west, path_of(place))
    assert west.post(path_of(place), first | {"nom": "Une"}).status_code == 302
    answer = west.post(path_of(place), second | {"nom": "Autre"})
    assert answer.status_code == 200
    assert answer.context["adminform"].form.non_field_errors()
    assert Locality.objects.get(id=place.id).nom == "Une"
    assert west.post(path_of(place), {**second, "version": "", "nom": "Autre"}).status_code == 200
    assert Locality.objects.get(id=place.id).nom == "Une"


def test_nothing_is_moved_out_of_the_scope(west, country, world):
    school, place = world.west.places["geo_ecole"], world.west.localite
    answer = west.post(path_of(school), form_of(west, path_of(school)) | {"region": str(country.east.id)})
    assert answer.context["adminform"].form.errors["region"]
    answer = west.post(path_of(place), form_of(west, path_of(place)) | {"secteur": str(country.cosse.id)})
    assert answer.context["adminform"].form.errors["secteur"]
    sent = form_of(west, path_of(school)) | {"region": "", "secteur": "", "localite": "", "geom_lon": "-14.5"}
    assert west.post(path_of(school), sent).status_code in (302, 403)
    assert School.objects.get(id=school.id).region_id == country.west.id


def test_other_regions_are_no_choice(west, world):
    query = {"app_label": "geo", "model_name": "school", "field_name": "region"}
    found = west.get("/admin/autocomplete/", query).json()["results"]
    assert [row["id"] for row in found] == [str(world.west.region.id)]
    assert west.get("/admin/autocomplete/", {**query, "field_name": "created_at"}).status_code == 403
    reverse = {"app_label": "geo", "model_name": "region", "field_name": "secteurs"}
    assert west.get("/admin/autocomplete/", reverse).status_code == 403


@walk_cases(
    ("lat", "lon"), [("91", "0"), ("0", "181"), ("nan", "0"), ("inf", "0"), ("x", "0"), ("12", ""), ("1e999", "1")]
)
def test_bad_points_are_told(west, world, lat, lon):
    school = world.west.places["geo_ecole"]
    answer = west.post(path_of(school), form_of(west, path_of(school)) | {"geom_lat": lat, "geom_lon": lon})
    assert answer.status_code == 200 and answer.context["adminform"].form.errors["geom"]
    assert School.objects.get(id=school.id).geom == school.geom


def test_injected_fields_change_nothing(west, country, world):
    region = Region.objects.get(id=country.west.id)
    shape = json.loads(region.geom.json)
    sent = form_of(west, path_of(region)) | {"geom": "", "contour": "POINT(0 0)", "source": "x", "id": "1"}
    assert west.post(path_of(region), sent).status_code == 302
    kept = Region.objects.get(id=region.id)
    assert json.loads(kept.geom.json) == shape and kept.contour is not None and kept.source == ""


def test_a_broken_reference_is_an_answer(west, world, country):
    """A commune of another secteur: the database's own rule."""
    place = world.west.localite
    sent = form_of(west, path_of(place)) | {"secteur": str(country.south.id)}
    answer = west.post(path_of(place), sent | {"nom": "Nome novo"})
    assert answer.status_code == 200
    form = answer.context["adminform"].form
    assert [*form.errors] == ["__all__"] and form["nom"].value() == "Nome novo", "what was typed stays"
    assert Locality.objects.get(id=place.id).secteur_id == world.west.secteur.id


def test_a_new_water_point_gets_its_region(west, country, world):
    csrf = {"csrfmiddlewaretoken": west.cookies["csrftoken"].value}
    new = {"nom": "Furo", "geom_lat": "12.6", "geom_lon": "-15.4"} | csrf
    assert west.post("/admin/geo/waterpoint/add/", new).status_code == 302
    assert WaterPoint.objects.get(nom="Furo").region_id == country.west.id
    assert west.post("/admin/geo/waterpoint/add/", new | {"nom": "Est", "geom_lon": "-14.4"}).status_code == 403
    assert not WaterPoint.objects.filter(nom="Est").exists()


def test_a_water_point_does_not_both_work_and_not(west, country):
    csrf = {"csrfmiddlewaretoken": west.cookies["csrftoken"].value}
    place = {"nom": "Bomba", "geom_lat": "12.6", "geom_lon": "-15.4"} | csrf
    for statut, works in (("en_panne", "true"), ("en_service", "false")):
        sent = place | {"statut": statut, "fonctionnel": works}
        form = west.post("/admin/geo/waterpoint/add/", sent).context["adminform"].form
        assert "« Fonctionnel »" in form.errors["fonctionnel"][0]
        assert form["nom"].value() == "Bomba", "what was typed stays"
        assert not WaterPoint.objects.filter(nom="Bomba").exists()
    west.post("/admin/geo/waterpoint/add/", place | {"statut": "en_panne", "fonctionnel": "false"})
    assert WaterPoint.objects.get(nom="Bomba").fonctionnel is False


def test_a_water_point_that_was_imported_so_can_be_renamed(west, country):
    csrf = {"csrfmiddlewaretoken": west.cookies["csrftoken"].value}
    place = {"geom_lat": "12.6", "geom_lon": "-15.4", "statut": "en_panne", "fonctionnel": "false"} | csrf
    west.post("/admin/geo/waterpoint/add/", place | {"nom": "Bomba"})
    rows = WaterPoint.objects.filter(nom__startswith="Bomba")
    rows.update(fonctionnel=True)
    sent = form_of(west, path_of(rows.get())) | {"nom": "Bomba Nova", "fonctionnel": "true"}
    assert west.post(path_of(rows.get()), sent).status_code == 302
    assert (rows.get().nom, rows.get().fonctionnel) == ("Bomba Nova", True)
    # Once one of the two is touched, they must agree.
    sent = form_of(west, path_of(rows.get())) | {"nom": "Bomba", "statut": "abandonne", "fonctionnel": "true"}
    assert west.post(path_of(rows.get()), sent).status_code == 200
    assert (rows.get().nom, rows.get().statut) == ("Bomba Nova", "en_panne")


def test_households_are_not_written(west, world):
    path = path_of(world.west.menage)
    csrf = {"csrfmiddlewaretoken": west.cookies["csrftoken"].value}
    assert west.post(path, {"taille_menage": "9", **csrf}).status_code == 403
    assert west.get("/admin/registry/household/add/").status_code == 403


def test_telephones_need_their_right(country, let_in, world):
    """An administrator's role without the right to contacts."""
    kept = sorted(ALL_PERMISSIONS - CASE_PERMISSIONS - {"registre.voir_contacts"})
    user = make_user("ROLE_USER", country.west)
    user.role = Role.objects.create(code="ROLE_SANS", nom="Sans", permissions=kept)
    user.save()
    client = let_in(user)
    head = f"/admin/registry/headofhousehold/{world.west.menage.pk}/change/"
    school = path_of(world.west.places["geo_ecole"])
    for path in (head, school):
        assert b"+24595" not in client.get(path).content
    assert client.post(school, form_of(client, school) | {"telephone": "1"}).status_code == 302
    assert School.objects.get(id=world.west.places["geo_ecole"].id).telephone == "+245955111111"


def test_the_ground_is_the_callers(west, world):
    ground = west.get("/admin/geo/region/fond.json").json()
    assert {feature["properties"]["nom"] for feature in ground["features"]} == {"Oio", "Mansoa", "Nhacra"}
