"""Define the administration's site, with this service's sign-in and only models that have a scope."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters

from accounts.backoffice.admin import ScopedAdmin
from accounts.backoffice.duties.rules import group_models
from accounts.backoffice.rules import COOKIE, COOKIE_SCOPE, PATH, RESTRICTIONS
from accounts.backoffice.services import may_enter
from accounts.backoffice.state.queries import describe_service
from accounts.sign_in.api import sign_in
from accounts.tokens.api import end_session
from config.addresses import find_client_address
from config.api.statuses import get_status
from config.errors.problems import Problem


def set_token_cookie(response: HttpResponse, token: str) -> None:
    """Store the access token in the browser until it is closed."""
    response.set_cookie(COOKIE, token, secure=settings.SESSION_COOKIE_SECURE, httponly=True, **COOKIE_SCOPE)


def delete_token_cookie(response: HttpResponse) -> None:
    """Delete the token's cookie."""
    response.delete_cookie(COOKIE, **COOKIE_SCOPE)


def describe_ways(minutes: int) -> str:
    """Say how one enters without the form, and when one is asked again."""
    return ngettext(
        "Depuis la console, le menu de votre compte ouvre l'administration sans redemander le mot de passe. Elle se ferme "
        "après %(n)d minute sans usage.",
        "Depuis la console, le menu de votre compte ouvre l'administration sans redemander le mot de passe. Elle se ferme "
        "après %(n)d minutes sans usage.",
        minutes,
    ) % {"n": minutes}


class SignInForm(forms.Form):
    """Validate the sign-in form.

    `otp` is always shown, so that the form does not reveal which accounts have a second factor.
    """

    email = forms.CharField(label=_("Adresse électronique"), max_length=254)
    password = forms.CharField(label=_("Mot de passe"), max_length=128, strip=False, widget=forms.PasswordInput)
    otp = forms.CharField(label=_("Code à usage unique (si activé)"), max_length=32, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, meaning in (("email", "username"), ("password", "current-password"), ("otp", "one-time-code")):
            self.fields[name].widget.attrs["autocomplete"] = meaning


class BackOfficeSite(AdminSite):
    """Register `ScopedAdmin` only: the admins of libraries ignore regions, and show secrets."""

    site_header = site_title = "Tabanca"
    index_title = _("Administration")
    index_template = "backoffice/index.html"
    enable_nav_sidebar = True

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        if admin_class is not None and issubclass(admin_class, ScopedAdmin):
            super().register(model_or_iterable, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return may_enter(request.user)

    def get_app_list(self, request: Any, app_label: str | None = None) -> list[Any]:
        """List the models by what an administrator wants to do; those of one application by their names."""
        if app_label:
            return super().get_app_list(request, app_label)
        models = [found for app in self._build_app_dict(request).values() for found in app["models"]]
        return group_models(models, reverse("admin:index"), request.path)

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Show the state of the service above the sections."""
        return super().index(request, {**(extra_context or {}), "tiles": describe_service(request, self)})

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return super().each_context(request) | {"user": request.user, "log_entries": []}

    @method_decorator((csrf_protect, sensitive_post_parameters("password", "otp")))
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the form, or sign the user in and store the token in the cookie.

        Failures are counted, accounts locked and the code required as in the API.
        """
        form = SignInForm(request.POST or None)
        status = 200
        if request.method == "POST" and form.is_valid():
            try:
                return self._sign_in_user(request, form)
            except Problem as problem:
                form.add_error(None, str(problem.message))
                status = get_status(problem)
        elif self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        context = self.each_context(request) | {
            "form": form,
            "title": _("Connexion à l'administration"),
            "ways": describe_ways(settings.ADMIN_IDLE_SECONDS // 60),
            "next": self._find_next_url(request),
        }
        return render(request, "backoffice/login.html", context, status=status)

    def _sign_in_user(self, request: HttpRequest, form: SignInForm) -> HttpResponse:
        tokens = sign_in(
            **form.cleaned_data,
            address=find_client_address(request),
            agent=request.headers.get("User-Agent", ""),
            administration_seconds=settings.ADMIN_IDLE_SECONDS,
        )
        user = tokens.user
        if not may_enter(user):
            end_session(user=user, session_id=tokens.session_id)
            raise Problem("FORBIDDEN", RESTRICTIONS.get(user.restriction or ""))
        response = HttpResponseRedirect(self._find_next_url(request))
        set_token_cookie(response, tokens.access_token)
        return response

    @staticmethod
    def _find_next_url(request: HttpRequest) -> str:
        url = request.POST.get("next") or request.GET.get("next") or ""
        is_inside = url.startswith(PATH) and url_has_allowed_host_and_scheme(url, allowed_hosts=None)
        return url if is_inside else reverse("admin:index")

    @method_decorator(csrf_protect)
    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """End the session; only by POST, so that no link of another site does it."""
        caller: Any = request
        response = HttpResponseRedirect(reverse("admin:login"))
        if request.method == "POST" and caller.user:
            end_session(user=caller.user, session_id=caller.auth)
            delete_token_cookie(response)
        return response

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """Allow only fields that a form completes: Django accepts any relation, and fails on reverse ones."""
        key = request.GET.get("app_label"), request.GET.get("model_name")
        admins = {(model._meta.app_label, model._meta.model_name): admin for model, admin in self._registry.items()}
        if key not in admins or request.GET.get("field_name") not in admins[key].autocomplete_fields:
            raise PermissionDenied
        return super().autocomplete_view(request)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the console, where passwords are changed."""
        return HttpResponseRedirect(settings.PUBLIC_URL)
