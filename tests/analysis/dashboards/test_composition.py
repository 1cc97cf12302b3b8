"""Who the households are, over HTTP: each number by rows, within regions and without the rejected ones."""

from registry.households.models import HeadOfHousehold, Household

ADDRESS = "/api/dashboard/menages-composition"


def test_households_are_counted_by_step_and_by_who_lives_in_them(api, world, cast, country):
    west, other, rejected = Household.objects.filter(region=country.west).order_by("id")[:3]
    traits = {"nb_enfants_04": 2, "nb_handicapes": 1, "categorie_pauvrete": "extreme_pauvre", "milieu": "rural"}
    Household.objects.update(nb_enfants_04=0, nb_handicapes=0, categorie_pauvrete=None, milieu="urbain")
    Household.objects.filter(id__in=[west.id, rejected.id]).update(**traits)
    Household.objects.update(statut_collecte="integre")
    Household.objects.filter(id=other.id).update(statut_collecte="pre_collecte")
    Household.objects.filter(id=rejected.id).update(statut_collecte="rejete")
    HeadOfHousehold.objects.all().delete()
    HeadOfHousehold.objects.create(menage=west, nom_complet="F", sexe="F")
    HeadOfHousehold.objects.create(menage=other, nom_complet="M", sexe="M")
    found = api(cast.admin).get(ADDRESS).json()["data"]
    ones = dict.fromkeys(("dirigesParFemme", "avecEnfants", "avecHandicap", "extremePauvres", "ruraux"), 1)
    assert found == {"auRegistre": 8, "avantRegistre": 1, "rejetes": 1, **ones}
    mine = api(cast.agent_west).get(ADDRESS).json()["data"]
    assert (mine["auRegistre"], mine["ruraux"]) == (3, 1)
    east = api(cast.admin).get(ADDRESS, {"region": str(country.east.id)}).json()["data"]
    assert (east["auRegistre"], east["rejetes"], east["ruraux"]) == (5, 0, 0)
    hidden = api(cast.agent_west).get(ADDRESS, {"region": str(country.east.id)}).json()["data"]
    assert set(hidden.values()) == {0}
