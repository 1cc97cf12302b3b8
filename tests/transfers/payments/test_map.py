"""The layer of payments: areas with their sums, and nobody's place."""

import json

from geo.areas.models import Region
from geo.layers.api import find_layer_version
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.payments.map.layer import PAYMENTS
from transfers.payments.models import Payment

TILE = "/api/carte/tuiles/paiements/0/0/0.mvt"


def pay(lists, month=2, **by_status):
    cycle = lists.cycle(month=month)
    lists.calculate(cycle)
    lists.settle(cycle, **by_status)
    return cycle


def export(api, user, **query):
    """The properties of each area by its name."""
    answer = api(user).get("/api/carte/export/geojson", {"type": "paiements"} | query)
    assert answer.status_code == 200, getattr(answer, "content", answer)
    features = json.loads(b"".join(answer.streaming_content))["features"]
    assert {feature["geometry"]["type"] for feature in features} <= {"MultiPolygon", "Polygon"}
    return {feature["properties"]["nom"]: feature["properties"] for feature in features}


def figures(area):
    names = ("nbPrevus", "nbPayes", "nbEchoues", "montantPrevu", "montantPaye", "taux")
    return tuple(area[name] for name in names)


def test_areas_show_what_was_planned_paid_and_failed(api, cast, country, lists):
    for region in (country.west, country.west, country.west, country.west, country.east):
        lists.enrol(region=region)
    cycle = pay(lists, reussi=2, echoue=1)
    partial = Payment.objects.filter(cycle=cycle, statut="reussi").first()
    Payment.objects.filter(id=partial.id).update(montant_recu=9_000)
    excluded = Payment.objects.filter(cycle=cycle, statut="planifie", region_id=country.west.id).first()
    Cycle.objects.filter(id=cycle.id).update(statut_validation="brouillon", niveau_validation=0)
    Payment.objects.filter(id=excluded.id).update(statut="annule", motif_exclusion="M")
    areas = export(api, cast.admin)
    assert figures(areas[country.west.nom]) == (3, 2, 1, 45_000, 24_000, 66.7)
    assert figures(areas[country.east.nom]) == (1, 0, 0, 15_000, 0, 0)


def test_filters_choose_the_payments_and_not_the_areas(api, cast, country, lists):
    lists.enrol(region=country.west)
    first = pay(lists, reussi=1)
    second = pay(lists, month=3, echoue=1)
    assert figures(export(api, cast.admin)[country.west.nom])[:3] == (2, 1, 1)
    assert figures(export(api, cast.admin, cycle=str(first.id))[country.west.nom])[:3] == (1, 1, 0)
    assert figures(export(api, cast.admin, cycle=str(second.id))[country.west.nom])[:3] == (1, 0, 1)
    assert figures(export(api, cast.admin, operateur="operator_e")[country.west.nom]) == (0, 0, 0, 0, 0, None)
    assert figures(export(api, cast.admin, programme=str(lists.programme.id))[country.west.nom])[0] == 2
    assert country.east.nom in export(api, cast.admin, cycle=str(first.id))
    assert list(export(api, cast.admin, region=str(country.east.id))) == [country.east.nom]


def test_a_caller_sees_the_areas_in_reach(api, cast, country, lists):
    lists.enrol(region=country.west)
    lists.enrol(region=country.east)
    pay(lists, reussi=2)
    assert list(export(api, cast.agent_west)) == [country.west.nom]


def test_tiles_change_with_the_payments(api, cast, country, lists):
    lists.enrol(region=country.west)
    cycle = lists.cycle()
    lists.calculate(cycle)
    before = find_layer_version(PAYMENTS)
    # Millions of payments cost no tile anything: it reads the kept sums alone.
    assert '"transfers_paiement"' not in str(PAYMENTS.filter_rows(Region.objects.all(), {}).query)
    tile = api(cast.admin).get(TILE)
    assert tile.status_code == 200
    assert b"nbPrevus" in tile.content and b"Personne" not in tile.content
    # Neither what no sum is of nor fees, which no tile shows.
    assert Payment.objects.filter(cycle=cycle).update(nom_complet="Fatu") == 1
    assert PaymentTotal.objects.filter(cycle=cycle).update(frais=7) == 1
    assert find_layer_version(PAYMENTS) == before
    assert api(cast.admin).get(TILE, headers={"If-None-Match": tile["ETag"]}).status_code == 304
    lists.settle(cycle, reussi=1)
    assert find_layer_version(PAYMENTS) > before
    assert api(cast.admin).get(TILE, headers={"If-None-Match": tile["ETag"]}).status_code == 200
    fields = api(cast.admin).get("/api/carte/tuiles/paiements/tilejson.json").json()["vector_layers"][0]["fields"]
    assert fields["nbPayes"] == "Number"
