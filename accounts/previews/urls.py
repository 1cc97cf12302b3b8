from django.urls import path

from accounts.previews.views import RolePreview, UserPreview

urlpatterns = [
    path("api/users/<uuid:identity>/apercu", UserPreview.as_view()),
    path("api/roles/<uuid:identity>/apercu", RolePreview.as_view()),
]
