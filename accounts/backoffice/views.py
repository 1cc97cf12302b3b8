"""Open the administration from the console."""

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.backoffice.services import enter_administration
from accounts.backoffice.sites import delete_token_cookie, set_token_cookie
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
        set_token_cookie(response, token)
        return response

    def handle_exception(self, error: Exception) -> Response:
        """Take away the cookie of whoever used this browser before: the page that follows must not be theirs.

        Not from who has no token: another site can send that.
        """
        response = super().handle_exception(error)
        if response.status_code == HTTPStatus.FORBIDDEN:
            delete_token_cookie(response)
        return response
