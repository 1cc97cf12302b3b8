from django.urls import path

from accounts.tokens.views import Login, Logout, Me, Refresh

urlpatterns = [
    path("api/auth/login", Login.as_view()),
    path("api/auth/refresh", Refresh.as_view()),
    path("api/auth/logout", Logout.as_view()),
    path("api/auth/me", Me.as_view()),
]
