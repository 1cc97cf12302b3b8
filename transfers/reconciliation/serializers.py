"""Serialize sessions of reconciliation in format B. Amounts are whole XOF."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, CodedReferenceSerializer, ReferenceSerializer
from transfers.cycles.models import Cycle
from transfers.reconciliation.matching.api import Criteria
from transfers.reconciliation.models import SessionStatus
from transfers.reconciliation.types import SessionValues

# Days that a payment may be posted late.
MAX_DAYS = 36_500


class AsyncParams(serializers.Serializer):
    def get_fields(self) -> dict[str, Any]:
        return {"async": serializers.BooleanField(default=False)}


class OptionsBody(CamelSerializer, ClosedSerializer):
    """Validate what still counts as equal: XOF and days."""

    # What differs by less is settled without anybody's decision.
    tolerance_montant = StrictIntegerField(min_value=0, max_value=settings.RECONCILIATION_MAX_TOLERANCE, default=0)
    tolerance_date = StrictIntegerField(min_value=0, max_value=MAX_DAYS, default=3)
    auto_match = serializers.BooleanField(default=False)


class SessionBody(CamelSerializer, ClosedSerializer):
    nom = serializers.CharField(max_length=255)
    operateur = serializers.CharField(max_length=30)
    cycle_id = VisibleIriField("cycles", Cycle, source="cycle")
    date_debut = serializers.DateField()
    date_fin = serializers.DateField()
    fichier_releve = serializers.UUIDField(error_messages={"required": _("Joignez le relevé de l'opérateur.")})
    options = OptionsBody(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["date_fin"] < attrs["date_debut"]:
            raise serializers.ValidationError({"dateFin": [_("La date de fin précède la date de début.")]})
        return attrs


def read_session_values(sent: dict[str, Any]) -> SessionValues:
    """Return what a session is created from, of a validated body."""
    return SessionValues(
        nom=sent["nom"],
        operateur=sent["operateur"],
        date_debut=sent["date_debut"],
        date_fin=sent["date_fin"],
        fichier_id=sent["fichier_releve"],
        **sent.get("options", {}),
    )


class CriteriaBody(ClosedSerializer):
    """Validate which evidence counts; without any there is nothing to match by."""

    telephone = serializers.BooleanField(default=True)
    montant = serializers.BooleanField(default=True)
    reference = serializers.BooleanField(default=True)
    date = serializers.BooleanField(default=True)

    def validate(self, attrs: dict[str, bool]) -> dict[str, bool]:
        if not (attrs["telephone"] or attrs["reference"] or attrs["montant"]):
            raise serializers.ValidationError(_("Choisissez au moins la référence, le téléphone ou le montant."))
        return attrs


class MatchBody(CamelSerializer, ClosedSerializer):
    criteres_match = CriteriaBody(required=False)
    force_rematch = serializers.BooleanField(default=False)


def read_criteria(sent: dict[str, Any]) -> Criteria:
    return Criteria(**sent.get("criteres_match", {}))


class MatchResponse(CamelSerializer):
    """Describe what a match did; `duree` is in words."""

    total_traitees = serializers.IntegerField()
    rapprochees = serializers.IntegerField()
    non_rapprochees = serializers.IntegerField()
    nouveaux_matches = serializers.IntegerField()
    duree = serializers.CharField()


class CreationResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    statut = serializers.ChoiceField(choices=SessionStatus.choices)
    entrees_parsees = serializers.IntegerField()
    # Of a large session that is to match itself: who waits asks for this job.
    jobId = serializers.UUIDField(allow_null=True)


class StatusResponse(serializers.Serializer):
    statut = serializers.ChoiceField(choices=SessionStatus.choices)


class OptionsResponse(CamelSerializer):
    tolerance_montant = serializers.IntegerField()
    tolerance_date = serializers.IntegerField()
    auto_match = serializers.BooleanField()


class AuthorResponse(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class ListFiguresResponse(CamelSerializer):
    """Describe the figures of a session, of the caller's regions.

    `rapprochees` counts pairs without an open error, `aDecider` what somebody is to look at, `erreursADecider` the errors
    among it: `enErreur` counts both entries of a pair.
    """

    total_entrees = serializers.IntegerField()
    rapprochees = serializers.IntegerField()
    non_rapprochees = serializers.IntegerField()
    en_erreur = serializers.IntegerField()
    a_decider = serializers.IntegerField()
    erreurs_a_decider = serializers.IntegerField()
    taux_rapprochement = serializers.FloatField(source="taux")


class SessionFields(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    operateur = serializers.CharField(source="operateur_id")
    operateur_label = serializers.CharField(source="operateur.label")
    date_debut = serializers.DateField()
    date_fin = serializers.DateField()
    statut = serializers.ChoiceField(choices=SessionStatus.choices)
    options = OptionsResponse(source="*")
    created_at = serializers.DateTimeField()
    createdBy = AuthorResponse(source="cree_par")


class SessionResponse(SessionFields):
    cycle = CodedReferenceSerializer()
    statistiques = ListFiguresResponse(source="figures")


class SessionCycleResponse(CodedReferenceSerializer):
    """Describe a cycle, and its payments at the operator of the session, of the caller's regions."""

    id = serializers.UUIDField(source="session.cycle_id")
    nom = serializers.CharField(source="session.cycle.nom")
    code = serializers.CharField(source="session.cycle.code")
    montantTotal = serializers.IntegerField(source="sums.montant")
    nombrePaiements = serializers.IntegerField(source="sums.nombre")


class StatementFileResponse(serializers.Serializer):
    """Describe the file of a statement; `id` is null for who may not read it."""

    id = serializers.UUIDField(source="file_id", allow_null=True)
    nom = serializers.CharField(source="session.releve.nom")
    taille = serializers.IntegerField(source="session.releve.taille")
    uploadDate = serializers.DateTimeField(source="session.releve.created_at")


class StatementSummaryResponse(CamelSerializer):
    """Describe what was read: period, balances, lines, and the faults of lines that could not be read.

    Account and balances are null for who does not see all regions; faults are those of who may read the file.
    """

    id = serializers.UUIDField()
    format = serializers.CharField()
    numero_compte = serializers.CharField(allow_null=True)
    periode_debut = serializers.DateField(allow_null=True)
    periode_fin = serializers.DateField(allow_null=True)
    solde_ouverture = serializers.IntegerField(allow_null=True)
    solde_cloture = serializers.IntegerField(allow_null=True)
    ecart_solde = serializers.IntegerField(allow_null=True)
    nb_lignes = serializers.IntegerField()
    nb_connues = serializers.IntegerField()
    nb_erreurs = serializers.IntegerField()
    erreurs = serializers.ListField(child=serializers.DictField())


class DetailFiguresResponse(serializers.Serializer):
    """Describe the figures of a session, of the caller's regions. Amounts are those of payments."""

    totalEntreesReleve = serializers.IntegerField(source="session.releve.nb_lignes")
    totalPaiementsCycle = serializers.IntegerField(source="sums.nombre")
    rapprochees = serializers.IntegerField(source="figures.rapprochees")
    nonRapprocheesSIG = serializers.IntegerField(source="figures.non_rapprochees_sig")
    nonRapprocheesReleve = serializers.IntegerField(source="figures.non_rapprochees_releve")
    enErreur = serializers.IntegerField(source="figures.en_erreur")
    attendus = serializers.IntegerField(source="figures.attendus")
    aDecider = serializers.IntegerField(source="figures.a_decider")
    erreursADecider = serializers.IntegerField(source="figures.erreurs_a_decider")
    montantRapproche = serializers.IntegerField(source="figures.montant_rapproche")
    montantNonRapproche = serializers.IntegerField(source="figures.montant_non_rapproche")
    tauxRapprochement = serializers.FloatField(source="figures.taux")


class GroupResponse(serializers.Serializer):
    """Describe how many entries have a status and a reason, and their amount."""

    statut = serializers.CharField()
    raison = serializers.CharField(allow_null=True)
    nombre = serializers.IntegerField()
    montant = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:
        # A class attribute of that name would hide the one of every field.
        return {"source": serializers.CharField(), **super().get_fields()}


class SessionDetailResponse(SessionFields):
    """Describe one session; `groupes` splits its entries by status and reason."""

    cycle = SessionCycleResponse(source="detail")
    fichierReleve = StatementFileResponse(source="detail")
    releve = StatementSummaryResponse()
    statistiques = DetailFiguresResponse(source="detail")
    groupes = GroupResponse(source="detail.groups", many=True)
    commentaire = serializers.CharField(allow_null=True)
    date_validation = serializers.DateTimeField(allow_null=True)
    finalise_par = AuthorResponse(allow_null=True)
    updated_at = serializers.DateTimeField()
