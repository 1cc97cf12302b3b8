"""Read the reference lists of households."""

from typing import Any

from django.utils.translation import get_language

from config.caller import Scope
from registry.references.models import Reference
from registry.references.rules import FRENCH, REFERENCE_FIELDS


def list_reference_values(user: Scope) -> dict[str, list[dict[str, Any]]]:
    """Return the values of each field in their order: {champ: [{value, label, labels}]}.

    `label` is in the language of the request, or in French if there is no translation; `labels` maps all languages that
    have a label to it.
    """
    values: dict[str, list[dict[str, Any]]] = {name: [] for name in REFERENCE_FIELDS}
    language = get_language()
    for row in Reference.objects.visible_to(user):
        labels = {FRENCH: row.libelle, **row.libelles}
        label = labels.get(language or FRENCH, row.libelle)
        values[row.champ].append({"value": row.valeur, "label": label, "labels": labels})
    return values
