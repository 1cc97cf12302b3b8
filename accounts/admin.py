"""Register the models of `accounts` in the administration, all of them read-only.

Services enforce rank rules on users, roles and granted roles; the service itself writes tokens, counts, jobs, mails,
deliveries and notifications. Secrets and the content of jobs and notifications are hidden.
"""

from typing import Any

from django.contrib import admin
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.audit.models import Trace
from accounts.audit.serializers import hide_guarded
from accounts.backoffice.api import (
    AuditedModelFilter,
    CheapChangeList,
    RegionOfUserFilter,
    RoleFilter,
    ScopedAdmin,
    WhoAndWhenFilter,
    describe_changes,
    describe_details,
    link_object,
    name_entry,
    name_kind,
    name_objects,
    name_row,
    search_history,
    summarise_changes,
)
from accounts.files.models import StoredFile
from accounts.idempotency.models import IdempotencyKey
from accounts.jobs.models import Job
from accounts.lockout.api import name_tried_accounts
from accounts.lockout.models import SignInAttempt
from accounts.mails.models import OutgoingMail
from accounts.notifications.models import Notification, NotificationMark, NotificationPreference
from accounts.passwords.models import PasswordReset
from accounts.roles.api import describe_permissions
from accounts.roles.models import Incompatibility, Role
from accounts.saved_views.models import SavedView
from accounts.second_factor.models import Authenticator, RecoveryCode
from accounts.throttle.models import RequestCount
from accounts.tokens.models import AccessKey, Session, TokenPair
from accounts.users.models import RoleGrant, User
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent

USERS, ROLES, WEBHOOKS = (f"administration.{key}" for key in ("utilisateurs", "roles", "webhooks"))


class UserOwnedAdmin(ScopedAdmin):
    """Show rows that belong to a user, limited to the users whom the caller administers."""

    read_permission, owner_path = USERS, "user"
    list_select_related = ("user",)
    search_fields = ("user__email__startswith",)


@admin.register(User)
class UserAdmin(ScopedAdmin):
    title = _("Utilisateurs")
    read_permission = USERS
    search_fields, searches_normalised = ("recherche",), True
    hidden_fields = ("password",)
    console_page = "vue=comptes&element={}"
    list_display = ("email", "personne", "role", "is_active", "two_factor_enabled", "last_login")
    list_filter = (RoleFilter, RegionOfUserFilter, "is_active", "two_factor_enabled")

    @admin.display(description=_("nom"))
    def personne(self, user: User) -> str:
        return f"{user.prenom} {user.nom}".strip()


@admin.register(RoleGrant)
class RoleGrantAdmin(UserOwnedAdmin):
    title = _("Rôles attribués")
    list_display = ("user", "role", "until", "created_at")
    ordering = ("-id",)


@admin.register(Role)
class RoleAdmin(ScopedAdmin):
    title = _("Rôles")
    read_permission = ROLES
    console_page = "vue=comptes&onglet=roles&element={}"
    hidden_fields = ("permissions",)
    list_display = ("nom", "code", "is_active", "is_system", "updated_at")
    list_filter = ("is_active",)
    search_fields = ("code__startswith", "nom__icontains")

    def get_fields(self, request: Any, obj: Any = None) -> Any:
        return [*super().get_fields(request, obj), "droits"]

    @admin.display(description=_("droits"))
    def droits(self, role: Role) -> SafeString:
        return format_html_join("", "<div>{} : {}</div>", describe_permissions(role.permissions))


@admin.register(Incompatibility)
class IncompatibilityAdmin(ScopedAdmin):
    title = _("Rôles incompatibles")
    read_permission = ROLES
    list_display = ("role_a", "role_b", "motif")


@admin.register(Session)
class SessionAdmin(UserOwnedAdmin):
    title = _("Sessions")
    list_display = ("user", "address", "created_at", "seen_at", "ended_at")
    ordering = ("-id",)


@admin.register(TokenPair)
class TokenPairAdmin(UserOwnedAdmin):
    title = _("Jetons")
    list_display = ("user", "created_at", "access_expires_at", "refresh_expires_at", "refreshed_at")
    ordering = ("-id",)


@admin.register(AccessKey)
class AccessKeyAdmin(UserOwnedAdmin):
    title = _("Clés d'accès")
    hidden_fields = ("hash",)
    list_display = ("user", "nom", "debut", "created_at", "expires_at", "used_at", "revoked_at")
    ordering = ("-id",)


@admin.register(Authenticator)
class AuthenticatorAdmin(UserOwnedAdmin):
    title = _("Authentificateurs")
    hidden_fields = ("key",)
    list_display = ("user", "confirmed", "last_used_at")
    ordering = ("-id",)


@admin.register(RecoveryCode)
class RecoveryCodeAdmin(UserOwnedAdmin):
    title = _("Codes de secours")
    list_display = ("user", "used_at", "created_at")
    ordering = ("-id",)


@admin.register(PasswordReset)
class PasswordResetAdmin(UserOwnedAdmin):
    title = _("Réinitialisations")
    list_display = ("user", "expires_at", "used_at")
    ordering = ("-id",)


@admin.register(SavedView)
class SavedViewAdmin(UserOwnedAdmin):
    """Show the views that the caller's own list names; with whom they are shared is their owner's to know."""

    title = _("Vues enregistrées")
    hidden_fields = ("roles", "personnes")
    list_display = ("user", "nom", "ecran", "partage", "updated_at")
    list_filter = ("partage",)
    ordering = ("-id",)

    def get_queryset(self, request: Any) -> Any:
        views: Any = super().get_queryset(request)
        return views.offered_to(request.user)


@admin.register(NotificationPreference)
class NotificationPreferenceAdmin(UserOwnedAdmin):
    title = _("Préférences de notification")
    list_display = ("user", "courriel", "langue", "next_at")
    list_filter = ("courriel",)
    ordering = ("pk",)


@admin.register(NotificationMark)
class NotificationMarkAdmin(UserOwnedAdmin):
    title = _("Lectures des notifications")
    list_display = ("user", "notification", "read_at")
    ordering = ("-id",)


@admin.register(Notification)
class NotificationAdmin(ScopedAdmin):
    """Show the notifications that the caller also sees in the console."""

    title = _("Notifications")
    read_permission = "administration.notifications"
    hidden_fields = ("data", "params")
    list_display = ("title", "type", "category", "user", "created_at", "read_at")


@admin.register(StoredFile)
class StoredFileAdmin(UserOwnedAdmin):
    title = _("Fichiers")
    list_display = ("nom", "taille", "type", "usage", "user", "created_at", "expires_at")
    ordering = ("-id",)


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(UserOwnedAdmin):
    title = _("Clés d'idempotence")
    hidden_fields = ("key", "path", "digest")
    list_display = ("user", "method", "status", "created_at")
    ordering = ("-id",)


@admin.register(Job)
class JobAdmin(UserOwnedAdmin):
    title = _("Tâches")
    hidden_fields = ("parametres", "resultat")
    list_display = ("type", "statut", "user", "fait", "total", "created_at", "ended_at")
    list_filter = ("statut",)
    ordering = ("-id",)


@admin.register(OutgoingMail)
class OutgoingMailAdmin(UserOwnedAdmin):
    title = _("Courriels")
    list_display = ("kind", "statut", "user", "essais", "created_at", "sent_at")
    list_filter = ("statut",)
    ordering = ("-id",)


@admin.register(SignInAttempt)
class SignInAttemptAdmin(ScopedAdmin):
    title = _("Connexions refusées depuis la dernière réussie")
    read_permission = USERS
    list_display = ("account", "address", "failures", "locked_until", "changed_at")
    list_filter = ("changed_at", "locked_until")
    ordering = ("-changed_at",)

    @admin.display(description=_("Compte"))
    def account(self, attempt: Any) -> str:
        """Name the account that was tried; an address that is no account's is not stored."""
        return str(attempt.tried_account or _("adresse sans compte"))

    def get_queryset(self, request: Any) -> Any:
        return name_tried_accounts(super().get_queryset(request), request.user)


@admin.register(RequestCount)
class RequestCountAdmin(ScopedAdmin):
    title = _("Comptes de requêtes")
    read_permission = USERS
    list_display = ("subject", "minute", "count")
    ordering = ("subject",)


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ScopedAdmin):
    title = _("Webhooks")
    read_permission = WEBHOOKS
    hidden_fields = ("key", "previous_key")
    list_display = ("url", "is_active", "failures", "disabled_at", "updated_at")
    list_filter = ("is_active",)


@admin.register(WebhookEvent)
class WebhookEventAdmin(ScopedAdmin):
    title = _("Événements")
    read_permission = WEBHOOKS
    list_display = ("type", "created_at")
    ordering = ("-id",)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ScopedAdmin):
    title = _("Envois")
    read_permission = WEBHOOKS
    list_display = ("event", "endpoint", "statut", "attempts", "status_code", "ended_at")
    list_filter = ("statut",)


class TraceChangeList(CheapChangeList):
    """Name the rows of a page of the history, and what changed of them."""

    def get_results(self, request: Any) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        for entry in self.result_list:
            hide_guarded(entry, request.user)
        names = name_objects(self.result_list, request.user)
        for entry in self.result_list:
            entry.objet_nomme = names.get((entry.model, entry.objet), entry.objet)
            entry.resume = summarise_changes(entry, request.user)


@admin.register(Trace)
class TraceAdmin(ScopedAdmin):
    """Show who changed what, when, and from what to what.

    Values are masked as the API masks them: each needs the permission to read it on its own row.
    """

    title = _("Historique")
    read_permission = "administration.audit"
    hidden_fields = ("changements", "details")
    list_display = ("date", "action", "genre", "quoi", "ce_qui_change", "auteur", "combien")
    list_select_related = ("utilisateur",)
    list_filter = (WhoAndWhenFilter, "action", AuditedModelFilter)
    # Its own search (`search_history`); Django shows the box where fields are named.
    search_fields = ("racine",)
    search_help_text = _("Un code de ménage, une adresse électronique, le nom d'un utilisateur ou un identifiant")

    def get_changelist(self, request: Any, **kwargs: Any) -> type[TraceChangeList]:
        return TraceChangeList

    def get_search_results(self, request: Any, queryset: Any, search_term: str) -> tuple[Any, bool]:
        if not search_term.strip():
            return queryset, False
        return search_history(queryset.without_guarded(request.user), search_term, request.user), False

    def get_object(self, request: Any, object_id: str, from_field: str | None = None) -> Any:
        """Read the entry with what its page says of it in words, as far as the caller may know it."""
        entry: Any = super().get_object(request, object_id, from_field)
        if entry is not None:
            hide_guarded(entry, request.user)
            name = name_objects([entry], request.user).get((entry.model, entry.objet), entry.objet)
            entry.objet_nomme = link_object(entry, name, self.admin_site, request) if name else name
            entry.titre = name_entry(entry, name)
            entry.champs = describe_changes(entry, request.user)
            entry.suites = describe_details(entry, request.user)
        return entry

    def get_fieldsets(self, request: Any, obj: Any = None) -> Any:
        """Say first who did what to whom; what only a technician asks for stands folded at the end."""
        action = self.present_column("action", request)
        first = ["date", "auteur", action, "genre"]
        if obj is not None and obj.objet_nomme:
            first.append("quoi")
        if obj is not None and (obj.champs or obj.action == Trace.Action.MODIFICATION):
            first.append("champs_modifies")
        if obj is not None and obj.suites:
            first.append("suites_donnees")
        if obj is not None and obj.nombre is not None:
            first.append("combien")
        if obj is not None and obj.region_id is not None:
            first.append(self.present_column("region_id", request))
        technical = ["numero", "adresse", "requete", "operation_id", "objet", "racine", "id"]
        return [
            (None, {"fields": first}),
            (_("Pour un technicien"), {"fields": technical, "classes": ["collapse"]}),
        ]

    def get_readonly_fields(self, request: Any, obj: Any = None) -> list[str]:
        return [name for _title, options in self.get_fieldsets(request, obj) for name in options["fields"]]

    @admin.display(description=_("objet concerné"))
    def genre(self, entry: Trace) -> str:
        return name_kind(entry.model)

    @admin.display(description=_("lequel"))
    def quoi(self, entry: Any) -> str | None:
        """Name the row; of one that is gone, the page of the entry has the identifier."""
        return entry.objet_nomme or None

    @admin.display(description=_("par qui"))
    def auteur(self, entry: Trace) -> str:
        """Name the user, to everybody as the API does; what has none the service did by itself."""
        return name_row(entry.utilisateur) if entry.utilisateur else str(_("Le service"))

    @admin.display(description=_("nombre de lignes traitées"))
    def combien(self, entry: Trace) -> str | None:
        """Say how many rows an operation went over; a change is of one."""
        return None if entry.nombre is None else number_format(entry.nombre, force_grouping=True)

    @admin.display(description=_("ce qui a changé"))
    def ce_qui_change(self, entry: Any) -> str | None:
        return entry.resume or None

    @admin.display(description=_("ce qui a changé"))
    def champs_modifies(self, entry: Any) -> SafeString:
        rows = format_html_join(
            "",
            "<tr><th>{}</th><td>{}</td><td>{}</td></tr>",
            ((one.name, one.before, one.after) for one in entry.champs),
        )
        titles = format_html("<tr><th>{}</th><th>{}</th><th>{}</th></tr>", _("Champ"), _("Avant"), _("Après"))
        return format_html('<table class="changements"><thead>{}</thead><tbody>{}</tbody></table>', titles, rows)

    @admin.display(description=_("ce qu'elle a fait"))
    def suites_donnees(self, entry: Any) -> SafeString:
        return format_html_join("", "<div>{} : {}</div>", entry.suites)
