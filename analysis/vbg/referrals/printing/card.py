"""Write a referral as a card on A5: services, hours, telephone and way, and nothing of a person or of violence."""

from collections.abc import Sequence
from typing import Any, BinaryIO, Final
from xml.sax.saxutils import escape

from django.utils import formats
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Spacer

from analysis.vbg.referrals.types import Referral
from transfers.execution.api import BOLD, REGULAR, register_fonts, replace_unknown_letters

MARGIN: Final = 12 * mm
TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=14, leading=18, spaceAfter=6)
NAME: Final = ParagraphStyle("name", fontName=BOLD, fontSize=11, leading=14)
TEXT: Final = ParagraphStyle("text", fontName=REGULAR, fontSize=9.5, leading=12.5)
# Minutes: a longer walk is told in hours, as the console does.
LONG_WALK: Final = 120


def write_card(out: BinaryIO, referrals: Sequence[Referral]) -> None:
    """Write the card as PDF. The same services give the same bytes.

    It may be found by anybody: neither the place it was asked for nor a name of a person stands on it, and its title
    says nothing of why.
    """
    register_fonts()
    title = _("Services près d'ici")
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN)
    document = SimpleDocTemplate(out, pagesize=A5, title=title, invariant=True, **margins)
    story: list[Any] = [Paragraph(_clean(title), TITLE)]
    for referral in referrals:
        lines = [Paragraph(_clean(line), TEXT) for line in describe_referral(referral)]
        story.append(KeepTogether([Paragraph(_clean(referral.nom), NAME), *lines, Spacer(0, 4 * mm)]))
    if not referrals:
        story.append(Paragraph(_clean(_("Aucun service n'est connu ici.")), TEXT))
    document.build(story)


def describe_referral(referral: Referral) -> list[str]:
    """Return the lines of one service, without those that are empty."""
    place = " · ".join(part for part in (referral.adresse, referral.localite, referral.secteur) if part)
    kilometres = formats.number_format(referral.distance / 1000, 1)
    way = _("%(km)s km à vol d'oiseau") % {"km": kilometres}
    if referral.direction:
        way += " " + _("vers %(wind)s") % {"wind": referral.direction}
    if referral.minutes_a_pied < LONG_WALK:
        walk = _("environ %(minutes)d minutes à pied") % {"minutes": referral.minutes_a_pied}
    else:
        walk = _("environ %(hours)d heures à pied") % {"hours": round(referral.minutes_a_pied / 60)}
    hours = _("Horaires : %s") % referral.horaires if referral.horaires else ""
    phone = _("Téléphone : %s") % referral.telephone if referral.telephone else ""
    return [line for line in (str(referral.type_label), place, f"{way}, {walk}", hours, phone) if line]


def _clean(text: Any) -> str:
    """Return a text as reportlab's markup shows it literally, in letters that the fonts have."""
    return escape(replace_unknown_letters(str(text)))
