"""Name the pages of the guide, and make each of them from its Markdown."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER: Final = Path(settings.BASE_DIR) / "docs" / "guide"
IMAGES: Final = FOLDER / "images"
# By language, each page's address and its file. The first is the guide itself; a language without pages reads French.
PAGES: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "guide": "guide-utilisateur.md",
        "cycle": "payer-un-cycle.md",
        "rapprochement": "rapprocher-un-cycle.md",
        "tablette": "preparer-une-tablette.md",
        "sauvegarde": "sauvegarder-le-service.md",
    },
    "pt": {
        "guide": "guia-do-utilizador.md",
        "cycle": "pagar-um-ciclo.md",
        "rapprochement": "reconciliar-um-ciclo.md",
        "tablette": "preparar-um-tablet.md",
        "sauvegarde": "guardar-copias-do-servico.md",
    },
}
FIRST: Final = "guide"
# Where the guide may lead, besides its own pages: other files of the documentation are for developers.
OUTSIDE: Final = ("https://", "http://", "/", "#", "mailto:")


@dataclass(frozen=True)
class GuidePage:
    """Hold a page as HTML, its title, and the headings of its table of contents: (anchor, text)."""

    title: str
    html: str
    contents: tuple[tuple[str, str], ...]


def list_months(year: int) -> list[tuple[date, list[list[date | None]]]]:
    """Return the first day of each month with its weeks from Monday on; None: a day of another month."""
    weeks = Calendar()
    return [
        (
            date(year, month, 1),
            [[day if day.month == month else None for day in week] for week in weeks.monthdatescalendar(year, month)],
        )
        for month in range(1, 13)
    ]


@cache
def render_page(language: str, name: str) -> GuidePage:
    """Return a page of the guide. Raises KeyError for a language or a page that does not exist."""
    text = (FOLDER / PAGES[language][name]).read_text(encoding="utf-8")
    # Raw HTML in the Markdown is shown as text.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    title, contents = _mark_headings(tokens)
    for token in tokens:
        _lead_to_pages(token.children or [])
    return GuidePage(title, reader.renderer.render(tokens, reader.options, {}), tuple(contents))


def _mark_headings(tokens: list[Token]) -> tuple[str, list[tuple[str, str]]]:
    """Give each heading an anchor; return the title, and the anchors and texts of the second level."""
    title, contents = "", []
    for token, inner in zip(tokens, tokens[1:], strict=False):
        if token.type != "heading_open":
            continue
        anchor = slugify(inner.content)
        token.attrSet("id", anchor)
        if token.tag == "h1":
            title = inner.content
        elif token.tag == "h2":
            contents.append((anchor, inner.content))
    return title, contents


def _lead_to_pages(tokens: list[Token]) -> None:
    """Turn links between files into links between pages, and show pictures from their address.

    A link to a file that is not of the guide, such as one for developers, becomes its text.
    """
    open_links: list[bool] = []
    for token in tokens:
        if token.type == "image":
            token.attrSet("src", f"/aide/images/{Path(str(token.attrGet('src'))).name}")
            token.attrSet("loading", "lazy")
        elif token.type == "link_open":
            address = _find_address(str(token.attrGet("href")))
            open_links.append(address is not None)
            if address is None:
                token.tag, token.attrs = "span", {}
            else:
                token.attrSet("href", address)
        elif token.type == "link_close" and not open_links.pop():
            token.tag = "span"


def _find_address(target: str) -> str | None:
    """Return where a link of a file leads on the pages, or None."""
    if target.startswith(OUTSIDE):
        return target
    file, mark, anchor = target.partition("#")
    for language, pages in PAGES.items():
        for name, path in pages.items():
            if path == file:
                return f"/aide/{name}?langue={language}{mark}{anchor}"
    return None
