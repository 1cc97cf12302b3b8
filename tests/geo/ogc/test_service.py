"""What the service says of itself: links that can be followed, classes that hold, pages for people."""

import html
import json
import re

import pytest

from geo.layers.hooks import map_layers
from tests.cases import walk_cases

PAGES = ("/ogc", "/ogc/conformance", "/ogc/collections", "/ogc/collections/ecoles", "/ogc/tileMatrixSets", "/ogc/api")


def read(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.content)
    return json.loads(answer.content)


def test_every_link_of_the_service_leads_somewhere(scattered, cast, api):
    client = api(cast.admin)
    waiting, seen = ["/ogc"], set()
    while waiting:
        path = waiting.pop().partition("/ogc")[2]
        if path in seen or "f=html" in path:
            continue
        seen.add(path)
        for link in find_links(read(client, f"/ogc{path}")):
            if not link.get("templated"):
                waiting.append(link["href"])
    assert len(seen) > 40
    found = {path.partition("?")[0] for path in seen}
    assert {f"/collections/{name}/items" for name in (*map_layers, "densite", "couverture")} <= found
    assert {f"/collections/{name}/styles/defaut" for name in map_layers} <= found


def find_links(node):
    if isinstance(node, dict):
        yield from node.get("links", [])
        for value in node.values():
            yield from find_links(value)
    elif isinstance(node, list):
        for value in node:
            yield from find_links(value)


def test_the_definition_tells_all_resources_and_parameters(scattered, cast, api):
    """And a role that reads a layer without its tiles gets no link to them."""
    paths = read(api(None), "/ogc/api")["paths"]
    assert {"/tileMatrixSets", "/collections/ecoles/tiles/WebMercatorQuad/{tileMatrix}/{tileRow}/{tileCol}"} <= set(
        paths
    )
    said = {each["name"] for each in paths["/collections/menages/items"]["get"]["parameters"]}
    assert {"apres", "scorePmt", "milieu", "filter"} <= said
    assert "crs" in {each["name"] for each in paths["/collections/menages/items/{objet}"]["get"]["parameters"]}
    cast.admin.role.permissions.remove("geo.lire")
    cast.admin.role.save()
    rels = {link["rel"] for link in read(api(cast.admin), "/ogc/collections/menages")["links"]}
    assert "items" in rels and not any(rel.endswith("tilesets-vector") for rel in rels)
    assert api(cast.admin).get("/ogc/collections/menages/tiles").status_code == 403


def test_collections_are_those_that_the_role_may_see(scattered, cast, api):
    def names(user):
        return {each["id"] for each in read(api(user), "/ogc/collections")["collections"]}

    assert names(cast.admin) == {*map_layers, "densite", "couverture"}
    assert "menages" not in names(cast.vbg)
    answer = api(cast.vbg).get("/ogc/collections/menages/items")
    assert answer.status_code == 404 and set(json.loads(answer.content)) == {"code", "description"}


def test_a_template_of_tiles_gives_the_tile_of_the_map(scattered, cast, api):
    client = api(cast.admin)
    tileset = read(client, "/ogc/collections/ecoles/tiles/WebMercatorQuad")
    template = next(link["href"] for link in tileset["links"] if link.get("templated"))
    address = template.replace("{tileMatrix}", "8").replace("{tileRow}", "118").replace("{tileCol}", "117")
    tile = client.get(address)
    assert tile.status_code == 200 and tile.content == client.get("/api/carte/tuiles/ecoles/8/117/118.mvt").content


def test_a_style_draws_its_tiles(scattered, cast, api):
    style = read(api(cast.admin), "/ogc/collections/menages/styles/defaut")
    assert [each["id"] for each in style["layers"]] == ["groupes", "points"]
    colour = style["layers"][1]["paint"]["circle-color"]
    assert colour[:4] == ["match", ["get", "categoriePauvrete"], "extreme_pauvre", "#54190b"] and len(colour) == 11
    address = style["sources"]["couche"]["tiles"][0].partition("/ogc")[2]
    tile = api(cast.admin).get(f"/ogc{address.format(z=8, y=118, x=117)}")
    assert tile.status_code == 200 and tile.content
    areas = read(api(cast.admin), "/ogc/collections/regions/styles/defaut")
    assert [each["type"] for each in areas["layers"]] == ["fill", "line"]
    assert api(cast.admin).get("/ogc/collections/menages/styles/autre").status_code == 404


def test_queryables_are_the_properties_with_their_types(scattered, cast, api):
    found = read(api(cast.admin), "/ogc/collections/menages/queryables")["properties"]
    kinds = {name: (each.get("type"), each.get("format")) for name, each in found.items()}
    assert kinds == {
        "id": ("string", "uuid"),
        "codeMenage": ("string", None),
        "tailleMenage": ("number", None),
        "scorePmt": ("number", None),
        "categoriePauvrete": ("string", None),
        "eligible": ("boolean", None),
        "milieu": ("string", None),
        "geometry": (None, "geometry-point"),
    }


@walk_cases("path", [*PAGES, "/ogc/collections/ecoles/items", "/ogc/collections/ecoles/queryables"])
def test_people_get_a_page(scattered, cast, api, path):
    by_header = api(cast.admin).get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    by_parameter = api(cast.admin).get(path, {"f": "html"})
    for answer in (by_header, by_parameter):
        assert answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        assert b"<h1>" in answer.content and "script-src 'self'" in answer["Content-Security-Policy"]


def test_rows_of_a_page_lead_to_their_own(scattered, cast, api):
    """Each row is a link; the page of one tells its values in words, and the map has the longitude first in any system."""
    client, school = api(cast.admin), scattered.schools[2]
    latitude_first = "http://www.opengis.net/def/crs/EPSG/0/4326"
    for query in ({}, {"crs": latitude_first}):
        page = client.get("/ogc/collections/ecoles/items", {"f": "html", **query}).content.decode()
        link = re.search(rf'<a href="(/ogc/collections/ecoles/items/{school.id}[^"]*)">([^<]*)</a>', page)
        assert link and link[2] == school.nom
        one = client.get(html.unescape(link[1])).content.decode()
        assert f"<h1>{school.nom} · Écoles</h1>" in one and "<dt>code</dt>" in one and "<dd>non</dd>" in one
        for text in (page, one):
            drawn = json.loads(re.search(r'id="formes">(.*?)</script>', text)[1])["features"]
            place = next(each for each in drawn if each["id"] == str(school.id))["geometry"]["coordinates"]
            assert place == pytest.approx([school.geom.x, school.geom.y])
    zones = client.get("/ogc/collections/couverture/items", {"f": "html", "type": "points_eau", "niveau": "region"})
    link = re.search(r'<th scope="row"><a href="([^"]*)">', zones.content.decode())
    assert "type=points_eau" in link[1] and "niveau=region" in link[1]
    assert client.get(html.unescape(link[1])).status_code == 200


def test_values_cannot_end_the_script_of_a_page(scattered, cast, api):
    school = scattered.schools[0]
    school.nom = "</script><script>alert(1)</script>"
    school.save()
    page = api(cast.admin).get("/ogc/collections/ecoles/items", {"f": "html"}).content.decode()
    assert "alert(1)" in page and "<script>alert" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/ogc/bateaux",
        "/ogc/collections/bateaux",
        "/ogc/collections/ecoles/items/bateau",
        "/ogc/tileMatrixSets/x",
        "/ogc/collections/ecoles/tiles/x",
    ],
)
def test_an_unknown_resource_is_not_found(scattered, cast, api, path):
    answer = api(cast.admin).get(path)
    assert answer.status_code == 404 and json.loads(answer.content)["code"] == "NOT_FOUND"


def test_nobody_reads_without_signing_in(scattered, api):
    assert api(None).get("/ogc/api").status_code == 200, "the definition holds no rows"
    for path in set(PAGES) - {"/ogc/api"}:
        answer = api(None).get(path)
        assert answer.status_code == 401 and json.loads(answer.content)["code"] == "UNAUTHENTICATED"


def test_an_unknown_parameter_is_refused_everywhere(scattered, cast, api):
    for path in PAGES:
        assert api(cast.admin).get(path, {"inconnu": "1"}).status_code == 400
