"""Write the minute of a session as PDF: what was compared, what was found, who decided what, and the seal."""

from collections.abc import Sequence
from typing import Any, BinaryIO, Final
from xml.sax.saxutils import escape

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from config.text import format_amount
from transfers.execution.api import BOLD, REGULAR, register_fonts, replace_unknown_letters
from transfers.reconciliation.figures.minutes.rules import REASON_NAMES, RESOLUTION_NAMES, STATUS_NAMES
from transfers.reconciliation.figures.minutes.types import Minute, MinutedDecision
from transfers.reconciliation.models import EntrySource

MARGIN: Final = 15 * mm
TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=15, leading=20)
HEADING: Final = ParagraphStyle("heading", fontName=BOLD, fontSize=11, leading=16, spaceBefore=8)
TEXT: Final = ParagraphStyle("text", fontName=REGULAR, fontSize=8.5, leading=11)
GRID: Final = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)
# Decisions that are printed; a file with more than that is exported.
MAX_DECISIONS: Final = 2_000


def write_minute(out: BinaryIO, minute: Minute) -> None:
    """Write one minute as PDF. The same minute gives the same bytes."""
    register_fonts()
    title = _("Procès-verbal de rapprochement %(code)s") % {"code": minute.session.code}
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
    story = [Paragraph(_clean(title), TITLE), *_build_facts(minute), *_build_groups(minute)]
    story += [*_build_effects(minute), *_build_decisions(minute.decisions), *_build_seal(minute)]
    footer = f"{minute.session.code} · {minute.empreinte[:16]}"

    def draw_foot(canvas: Any, _document: Any) -> None:
        canvas.setFont(REGULAR, 7)
        canvas.drawString(MARGIN, 8 * mm, footer)
        canvas.drawRightString(A4[0] - MARGIN, 8 * mm, _("page %d") % canvas.getPageNumber())

    document.build(story, onFirstPage=draw_foot, onLaterPages=draw_foot)


def _clean(text: Any) -> str:
    """Return a text as reportlab's markup shows it literally, in letters that the fonts have."""
    return escape(replace_unknown_letters(str(text)))


def _build_table(rows: Sequence[Sequence[Any]], widths: Sequence[float], has_head: bool = True) -> Table:
    cells = [[Paragraph(_clean("" if cell is None else cell), TEXT) for cell in row] for row in rows]
    table = Table(cells, colWidths=[width * mm for width in widths], repeatRows=int(has_head), style=GRID)
    if has_head:
        table.setStyle(TableStyle([("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke)]))
    return table


def _build_facts(minute: Minute) -> list[Any]:
    session, figures = minute.session, minute.figures
    days = " – ".join(formats.date_format(day, "SHORT_DATE_FORMAT") for day in (session.date_debut, session.date_fin))
    rows = [
        (_("Session"), session.nom),
        (_("Cycle"), f"{session.cycle.code} · {session.cycle.nom}"),
        (_("Opérateur"), session.operateur.label),
        (_("Période"), days),
        (_("Relevé"), f"{session.releve.nom} · {session.releve.nb_lignes}"),
        (_("Empreinte du relevé"), bytes(session.releve.empreinte).hex()),
        (_("Lignes non lues"), session.releve.nb_erreurs),
        (_("Écart de solde"), _format_gap(session.releve.ecart_solde)),
        (_("Paiements rapprochés"), f"{figures.rapprochees} / {figures.attendus} ({figures.taux} %)"),
        (_("Montant rapproché"), f"{format_amount(figures.montant_rapproche)} XOF"),
        (_("Montant selon le relevé"), f"{format_amount(minute.montant_releve)} XOF"),
        (_("Montant non rapproché"), f"{format_amount(figures.montant_non_rapproche)} XOF"),
        (_("Finalisée par"), session.finalise_par.nom_complet if session.finalise_par else ""),
        (_("Finalisée le"), _format_moment(session.date_validation)),
        (_("Commentaire"), session.commentaire),
    ]
    return [_build_table(rows, (50, 130), has_head=False)]


def _format_gap(gap: int | None) -> str:
    """Return what the balances of a statement differ by from its lines; nothing where it has none."""
    return "" if gap is None else f"{format_amount(gap)} XOF"


def _format_moment(moment: Any) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT") if moment else ""


def _build_groups(minute: Minute) -> list[Any]:
    names = {EntrySource.SIG: _("Paiements"), EntrySource.RELEVE: _("Lignes du relevé")}
    rows: list[Sequence[Any]] = [(_("Côté"), _("Statut"), _("Raison"), _("Nombre"), _("Montant XOF"))]
    for group in minute.groups:
        name = names[EntrySource(group.source)]
        reason = REASON_NAMES[group.raison] if group.raison else ""
        rows.append((name, STATUS_NAMES[group.statut], reason, group.nombre, format_amount(group.montant)))
    return [Paragraph(_clean(_("Entrées par statut et raison")), HEADING), _build_table(rows, (40, 35, 50, 20, 35))]


def _build_effects(minute: Minute) -> list[Any]:
    """Return what finalising moved: nothing is told of sessions that were finalised before this was stored."""
    effects = minute.session.effets
    if effects is None:
        return []
    rows = [
        (_("Paiements réglés"), effects["regles"]),
        (_("Paiements échoués"), effects["echoues"]),
        (_("Paiements confirmés après un échec"), effects["confirmes_tard"]),
        (_("Paiements revenus"), effects["retournes"]),
        (_("Lignes passées en ajustement"), effects["ajustements"]),
        (_("Montant des ajustements"), f"{format_amount(effects['montant_ajuste'])} XOF"),
    ]
    return [
        Paragraph(_clean(_("Ce que la finalisation a passé")), HEADING),
        _build_table(rows, (80, 100), has_head=False),
    ]


def _build_decisions(decisions: Sequence[MinutedDecision]) -> list[Any]:
    title = Paragraph(_clean(_("Décisions (%d)") % len(decisions)), HEADING)
    if not decisions:
        return [title, Paragraph(_clean(_("Personne n'a décidé d'entrée à la main.")), TEXT)]
    rows: list[Sequence[Any]] = [
        (_("Le"), _("Par"), _("Action"), _("Paiement"), _("Ligne"), _("Montant"), _("Commentaire"))
    ]
    for each in decisions[:MAX_DECISIONS]:
        amount = "" if each.montant is None else format_amount(each.montant)
        done = RESOLUTION_NAMES[each.action]
        rows.append((_format_moment(each.le), each.auteur, done, each.paiement, each.ligne, amount, each.commentaire))
    parts = [title, _build_table(rows, (22, 25, 24, 30, 27, 18, 34))]
    if len(decisions) > MAX_DECISIONS:
        parts.append(Paragraph(_clean(_("Les autres décisions sont dans l'export de la session.")), TEXT))
    return parts


def _build_seal(minute: Minute) -> list[Any]:
    text = _("Ce procès-verbal se vérifie dans le service, par son empreinte (SHA-256 du contenu) et son sceau.")
    return [
        Paragraph(_clean(_("Empreinte et sceau")), HEADING),
        Paragraph(_clean(text), TEXT),
        Spacer(0, 2 * mm),
        _build_table([(_("Empreinte"), minute.empreinte), (_("Sceau"), minute.sceau)], (30, 150), has_head=False),
    ]
