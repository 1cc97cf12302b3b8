"""Serialize beneficiaries in format B, and share fields of their records."""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField
from config.api.serializers import CamelModelSerializer, CamelSerializer, ReferenceSerializer, serialize_row
from registry.households.models import Household
from registry.households.serializers import FormSerializer
from transfers.beneficiaries.models import Beneficiary, ModePaiement, StatutEnrolement, Type
from transfers.beneficiaries.types import BeneficiaryDetail, BeneficiaryRecords, BeneficiarySummary, RecordFigures
from transfers.programmes.models import Programme


class BeneficiaryInput(FormSerializer):
    """Validate a beneficiary.

    `forceCreate` creates in spite of duplicates; `motifSortie` goes with statutEnrolement `sorti`. Household, programme
    and type cannot change after creation: when they are sent with a change, they must be the same.
    """

    nom_complet = serializers.CharField(max_length=255)
    menage_id = VisibleIriField("menages", Household, source="menage")
    programme_id = VisibleIriField("programmes", Programme, source="programme")
    type_beneficiaire = serializers.ChoiceField(choices=Type.choices, source="type", required=False)
    mode_paiement = serializers.ChoiceField(choices=ModePaiement.choices, required=False, allow_null=True)
    actif = serializers.BooleanField(required=False)
    force_create = serializers.BooleanField(required=False)
    document_verifie = serializers.BooleanField(required=False)

    class Meta:
        model = Beneficiary
        fields = [
            "nom_complet",
            "menage_id",
            "programme_id",
            "type_beneficiaire",
            "telephone",
            "mode_paiement",
            "compte_mobile",
            "compte_bancaire",
            "numero_op_b",
            "actif",
            "force_create",
            "document_verifie",
            "prochaine_recertification",
        ]
        # Uniqueness is checked under the locks.
        validators: list[Any] = []

    def validate_nom_complet(self, name: str) -> str:
        """Refuse control characters and collapse blanks: names are shown in lists and on paper."""
        text = " ".join(name.split())
        if not text.isprintable():
            raise serializers.ValidationError(_("Le nom contient un caractère illisible."))
        return text


class BeneficiaryChange(BeneficiaryInput):
    """Validate any subset of the fields of a beneficiary."""

    statut_enrolement = serializers.ChoiceField(choices=StatutEnrolement.choices, required=False)

    class Meta(BeneficiaryInput.Meta):
        fields = [*BeneficiaryInput.Meta.fields, "statut_enrolement", "motif_sortie"]


class BeneficiaryReference(CamelSerializer):
    id = serializers.UUIDField()
    nom_complet = serializers.CharField()


class RecordSerializer(CamelModelSerializer):
    """Serialize a record of a beneficiary.

    `beneficiaireId` names the beneficiary at creation; it is ignored when the record is changed.
    """

    beneficiaire_id = VisibleIriField("beneficiaires", Beneficiary, source="beneficiaire", write_only=True)
    beneficiaire = BeneficiaryReference(read_only=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if self.partial:
            attrs.pop("beneficiaire", None)
        return attrs


class HouseholdOfBeneficiary(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)


class HouseholdDetailOfBeneficiary(HouseholdOfBeneficiary):
    localite = ReferenceSerializer(allow_null=True)
    taille_menage = serializers.IntegerField()
    score_pmt = serializers.FloatField(allow_null=True)
    eligible_programme = serializers.BooleanField()


class ProgrammeReference(ReferenceSerializer):
    code = serializers.CharField()


class BeneficiaryBaseResponse(CamelSerializer):
    """Describe what a beneficiary's summary and detail share.

    `telephone`, `compteMobile` and `compteBancaire` are present only for callers with `registre.voir_contacts`.
    """

    id = serializers.UUIDField()
    code_beneficiaire = serializers.CharField()
    nom_complet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    mode_paiement = serializers.ChoiceField(choices=ModePaiement.choices, allow_null=True)
    compte_mobile = serializers.CharField(allow_null=True, required=False)
    compte_bancaire = serializers.CharField(allow_null=True, required=False)
    actif = serializers.BooleanField()
    type_beneficiaire = serializers.ChoiceField(choices=Type.choices)
    statut_enrolement = serializers.ChoiceField(choices=StatutEnrolement.choices)


class BeneficiaryResponse(BeneficiaryBaseResponse):
    menage = HouseholdOfBeneficiary()
    programme = ProgrammeReference()


class PrincipalReference(CamelSerializer):
    id = serializers.UUIDField()
    nom_complet = serializers.CharField()


class BeneficiaryDetailResponse(BeneficiaryBaseResponse):
    numero_op_b = serializers.CharField(allow_null=True, required=False)
    date_enrolement = serializers.DateTimeField()
    is_principal = serializers.BooleanField()
    is_substitut = serializers.BooleanField()
    document_verifie = serializers.BooleanField()
    date_verification_document = serializers.DateTimeField(allow_null=True)
    beneficiaire_principal = PrincipalReference(allow_null=True)
    statut_cycle = serializers.CharField(allow_null=True)
    taux_conformite_global = serializers.FloatField(allow_null=True)
    nombre_cycles_completes = serializers.IntegerField()
    est_gradue = serializers.BooleanField()
    date_graduation = serializers.DateTimeField(allow_null=True)
    date_sortie = serializers.DateTimeField(allow_null=True)
    motif_sortie = serializers.CharField(allow_null=True)
    prochaine_recertification = serializers.DateTimeField(allow_null=True)
    dernier_suivi = serializers.DateTimeField(allow_null=True)
    menage = HouseholdDetailOfBeneficiary()
    statistiques = serializers.DictField(child=serializers.FloatField())
    programmes = ProgrammeReference(many=True)
    cycles = serializers.ListField(child=serializers.DictField())
    paiements = serializers.ListField(child=serializers.DictField())
    plaintes = serializers.ListField(child=serializers.DictField())
    conditionnalites = serializers.ListField(child=serializers.DictField())
    suivis = serializers.ListField(child=serializers.DictField())
    documents_identite = serializers.ListField(child=serializers.DictField())


class BeneficiaryCountsResponse(CamelSerializer):
    total = serializers.IntegerField()
    actifs = serializers.IntegerField()
    inactifs = serializers.IntegerField()
    par_mode_paiement = serializers.DictField(child=serializers.IntegerField())


# Contact and payment details: left out, not emptied, for callers who may not see them (decision 0021).
CONTACTS: Final = {"telephone": "telephone", "compteMobile": "compte_mobile", "compteBancaire": "compte_bancaire"}


def _build_reference(reference_id: UUID | None, **names: Any) -> dict[str, Any] | None:
    return None if reference_id is None else {"id": reference_id} | names


def build_summary_response(row: BeneficiarySummary, contacts: bool) -> dict[str, Any]:
    """Build the response of a beneficiary in a list; with `contacts`, include contact and payment details."""
    response = {
        "id": row.id,
        "codeBeneficiaire": row.code,
        "nomComplet": row.nom_complet,
        "modePaiement": row.mode_paiement,
        "actif": row.statut_enrolement == StatutEnrolement.ACTIF,
        "typeBeneficiaire": row.type,
        "statutEnrolement": row.statut_enrolement,
        "menage": {
            "id": row.menage_id,
            "code": row.menage_code,
            "region": _build_reference(row.region_id, nom=row.region_nom),
            "secteur": _build_reference(row.secteur_id, nom=row.secteur_nom),
        },
        "programme": {"id": row.programme_id, "code": row.programme_code, "nom": row.programme_nom},
    }
    return response | ({name: getattr(row, column) for name, column in CONTACTS.items()} if contacts else {})


def build_detail_response(row: BeneficiaryDetail, records: BeneficiaryRecords, contacts: bool) -> dict[str, Any]:
    """Build the full response of a beneficiary with its records by kind; with `contacts`, include contact details."""
    response = build_summary_response(row, contacts)
    programme = response.pop("programme")
    response["menage"] |= {
        "localite": _build_reference(row.localite_id, nom=row.localite_nom),
        "tailleMenage": row.taille_menage,
        "scorePmt": row.score_pmt,
        "eligibleProgramme": row.eligible_programme,
    }
    if contacts:
        response["numeroOpB"] = row.numero_op_b
    figures = count_records(records)
    checked = figures.nb_conformes + figures.nb_non_conformes
    paid_cycles = {payment.cycle["id"] for payment in records.paiements if payment.statut == "reussi"}
    response |= {
        "dateEnrolement": row.date_enrolement,
        "isPrincipal": row.type == Type.PRINCIPAL,
        "isSubstitut": row.type == Type.SUBSTITUT,
        "documentVerifie": row.date_verification_document is not None,
        "dateVerificationDocument": row.date_verification_document,
        "beneficiairePrincipal": _build_reference(row.principal_id, nomComplet=row.principal_nom),
        "statutCycle": records.cycles[0].statut if records.cycles else None,
        "tauxConformiteGlobal": round(100 * figures.nb_conformes / checked, 2) if checked else None,
        "nombreCyclesCompletes": len(paid_cycles),
        "estGradue": row.statut_enrolement == StatutEnrolement.GRADUE,
        "dateGraduation": row.date_graduation,
        "dateSortie": row.date_sortie,
        "motifSortie": row.motif_sortie,
        "prochaineRecertification": row.prochaine_recertification,
        "dernierSuivi": max((follow_up.date_suivi for follow_up in records.suivis), default=None),
        "statistiques": serialize_row(figures) | {"nbProgrammes": 1},
        "programmes": [programme],
    }
    return response | serialize_row(records)


def count_records(records: BeneficiaryRecords) -> RecordFigures:
    """Count the statistics of a beneficiary from the records."""
    paid = [payment for payment in records.paiements if payment.statut == "reussi"]
    checks = [check.statut for check in records.conditionnalites]
    return RecordFigures(
        total_paiements=len(records.paiements),
        paiements_reussis=len(paid),
        paiements_echoues=sum(payment.statut == "echoue" for payment in records.paiements),
        total_montant_recu=sum(payment.montant for payment in paid),
        nb_cycles=len(records.cycles),
        nb_plaintes=len(records.plaintes),
        nb_verifications=len(checks),
        nb_conformes=checks.count("conforme"),
        nb_non_conformes=checks.count("non_conforme"),
        nb_suivis=len(records.suivis),
    )
