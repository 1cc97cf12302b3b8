"""Replace the reference lists of households."""

from typing import Any

from django.db import transaction
from django.utils.translation import get_language

from config.caller import Caller
from config.errors.problems import not_found
from config.locks import Lock, lock_name
from registry.references.models import Reference
from registry.references.queries import list_reference_values
from registry.references.rules import FRENCH, REFERENCE_FIELDS


def _merge_labels(item: dict[str, Any], known: dict[str, str]) -> dict[str, str]:
    """Return the labels of a value by language: those sent, over those known.

    `label` sets the label of the language of the request. French is always there; a translation that is empty, or the
    same as the French label, is left out.
    """
    language = get_language() or FRENCH
    named = known | item.get("labels", {}) | {language: item["label"]}
    french = named.get(FRENCH) or item["label"]
    return {FRENCH: french} | {code: text for code, text in named.items() if text and text != french}


@transaction.atomic
def replace_reference_values(*, champ: str, values: list[dict[str, Any]], user: Caller) -> list[dict[str, Any]]:
    """Replace the values of a field, in this order, and return them as `list_reference_values` does.

    Households keep their values, even those that are no longer listed. Raises NOT_FOUND for an unknown field.
    """
    if champ not in REFERENCE_FIELDS:
        raise not_found()
    lock_name(Lock.REFERENCES, champ)
    known = {row.valeur: {FRENCH: row.libelle, **row.libelles} for row in Reference.objects.filter(champ=champ)}
    rows = []
    for position, item in enumerate(values):
        labels = _merge_labels(item, known.get(item["value"], {}))
        french = labels.pop(FRENCH)
        rows.append(Reference(champ=champ, valeur=item["value"], libelle=french, libelles=labels, ordre=position))
    Reference.objects.filter(champ=champ).exclude(valeur__in=[row.valeur for row in rows]).delete()
    Reference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["champ", "valeur"], update_fields=["libelle", "libelles", "ordre"]
    )
    return list_reference_values(user)[champ]
