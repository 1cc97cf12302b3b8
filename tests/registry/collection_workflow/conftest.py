"""Households of the west in every state of the workflow."""

from typing import Any

import pytest

from registry.households.models import Household

# The states that the workflow knows, by name.
STATES = {
    "en_collecte": ("pre_collecte", "collecte"),
    "soumis": ("pre_collecte", "en_attente"),
    "valide": ("valide", "en_attente"),
    "integre": ("integre", "valide"),
    "rejete": ("rejete", "rejete"),
}


@pytest.fixture
def make(country: Any) -> Any:
    """make("soumis") is a household of the west in that state."""

    def made(state: str = "soumis", **fields: Any) -> Household:
        statut_collecte, statut = STATES[state]
        code = f"OI-{Household.objects.count():06d}"
        fields = {"region": country.west, "secteur": country.north, "taille_menage": 3} | fields
        return Household.objects.create(code_menage=code, statut=statut, statut_collecte=statut_collecte, **fields)

    return made
