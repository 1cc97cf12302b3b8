"""Store identity documents of beneficiaries."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Replace, Upper

from config.text import Normalised
from registry.follow_up.models import HouseholdRecord
from registry.households.models import Sexe
from transfers.beneficiaries.models import beneficiary_foreign_key, household_foreign_key


class TypeDocument(models.TextChoices):
    CARTE_IDENTITE = "carte_identite"
    PASSEPORT = "passeport"
    ACTE_NAISSANCE = "acte_naissance"
    CARTE_ELECTEUR = "carte_electeur"
    PERMIS_CONDUIRE = "permis_conduire"
    CARTE_CONSULAIRE = "carte_consulaire"
    CARTE_REFUGIE = "carte_refugie"
    AUTRE = "autre"


class StatutDocument(models.TextChoices):
    DEMANDE = "demande"
    DELIVRE = "delivre"
    PERDU = "perdu"
    ANNULE = "annule"


# The document number as it is compared: without spaces, in capitals.
NUMBER = Upper(Replace("numero_document", Value(" "), Value("")))
OFFICIAL = Q(numero_document__isnull=False) & ~Q(type_document=TypeDocument.AUTRE)


def build_text_field(length: int = 255) -> models.CharField:
    return models.CharField(max_length=length, null=True)


def build_order_constraint(name: str, first: str, then: str) -> models.CheckConstraint:
    """Return a constraint which refuses two dates in the wrong order, when both are known."""
    unknown = Q(**{f"{first}__isnull": True}) | Q(**{f"{then}__isnull": True})
    return models.CheckConstraint(name=f"document_{name}", condition=unknown | Q(**{f"{then}__gte": F(first)}))


class IdentityDocument(HouseholdRecord):
    """Store an identity document of a beneficiary.

    A number of an official type belongs to one household only, across all programmes.
    """

    beneficiaire = beneficiary_foreign_key("documents_identite")
    menage = household_foreign_key("documents_identite")
    reference = build_text_field(100)
    type_document = models.CharField(max_length=20)
    statut = models.CharField(max_length=10, null=True)
    numero_document = build_text_field(64)
    nom_complet = build_text_field()
    date_naissance = models.DateField(null=True)
    lieu_naissance = build_text_field()
    sexe = models.CharField(max_length=1, null=True)
    nom_pere = build_text_field()
    nom_mere = build_text_field()
    date_demande = models.DateField(null=True)
    date_delivrance = models.DateField(null=True)
    date_expiration = models.DateField(null=True)

    class Meta(HouseholdRecord.Meta):
        db_table = "transfers_document_identite"
        indexes = [GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="document_nom_trgm")]
        constraints = [
            models.CheckConstraint(name="document_type", condition=Q(type_document__in=TypeDocument.values)),
            models.CheckConstraint(name="document_statut", condition=Q(statut__in=StatutDocument.values)),
            models.CheckConstraint(name="document_sexe", condition=Q(sexe__in=Sexe.values)),
            build_order_constraint("naissance", "date_naissance", "date_delivrance"),
            build_order_constraint("demande", "date_demande", "date_delivrance"),
            build_order_constraint("expiration", "date_delivrance", "date_expiration"),
            models.UniqueConstraint("beneficiaire", "type_document", NUMBER, name="document_numero_once"),
            ExclusionConstraint(
                name="document_numero_un_menage",
                expressions=[("type_document", "="), (NUMBER, "="), ("menage", "<>")],
                condition=OFFICIAL,
            ),
        ]
