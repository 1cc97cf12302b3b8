"""Register the models of transfers in the administration site, read only.

All of them have states and amounts which only their services may change.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell
from transfers.follow_ups.models import FollowUp
from transfers.identity_documents.models import IdentityDocument
from transfers.programmes.models import Programme, ProgrammeRegion


@admin.register(Programme)
class ProgrammeAdmin(ScopedAdmin):
    title = _("Programmes")
    read_permission = "transferts.lire"
    list_display = ("code", "nom", "type", "statut", "projet", "updated_at")
    list_filter = ("statut",)
    search_fields = ("code__startswith", "nom__icontains")


@admin.register(ProgrammeRegion)
class ProgrammeRegionAdmin(ScopedAdmin):
    title = _("Régions des programmes")
    read_permission = "transferts.lire"
    list_select_related = ("programme", "region")
    list_display = ("programme", "region")
    search_fields = ("programme__code__startswith",)


@admin.register(Beneficiary)
class BeneficiaryAdmin(ScopedAdmin):
    title = _("Bénéficiaires")
    read_permission = "transferts.lire"
    guarded_fields = {"registre.voir_contacts": ("telephone", "compte_mobile", "compte_bancaire", "numero_op_b")}
    list_select_related = ("menage", "programme")
    list_display = ("code", "nom_complet", "programme", "menage", "type", "statut_enrolement", "updated_at")
    search_fields = ("code__startswith",)


class BeneficiaryRecordAdmin(ScopedAdmin):
    """Show rows which belong to a beneficiary, searched by the beneficiary's code."""

    read_permission = "transferts.lire"
    list_select_related = ("beneficiaire", "menage")
    search_fields = ("beneficiaire__code__startswith",)


@admin.register(IdentityDocument)
class IdentityDocumentAdmin(BeneficiaryRecordAdmin):
    title = _("Documents d'identité")
    guarded_fields = {"registre.voir_contacts": ("numero_document",)}
    list_display = ("beneficiaire", "type_document", "statut", "date_expiration", "updated_at")


@admin.register(FollowUp)
class FollowUpAdmin(BeneficiaryRecordAdmin):
    title = _("Suivis de bénéficiaires")
    list_display = ("beneficiaire", "type_suivi", "date_suivi", "agent")


@admin.register(BeneficiaryCell)
class BeneficiaryCellAdmin(ScopedAdmin):
    title = _("Sommes de bénéficiaires par maille")
    read_permission = "administration.references"
    list_display = ("z", "x", "y", "region_id", "statut_enrolement", "n")
    ordering = ("-id",)
