"""Reading and replacing the reference lists of households."""

from typing import Any, Final

from django.db import connection, transaction

from config.api.problems import not_found
from registry.references.models import Reference

FIELDS: Final = (
    "typeLogement", "statutOccupation", "materiauMur", "materiauToit", "materiauSol", "sourceEau", "typeToilette",
    "sourceEclairage", "combustibleCuisine", "traitementEau", "evacuationDechets", "niveauEducation",
    "occupationPrincipale", "statutMatrimonial", "motifRejet",
)  # fmt: skip
# Two who replace one list at once wait for each other.
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('registry_reference'), hashtext(%s))"


def lists(user: Any) -> dict[str, list[dict[str, str]]]:
    """Each field's values in their order: {champ: [{value, label}]}."""
    made: dict[str, list[dict[str, str]]] = {name: [] for name in FIELDS}
    for champ, value, label in Reference.objects.visible_to(user).values_list("champ", "valeur", "libelle"):
        made[champ].append({"value": value, "label": label})
    return made


@transaction.atomic
def replace(*, champ: str, values: list[dict[str, str]]) -> list[dict[str, str]]:
    """Make these the values of a field, in this order. Households keep what they hold. Raises NOT_FOUND."""
    if champ not in FIELDS:
        raise not_found()
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [champ])
    rows = [
        Reference(champ=champ, valeur=item["value"], libelle=item["label"], ordre=place)
        for place, item in enumerate(values)
    ]
    Reference.objects.filter(champ=champ).exclude(valeur__in=[row.valeur for row in rows]).delete()
    Reference.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["champ", "valeur"], update_fields=["libelle", "ordre"]
    )
    return values
