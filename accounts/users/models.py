"""Store users and role grants.

Users sign in by e-mail address and have one role and any number of regions (`regions`, declared by geo.areas on
Region).
"""

from functools import cached_property
from typing import Any, Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Concat, Lower, Now

from accounts.roles.api import SENSITIVE_PERMISSIONS
from accounts.roles.models import Role
from config.caller import Scope
from config.ids import UUID7, uuid7
from config.text import Normalised


class UserQuerySet(models.QuerySet["User"]):
    """Query users. A deleted user is kept for the audit log but is visible to nobody."""

    def visible_to(self, user: Scope) -> Self:
        """Return users not deleted: all, or for a caller with regions those linked to some of them and to no others."""
        rows = self.filter(deleted_at__isnull=True)
        if user.region_ids is None:
            return rows
        within = list(user.region_ids)
        return rows.filter(regions_liees__overlap=within, regions_liees__contained_by=within)


class UserManager(BaseUserManager["User"].from_queryset(UserQuerySet)):  # type: ignore[misc]  # a base class made by a call
    """Create users. E-mail addresses are compared case-insensitively."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """Represent a person who uses the service.

    `permissions` (frozenset of keys) and `region_ids` (tuple; None means every region) use values that
    `accounts.users.queries` loads with the user, in the query that looks up the access token.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    email = models.EmailField(max_length=254, unique=True)
    nom = models.CharField(max_length=100, blank=True)
    prenom = models.CharField(max_length=100, blank=True)
    telephone = models.CharField(max_length=32, blank=True, null=True)
    role = models.ForeignKey(Role, on_delete=models.PROTECT, related_name="users")
    is_active = models.BooleanField(default=True, db_default=True)
    two_factor_enabled = models.BooleanField(default=False, db_default=False)
    failed_login_attempts = models.PositiveIntegerField(default=0, db_default=0)
    # Set by an administrator's reset: everything else is refused until the user has chosen a password.
    must_change_password = models.BooleanField(default=False, db_default=False)
    # A deleted user keeps id and name, because the audit log names them; all other data is cleared.
    deleted_at = models.DateTimeField(null=True)
    # The ids of `regions`, maintained only by the triggers of the links (geo): it lets one index find 50,000 users by
    # their regions.
    regions_liees = ArrayField(models.UUIDField(), default=list, db_default=[], editable=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())
    recherche = models.GeneratedField(
        expression=Normalised(
            Concat(
                "nom",
                Value(" "),
                "prenom",
                Value(" "),
                "email",
                Value(" "),
                "telephone",
                output_field=models.TextField(),
            )
        ),
        output_field=models.TextField(),
        db_persist=True,
    )

    objects = UserManager()
    USERNAME_FIELD = "email"
    # Loaded with the user (see `region_ids` and `permissions`): ids of the linked regions, keys of the granted roles.
    linked_regions: Any = None
    # The regions that lists serialize (`accounts.users.queries.load_regions`).
    loaded_regions: Any = None
    granted_permissions: Any = None

    class Meta:
        db_table = "accounts_user"
        ordering = ["nom", "prenom", "id"]
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case")]
        indexes = [
            models.Index(fields=["nom", "prenom", "id"], name="user_in_order", condition=Q(deleted_at__isnull=True)),
            GinIndex(fields=["regions_liees"], name="user_regions"),
            GinIndex(OpClass("recherche", name="gin_trgm_ops"), name="user_recherche_trgm"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def nom_complet(self) -> str:
        return f"{self.prenom} {self.nom}".strip() or self.email

    @cached_property
    def permissions(self) -> frozenset[str]:
        """Return the keys of the role if it is active, and of active granted roles that have not expired."""
        granted = self.granted_permissions
        if granted is None:
            granted = [
                key for grant in RoleGrant.objects.in_force().filter(user=self) for key in grant.role.permissions
            ]
        return frozenset(granted) | frozenset(self.role.permissions if self.role.is_active else ())

    def holds(self, key: str) -> bool:
        """Return whether the user has the permission `key`."""
        return key in self.permissions

    @property
    def restriction(self) -> str | None:
        """Return what the user must do before anything else: `mot_de_passe`, `double_authentification`, or None."""
        if self.must_change_password:
            return "mot_de_passe"
        is_required = settings.SECOND_FACTOR_REQUIRED and not self.two_factor_enabled
        return "double_authentification" if is_required and self.permissions & SENSITIVE_PERMISSIONS else None

    @cached_property
    def region_ids(self) -> tuple[UUID, ...] | None:
        """Return the ids of the regions that the user sees: None is every region, () is none.

        Linked regions always restrict; a user without any sees all only with `administration.toutes_regions`.
        """
        linked = self.linked_regions
        if linked is None:
            regions: Any = self.regions
            linked = list(regions.values_list("id", flat=True))
        if linked:
            return tuple(linked)
        return None if self.holds("administration.toutes_regions") else ()


class GrantQuerySet(models.QuerySet):
    """Query roles granted in addition to the users' own."""

    def unexpired(self) -> Self:
        """Return grants that have not expired."""
        return self.filter(Q(until__isnull=True) | Q(until__gt=Now()))

    def in_force(self) -> Self:
        """Return current grants whose role is active."""
        return self.unexpired().filter(role__is_active=True).select_related("role")


class RoleGrant(models.Model):
    """Grant a user a further role, permanently or until `until`, when it loses its effect without any job."""

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="grants")
    role = models.ForeignKey(Role, on_delete=models.PROTECT, related_name="grants")
    until = models.DateTimeField(null=True)
    granted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = GrantQuerySet.as_manager()

    class Meta:
        db_table = "accounts_role_grant"
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["user", "role"], name="role_grant_once")]

    def __str__(self) -> str:
        return str(self.id)
