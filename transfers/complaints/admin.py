"""Show the teams and the sums of complaints in the administration; complaints themselves are the API's."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.backoffice.api import ScopedAdmin
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.teams.models import Team, TeamMember


@admin.register(ComplaintCell)
class ComplaintCellAdmin(ScopedAdmin):
    title = _("Sommes de plaintes par maille")
    read_permission = "administration.references"
    list_display = ("z", "x", "y", "region_id", "statut", "priorite", "categorie", "n")
    ordering = ("-id",)


@admin.register(Team)
class TeamAdmin(ScopedAdmin):
    title = _("Équipes de plaintes")
    read_permission = "plaintes.lire"
    list_display = ("nom", "wip_limit_par_membre", "actif", "updated_at")
    list_filter = ("actif",)
    search_fields = ("nom__icontains",)


@admin.register(TeamMember)
class TeamMemberAdmin(ScopedAdmin):
    title = _("Membres des équipes de plaintes")
    read_permission = "plaintes.lire"
    list_select_related = ("equipe", "user")
    list_display = ("equipe", "user", "role", "wip_limit", "actif")
    # The counter has complaints of violence, too.
    hidden_fields = ("en_cours",)
    search_fields = ("equipe__nom__icontains",)
