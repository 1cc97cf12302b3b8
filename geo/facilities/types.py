"""Define the types of facilities and their labels. A code outside these lists is returned unchanged."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Case, CharField, Expression, F, Value, When
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext_lazy as _

from config.caller import Caller

SCHOOLS = {
    "publique": _("École publique"),
    "communautaire": _("École communautaire"),
    "privee": _("École privée"),
    "madrassa": _("Madrassa"),
    "ecole": _("École"),
}
HEALTH = {
    "hopital": _("Hôpital"),
    "centre_sante": _("Centre de santé"),
    "poste_sante": _("Poste de santé"),
    "pharmacie": _("Pharmacie"),
    "service_sante": _("Service de santé"),
}
WATER = {
    "forage": _("Forage"),
    "puits": _("Puits"),
    "borne_fontaine": _("Borne-fontaine"),
    "source": _("Source"),
    "point_eau": _("Point d'eau"),
}
POLICE = {
    "police": _("Police"),
    "tribunal": _("Tribunal"),
    "police_judiciaire": _("Police judiciaire"),
}
VBG = {
    "hebergement": _("Centre d'accueil"),
    "psychosocial": _("Appui psychosocial"),
    "juridique": _("Appui juridique"),
    "medical": _("Prise en charge médicale"),
    "service_vbg": _("Service VBG"),
}
AGENTS = {"asc": _("Agent de santé communautaire")}
ACTORS = {
    "point_focal": _("Point focal"),
    "chef_village": _("Chef de village"),
    "acteur_local": _("Acteur local"),
}
LOCALITIES = {"village": _("Village"), "quartier": _("Quartier")}


def select_type_code(default: str) -> Callable[[Any], Expression]:
    """Return a property with the type code of a facility, or `default` when it has none."""
    return lambda user: Coalesce(NullIf(F("type"), Value("")), Value(default), output_field=CharField())


def select_type_label(names: Mapping[str, Any], default: str) -> Callable[[Any], Expression]:
    """Return a property with the label of the type in the language of the request."""

    def expression(user: Caller) -> Expression:
        cases = [When(type=kind, then=Value(str(name))) for kind, name in names.items()]
        unnamed = When(type="", then=Value(str(names[default])))
        return Case(*cases, unnamed, default=F("type"), output_field=CharField())

    return expression
