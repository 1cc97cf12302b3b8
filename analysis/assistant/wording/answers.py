"""Write answers in words, with their figures."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from analysis.assistant import rules
from analysis.assistant.figures.types import Findings
from analysis.assistant.types import Plan
from analysis.assistant.wording import labels
from analysis.assistant.wording.phrases import (
    write_code,
    write_count,
    write_metres,
    write_number,
    write_persons,
    write_subject,
    write_value,
)
from registry.households.models import COUNTS

SEPARATOR: Final = lazy(" ; ")  # of what an answer lists
# As many rows as a sentence can hold; all are in the data.
SPOKEN: Final = 10
SPOKEN_PEOPLE: Final = 5  # with their villages


def write_answer(plan: Plan, findings: Findings, households: int | None = None) -> str:
    """Return the answer to a plan in the active language; `households`: in how many the counted persons live."""
    answer = WRITERS[plan.genre](plan, findings)
    if households is None:
        return answer
    return _("%(reponse)s Ménages concernés : %(nombre)s.") % {
        "reponse": answer,
        "nombre": write_number(households),
    }


def _write_figure(plan: Plan, findings: Findings) -> str:
    figures = {"quoi": write_subject(plan), "valeur": write_value(plan, findings.figure)}
    if plan.mesure == rules.SHARE and findings.whole is not None:
        figures |= {"part": write_number(findings.total), "tout": write_number(findings.whole)}
        answer = _("%(quoi)s : %(valeur)s (%(part)s sur %(tout)s).") % figures
    elif plan.mesure == rules.MEAN:
        # The areas stand in the data and on the map; in words the mean and what it is made of are enough.
        figures |= {"total": write_number(findings.total), "zones": write_number(findings.whole or 0)}
        return _("%(quoi)s : %(valeur)s (%(total)s dans %(zones)s zones).") % figures
    elif plan.mesure in COUNTS and findings.figure not in (None, 0, 1):
        answer = f"{write_persons(plan, figures['valeur'])}."
    elif plan.mesure == rules.NUMBER:
        answer = f"{write_count(plan, figures['valeur'])}{_write_rejected(findings.rejected)}."
    else:
        answer = _("%(quoi)s : %(valeur)s.") % figures
    return f"{answer} {_join_rows(plan, findings.rows)}" if len(findings.rows) > 1 else answer


def _write_rejected(rejected: int) -> str:
    """Say how many of the counted households are rejected: who asks for households may not think of these."""
    if not rejected:
        return ""
    words = ngettext(", dont %(nombre)s rejeté", ", dont %(nombre)s rejetés", rejected)
    return words % {"nombre": write_number(rejected)}


def _join_rows(plan: Plan, rows: list[dict[str, Any]]) -> str:
    spoken = [
        _("%(nom)s : %(valeur)s") % {"nom": _name_row(plan, row), "valeur": write_value(plan, row["valeur"])}
        for row in rows[:SPOKEN]
    ]
    return str(SEPARATOR).join(spoken) + (" …" if len(rows) > SPOKEN else ".")


def _name_row(plan: Plan, row: dict[str, Any]) -> str:
    if "nom" in row:
        return str(row["nom"])
    return write_code(plan.dimension or "", row["code"])


def _write_list(plan: Plan, findings: Findings) -> str:
    what = write_subject(plan)
    if not findings.rows:
        return _("%(quoi)s : aucun résultat.") % {"quoi": what}
    counted = write_count(plan, write_number(findings.total))
    return _("%(quoi)s. %(noms)s") % {"quoi": counted, "noms": _join_names(findings.rows)}


def _join_names(rows: list[dict[str, Any]]) -> str:
    spoken = SPOKEN_PEOPLE if rows[0].get("chef") else SPOKEN
    return ", ".join(_name_found(row) for row in rows[:spoken]) + (" …" if len(rows) > spoken else ".")


def _name_found(row: dict[str, Any]) -> str:
    """Return what a row is called: of a household its head, where there is one, and the village."""
    if not row.get("chef"):
        return str(row["nom"])
    return f"{row['chef']} ({row['localite']})" if row.get("localite") else str(row["chef"])


def _write_nearest(plan: Plan, findings: Findings) -> str:
    what = write_subject(plan)
    if not findings.rows:
        return _("%(quoi)s : aucun résultat.") % {"quoi": what}
    named = str(SEPARATOR).join(
        f"{_name_found(row)} ({write_metres(row['distance'])})" for row in findings.rows[:SPOKEN]
    )
    return _("Au plus près, %(quoi)s : %(noms)s.") % {"quoi": what, "noms": named}


def _write_coverage(plan: Plan, findings: Findings) -> str:
    covered = sum(row["couverts"] for row in findings.rows)
    figures = {
        "quoi": write_subject(plan),
        "taux": write_value(plan, findings.figure),
        "couverts": write_number(covered),
        "menages": write_number(findings.total),
    }
    answer = _("Couverture, %(quoi)s : %(taux)s (%(couverts)s sur %(menages)s ménages avec une position).") % figures
    return f"{answer} {_join_rows(plan, findings.rows)}" if findings.rows else answer


def _write_density(plan: Plan, findings: Findings) -> str:
    if findings.figure is None:
        return _("%(quoi)s : aucun résultat.") % {"quoi": write_subject(plan)}
    cells = ngettext("%(cellules)s cellule", "%(cellules)s cellules", findings.total)
    return _("Densité, %(quoi)s : %(cellules)s de %(taille)s ; la plus dense a %(densite)s par km².") % {
        "quoi": write_subject(plan),
        "cellules": cells % {"cellules": write_number(findings.total)},
        "taille": write_metres(plan.cellule or rules.DEFAULT_CELL),
        "densite": write_number(findings.figure),
    }


def _write_ranking(plan: Plan, findings: Findings) -> str:
    if not findings.rows:
        return _("%(quoi)s : aucun résultat.") % {"quoi": write_subject(plan)}
    ranks = str(SEPARATOR).join(
        f"{row['rang']}. {row['nom']} ({write_value(plan, row['valeur'])})" for row in findings.rows[:SPOKEN]
    )
    names = {"niveau": labels.LEVEL_LABELS[plan.niveau or "region"], "quoi": write_subject(plan), "rangs": ranks}
    if plan.ordre == rules.LOW:
        return _("Classement par %(niveau)s, du plus bas, %(quoi)s : %(rangs)s.") % names
    return _("Classement par %(niveau)s, du plus haut, %(quoi)s : %(rangs)s.") % names


def _write_comparison(plan: Plan, findings: Findings) -> str:
    if not findings.rows:
        return _("%(quoi)s : aucun résultat.") % {"quoi": write_subject(plan)}
    return _("Comparaison, %(quoi)s. %(valeurs)s") % {
        "quoi": write_subject(plan),
        "valeurs": _join_rows(plan, findings.rows),
    }


def _write_trend(plan: Plan, findings: Findings) -> str:
    if not findings.rows:
        return _("%(quoi)s : aucun résultat.") % {"quoi": write_subject(plan)}
    last = findings.rows[-3:]
    return _("Évolution par %(pas)s, %(quoi)s : %(total)s en tout ; dernièrement %(valeurs)s.") % {
        "pas": labels.STEP_LABELS[plan.pas or "mois"],
        "quoi": write_subject(plan),
        "total": write_number(findings.total),
        "valeurs": str(SEPARATOR).join(f"{row['periode']:%d/%m/%Y} : {write_number(row['valeur'])}" for row in last),
    }


WRITERS: Final[dict[str, Callable[[Plan, Findings], str]]] = {
    rules.COUNT: _write_figure,
    rules.LIST: _write_list,
    rules.NEAREST: _write_nearest,
    rules.COVERAGE: _write_coverage,
    rules.DENSITY: _write_density,
    rules.RANKING: _write_ranking,
    rules.COMPARISON: _write_comparison,
    rules.TREND: _write_trend,
}
