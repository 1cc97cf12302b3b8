"""The households of counted persons narrow lists and maps, as those of counted households do."""

from types import SimpleNamespace
from typing import Any

from registry.households.models import Household
from tests.analysis.assistant.test_ask import ask


def make_household(country: SimpleNamespace, code: str, disabled: int) -> None:
    Household.objects.create(
        code_menage=code,
        taille_menage=4,
        region=country.west,
        secteur=country.north,
        localite=country.cutia,
    )
    Household.objects.filter(code_menage=code).update(nb_handicapes=disabled)


def test_the_households_of_counted_persons_are_a_filter(
    country: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    """Persons are counted, their households too, and these are listed."""
    for code, disabled in (("A1", 1), ("A2", 2), ("A3", 0)):
        make_household(country, code, disabled)
    client = api(cast.admin)
    answer = ask(client, "handicap à Oio")
    assert answer["valeur"] == 3 and answer["answer"].endswith("Ménages concernés : 2.")
    found = client.get("/api/menages", {"plan": answer["filtre"]}).json()
    assert found["pagination"]["total"] == 2
    assert "avec personnes handicapées" in answer["intitule"]


def test_places_of_a_count_are_joined_by_or(country: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    """A household is in one of the regions that a question names, never in both."""
    make_household(country, "A1", 0)
    make_household(country, "A2", 0)
    found = ask(api(cast.admin), f"Combien de ménages à Oio et {country.east.nom} ?")
    assert found["answer"].startswith("2 ménages sont dans la région d'Oio ou dans la région")
