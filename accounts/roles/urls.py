from django.urls import path

from accounts.roles.views import (
    IncompatibilityDetail,
    IncompatibilityList,
    PermissionCatalogue,
    RoleDetail,
    RoleList,
    RolePermissions,
)

urlpatterns = [
    path("api/roles", RoleList.as_view()),
    path("api/roles/incompatibilites", IncompatibilityList.as_view()),
    path("api/roles/incompatibilites/<uuid:identity>", IncompatibilityDetail.as_view()),
    path("api/roles/<uuid:identity>", RoleDetail.as_view()),
    path("api/roles/<uuid:identity>/permissions", RolePermissions.as_view()),
    path("api/settings/permissions", PermissionCatalogue.as_view()),
]
