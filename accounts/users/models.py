"""Users: signed in by e-mail, one role, any number of regions (`regions`, declared by geo.areas on Region)."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower, Now

from accounts.roles.models import Role
from config.ids import UUID7, uuid7


class UserManager(BaseUserManager["User"]):
    """Makes users; e-mail addresses are compared without case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """A person who uses the service.

    `permissions` (frozenset of keys) and `region_ids` (tuple; None means every region) are loaded with the user by
    `accounts.users.queries`, in the one query of the sign-in token.
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
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = UserManager()
    USERNAME_FIELD = "email"
    # Ids of the linked regions, when they were loaded with the user (see `region_ids`).
    linked_regions: Any = None

    class Meta:
        db_table = "accounts_user"
        ordering = ["nom", "prenom", "id"]
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case")]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def nom_complet(self) -> str:
        return f"{self.prenom} {self.nom}".strip() or self.email

    @cached_property
    def permissions(self) -> frozenset[str]:
        """The keys of the role; none when the role is inactive."""
        return frozenset(self.role.permissions) if self.role.is_active else frozenset()

    def holds(self, key: str) -> bool:
        """Whether the user has the permission `key`."""
        return key in self.permissions

    @cached_property
    def region_ids(self) -> tuple[UUID, ...] | None:
        """The regions that the user sees: None is every region, () is none.

        Linked regions always restrict; without any, only `administration.toutes_regions` sees all.
        """
        linked = self.linked_regions
        if linked is None:
            regions: Any = self.regions  # type: ignore[attr-defined]
            linked = list(regions.values_list("id", flat=True))
        if linked:
            return tuple(linked)
        return None if self.holds("administration.toutes_regions") else ()
