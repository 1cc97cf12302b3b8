"""Transfers in the administration: read only. Everything here has states and amounts that its services guard."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.base import ScopedAdmin
from transfers.programmes.models import Programme


@admin.register(Programme)
class ProgrammeAdmin(ScopedAdmin):
    title = _("Programmes")
    read = "transferts.lire"
    list_display = ("code", "nom", "type", "statut", "projet", "updated_at")
    list_filter = ("statut",)
    search_fields = ("code__startswith", "nom__icontains")
