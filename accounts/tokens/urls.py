from django.urls import path

from accounts.tokens.views import (
    AccessKeyDetail,
    AccessKeyList,
    Logout,
    SessionDetail,
    SessionList,
    SessionRefresh,
)

urlpatterns = [
    path("api/auth/refresh", SessionRefresh.as_view()),
    path("api/auth/logout", Logout.as_view()),
    path("api/auth/sessions", SessionList.as_view()),
    path("api/auth/sessions/<uuid:identity>", SessionDetail.as_view()),
    path("api/auth/cles", AccessKeyList.as_view()),
    path("api/auth/cles/<uuid:identity>", AccessKeyDetail.as_view()),
]
