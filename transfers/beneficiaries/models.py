"""Who receives the transfers of a programme, in the name of a household."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.areas.models import Normalised
from geo.layers.models import MapCell
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household
from transfers.programmes.models import Programme


class Type(models.TextChoices):
    PRINCIPAL = "principal"
    SUBSTITUT = "substitut"


class StatutEnrolement(models.TextChoices):
    ACTIF = "actif"
    SUSPENDU = "suspendu"
    SORTI = "sorti"
    GRADUE = "gradue"


class ModePaiement(models.TextChoices):
    MOBILE_MONEY = "mobile_money"
    VIREMENT_BANCAIRE = "virement_bancaire"
    ESPECES = "especes"


# Whoever has not left keeps the household's place in the programme, also when graduated.
HOLDS_PLACE = Q(type=Type.PRINCIPAL) & ~Q(statut_enrolement=StatutEnrolement.SORTI)


def known(field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """The database refuses a code outside the list."""
    return models.CheckConstraint(name=f"beneficiaire_{field}", condition=Q(**{f"{field}__in": choices.values}))


class Beneficiary(models.Model):
    """A person who receives for a household: the principal, or one who may receive in the principal's absence.

    Only what is a fact of its own stands here: `actif` is `statut_enrolement = 'actif'`, a verified document one with
    a date; payments, conformity and follow-ups are counted from their rows.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # `<PROG>-<6 digits>`. Collation C: the index of the constraint also finds codes by their beginning.
    code = models.CharField(max_length=60, db_collation="C")
    menage = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="beneficiaires")
    programme = models.ForeignKey(Programme, on_delete=models.PROTECT, related_name="beneficiaires", db_index=False)
    type = models.CharField(max_length=9, default=Type.PRINCIPAL, db_default=Type.PRINCIPAL)
    # Of a substitute: in whose absence.
    principal = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="substituts")
    nom_complet = models.CharField(max_length=255)
    telephone = models.CharField(max_length=32, null=True)
    mode_paiement = models.CharField(max_length=17, null=True)
    compte_mobile = models.CharField(max_length=32, null=True)
    compte_bancaire = models.CharField(max_length=64, null=True)
    # The number at the second operator.
    numero_op_b = models.CharField(max_length=32, null=True)
    statut_enrolement = models.CharField(
        max_length=8, default=StatutEnrolement.ACTIF, db_default=StatutEnrolement.ACTIF
    )
    date_enrolement = models.DateTimeField(db_default=Now())
    enrole_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_graduation = models.DateTimeField(null=True)
    date_sortie = models.DateTimeField(null=True)
    motif_sortie = models.CharField(max_length=255, null=True)
    date_verification_document = models.DateTimeField(null=True)
    # When somebody has to look again whether the household still qualifies.
    prochaine_recertification = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_beneficiaire"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="beneficiaire_code_once"),
            models.UniqueConstraint(
                fields=["menage", "programme"], name="beneficiaire_un_principal", condition=HOLDS_PLACE
            ),
            # What belongs to a beneficiary names its household by this pair, and so follows it.
            models.UniqueConstraint(fields=["id", "menage"], name="beneficiaire_menage"),
            known("type", Type),
            known("mode_paiement", ModePaiement),
            known("statut_enrolement", StatutEnrolement),
            models.CheckConstraint(
                name="beneficiaire_substitut", condition=Q(principal__isnull=True) | Q(type=Type.SUBSTITUT)
            ),
            models.CheckConstraint(
                name="beneficiaire_sortie",
                condition=~Q(statut_enrolement=StatutEnrolement.SORTI)
                | Q(date_sortie__isnull=False, motif_sortie__isnull=False),
            ),
            models.CheckConstraint(
                name="beneficiaire_graduation",
                condition=~Q(statut_enrolement=StatutEnrolement.GRADUE) | Q(date_graduation__isnull=False),
            ),
        ]
        indexes = [
            # A cycle takes the active ones of a programme; lists are newest first.
            models.Index(fields=["programme", "statut_enrolement", "id"], name="beneficiaire_programme"),
            models.Index(fields=["telephone"], name="beneficiaire_telephone", condition=Q(telephone__isnull=False)),
            models.Index(
                fields=["compte_mobile"], name="beneficiaire_compte", condition=Q(compte_mobile__isnull=False)
            ),
            GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="beneficiaire_nom_trgm"),
        ]

    def __str__(self) -> str:
        return self.code


class BeneficiaryCell(MapCell):
    """Sums of beneficiaries by the map cell of their household, for the clusters of low zooms.

    Triggers keep them: on this table's rows, and on households whose place or score changes.
    """

    statut_enrolement = models.CharField(max_length=8)

    class Meta:
        db_table = "transfers_beneficiaire_cell"
        indexes = [models.Index(fields=["z", "x", "y"], name="beneficiaire_cell_zxy")]


def of_beneficiary(name: str) -> models.ForeignKey:
    """The beneficiary. The key is held together with `menage` (migration 0005)."""
    return models.ForeignKey(Beneficiary, on_delete=models.PROTECT, related_name=name, db_constraint=False)


def of_household(name: str) -> models.ForeignKey:
    """The beneficiary's household: what scope, history and a number's owner are read from."""
    return models.ForeignKey(Household, on_delete=models.PROTECT, related_name=name)
