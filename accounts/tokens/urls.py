from django.urls import path

from accounts.tokens.views import CurrentUser, Logout, SessionDetail, SessionList, SessionRefresh

urlpatterns = [
    path("api/auth/refresh", SessionRefresh.as_view()),
    path("api/auth/logout", Logout.as_view()),
    path("api/auth/me", CurrentUser.as_view()),
    path("api/auth/sessions", SessionList.as_view()),
    path("api/auth/sessions/<uuid:identity>", SessionDetail.as_view()),
]
