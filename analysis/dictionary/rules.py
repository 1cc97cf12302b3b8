"""Find the unit, the type and the codes of a column from its name and its field, and the tables of the dictionary."""

import re
from typing import Any, Final

from django.contrib.gis.db.models.fields import BaseSpatialField
from django.contrib.postgres.fields import ArrayField
from django.db.models import BinaryField, CheckConstraint, Field, ForeignKey, Model, Q
from django.utils.translation import gettext_lazy as _

from analysis.dictionary.meanings.common import COMMON, INTERNAL
from analysis.dictionary.meanings.geography import GEOGRAPHY
from analysis.dictionary.meanings.payments import TRANSFERS
from analysis.dictionary.meanings.programmes import PROGRAMMES
from analysis.dictionary.meanings.registry import REGISTRY
from analysis.dictionary.types import DescribedTable, Meaning, Text

TABLES: Final[tuple[DescribedTable, ...]] = (*REGISTRY, *GEOGRAPHY, *PROGRAMMES, *TRANSFERS)

# The first pattern that a numeric column's name matches says its unit; the others are plain numbers, named below.
UNITS: Final[tuple[tuple[str, Text], ...]] = (
    (r"(^|_)jours", _("jours")),
    (r"_mois$", _("mois")),
    (r"(^|_)age($|_)", _("ans")),
    (r"_metres$|^altitude$|^precision_gps$", _("mètres")),
    (r"^nb_pieces$", _("pièces")),
    (r"^menages_estimes$", _("ménages")),
    (r"^objectif_beneficiaires$", _("ménages")),
    (r"^capacite_lits$", _("lits")),
    (r"^nombre_cycles|^niveaux?_(requis|validation)$", _("nombre")),
    (r"^(montant|taxe|frais|solde|budget)|^seuil_alerte$", _("francs CFA")),
    (r"^seuil_conformite$|^taux|^score_global$", _("%")),
    (r"score|^seuil_p", _("points de 0 à 100")),
    (r"^nb_|^taille|^population$|^capacite_accueil$|^nombre_personnel$", _("personnes")),
    (r"^satisfaction$", _("points de 1 à 5")),
)
# Numbers that count or measure nothing.
UNITLESS: Final = frozenset(
    {"ordre", "version", "numero", "numero_sequence", "numero_tranche", "intercept", "niveau_escalade"}
)
TYPES: Final[dict[str, Text]] = {
    "texte": _("texte"),
    "entier": _("nombre entier"),
    "decimal": _("nombre décimal"),
    "booleen": _("oui ou non"),
    "date": _("date (AAAA-MM-JJ)"),
    "moment": _("date et heure"),
    "lien": _("lien vers une autre ligne"),
    "liste": _("liste de valeurs"),
    "objet": _("objet JSON"),
    "position": _("position ou limites"),
}
KINDS: Final[dict[str, str]] = {
    "DecimalField": "decimal",
    "FloatField": "decimal",
    "BooleanField": "booleen",
    "DateField": "date",
    "DateTimeField": "moment",
    "JSONField": "objet",
}


def list_fields(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the columns of a model that users meet."""
    fields: list[Field[Any, Any]] = list(model._meta.concrete_fields)
    return [field for field in fields if field.name not in INTERNAL and not isinstance(field, BinaryField)]


def find_meaning(table: DescribedTable, column: str) -> Meaning | None:
    """Return what a column of a table means, with its source; None when nobody has said it."""
    found = table.columns.get(column) or COMMON.get(column)
    if found is None:
        return None
    meaning = found if isinstance(found, Meaning) else Meaning(found)
    return meaning if meaning.source else Meaning(meaning.text, table.source, meaning.codes)


def find_type(field: "Field[Any, Any]") -> str:
    """Return the kind of a field's values, a key of TYPES."""
    if isinstance(field, ForeignKey) or field.get_internal_type() == "UUIDField":
        return "lien"
    if isinstance(field, ArrayField):
        return "liste"
    if isinstance(field, BaseSpatialField):
        return "position"
    kind = field.get_internal_type()
    return KINDS.get(kind) or ("entier" if kind.endswith("IntegerField") else "texte")


def find_unit(column: str, kind: str) -> Text:
    """Return the unit of a number, or an empty text."""
    if kind not in ("entier", "decimal"):
        return ""
    return next((unit for pattern, unit in UNITS if re.search(pattern, column)), "")


def list_stored_codes(field: "Field[Any, Any]") -> list[Any]:
    """Return the codes that the model or its table accepts for a field; an empty list when any text is."""
    if field.choices:
        return [code for code, _label in field.flatchoices]
    for constraint in field.model._meta.constraints:
        condition = constraint.condition if isinstance(constraint, CheckConstraint) else None
        # A condition on this field alone: others tell which codes go together.
        if isinstance(condition, Q) and len(condition.children) == 1 and isinstance(condition.children[0], tuple):
            name, value = condition.children[0]
            if name in (f"{field.name}__in", f"{field.name}__contained_by"):
                return list(value)
    return []
