from django.urls import path

from accounts.tokens.views import Logout, Me, Refresh, SessionDetail, SessionList

urlpatterns = [
    path("api/auth/refresh", Refresh.as_view()),
    path("api/auth/logout", Logout.as_view()),
    path("api/auth/me", Me.as_view()),
    path("api/auth/sessions", SessionList.as_view()),
    path("api/auth/sessions/<uuid:identity>", SessionDetail.as_view()),
]
