"""Route the addresses of accounts."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("accounts.backoffice.urls")),
    path("", include("accounts.tokens.urls")),
    path("", include("accounts.sign_in.urls")),
    path("", include("accounts.second_factor.urls")),
    path("", include("accounts.passwords.urls")),
    path("", include("accounts.roles.urls")),
    path("", include("accounts.directory.urls")),
    path("", include("accounts.audit.urls")),
    path("", include("accounts.jobs.urls")),
    path("", include("accounts.files.urls")),
    path("", include("accounts.notifications.urls")),
    path("", include("accounts.webhooks.urls")),
    path("", include("accounts.saved_views.urls")),
    path("", include("accounts.previews.urls")),
]
