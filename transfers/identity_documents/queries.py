"""Reading papers of beneficiaries."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Replace, Upper

from geo.areas.models import Normalised
from registry.follow_up.queries import PLACES
from transfers.identity_documents.models import NUMBER, IdentityDocument

FILTERS: Final = {
    "beneficiaire": "beneficiaire_id", "typeDocument": "type_document", "statut": "statut", **PLACES,
}  # fmt: skip
NAMING: Final = ("numero_document", "reference", "nom_complet", "nom_pere", "nom_mere")


def documents(query: dict[str, Any], numbers: bool = False) -> QuerySet[IdentityDocument]:
    """Papers under the filters of their list, newest first. `search` is words of a name, the reference, or, for who may
    see `numbers`, the whole number."""
    wanted = {lookup: query[name] for name, lookup in FILTERS.items() if query.get(name) is not None}
    rows = IdentityDocument.objects.filter(**wanted).select_related("beneficiaire")
    if text := query.get("search", "").strip():
        rows = rows.annotate(nom=Normalised("nom_complet"), receveur=Normalised("beneficiaire__nom_complet"))
        words = Q()
        for word in text.split():
            part = Normalised(Value(word))
            words &= Q(nom__contains=part) | Q(receveur__contains=part)
        found = words | Q(reference=text)
        if numbers:
            rows = rows.annotate(numero=NUMBER)
            found |= Q(numero=Upper(Replace(Value(text), Value(" "), Value(""))))
        rows = rows.filter(found)
    return rows


def words(household_id: UUID) -> list[str]:
    """What names people in the papers of a household's beneficiaries."""
    rows = IdentityDocument.objects.filter(menage_id=household_id).values_list(*NAMING)
    return [word for row in rows for word in row if word]
