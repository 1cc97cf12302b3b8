"""Show the public holidays in the administration, where who edits references changes them."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.holidays.models import Holiday


@admin.register(Holiday)
class HolidayAdmin(ScopedAdmin):
    title = _("Jours fériés")
    read_permission = write_permission = "administration.references"
    editable_fields = ("nom", "jour", "chaque_annee")
    is_national = True
    list_display = ("nom", "jour", "chaque_annee")
    search_fields = ("nom__icontains",)
