"""Register the models of transfers, read only: states and amounts are changed by their services alone."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.approvals.models import Approval
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell
from transfers.complaints import admin as complaints
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.effects.models import AppliedEffect
from transfers.conditionality.models import Conditionality
from transfers.cycles.models import AmountRule, Cycle, PaymentTotal, Recurrence
from transfers.eligibility.laboratory.models import TargetingDesign
from transfers.eligibility.models import Rule, RuleSet, RuleSetVersion
from transfers.execution.bank_transfers import admin as bank_transfers
from transfers.execution.closings.models import CycleClosing
from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import Attempt, Callback, Run
from transfers.execution.pay_points.models import PayPoint
from transfers.execution.sheets.losses.models import CashLoss
from transfers.execution.sheets.models import Sheet, SheetLine
from transfers.follow_ups.models import FollowUp
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import Graduation, GraduationResult
from transfers.graduation.visits.models import GraduationVisit
from transfers.holidays import admin as holidays
from transfers.identity_documents.models import IdentityDocument
from transfers.ledger.models import Entry, LedgerAccount, Movement, Reservation
from transfers.operators.models import FeeTranche, Operator, OperatorAccount
from transfers.operators.reversals import admin as reversals
from transfers.payments.models import Payment
from transfers.programmes.models import Programme, ProgrammeRegion
from transfers.receipts.models import ReceiptAnswer, ReceiptCheck
from transfers.reconciliation.models import ReconciliationEntry, ReconciliationSession

# Imported for what it registers.
__all__ = ["bank_transfers", "complaints", "holidays", "reversals"]


class TransferAdmin(ScopedAdmin):
    """Show rows of cycles, payments and the ledger to who may read transfers."""

    read_permission = "transferts.lire"


@admin.register(Programme)
class ProgrammeAdmin(TransferAdmin):
    title = _("Programmes")
    console_page = "vue=programmes&element={}"
    list_display = ("code", "nom", "type", "statut", "projet", "updated_at")
    list_filter = ("statut",)
    search_fields = ("code__startswith", "nom__icontains")


@admin.register(ProgrammeRegion)
class ProgrammeRegionAdmin(TransferAdmin):
    title = _("Régions des programmes")
    list_select_related = ("programme", "region")
    list_display = ("programme", "region")
    search_fields = ("programme__code__startswith",)


@admin.register(Beneficiary)
class BeneficiaryAdmin(TransferAdmin):
    title = _("Bénéficiaires")
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


@admin.register(ComplianceCheck)
class ComplianceCheckAdmin(BeneficiaryRecordAdmin):
    title = _("Vérifications de conditionnalités")
    list_display = ("beneficiaire", "conditionnalite_id", "statut", "taux_conformite", "date_verification")


@admin.register(AppliedEffect)
class AppliedEffectAdmin(TransferAdmin):
    title = _("Ce que les conditionnalités retiennent")
    list_select_related = ("cycle", "principal", "conditionnalite")
    list_display = ("cycle", "principal", "conditionnalite", "effet", "reduction", "retenue")
    list_filter = ("effet",)
    ordering = ("-id",)


@admin.register(Conditionality)
class ConditionalityAdmin(TransferAdmin):
    title = _("Conditionnalités")
    list_select_related = ("programme",)
    list_display = ("code", "nom", "programme", "categorie", "effet", "actif")


@admin.register(Graduation)
class GraduationAdmin(BeneficiaryRecordAdmin):
    title = _("Graduations")
    list_display = ("beneficiaire", "statut", "date_proposition", "date_decision", "score_global", "updated_at")


@admin.register(GraduationResult)
class GraduationResultAdmin(TransferAdmin):
    title = _("Résultats d'évaluations de graduation")
    list_display = ("nom", "type", "operateur", "valeur_seuil", "valeur", "valide")
    ordering = ("-id",)


@admin.register(GraduationVisit)
class GraduationVisitAdmin(TransferAdmin):
    title = _("Visites après graduation")
    list_display = ("graduation_id", "date_prevue", "suivi_id", "updated_at")


@admin.register(GraduationCriterion)
class GraduationCriterionAdmin(TransferAdmin):
    title = _("Critères de graduation")
    list_select_related = ("programme",)
    list_display = ("nom", "programme", "type", "operateur", "valeur_seuil", "poids", "obligatoire", "actif")


@admin.register(BeneficiaryCell)
class BeneficiaryCellAdmin(ScopedAdmin):
    title = _("Sommes de bénéficiaires par maille")
    read_permission = "administration.references"
    list_display = ("z", "x", "y", "region_id", "statut_enrolement", "n")
    ordering = ("-id",)


@admin.register(Cycle)
class CycleAdmin(TransferAdmin):
    title = _("Cycles de paiement")
    console_page = "vue=cycles&element={}"
    list_select_related = ("programme",)
    list_display = ("code", "nom", "programme", "date_debut", "statut_validation", "niveau_validation", "updated_at")
    list_filter = ("statut_validation",)
    search_fields = ("code__startswith",)


@admin.register(Recurrence)
class RecurrenceAdmin(TransferAdmin):
    title = _("Récurrences des programmes")
    list_select_related = ("programme",)
    list_display = ("programme", "active", "mode_generation", "frequence_paiement", "jour_generation", "genere_pour")
    ordering = ("programme_id",)


@admin.register(AmountRule)
class AmountRuleAdmin(TransferAdmin):
    title = _("Règles des montants")
    list_select_related = ("programme",)
    list_display = ("programme", "mode", "plafond", "updated_at")
    ordering = ("programme_id",)


@admin.register(PaymentTotal)
class PaymentTotalAdmin(TransferAdmin):
    title = _("Sommes de paiements")
    list_select_related = ("cycle",)
    list_display = ("cycle", "region_id", "operateur_id", "statut", "nombre", "montant", "frais", "recu")
    ordering = ("-id",)


@admin.register(Approval)
class ApprovalAdmin(TransferAdmin):
    title = _("Étapes de validation")
    list_select_related = ("cycle", "user")
    list_display = ("cycle", "tour", "action", "niveau", "user", "nombre", "montant", "date")
    search_fields = ("cycle__code__startswith",)


@admin.register(Payment)
class PaymentAdmin(TransferAdmin):
    title = _("Paiements")
    guarded_fields = {"registre.voir_contacts": ("telephone", "compte_mobile", "compte_bancaire")}
    list_select_related = ("cycle",)
    list_display = ("reference", "cycle", "nom_complet", "code_menage", "montant", "statut", "date_execution")
    search_fields = ("reference__startswith",)


@admin.register(Run)
class RunAdmin(TransferAdmin):
    title = _("Exécutions")
    hidden_fields = ("bail_id",)
    list_select_related = ("cycle", "operateur", "auteur")
    list_display = ("cycle", "fournisseur", "operateur", "auteur", "created_at", "annonce_le")
    search_fields = ("cycle__code__startswith",)
    ordering = ("-id",)


@admin.register(Attempt)
class AttemptAdmin(TransferAdmin):
    title = _("Tentatives de paiement")
    guarded_fields = {"registre.voir_contacts": ("destination",)}
    list_select_related = ("paiement",)
    list_display = ("paiement", "numero", "etat", "montant", "frais", "motif", "sent_at", "settled_at")
    search_fields = ("paiement__reference__startswith",)


@admin.register(ManualOutcome)
class ManualOutcomeAdmin(TransferAdmin):
    title = _("Résultats décidés")
    list_display = ("tentative", "resultat", "montant_recu", "propose_par", "propose_le", "confirme_par", "confirme_le")
    ordering = ("-id",)


@admin.register(CycleClosing)
class CycleClosingAdmin(TransferAdmin):
    title = _("Clôtures de cycles")
    list_select_related = ("cycle",)
    list_display = ("cycle", "motif", "nombre", "montant", "propose_par", "propose_le", "confirme_par", "confirme_le")
    search_fields = ("cycle__code__startswith",)


@admin.register(CashLoss)
class CashLossAdmin(TransferAdmin):
    title = _("Espèces manquantes")
    list_display = ("feuille", "montant_retrouve", "motif", "propose_par", "propose_le", "confirme_par", "confirme_le")
    ordering = ("-id",)


@admin.register(Callback)
class CallbackAdmin(TransferAdmin):
    title = _("Rappels des opérateurs")
    # What an operator sends names the account that was paid.
    guarded_fields = {"registre.voir_contacts": ("contenu",)}
    list_display = ("operateur_id", "tentative_id", "received_at", "handled_at")
    ordering = ("-id",)


@admin.register(Operator)
class OperatorAdmin(TransferAdmin):
    title = _("Opérateurs")
    list_display = ("code", "label", "actif", "tient_comptes", "grille")
    search_fields = ("code__startswith",)


@admin.register(OperatorAccount)
class OperatorAccountAdmin(TransferAdmin):
    title = _("Comptes d'opérateurs")
    list_select_related = ("operateur", "projet")
    list_display = ("code", "nom_compte", "operateur", "projet", "numero_compte", "actif", "updated_at")
    search_fields = ("code__startswith",)


@admin.register(FeeTranche)
class FeeTrancheAdmin(TransferAdmin):
    title = _("Grilles tarifaires")
    list_select_related = ("operateur",)
    list_display = ("operateur", "numero_tranche", "montant_min", "montant_max", "taxe_administrative", "frais_retrait")
    list_filter = ("actif",)


@admin.register(LedgerAccount)
class LedgerAccountAdmin(TransferAdmin):
    title = _("Comptes du grand livre")
    list_select_related = ("projet",)
    list_display = ("projet", "nature", "solde", "reserve", "total_depots", "total_paiements", "dernier_numero")
    list_filter = ("nature",)


@admin.register(Entry)
class EntryAdmin(TransferAdmin):
    title = _("Écritures")
    list_display = ("nature", "description", "date_valeur", "auteur_id", "created_at")
    list_filter = ("nature",)


@admin.register(Movement)
class MovementAdmin(TransferAdmin):
    title = _("Mouvements")
    list_select_related = ("compte",)
    list_display = ("compte", "numero", "type", "montant", "solde_avant", "solde_apres", "reference", "date")
    search_fields = ("reference__startswith",)


@admin.register(Reservation)
class ReservationAdmin(TransferAdmin):
    title = _("Montants réservés")
    list_select_related = ("compte",)
    list_display = ("compte", "montant", "restant", "created_at")
    ordering = ("-id",)


@admin.register(ReceiptCheck)
class ReceiptCheckAdmin(TransferAdmin):
    title = _("Vérifications de paiements")
    list_select_related = ("cycle",)
    list_display = ("cycle", "graine", "marge", "confiance", "cree_par_id", "created_at")
    search_fields = ("cycle__code__startswith",)


@admin.register(ReceiptAnswer)
class ReceiptAnswerAdmin(TransferAdmin):
    title = _("Réponses de bénéficiaires payés")
    list_select_related = ("paiement",)
    list_display = ("paiement", "recu", "montant_verse", "montant_recu", "frais_demandes", "moyen", "date_reponse")
    search_fields = ("paiement__reference__startswith",)


@admin.register(PayPoint)
class PayPointAdmin(TransferAdmin):
    title = _("Points de paiement")
    list_select_related = ("programme", "region")
    list_display = ("nom", "programme", "region", "actif", "updated_at")
    list_filter = ("actif",)
    search_fields = ("nom__icontains",)


@admin.register(Sheet)
class SheetAdmin(TransferAdmin):
    title = _("Feuilles de paiement en espèces")
    list_select_related = ("cycle",)
    list_display = ("reference", "lieu", "etat", "nombre", "montant", "montant_remis", "montant_rendu", "updated_at")
    list_filter = ("etat",)
    search_fields = ("cycle__code__startswith",)


@admin.register(SheetLine)
class SheetLineAdmin(TransferAdmin):
    title = _("Lignes de feuilles de paiement")
    list_select_related = ("feuille__cycle",)
    list_display = ("feuille", "numero", "tentative_id")
    search_fields = ("feuille__cycle__code__startswith",)


@admin.register(ReconciliationSession)
class ReconciliationSessionAdmin(TransferAdmin):
    title = _("Sessions de rapprochement")
    console_page = "vue=rapprochement&element={}"
    # The sums are of all regions.
    guarded_fields = {"administration.toutes_regions": ("compteurs", "effets")}
    list_select_related = ("cycle", "operateur")
    list_display = ("code", "nom", "cycle", "operateur", "statut", "date_validation", "updated_at")
    list_filter = ("statut",)
    search_fields = ("code__startswith", "cycle__code__startswith")


@admin.register(ReconciliationEntry)
class ReconciliationEntryAdmin(TransferAdmin):
    title = _("Entrées de rapprochement")
    guarded_fields = {"registre.voir_contacts": ("commentaire",)}
    list_select_related = ("session", "paiement")
    list_display = ("session", "source", "statut", "raison", "paiement", "score", "ecart_montant")
    list_filter = ("source", "statut")
    search_fields = ("session__code__startswith",)


@admin.register(RuleSet)
class RuleSetAdmin(TransferAdmin):
    title = _("Jeux de règles")
    list_select_related = ("programme",)
    list_display = ("code", "nom", "programme", "est_template", "actif", "version", "updated_at")
    list_filter = ("est_template", "actif")
    search_fields = ("code__startswith",)


@admin.register(RuleSetVersion)
class RuleSetVersionAdmin(TransferAdmin):
    title = _("Versions de jeux de règles")
    list_select_related = ("jeu",)
    list_display = ("jeu", "numero", "logique", "auteur_id", "created_at")
    search_fields = ("jeu__code__startswith",)


@admin.register(Rule)
class RuleAdmin(TransferAdmin):
    title = _("Règles d'éligibilité")
    list_select_related = ("version__jeu",)
    list_display = ("version", "ordre", "nom", "champ", "operateur", "valeur", "obligatoire", "actif")
    search_fields = ("version__jeu__code__startswith",)


@admin.register(TargetingDesign)
class TargetingDesignAdmin(TransferAdmin):
    title = _("Ciblages enregistrés")
    list_select_related = ("cree_par",)
    list_display = ("nom", "cree_par", "created_at", "updated_at")
    search_fields = ("nom__icontains",)
