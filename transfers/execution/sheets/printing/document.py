"""Draw sheets on A4 pages: dark, large and with room to sign, as they are read in the sun and signed on a knee."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, BinaryIO, Final

import segno
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from config.text import format_amount
from transfers.execution.sheets.printing.texts import (
    BOLD,
    REGULAR,
    fit_text,
    register_fonts,
    wrap_text,
)
from transfers.execution.sheets.types import PrintedSheet, SheetRow

PAGE_WIDTH, PAGE_HEIGHT = A4
MARGIN: Final = 10 * mm
LEFT: Final = MARGIN
RIGHT: Final = PAGE_WIDTH - MARGIN
ROW_HEIGHT: Final = 12 * mm
TITLE_HEIGHT: Final = 9 * mm
PADDING: Final = 1.5 * mm
# What the first page needs for its head, further ones for theirs, and the last one for totals and signatures.
HEAD_HEIGHT: Final = 46 * mm
SHORT_HEAD_HEIGHT: Final = 12 * mm
CLOSE_HEIGHT: Final = 62 * mm
FOOT_HEIGHT: Final = 6 * mm
CODE_SIZE: Final = 24 * mm
# Widths of the columns, in points: number, person, document, amount, signature, date.
COLUMNS: Final = tuple(width * mm for width in (9, 55, 32, 24, 48, 22))


def write_document(out: BinaryIO, sheets: Iterable[PrintedSheet], today: date) -> None:
    """Write sheets as one PDF, each from a new page on. The same sheets on the same day give the same bytes."""
    register_fonts()
    canvas = Canvas(out, pagesize=A4, invariant=True)
    canvas.setTitle(_("Feuilles de paiement en espèces"))
    for sheet in sheets:
        _SheetDrawing(canvas, sheet, today).draw()
    canvas.save()


def split_pages(rows: Sequence[SheetRow]) -> list[Sequence[SheetRow]]:
    """Cut the lines of a sheet into pages: the last one has room for the signatures of payer and witness."""
    pages: list[Sequence[SheetRow]] = []
    left = rows
    while True:
        head = SHORT_HEAD_HEIGHT if pages else HEAD_HEIGHT
        room = PAGE_HEIGHT - 2 * MARGIN - FOOT_HEIGHT - head - TITLE_HEIGHT
        if len(left) <= int((room - CLOSE_HEIGHT) // ROW_HEIGHT):
            return [*pages, left]
        # A page that all lines would fill leaves one for the last page: signatures never stand alone.
        count = min(int(room // ROW_HEIGHT), len(left) - 1)
        pages.append(left[:count])
        left = left[count:]


class _SheetDrawing:
    """Draw one sheet. Positions are in points, from the lower left corner of the page."""

    def __init__(self, canvas: Any, sheet: PrintedSheet, today: date) -> None:
        self.canvas, self.sheet, self.today = canvas, sheet, today

    def draw(self) -> None:
        pages = split_pages(self.sheet.lignes)
        for number, rows in enumerate(pages, 1):
            top = self._draw_head() if number == 1 else self._draw_short_head()
            top = self._draw_table(rows, top)
            if number == len(pages):
                self._draw_close(top)
            self._draw_foot(number, len(pages))
            self.canvas.showPage()

    def _write(self, text: str, x: float, y: float, size: float, width: float, font: str = REGULAR) -> None:
        text, size = fit_text(text, font, size, width)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)

    def _write_right(self, text: str, x: float, y: float, size: float, width: float, font: str = REGULAR) -> None:
        text, size = fit_text(text, font, size, width)
        self.canvas.setFont(font, size)
        self.canvas.drawRightString(x, y, text)

    def _draw_head(self) -> float:
        """Draw programme, place and number; return where the table begins."""
        sheet, top = self.sheet, PAGE_HEIGHT - MARGIN
        self._draw_code(RIGHT - CODE_SIZE, top - CODE_SIZE)
        beside = RIGHT - CODE_SIZE - 3 * mm
        number = _("Feuille %(number)d sur %(last)d") % {"number": sheet.numero, "last": sheet.dernier}
        self._write_right(number, beside, top - 6 * mm, 15, 62 * mm, BOLD)
        self._write_right(sheet.reference, beside, top - 12 * mm, 10, 62 * mm)
        names = 190 * mm - CODE_SIZE - 68 * mm
        self._write(sheet.programme, LEFT, top - 5 * mm, 12, names, BOLD)
        self._write(sheet.cycle, LEFT, top - 11 * mm, 10, names)
        self._write(_("PAIEMENT EN ESPÈCES"), LEFT, top - 18 * mm, 10, names, BOLD)
        self._write(sheet.lieu or _("Lieu inconnu"), LEFT, top - 27 * mm, 17, beside - LEFT, BOLD)
        where = [_("Région : %s") % sheet.region] if sheet.region else []
        if sheet.point:
            where.append(_("point de paiement : %s") % sheet.point)
        self._write(" · ".join(where), LEFT, top - 33 * mm, 10, 110 * mm)
        self._write_right(self._describe_total(), RIGHT, top - 33 * mm, 13, 78 * mm, BOLD)
        rule = _("Payer la personne elle-même, contre sa signature ou l'empreinte de son pouce. Compter devant elle.")
        self._write(rule, LEFT, top - 41 * mm, 9, RIGHT - LEFT)
        return top - HEAD_HEIGHT

    def _describe_total(self) -> str:
        count = len(self.sheet.lignes)
        people = ngettext("%(n)d personne", "%(n)d personnes", count) % {"n": count}
        return f"{people} · {format_amount(self.sheet.montant)} F CFA"

    def _draw_short_head(self) -> float:
        top = PAGE_HEIGHT - MARGIN
        self._write(self.sheet.lieu or _("Lieu inconnu"), LEFT, top - 6 * mm, 12, 110 * mm, BOLD)
        self._write_right(self.sheet.reference, RIGHT, top - 6 * mm, 12, 75 * mm, BOLD)
        return top - SHORT_HEAD_HEIGHT

    def _draw_code(self, x: float, y: float) -> None:
        """Draw the number of the sheet as a QR code, to be read by a telephone instead of typed."""
        matrix = segno.make(self.sheet.reference, error="m", micro=False).matrix
        size = CODE_SIZE / len(matrix)
        for row, modules in enumerate(matrix):
            for column, is_dark in enumerate(modules):
                if is_dark:
                    # A hair wider than a module: viewers show no lines between them.
                    self.canvas.rect(
                        x + column * size, y + CODE_SIZE - (row + 1) * size, size * 1.02, size * 1.02, stroke=0, fill=1
                    )

    def _list_edges(self) -> list[float]:
        """Return where each column begins, and the last one ends."""
        edges = [LEFT]
        for width in COLUMNS:
            edges.append(edges[-1] + width)
        return edges

    def _draw_table(self, rows: Sequence[SheetRow], top: float) -> float:
        """Draw titles and lines, and return where the table ends."""
        edges = self._list_edges()
        self.canvas.setFillColor(black)
        self.canvas.rect(LEFT, top - TITLE_HEIGHT, RIGHT - LEFT, TITLE_HEIGHT, stroke=0, fill=1)
        self.canvas.setFillColor(white)
        titles = (
            _("N°"),
            _("Nom et code du ménage"),
            _("Pièce d'identité"),
            _("Montant XOF"),
            _("Signature ou empreinte"),
            _("Date"),
        )
        for place, title in enumerate(titles):
            self._write(title, edges[place] + PADDING, top - 6 * mm, 9, COLUMNS[place] - 2 * PADDING, BOLD)
        self.canvas.setFillColor(black)
        bottom = top - TITLE_HEIGHT
        for row in rows:
            self._draw_row(row, edges, bottom)
            bottom -= ROW_HEIGHT
        self._draw_grid(edges, top, bottom, len(rows))
        return bottom

    def _draw_row(self, row: SheetRow, edges: Sequence[float], top: float) -> None:
        middle, inner = top - 7.5 * mm, [width - 2 * PADDING for width in COLUMNS]
        starts = [edge + PADDING for edge in edges]
        self._write(str(row.numero), starts[0], middle, 11, inner[0], BOLD)
        self._draw_person(row, starts[1], top, inner[1])
        self._write(row.document or "", starts[2], middle, 9, inner[2])
        self._write_right(format_amount(row.montant), edges[4] - PADDING, middle, 12, inner[3], BOLD)
        self._write(_describe_result(row), starts[4], middle, 10, inner[4], BOLD)

    def _draw_person(self, row: SheetRow, x: float, top: float, width: float) -> None:
        """Draw a name, on two lines if it is long, and the code of the household below it."""
        lines = wrap_text(row.nom_complet, BOLD, 11, width)
        if len(lines) <= 1:
            self._write(row.nom_complet, x, top - 5 * mm, 11, width, BOLD)
            self._write(row.code_menage, x, top - 10 * mm, 9, width)
            return
        lines = wrap_text(row.nom_complet, BOLD, 9, width)
        self._write(lines[0], x, top - 3.8 * mm, 9, width, BOLD)
        self._write(" ".join(lines[1:]), x, top - 7.4 * mm, 9, width, BOLD)
        self._write(row.code_menage, x, top - 11 * mm, 8, width)

    def _draw_grid(self, edges: Sequence[float], top: float, bottom: float, count: int) -> None:
        self.canvas.setLineWidth(0.8)
        for edge in edges:
            self.canvas.line(edge, top, edge, bottom)
        for line in range(count + 1):
            height = bottom + line * ROW_HEIGHT
            self.canvas.line(LEFT, height, RIGHT, height)

    def _draw_close(self, top: float) -> None:
        """Draw the total, the count of the cash, and room for the signatures of payer and witness."""
        self._write(_("TOTAL DE LA FEUILLE"), LEFT, top - 7 * mm, 11, 80 * mm, BOLD)
        self._write_right(self._describe_total(), RIGHT, top - 7 * mm, 12, 100 * mm, BOLD)
        third = (RIGHT - LEFT) / 3
        labels = (_("Espèces reçues (F CFA)"), _("Payé, signé (F CFA)"), _("Espèces rendues (F CFA)"))
        for place, label in enumerate(labels):
            self._draw_box(LEFT + place * third, top - 24 * mm, third, 14 * mm, label)
        half = (RIGHT - LEFT) / 2
        payer = _("Payeur : nom, date, signature")
        self._draw_box(LEFT, top - 58 * mm, half, 31 * mm, payer)
        self._draw_box(LEFT + half, top - 58 * mm, half, 31 * mm, _("Témoin du village : nom, date, signature"))

    def _draw_box(self, x: float, y: float, width: float, height: float, label: str) -> None:
        self.canvas.rect(x, y, width, height, stroke=1, fill=0)
        self._write(label, x + PADDING, y + height - 4.5 * mm, 9, width - 2 * PADDING)

    def _draw_foot(self, page: int, pages: int) -> None:
        printed = _("imprimé le %s") % formats.date_format(self.today, "SHORT_DATE_FORMAT")
        foot = " · ".join((self.sheet.reference, self.sheet.lieu or _("Lieu inconnu"), printed))
        self._write(foot, LEFT, MARGIN - 2 * mm, 8, 150 * mm)
        count = _("page %(page)d sur %(pages)d") % {"page": page, "pages": pages}
        self._write_right(count, RIGHT, MARGIN - 2 * mm, 9, 38 * mm, BOLD)


def _describe_result(row: SheetRow) -> str:
    """Return what is printed of a settled line where it would be signed: nobody pays it again."""
    if row.statut == "partiel":
        return _("PAYÉ EN PARTIE : %s") % format_amount(row.montant_recu or 0)
    return {"reussi": _("PAYÉ"), "echoue": _("NON PAYÉ")}.get(row.statut, "")
