"""Methods drawn at random (hypothesis), and households of all kinds to score."""

import random
from typing import Any

from hypothesis import strategies as st

from registry.households.models import Dwelling, HeadOfHousehold, Household
from registry.pmt.formula.variables import (
    AREA_KIND,
    BOOLEAN_KIND,
    NUMBER_KIND,
    PLACE_WEIGHTS_KIND,
    PMT_VARIABLES,
    TEXT_KIND,
    PmtVariable,
)

WORDS = ["paille", "zinc", "terre", "F", "M", "rural", "urbain", "puits"]
CODES = ["OI", "BA", "OI01", "OI02", "BA01", "OI01C1", "OI01001", "OI02001", "BA01001"]
WEIGHT = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 3)) | st.sampled_from([1e6, -1e6, 0.0])
NUMERIC = st.integers(-5, 80) | st.floats(-5, 80, allow_nan=False)
PLACES = st.dictionaries(st.sampled_from(CODES), st.integers(-9, 9), min_size=1, max_size=3)


def _value(draw: Any, variable: PmtVariable, operator: str) -> Any:
    if variable.kind == PLACE_WEIGHTS_KIND:
        levels = st.sampled_from(["localite", "commune", "secteur", "region"])
        found = draw(st.dictionaries(levels, PLACES, min_size=1))
        return found | ({"milieu": {"rural": 2.5}} if draw(st.booleans()) else {})
    if operator in ("lineaire", "carre", "logarithme"):
        return None
    if operator == "entre":
        return sorted(draw(st.tuples(NUMERIC, NUMERIC)))
    one = {
        NUMBER_KIND: NUMERIC,
        TEXT_KIND: st.sampled_from(WORDS),
        AREA_KIND: st.sampled_from(CODES),
        BOOLEAN_KIND: st.booleans(),
    }[variable.kind]
    return draw(st.lists(one, min_size=1, max_size=3)) if operator in ("dans", "pas_dans") else draw(one)


@st.composite
def terms(draw: Any) -> dict[str, Any]:
    variable = draw(st.sampled_from(PMT_VARIABLES))
    operator = draw(st.sampled_from(variable.operators))
    term = {"variable": variable.name, "operateur": operator, "valeur": _value(draw, variable, operator)}
    term["poids"] = draw(WEIGHT)
    return term | ({"siAbsent": draw(WEIGHT)} if draw(st.booleans()) else {})


@st.composite
def shapes(draw: Any) -> dict[str, Any]:
    kind = draw(st.sampled_from(["identite", "lineaire", "logistique"]))
    numbers = {
        "identite": {},
        "lineaire": {"minimum": -20, "maximum": draw(st.integers(-19, 300))},
        "logistique": {"centre": draw(st.integers(-50, 50)), "echelle": draw(st.sampled_from([1e-6, 0.5, 12]))},
    }[kind]
    return {"type": kind, "sens": draw(st.sampled_from(["bas_pauvre", "haut_pauvre"])), **numbers}


def methods() -> Any:
    return st.fixed_dictionaries(
        {"intercept": WEIGHT, "termes": st.lists(terms(), min_size=1, max_size=6), "transformation": shapes()}
    )


def _some(dice: random.Random, *values: Any) -> Any:
    """One of the values, and now and then none."""
    return None if dice.random() < 0.15 else dice.choice(values)


def people(country: Any, number: int) -> list[tuple[Household, HeadOfHousehold | None, Dwelling | None]]:
    """Households with all sorts of gaps: no head, no dwelling, no place, zeros where ratios divide."""
    dice, made = random.Random(7), []
    for at in range(number):
        place = dice.choice([country.cutia, country.tande, country.galomaro, None])
        secteur = place.secteur if place else None
        household = Household.objects.create(
            code_menage=f"P-{at}",
            taille_menage=dice.randint(1, 14),
            milieu=_some(dice, "rural", "urbain"),
            localite=place,
            commune=place.commune if place else None,
            secteur=secteur,
            region=secteur.region if secteur else _some(dice, country.west, country.east),
            nb_enfants_04=dice.randint(0, 4),
            nb_enfants_514=dice.randint(0, 4),
            nb_adultes_1564=dice.randint(0, 3),
            nb_personnes_65_plus=dice.randint(0, 2),
            nb_actifs_occupes=dice.randint(0, 3),
        )
        chef = logement = None
        if dice.random() < 0.85:
            chef = HeadOfHousehold.objects.create(
                menage=household,
                nom_complet="Nhima",
                sexe=_some(dice, "F", "M"),
                age=_some(dice, 0, 17, 39, 80),
                niveau_education=_some(dice, *WORDS),
            )
        if dice.random() < 0.85:
            logement = Dwelling.objects.create(
                menage=household,
                materiau_toit=_some(dice, *WORDS),
                nb_pieces=_some(dice, 0, 1, 4),
                a_une_cuisine=_some(dice, True, False),
                source_eau=_some(dice, *WORDS),
            )
        made.append((household, chef, logement))
    return made
