"""Register the messages that were handed out for banks in the administration site, read only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.execution.bank_transfers.models import IssuedMessage


@admin.register(IssuedMessage)
class IssuedMessageAdmin(ScopedAdmin):
    title = _("Messages aux banques")
    read_permission = "transferts.lire"
    list_select_related = ("execution", "auteur")
    list_display = ("identifiant", "execution", "partie", "emission", "auteur", "date_creation")
    search_fields = ("identifiant__startswith",)
