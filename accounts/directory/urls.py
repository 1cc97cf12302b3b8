from django.urls import path

from accounts.directory.views import (
    OwnAccount,
    UserDetail,
    UserList,
    UserPassword,
    UserRights,
    UserRole,
    UserRoles,
    UserStatus,
)

urlpatterns = [
    path("api/auth/me", OwnAccount.as_view()),
    path("api/users", UserList.as_view()),
    path("api/users/<uuid:identity>", UserDetail.as_view()),
    path("api/users/<uuid:identity>/toggle-status", UserStatus.as_view()),
    path("api/users/<uuid:identity>/reset-password", UserPassword.as_view()),
    path("api/users/<uuid:identity>/permissions", UserRights.as_view()),
    path("api/users/<uuid:identity>/roles", UserRoles.as_view()),
    path("api/users/<uuid:identity>/roles/<uuid:grant>", UserRole.as_view()),
]
