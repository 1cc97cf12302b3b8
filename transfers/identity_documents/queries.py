"""Reading papers of beneficiaries."""

from typing import Any, Final
from uuid import UUID

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Replace, Upper

from geo.areas.models import Normalised
from registry.follow_up.queries import PLACES
from transfers.identity_documents.models import NUMBER, IdentityDocument

FILTERS: Final = {
    "beneficiaire": "beneficiaire_id", "typeDocument": "type_document", "statut": "statut", **PLACES,
}  # fmt: skip
CONTACTS: Final = "registre.voir_contacts"
# Columns in the detail of a beneficiary whose names there differ.
EMBEDDED: Final = {
    "typeDocument": "type_document", "nomComplet": "nom_complet", "dateNaissance": "date_naissance",
    "lieuNaissance": "lieu_naissance", "nomPere": "nom_pere", "nomMere": "nom_mere",
    "numeroDocument": "numero_document", "dateDelivrance": "date_delivrance", "dateExpiration": "date_expiration",
    "dateDemande": "date_demande",
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


def of_beneficiary(identity: UUID, user: Any) -> list[dict[str, Any]]:
    """The papers of one beneficiary as its detail shows them, newest first: one query. Their numbers only for who may
    see contacts."""
    names = EMBEDDED if user.holds(CONTACTS) else {name: at for name, at in EMBEDDED.items() if at != "numero_document"}
    rows = IdentityDocument.objects.visible_to(user).filter(beneficiaire_id=identity).order_by("-id")
    shown: Any = rows.values("id", "reference", "statut", "sexe", **{name: F(at) for name, at in names.items()})
    return list(shown)
