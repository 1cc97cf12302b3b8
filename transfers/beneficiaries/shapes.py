"""Build the responses about beneficiaries, and describe them for the OpenAPI document."""

from typing import Any, Final

from rest_framework import serializers

from config.api.fields import build_query_serializer
from config.api.serializers import ReferenceSerializer
from transfers.beneficiaries.models import ModePaiement, StatutEnrolement, Type
from transfers.beneficiaries.records import Rows, count_records

# Contact and payment details: left out, not emptied, for callers who may not see them (decision 0021).
CONTACTS: Final = {"telephone": "telephone", "compteMobile": "compte_mobile", "compteBancaire": "compte_bancaire"}


def _serialize_reference(row: dict[str, Any], name: str, shown: str = "nom") -> dict[str, Any] | None:
    identity = row[f"{name}_id"]
    return None if identity is None else {"id": identity, shown: row[f"{name}_nom"]}


def build_summary_response(row: dict[str, Any], contacts: bool) -> dict[str, Any]:
    """Build the response of a beneficiary in a list from `queries.list_summaries`.

    With `contacts`, include contact and payment details.
    """
    household = {"id": row["menage_id"], "code": row["menage_code"]}
    return {
        "id": row["id"],
        "codeBeneficiaire": row["code"],
        "nomComplet": row["nom_complet"],
        "modePaiement": row["mode_paiement"],
        "actif": row["statut_enrolement"] == StatutEnrolement.ACTIF,
        "typeBeneficiaire": row["type"],
        "statutEnrolement": row["statut_enrolement"],
        "menage": household | {name: _serialize_reference(row, name) for name in ("region", "secteur")},
        "programme": {"id": row["programme_id"], "code": row["programme_code"], "nom": row["programme_nom"]},
    } | ({shown: row[name] for shown, name in CONTACTS.items()} if contacts else {})


def build_detail_response(row: dict[str, Any], records: dict[str, Rows], contacts: bool) -> dict[str, Any]:
    """Build the full response of a beneficiary from `queries.find_detail` and its records."""
    told = build_summary_response(row, contacts)
    programme = told.pop("programme")
    told["menage"] |= {
        "localite": _serialize_reference(row, "localite"),
        "tailleMenage": row["taille_menage"],
        "scorePmt": row["score_pmt"],
        "eligibleProgramme": row["eligible_programme"],
    }
    figures = count_records(records)
    checked = figures["nbVerifications"]
    paid = {payment["cycle"]["id"] for payment in records["paiements"] if payment["statut"] == "reussi"}
    return told | ({"numeroOpB": row["numero_op_b"]} if contacts else {}) | {
        "dateEnrolement": row["date_enrolement"],
        "isPrincipal": row["type"] == Type.PRINCIPAL,
        "isSubstitut": row["type"] == Type.SUBSTITUT,
        "documentVerifie": row["date_verification_document"] is not None,
        "dateVerificationDocument": row["date_verification_document"],
        "beneficiairePrincipal": _serialize_reference(row, "principal", "nomComplet"),
        "statutCycle": records["cycles"][0]["statut"] if records["cycles"] else None,
        "tauxConformiteGlobal": round(100 * figures["nbConformes"] / checked, 2) if checked else None,
        "nombreCyclesCompletes": len(paid),
        "estGradue": row["statut_enrolement"] == StatutEnrolement.GRADUE,
        "dateGraduation": row["date_graduation"],
        "dateSortie": row["date_sortie"],
        "motifSortie": row["motif_sortie"],
        "prochaineRecertification": row["prochaine_recertification"],
        "dernierSuivi": max((item["dateSuivi"] for item in records["suivis"]), default=None),
        "statistiques": figures | {"nbProgrammes": 1},
        "programmes": [programme],
    } | records  # fmt: skip


class HouseholdOfBeneficiary(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)


class HouseholdDetailOfBeneficiary(HouseholdOfBeneficiary):
    localite = ReferenceSerializer(allow_null=True)
    tailleMenage = serializers.IntegerField()
    scorePmt = serializers.FloatField(allow_null=True)
    eligibleProgramme = serializers.BooleanField()


class ProgrammeReference(ReferenceSerializer):
    code = serializers.CharField()


class BeneficiaryBaseResponse(serializers.Serializer):
    """Describe what a beneficiary's summary and detail share.

    `telephone`, `compteMobile` and `compteBancaire` are present only for callers with `registre.voir_contacts`.
    """

    id = serializers.UUIDField()
    codeBeneficiaire = serializers.CharField()
    nomComplet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    modePaiement = serializers.ChoiceField(choices=ModePaiement.choices, allow_null=True)
    compteMobile = serializers.CharField(allow_null=True, required=False)
    compteBancaire = serializers.CharField(allow_null=True, required=False)
    actif = serializers.BooleanField()
    typeBeneficiaire = serializers.ChoiceField(choices=Type.choices)
    statutEnrolement = serializers.ChoiceField(choices=StatutEnrolement.choices)


class BeneficiaryResponse(BeneficiaryBaseResponse):
    menage = HouseholdOfBeneficiary()
    programme = ProgrammeReference()


class PrincipalReference(serializers.Serializer):
    id = serializers.UUIDField()
    nomComplet = serializers.CharField()


class BeneficiaryDetailResponse(BeneficiaryBaseResponse):
    numeroOpB = serializers.CharField(allow_null=True, required=False)
    dateEnrolement = serializers.DateTimeField()
    isPrincipal = serializers.BooleanField()
    isSubstitut = serializers.BooleanField()
    documentVerifie = serializers.BooleanField()
    dateVerificationDocument = serializers.DateTimeField(allow_null=True)
    beneficiairePrincipal = PrincipalReference(allow_null=True)
    statutCycle = serializers.CharField(allow_null=True)
    tauxConformiteGlobal = serializers.FloatField(allow_null=True)
    nombreCyclesCompletes = serializers.IntegerField()
    estGradue = serializers.BooleanField()
    dateGraduation = serializers.DateTimeField(allow_null=True)
    dateSortie = serializers.DateTimeField(allow_null=True)
    motifSortie = serializers.CharField(allow_null=True)
    prochaineRecertification = serializers.DateTimeField(allow_null=True)
    dernierSuivi = serializers.DateTimeField(allow_null=True)
    menage = HouseholdDetailOfBeneficiary()
    statistiques = serializers.DictField(child=serializers.FloatField())
    programmes = ProgrammeReference(many=True)
    cycles = serializers.ListField(child=serializers.DictField())
    paiements = serializers.ListField(child=serializers.DictField())
    plaintes = serializers.ListField(child=serializers.DictField())
    conditionnalites = serializers.ListField(child=serializers.DictField())
    suivis = serializers.ListField(child=serializers.DictField())
    documentsIdentite = serializers.ListField(child=serializers.DictField())


class BeneficiaryCountsResponse(serializers.Serializer):
    total = serializers.IntegerField()
    actifs = serializers.IntegerField()
    inactifs = serializers.IntegerField()
    parModePaiement = serializers.DictField(child=serializers.IntegerField())


class TransitionOutcomeResponse(serializers.Serializer):
    """Describe the outcome for one id: `status` is the status reached, or `erreur` with the reason in `message`."""

    id = serializers.UUIDField()
    code = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["actif", "suspendu", "erreur"])
    message = serializers.CharField(allow_null=True)


ManyAnswer = build_query_serializer(
    "ManyAnswer",
    serializers.Serializer,
    success=serializers.IntegerField(),
    errors=serializers.IntegerField(),
    details=TransitionOutcomeResponse(many=True),
)


class DuplicateResponse(serializers.Serializer):
    """Describe a possible duplicate. `telephone` is present only for callers with `registre.voir_contacts`."""

    id = serializers.UUIDField()
    nomComplet = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    score = serializers.FloatField()
    raisons = serializers.ListField(child=serializers.CharField())


class DuplicateSearchResponse(serializers.Serializer):
    """Describe the duplicates found.

    For duplicates which the caller may not see, only their existence is reported (`ailleurs`); they count as one.
    """

    hasDuplicates = serializers.BooleanField()
    count = serializers.IntegerField()
    duplicates = DuplicateResponse(many=True)
    highRiskCount = serializers.IntegerField()
    ailleurs = serializers.ChoiceField(choices=["certain", "a_verifier"], allow_null=True)
    canCreate = serializers.BooleanField()
