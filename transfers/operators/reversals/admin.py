"""Register the reversals of movements in the administration site, read only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.operators.reversals.models import MovementReversal


@admin.register(MovementReversal)
class MovementReversalAdmin(ScopedAdmin):
    title = _("Contrepassations de mouvements")
    read_permission = "transferts.lire"
    list_select_related = ("mouvement", "propose_par", "confirme_par")
    list_display = ("mouvement", "motif", "propose_par", "propose_le", "confirme_par", "confirme_le")
