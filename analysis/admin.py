"""Show the derived data of analysis in the admin site, read-only: triggers write it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from analysis.dashboards.models import DailyTotal
from analysis.proximity.models import NearestService
from analysis.vbg.imports.models import VbgUpload
from analysis.vbg.imports.rules import list_open_kinds


@admin.register(NearestService)
class NearestServiceAdmin(ScopedAdmin):
    title = _("Services les plus proches")
    read_permission = "administration.references"
    list_display = ("menage", "ecole_metres", "service_sante_metres", "point_eau_metres")
    list_select_related = ("menage",)
    search_fields = ("menage__code_menage__startswith",)
    ordering = ("-pk",)


@admin.register(DailyTotal)
class DailyTotalAdmin(ScopedAdmin):
    title = _("Sommes par jour")
    read_permission = "administration.references"
    list_display = ("sujet", "jour", "statut", "nombre", "montant")
    ordering = ("-pk",)


@admin.register(VbgUpload)
class VbgUploadAdmin(ScopedAdmin):
    title = _("Fichiers VBG en attente")
    read_permission = "vbg.importer"
    owner_path = "user"
    list_display = ("id", "type", "user", "created_at")
    list_select_related = ("user",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        caller: Any = request.user
        return super().get_queryset(request).filter(type__in=list_open_kinds(caller.holds))
