"""Register the models of the registry in the Django admin.

Households and everything that belongs to them are read-only here and are written through the API: a household's code,
states, score and references have rules in its services, and webhooks and jobs depend on them. Organisations are only
names, so they can be edited; so can variants of names.
"""

from typing import cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from config.caller import Caller
from registry.duplicates.models import Merge, NameVariant, Pair, Sheet
from registry.follow_up.models import HealthVisit, Measure
from registry.households import admin as households
from registry.households.codes.models import CodeCounter
from registry.households.models import CollectionMove, Dwelling, FormerHousehold, HeadOfHousehold, Member
from registry.households.tally.models import HouseholdCell, HouseholdTally
from registry.imports.mappings.models import ColumnMapping
from registry.imports.platforms.types import USAGE
from registry.photos.models import HouseholdPhoto
from registry.pmt.models import PmtMethod
from registry.projects.models import Campaign, Organisation, Project
from registry.quality_dashboard.models import QualityTally
from registry.references.models import Reference
from registry.survey_platforms.models import FormCursor, Receipt

# Imported for what it registers.
__all__ = ["households"]

READ, REFERENCES = "registre.lire", "administration.references"


class HouseholdPartAdmin(ScopedAdmin):
    """Serve the admin of a model that belongs to a household; rows are searched by the household's code."""

    read_permission = READ
    list_select_related = ("menage",)
    search_fields = ("menage__code_menage__startswith",)
    ordering = ("-pk",)


@admin.register(HeadOfHousehold)
class HeadOfHouseholdAdmin(HouseholdPartAdmin):
    title = _("Chefs de ménage")
    guarded_fields = {"registre.voir_contacts": ("telephone", "numero_mobile_money", "compte_bancaire")}
    list_display = ("menage", "nom_complet", "sexe", "age")


@admin.register(Dwelling)
class DwellingAdmin(HouseholdPartAdmin):
    title = _("Logements")
    list_display = ("menage", "type_logement", "source_eau")


@admin.register(Member)
class MemberAdmin(HouseholdPartAdmin):
    title = _("Membres")
    list_display = ("menage", "nom_complet", "lien_parente", "sexe", "age")


@admin.register(CollectionMove)
class CollectionMoveAdmin(HouseholdPartAdmin):
    title = _("Étapes de la collecte")
    list_display = ("menage", "action", "de", "vers", "user", "date")


@admin.register(HealthVisit)
class HealthVisitAdmin(HouseholdPartAdmin):
    title = _("Visites de santé")
    list_display = ("menage", "type_visite", "date_visite")


@admin.register(Measure)
class MeasureAdmin(HouseholdPartAdmin):
    title = _("Mesures d'accompagnement")
    list_display = ("menage", "type_mesure", "date_mesure")


@admin.register(HouseholdPhoto)
class HouseholdPhotoAdmin(HouseholdPartAdmin):
    title = _("Photos de ménages")
    list_display = ("menage", "auteur", "date_ajout")


@admin.register(Reference)
class ReferenceAdmin(ScopedAdmin):
    title = _("Listes de référence")
    read_permission = REFERENCES
    list_display = ("champ", "valeur", "libelle", "ordre")


@admin.register(Pair)
class PairAdmin(ScopedAdmin):
    title = _("Doublons possibles")
    read_permission = READ
    list_display = ("menage_a", "menage_b", "score", "decision", "detecte_le")
    search_fields = ("menage_a__code_menage__startswith", "menage_b__code_menage__startswith")


@admin.register(Merge)
class MergeAdmin(ScopedAdmin):
    """Serve the admin of merges, without the archived data of the absorbed household."""

    title = _("Fusions")
    read_permission = READ
    hidden_fields = ("archive", "valeurs", "deplaces")
    list_display = ("code_conserve", "code_absorbe", "score", "fusionne_par", "fusionne_le", "annule_le")
    search_fields = ("code_conserve__startswith", "code_absorbe__startswith")


@admin.register(FormerHousehold)
class FormerHouseholdAdmin(HouseholdPartAdmin):
    title = _("Anciens codes de ménages")
    list_display = ("code_menage", "menage", "created_at")
    search_fields = ("code_menage__startswith",)


@admin.register(Sheet)
class SheetAdmin(HouseholdPartAdmin):
    title = _("Fiches comparées")
    guarded_fields = {"registre.voir_contacts": ("telephones", "identifiant")}
    list_display = ("menage", "nom", "annee", "lieu")


@admin.register(NameVariant)
class NameVariantAdmin(ScopedAdmin):
    title = _("Surnoms et variantes de prénoms")
    read_permission, write_permission = READ, REFERENCES
    editable_fields = ("ecrit", "nom")
    is_national = True
    list_display = ("ecrit", "nom")
    search_fields = ("ecrit__icontains", "nom__icontains")


@admin.register(Organisation)
class OrganisationAdmin(ScopedAdmin):
    title = _("Organisations")
    read_permission, write_permission = READ, "registre.gerer_projets"
    editable_fields = ("nom",)
    is_national = True
    list_display = ("nom", "updated_at")
    search_fields = ("nom__icontains",)


@admin.register(Project)
class ProjectAdmin(ScopedAdmin):
    title = _("Projets")
    read_permission = READ
    list_display = ("code", "nom", "actif", "lecture_seule", "organisation", "updated_at")
    list_filter = ("actif", "lecture_seule")
    search_fields = ("code__startswith", "nom__icontains")


@admin.register(Campaign)
class CampaignAdmin(ScopedAdmin):
    title = _("Campagnes")
    read_permission = READ
    list_display = ("nom", "date_debut", "date_fin", "updated_at")
    search_fields = ("nom__icontains",)


@admin.register(PmtMethod)
class PmtMethodAdmin(ScopedAdmin):
    title = _("Méthodes PMT")
    read_permission = REFERENCES
    list_display = ("nom", "version", "statut", "date_debut", "date_fin", "par_defaut")
    search_fields = ("nom__icontains",)


@admin.register(Receipt)
class ReceiptAdmin(ScopedAdmin):
    """Serve the admin of platform submissions, without their content, which is what respondents answered."""

    title = _("Envois de collecte")
    read_permission = "registre.importer"
    hidden_fields = ("contenu",)
    list_display = ("source", "formulaire", "racine", "etat", "recu_at", "applique_at")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Return the submissions about households; others, which may be of shelters, to who sees these."""
        rows, caller = super().get_queryset(request), cast(Caller, request.user)
        return rows if caller.holds("vbg.voir_services_restreints") else rows.filter(usage=USAGE)


@admin.register(FormCursor)
class FormCursorAdmin(ScopedAdmin):
    title = _("Formulaires suivis")
    read_permission = "registre.importer"
    list_display = ("usage", "source", "formulaire", "synchronise_at", "balaye_at")
    ordering = ("-id",)


@admin.register(HouseholdTally)
class HouseholdTallyAdmin(ScopedAdmin):
    title = _("Sommes des ménages")
    read_permission = REFERENCES
    list_display = ("region_id", "secteur_id", "statut", "categorie_pauvrete", "n")
    ordering = ("-id",)


@admin.register(QualityTally)
class QualityTallyAdmin(ScopedAdmin):
    title = _("Sommes de la qualité")
    read_permission = REFERENCES
    list_display = ("jour", "region_id", "secteur_id", "total", "avec_qualite")
    ordering = ("-id",)


@admin.register(HouseholdCell)
class HouseholdCellAdmin(ScopedAdmin):
    title = _("Sommes par maille")
    read_permission = REFERENCES
    list_display = ("z", "x", "y", "region_id", "n")
    ordering = ("-id",)


@admin.register(CodeCounter)
class CodeCounterAdmin(ScopedAdmin):
    title = _("Compteurs de codes")
    read_permission = REFERENCES
    list_display = ("prefixe", "dernier")
    ordering = ("prefixe",)


@admin.register(ColumnMapping)
class ColumnMappingAdmin(ScopedAdmin):
    title = _("Correspondances de colonnes")
    read_permission = "registre.importer"
    list_display = ("user", "updated_at")
    list_select_related = ("user",)
