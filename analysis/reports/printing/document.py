"""Write a report as PDF: its figures, a map of its areas, and the table of the areas."""

from collections.abc import Sequence
from typing import Any, BinaryIO, Final
from xml.sax.saxutils import escape

from django.utils import formats
from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Drawing, Polygon, Rect, String
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Table, TableStyle

from analysis.reports.types import AreaRow, Figure, Report
from config.text import format_amount
from transfers.execution.api import BOLD, REGULAR, register_fonts, replace_unknown_letters

MARGIN: Final = 16 * mm
TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=22)
HEADING: Final = ParagraphStyle(
    "heading", fontName=BOLD, fontSize=12, leading=17, spaceBefore=9, spaceAfter=3, keepWithNext=1
)
TEXT: Final = ParagraphStyle("text", fontName=REGULAR, fontSize=9.5, leading=12.5)
NUMBER: Final = ParagraphStyle("number", parent=TEXT, alignment=2)
HEAD: Final = ParagraphStyle("head", parent=TEXT, fontName=BOLD)
HEAD_OF_NUMBERS: Final = ParagraphStyle("head-of-numbers", parent=HEAD, alignment=2)
RULES: Final = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.lightgrey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)
# Light to dark, told apart in print without colours.
SHADES: Final = tuple(colors.HexColor(shade) for shade in ("#eef5f3", "#c3ddd6", "#8cc0b3", "#4a9684", "#0b6655"))
DARK: Final = SHADES[-1:]
MAP_WIDTH, MAP_HEIGHT = A4[0] - 2 * MARGIN, 88 * mm
LEGEND_HEIGHT: Final = 9 * mm
SMALLEST: Final = 0.01  # degrees: finer than a printed line


def write_pdf(out: BinaryIO, report: Report) -> None:
    """Write a report as PDF in the language of the thread. The same report gives the same bytes."""
    register_fonts()
    title = _("Rapport : %(name)s") % {"name": report.scope.nom}
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        invariant=True,
    )
    story: list[Any] = [Paragraph(_clean(title), TITLE), Paragraph(_clean(describe_period(report)), TEXT)]
    for section in report.sections:
        rows = [(figure.nom, format_figure(figure)) for figure in section.chiffres]
        story.append(KeepTogether([Paragraph(_clean(section.titre), HEADING), _build_table(rows, (120, 58))]))
    story += build_areas(report)

    def draw_foot(canvas: Any, _document: Any) -> None:
        canvas.setFont(REGULAR, 8)
        day = formats.date_format(report.redige_le, "SHORT_DATE_FORMAT")
        canvas.drawString(MARGIN, 9 * mm, _("établi le %(day)s") % {"day": day})
        canvas.drawRightString(A4[0] - MARGIN, 9 * mm, _("page %d") % canvas.getPageNumber())

    document.build(story, onFirstPage=draw_foot, onLaterPages=draw_foot)


def describe_period(report: Report) -> str:
    """Return the days of a report as people say them."""
    first, last = (formats.date_format(day, "DATE_FORMAT") for day in (report.debut, report.fin))
    return _("Du %(first)s au %(last)s") % {"first": first, "last": last}


def format_figure(figure: Figure) -> str:
    """Return a number with its unit; a dash where there is nothing to divide."""
    if figure.valeur is None:
        return "–"
    shown = format_amount(figure.valeur) if isinstance(figure.valeur, int) else formats.number_format(figure.valeur, 1)
    return f"{shown} {figure.unite}".strip()


def _clean(text: Any) -> str:
    """Return a text as reportlab's markup shows it literally, in letters that the fonts have."""
    return escape(replace_unknown_letters(str(text)))


def _build_table(rows: Sequence[Sequence[str]], widths: Sequence[float], has_head: bool = False) -> Table:
    cells = []
    for line, row in enumerate(rows):
        first, others = (HEAD, HEAD_OF_NUMBERS) if has_head and not line else (TEXT, NUMBER)
        cells.append([Paragraph(_clean(cell), others if place else first) for place, cell in enumerate(row)])
    return Table(cells, colWidths=[width * mm for width in widths], repeatRows=int(has_head), style=RULES)


def build_areas(report: Report) -> list[Any]:
    """Return the table of the areas, and their map where a boundary is known, each with its heading."""
    head = (
        report.nom_zones,
        _("Ménages"),
        _("Bénéficiaires"),
        _("Montant XOF"),
        _("Plaintes"),
        _("pour 1 000 bénéficiaires"),
    )
    rows = [head, *(_build_area_row(area) for area in report.zones)]
    parts: list[Any] = [
        Paragraph(_clean(report.nom_zones), HEADING),
        _build_table(rows, (44, 22, 28, 34, 20, 30), True),
    ]
    drawing = _draw_map(report.zones)
    if drawing is not None:
        parts.append(KeepTogether([Paragraph(_clean(_("Bénéficiaires sur la carte")), HEADING), drawing]))
    return parts


def _build_area_row(area: AreaRow) -> tuple[str, ...]:
    rate = "–" if area.taux_plaintes is None else formats.number_format(area.taux_plaintes, 1)
    counts = (area.menages, area.beneficiaires, area.montant, area.plaintes)
    return (area.nom, *(format_amount(count) for count in counts), rate)


def _draw_map(areas: Sequence[AreaRow]) -> Drawing | None:
    """Draw the areas, the more beneficiaries the darker; None when no boundary is known."""
    known = [(area, area.geom.simplify(SMALLEST, preserve_topology=True)) for area in areas if area.geom]
    if not known:
        return None
    west = min(geom.extent[0] for _area, geom in known)
    south = min(geom.extent[1] for _area, geom in known)
    east = max(geom.extent[2] for _area, geom in known)
    north = max(geom.extent[3] for _area, geom in known)
    room = MAP_HEIGHT - LEGEND_HEIGHT
    scale = min(MAP_WIDTH / (east - west), room / (north - south))
    most = max(area.beneficiaires for area, _geom in known)
    drawing = Drawing(MAP_WIDTH, MAP_HEIGHT)
    for area, geom in known:
        for polygon in geom if geom.geom_type == "MultiPolygon" else (geom,):
            ring = polygon.exterior_ring.coords
            points = [place for x, y in ring for place in ((x - west) * scale, LEGEND_HEIGHT + (y - south) * scale)]
            fill = _choose_shade(area.beneficiaires, most)
            drawing.add(Polygon(points, fillColor=fill, strokeColor=colors.grey, strokeWidth=0.5))
    for area, geom in known:
        middle = geom.point_on_surface
        x, y = (middle.x - west) * scale, LEGEND_HEIGHT + (middle.y - south) * scale
        label = replace_unknown_letters(f"{area.nom} {format_amount(area.beneficiaires)}")
        color = colors.white if _choose_shade(area.beneficiaires, most) in DARK else colors.black
        drawing.add(String(x, y, label, fontName=BOLD, fontSize=7, textAnchor="middle", fillColor=color))
    _draw_legend(drawing, most)
    return drawing


def _choose_shade(count: int, most: int) -> Any:
    return SHADES[min(len(SHADES) - 1, count * len(SHADES) // (most + 1))]


def _draw_legend(drawing: Drawing, most: int) -> None:
    for number, shade in enumerate(SHADES):
        drawing.add(Rect(number * 12 * mm, 1 * mm, 12 * mm, 4 * mm, fillColor=shade, strokeColor=colors.grey))
    drawing.add(String(62 * mm, 1.6 * mm, f"0 – {format_amount(most)}", fontName=REGULAR, fontSize=8))
