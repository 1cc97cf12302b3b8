"""Serialize beneficiaries in format B, and share fields of their records."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import (
    IdsField,
    PageParams,
    SearchField,
    UuidListField,
    VisibleIriField,
    VisibleListField,
    build_query_serializer,
)
from config.api.serializers import CamelModelSerializer, CamelSerializer
from registry.households.models import Household
from registry.households.serializers import FormSerializer
from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary, ModePaiement, StatutEnrolement, Type
from transfers.beneficiaries.states import ACTIVATE, SUSPEND
from transfers.programmes.models import Programme


class AreaParams(serializers.Serializer):
    region = UuidListField()
    secteur = UuidListField()
    localite = UuidListField()
    projet = VisibleListField(Project)


BeneficiaryParams = build_query_serializer(
    "BeneficiaryParams",
    PageParams,
    actif=serializers.BooleanField(required=False, default=None, allow_null=True),
    search=SearchField(allow_blank=True),
    statutEnrolement=serializers.ChoiceField(choices=StatutEnrolement.choices, required=False),
    region=UuidListField(),
    secteur=UuidListField(),
    localite=UuidListField(),
    projet=VisibleListField(Project),
    programme=serializers.UUIDField(required=False),
    **{"menage.id": serializers.UUIDField(required=False)},
)


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
            "nom_complet", "menage_id", "programme_id", "type_beneficiaire", "telephone", "mode_paiement",
            "compte_mobile", "compte_bancaire", "numero_op_b", "actif", "force_create", "document_verifie",
            "prochaine_recertification",
        ]  # fmt: skip
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


class DuplicateSearchBody(serializers.Serializer):
    """Validate the description of a person to search for.

    `excludeId` is left out of the result. With `programmeId`, the search is the one of a creation in that programme.
    """

    nomComplet = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    compteMobile = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    menageId = VisibleIriField("menages", Household, required=False, allow_null=True)
    programmeId = serializers.UUIDField(required=False, allow_null=True)
    excludeId = serializers.UUIDField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(attrs.get(name) for name in ("nomComplet", "telephone", "compteMobile")):
            raise serializers.ValidationError({"nomComplet": _("Indiquez un nom, un téléphone ou un compte mobile.")})
        return attrs


class BatchTransitionBody(serializers.Serializer):
    ids = IdsField()
    action = serializers.ChoiceField(choices=[ACTIVATE.name, SUSPEND.name])


class RecordParams(PageParams):
    beneficiaire = serializers.UUIDField(required=False)
    menage = serializers.UUIDField(required=False)
    region = UuidListField()
    secteur = UuidListField()
    localite = UuidListField()


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
