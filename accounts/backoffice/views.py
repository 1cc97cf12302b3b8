"""Open the administration from the console."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.backoffice.rules import COOKIE, COOKIE_SCOPE
from accounts.backoffice.services import enter_administration
from config.api.permissions import AUTHENTICATED
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class AdministrationEntry(EnvelopeView):
    """Set the cookie of the administration for who is signed in.

    Only a bearer token opens it, which no other site can send; the cookie goes to the administration's pages alone,
    no script of a page reads it, and it is not taken as a bearer token (decision 0331).
    It lasts half an hour without use, two hours at most, and ends with the session, which it ends when it is left.
    FORBIDDEN says what the caller has to do first, if anything; NOT_FOUND: the administration is switched off.
    """

    stores_responses = False  # a repetition under the same key must not set a cookie without asking who it is
    permission = AUTHENTICATED
    reach = OWN
    may_be_off = True  # with the administration
    open_to_restricted = True  # they are told what to do first

    @declare_operation("Entrer dans l'administration")
    def post(self, request: Any) -> Response:
        token = enter_administration(user=request.user, session_id=request.auth)
        response = self.ok(message=_("L'administration est ouverte."))
        response.set_cookie(COOKIE, token, secure=settings.SESSION_COOKIE_SECURE, httponly=True, **COOKIE_SCOPE)
        response.headers["Cache-Control"] = "no-store"
        return response
