"""Serve the guide of users: pages to read and to print, without scripts, for telephones too."""

from typing import Any, Final

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views import View

from analysis.guide.rules import FIRST, IMAGES, PAGES, list_months, render_page
from config.api.permissions import PUBLIC
from config.content_policy import build_content_policy
from config.typography import typeset_page

LANGUAGES: Final = dict(settings.LANGUAGES)
# Pages change with the version of the service; a browser asks again, and keeps them for work without a network.
CACHED: Final = "no-cache"


class ReadingPage(View):
    """Share how a page is shown: in the language that was chosen, else that of the browser."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        chosen = request.GET.get("langue") or get_language()
        with override(chosen if chosen in LANGUAGES else settings.LANGUAGE_CODE):
            return super().dispatch(request, *args, **kwargs)

    def show(self, template: str, **context: Any) -> HttpResponse:
        languages = [(code, name, code == get_language()) for code, name in settings.LANGUAGES]
        text = render_to_string(template, {"languages": languages, **context}, self.request)
        page = HttpResponse(typeset_page(text))
        page["Content-Security-Policy"] = build_content_policy(script_src="'none'")
        page["Cache-Control"] = CACHED
        return page


class GuidePages(ReadingPage):
    """Show a page of the guide. English, which has no guide for users, reads the French one."""

    def get(self, request: HttpRequest, name: str = FIRST) -> HttpResponse:
        language = get_language() or settings.LANGUAGE_CODE
        written = language if language in PAGES else settings.LANGUAGE_CODE
        if name not in PAGES[written]:
            raise Http404
        page = render_page(written, name)
        others = [(other, render_page(written, other).title, other == name) for other in PAGES[written]]
        return self.show("aide/page.html", page=page, pages=others, written=written, is_written=written == language)


class CalendarPage(ReadingPage):
    """Show the calendar of the year: what stands on the screen after the quick exit. It does not name the service."""

    def get(self, request: HttpRequest) -> HttpResponse:
        today = timezone.localdate()
        months = list_months(today.year)
        weekdays = [day for day in months[0][1][1] if day]
        return self.show("aide/calendrier.html", months=months, weekdays=weekdays, today=today)


class GuideImage(View):
    """Serve a picture of the guide."""

    permission = PUBLIC
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, name: str) -> FileResponse:
        # Only names of the folder are served, never a path.
        found = {path.name: path for path in IMAGES.glob("*.webp")}.get(name)
        if found is None:
            raise Http404
        return FileResponse(found.open("rb"), content_type="image/webp", headers={"Cache-Control": "max-age=86400"})
