"""Reading and replacing the reference lists of households."""

from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import get_language

from config.api.problems import not_found
from registry.references.models import Reference

FIELDS: Final = (
    "typeLogement", "statutOccupation", "materiauMur", "materiauToit", "materiauSol", "sourceEau", "typeToilette",
    "sourceEclairage", "combustibleCuisine", "traitementEau", "evacuationDechets", "niveauEducation",
    "occupationPrincipale", "statutMatrimonial", "motifRejet",
)  # fmt: skip
FRENCH: Final = settings.LANGUAGE_CODE
# Two who replace one list at once wait for each other.
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('registry_reference'), hashtext(%s))"


def lists(user: Any) -> dict[str, list[dict[str, Any]]]:
    """Each field's values in their order: {champ: [{value, label, labels}]}. `label` is in the reader's language, in
    French where nobody has said what it is called there; `labels` are all that somebody said."""
    made: dict[str, list[dict[str, Any]]] = {name: [] for name in FIELDS}
    language = get_language()
    for row in Reference.objects.visible_to(user):
        labels = {FRENCH: row.libelle, **row.libelles}
        shown = labels.get(language or FRENCH, row.libelle)
        made[row.champ].append({"value": row.valeur, "label": shown, "labels": labels})
    return made


def _labels(item: dict[str, Any], known: dict[str, str]) -> dict[str, str]:
    """What a value is called in each language: as sent, else as it was. `label` is that of the writer's language; one
    that is empty, or the French one there, is none."""
    language = get_language() or FRENCH
    named = known | item.get("labels", {}) | {language: item["label"]}
    french = named.get(FRENCH) or item["label"]
    return {FRENCH: french} | {code: text for code, text in named.items() if text and text != french}


@transaction.atomic
def replace(*, champ: str, values: list[dict[str, Any]], user: Any) -> list[dict[str, Any]]:
    """Make these the values of a field, in this order; answer them as `lists` does. Households keep what they hold.
    Raises NOT_FOUND."""
    if champ not in FIELDS:
        raise not_found()
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [champ])
    known = {row.valeur: {FRENCH: row.libelle, **row.libelles} for row in Reference.objects.filter(champ=champ)}
    rows = []
    for place, item in enumerate(values):
        labels = _labels(item, known.get(item["value"], {}))
        french = labels.pop(FRENCH)
        rows.append(Reference(champ=champ, valeur=item["value"], libelle=french, libelles=labels, ordre=place))
    Reference.objects.filter(champ=champ).exclude(valeur__in=[row.valeur for row in rows]).delete()
    Reference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["champ", "valeur"], update_fields=["libelle", "libelles", "ordre"]
    )
    return lists(user)[champ]
