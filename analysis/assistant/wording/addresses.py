"""Write the request that answers the same question elsewhere in the API."""

from typing import Any, Final
from urllib.parse import urlencode

from analysis.assistant import rules
from analysis.assistant.types import Plan

ASSISTANT: Final = "/api/carte/assistant"
HOUSEHOLD_PARAMETERS: Final = {
    "categorie": "categoriePauvrete",
    "milieu": "milieu",
    "eligible": "eligible",
    "tailleMin": "tailleMenage[gte]",
    "tailleMax": "tailleMenage[lte]",
    "scoreMin": "scorePmt[gte]",
    "scoreMax": "scorePmt[lte]",
}


def build_address(plan: Plan, body: dict[str, Any]) -> dict[str, Any]:
    """Return method, path and body of the request: of the endpoint with the same answer, else of the assistant.

    `body` is the plan as the API shows it.
    """
    parameters = _build_area_parameters(plan)
    if (
        parameters is not None
        and not (plan.distances or plan.membres)
        and not plan.autour
        and not plan.du
        and not plan.au
    ):
        if path := _build_path(plan, parameters):
            return {"methode": "GET", "chemin": path, "corps": None}
        if plan.genre == rules.COVERAGE and plan.niveau and _is_plain_coverage(plan, parameters):
            filters = {name: ",".join(value) for name, value in plan.filtres.items()} | parameters
            sent = {"type": plan.services[0], "rayon": plan.rayon, "niveau": plan.niveau, "filtres": filters}
            return {"methode": "POST", "chemin": "/api/carte/analyse/couverture", "corps": sent}
    return {"methode": "POST", "chemin": ASSISTANT, "corps": {"plan": body}}


def _build_path(plan: Plan, areas: dict[str, str]) -> str | None:
    """Return the path of a GET with the same answer, or None."""
    values = {name: (",".join(value) if isinstance(value, tuple) else value) for name, value in plan.filtres.items()}
    is_household = plan.sujet == "menages" and plan.mesure == rules.NUMBER
    if plan.genre in (rules.COUNT, rules.LIST) and is_household and {*values} <= {*HOUSEHOLD_PARAMETERS}:
        if any("," in str(value) for value in values.values()):
            return None  # the list takes one value of each
        query = areas | {HOUSEHOLD_PARAMETERS[name]: _write_value(value) for name, value in values.items()}
        return f"/api/menages?{urlencode(query)}" if query else "/api/menages"
    if (
        plan.genre == rules.DENSITY
        and plan.sujet != "plaintes"
        and {*values} <= {"categorie"}
        and {*areas} <= {"region"}
    ):
        shape = {"type": plan.sujet, "cellule": f"{plan.cellule:g}", "mode": plan.forme or "hexagone"}
        return f"/api/carte/analyse/densite?{urlencode(shape | areas | values)}"
    return None


def _write_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _build_area_parameters(plan: Plan) -> dict[str, str] | None:
    """Return the zones as parameters, or None when they are of several levels, which parameters cannot join."""
    levels = {zone.niveau for zone in plan.zones}
    if len(levels) > 1:
        return None
    return {level: ",".join(str(zone.id) for zone in plan.zones) for level in levels}


def _is_plain_coverage(plan: Plan, areas: dict[str, str]) -> bool:
    return {*plan.filtres} <= {"categorie", "milieu"} and {*areas} <= {"region"}
