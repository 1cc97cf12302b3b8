"""Serve the pages of complaints: forms that a telephone shows without any script, in three languages."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext_lazy as lazy
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from accounts.throttle.api import count_public_request
from config.addresses import find_client_address
from config.api.permissions import PUBLIC
from config.api.statuses import build_headers, get_status
from config.content_policy import build_content_policy
from config.controls import replace_controls
from config.errors.problems import Problem, not_found
from config.typography import typeset_page
from transfers.complaints.models import Complaint, ComplaintStatus, Origin
from transfers.complaints.pages.rules import CATEGORY_LABELS, STATUS_LABELS, link_numbers
from transfers.complaints.public import queries, serializers, services

LANGUAGES: Final = dict(settings.LANGUAGES)
# The fields of `FollowBody`.
KEY: Final = ("reference", "code")
# The same for an unknown reference and for a wrong code.
UNKNOWN: Final = lazy("Cette référence et ce code ne vont pas ensemble : vérifiez les deux.")


# A page without a session has nothing that a foreign site could misuse in its name.
@method_decorator(csrf_exempt, name="dispatch")
class PublicPage(View):
    """Share how a page is shown: in the language that was chosen, else that of the browser."""

    permission = PUBLIC
    http_method_names = ["get", "head", "post"]
    template: str
    # Where a page has scripts, it does all that matters without them, too.
    scripts = "'none'"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        with override(self.find_language(request)):
            if request.method == "POST":
                try:
                    count_public_request(find_client_address(request))
                except Problem as problem:
                    return self.show_problem(problem, **self.keep_key())
            return super().dispatch(request, *args, **kwargs)

    @staticmethod
    def find_language(request: HttpRequest) -> str:
        chosen = request.POST.get("langue") or request.GET.get("langue") or get_language()
        return chosen if chosen in LANGUAGES else settings.LANGUAGE_CODE

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        languages = [(code, name, code == get_language()) for code, name in settings.LANGUAGES]
        text = render_to_string(self.template, {"languages": languages, **context}, self.request)
        page = HttpResponse(typeset_page(text), status=status)
        page["Content-Security-Policy"] = build_content_policy(script_src=self.scripts)
        page["Cache-Control"] = "no-store"
        return page

    def show_problem(self, problem: Problem, **context: Any) -> HttpResponse:
        page = self.show(get_status(problem), problem=problem.message, values=self.request.POST, **context)
        for name, value in build_headers(problem).items():
            page[name] = value
        return page

    def keep_key(self) -> dict[str, Any]:
        """Give back what was sent to ask for a complaint, unread: a code on a receipt is told once."""
        serializer = self.read(serializers.FollowBody, KEY)
        return {} if serializer.errors else {"key": serializer.validated_data}

    def read(self, body: Any, names: tuple[str, ...]) -> Any:
        """Return the valid serializer of the fields of a form, or the invalid one: `errors` says what is wrong."""
        sent = {name: self.request.POST[name] for name in names if self.request.POST.get(name, "").strip()}
        sent = {name: replace_controls(text) for name, text in sent.items()}
        serializer = body(data=sent)
        serializer.is_valid()
        return serializer


class ComplaintPage(PublicPage):
    """Show the form, and the receipt of a complaint that was sent with it."""

    template = "plaintes/plainte.html"
    fields = ("objet", "description", "categorie", "nom", "telephone", "regionId", "secteurId", "village", "langue")

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        choices = {"categories": CATEGORY_LABELS.items(), "regions": queries.list_regions()}
        choices["violence_contact"] = link_numbers(settings.VIOLENCE_CONTACT.strip())
        return super().show(status, **choices, terms=self.describe_terms(), **context)

    @staticmethod
    def describe_terms() -> str:
        """Say before anything is written how long an answer takes."""
        terms = queries.build_terms()
        usual = ngettext(
            "Une équipe lit votre plainte. Réponse en %(jours)d jour ouvrable, au plus tard le %(date)s.",
            "Une équipe lit votre plainte. Réponse en %(jours)d jours ouvrables, au plus tard le %(date)s.",
            terms.jours,
        ) % {"jours": terms.jours, "date": date_format(terms.dernier_jour, "DATE_FORMAT")}
        urgent = ngettext(
            "Pour de l'argent demandé, un abus ou des violences : %(jours)d jour ouvrable.",
            "Pour de l'argent demandé, un abus ou des violences : %(jours)d jours ouvrables.",
            terms.jours_urgents,
        ) % {"jours": terms.jours_urgents}
        return f"{usual} {urgent}"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show()

    def post(self, request: HttpRequest) -> HttpResponse:
        if "code" in request.POST:
            return self.translate_receipt()
        serializer = self.read(serializers.PublicComplaintBody, self.fields)
        if serializer.errors:
            return self.show(400, errors=serializer.errors, values=request.POST)
        values = {"canal": Origin.FORMULAIRE, **serializer.validated_data}
        return self.show_receipt(*services.take_public_complaint(values=values), status=201)

    def translate_receipt(self) -> HttpResponse:
        """Show a receipt again in another language: who has its code may."""
        serializer = self.read(serializers.FollowBody, KEY)
        if serializer.errors:
            return self.show(400, problem=UNKNOWN, values={})
        key = serializer.validated_data
        try:
            complaint = queries.find_followed(**key)
        except Problem:
            return self.show(404, problem=UNKNOWN, values={})
        return self.show_receipt(complaint, key["code"])

    def show_receipt(self, complaint: Complaint, code: str, status: int = 200) -> HttpResponse:
        """Show what follows a complaint; its buttons to copy and print it are there where scripts run."""
        self.scripts = "'self'"
        dates = {"received": timezone.localdate(complaint.date_creation), "deadline": complaint.echeance}
        key = {"reference": complaint.reference, "code": code}
        return self.show(status, receipt={**key, **dates}, key=key, values={})


class FollowPage(PublicPage):
    """Show how a complaint stands, and take the satisfaction and the appeal of who has its code."""

    template = "plaintes/suivi.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show()

    def post(self, request: HttpRequest) -> HttpResponse:
        serializer = self.read(serializers.FollowBody, KEY)
        if serializer.errors:
            return self.show(400, errors=serializer.errors, values=request.POST)
        key = serializer.validated_data
        try:
            complaint = self.apply(key) or queries.find_followed(**key)
        except Problem as problem:
            return self.show_problem(problem if problem.code != "NOT_FOUND" else not_found(UNKNOWN))
        following = queries.describe_complaint(complaint)
        return self.show(
            following=following,
            status_label=STATUS_LABELS[ComplaintStatus(following.statut)],
            key=key,
            notes=range(1, 6),
        )

    def apply(self, key: dict[str, str]) -> Any:
        """Do what the form asks for besides showing the complaint; return the complaint, or None."""
        if self.request.POST.get("note"):
            rating = self.read(serializers.PublicRatingBody, (*KEY, "note"))
            if rating.errors:
                raise Problem("VALIDATION_ERROR")
            return services.rate_followed_complaint(**rating.validated_data)
        if self.request.POST.get("motif", "").strip():
            appeal = self.read(serializers.PublicAppealBody, (*KEY, "motif"))
            if appeal.errors:
                raise Problem("VALIDATION_ERROR")
            return services.appeal_followed_complaint(**appeal.validated_data)
        return None
