"""The formula of a method a second time, in plain Python, household by household: what the SQL is held against."""

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

AREA_LEVELS = ("localite", "commune", "secteur", "region")


def values_of(household: Any, chef: Any, logement: Any) -> dict[str, Any]:
    """The variables of a household, by their names in a method; a place by its code."""
    counts = {
        "nbEnfants04": "nb_enfants_04",
        "nbEnfants514": "nb_enfants_514",
        "nbEnfants010": "nb_enfants_010",
        "nbEnfants1114": "nb_enfants_1114",
        "nbAdultes1564": "nb_adultes_1564",
        "nbPersonnes65Plus": "nb_personnes_65_plus",
        "nbHandicapes": "nb_handicapes",
        "nbActifsOccupes": "nb_actifs_occupes",
        "nbFemmes1564": "nb_femmes_1564",
        "nbFemmes1549": "nb_femmes_1549",
        "nbFemmesEnceintes": "nb_femmes_enceintes",
        "tailleMenage": "taille_menage",
        "milieu": "milieu",
    }
    head = {
        "sexe": "sexe",
        "age": "age",
        "niveauEducation": "niveau_education",
        "occupationPrincipale": "occupation_principale",
        "statutMatrimonial": "statut_matrimonial",
    }
    dwelling = {
        "typeLogement": "type_logement",
        "statutOccupation": "statut_occupation",
        "nbPieces": "nb_pieces",
        "materiauMur": "materiau_mur",
        "materiauToit": "materiau_toit",
        "materiauSol": "materiau_sol",
        "sourceEau": "source_eau",
        "typeToilette": "type_toilette",
        "sourceEclairage": "source_eclairage",
        "combustibleCuisine": "combustible_cuisine",
        "traitementEau": "traitement_eau",
        "evacuationDechets": "evacuation_dechets",
        "aUneCuisine": "a_une_cuisine",
    }
    found = {name: getattr(household, column) for name, column in counts.items()}
    found |= {f"chefMenage.{name}": getattr(chef, column, None) for name, column in head.items()}
    found |= {f"logement.{name}": getattr(logement, column, None) for name, column in dwelling.items()}
    found |= {level: getattr(getattr(household, level), "code", None) for level in AREA_LEVELS}
    rooms, adults = found["logement.nbPieces"], found["nbAdultes1564"]
    dependants = found["nbEnfants04"] + found["nbEnfants514"] + found["nbPersonnes65Plus"]
    found["personnesParPiece"] = found["tailleMenage"] / rooms if rooms else None
    found["ratioDependance"] = dependants / adults if adults else None
    found["tauxActivite"] = found["nbActifsOccupes"] / adults if adults else None
    return found


def value_of(term: dict[str, Any], values: dict[str, Any]) -> Any:
    if term["variable"] != "geographie":
        return values[term["variable"]]
    for level in (*AREA_LEVELS, "milieu"):
        weights = term["valeur"].get(level, {})
        if values[level] in weights:
            return weights[values[level]]
    return None


def contribution(term: dict[str, Any], values: dict[str, Any]) -> float | None:
    value, wanted, weight = value_of(term, values), term.get("valeur"), float(term["poids"])
    absent = term.get("siAbsent")
    operator = term["operateur"]
    if value is None or (operator == "logarithme" and value <= 0):
        return absent
    if operator in ("lineaire", "poids"):
        return weight * float(value)
    if operator == "carre":
        return weight * (float(value) * float(value))
    if operator == "logarithme":
        return weight * math.log(value)
    holds = {
        "=": lambda: value == wanted,
        "!=": lambda: value != wanted,
        "<": lambda: value < wanted,
        "<=": lambda: value <= wanted,
        ">": lambda: value > wanted,
        ">=": lambda: value >= wanted,
        "entre": lambda: wanted[0] <= value <= wanted[1],
        "dans": lambda: value in wanted,
        "pas_dans": lambda: value not in wanted,
    }[operator]
    return weight if holds() else 0.0


def score(method: dict[str, Any], values: dict[str, Any]) -> tuple[Decimal | None, set[str]]:
    """The score on 0 to 100 with two decimals, or None and the variables that are missing."""
    parts = [contribution(term, values) for term in method["termes"]]
    missing = {term["variable"] for term, part in zip(method["termes"], parts, strict=True) if part is None}
    if missing:
        return None, missing
    raw = float(method["intercept"])
    for part in parts:
        raw += part
    shape = method.get("transformation") or {"type": "identite"}
    if shape["type"] == "lineaire":
        raw = 100 * (raw - shape["minimum"]) / (shape["maximum"] - shape["minimum"])
    elif shape["type"] == "logistique":
        raw = 100 / (1 + math.exp(max(-700.0, min(700.0, (shape["centre"] - raw) / shape["echelle"]))))
    held = max(0.0, min(100.0, raw))
    if shape.get("sens") == "haut_pauvre":
        held = 100 - held
    # The database shows a double with 15 digits before it rounds.
    return Decimal(f"{held:.15g}").quantize(Decimal("0.01"), ROUND_HALF_UP), set()
