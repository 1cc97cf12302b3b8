"""Write a plan in words: what it is about, and each condition."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from analysis.assistant import rules
from analysis.assistant.language.lexicon import simplify_text
from analysis.assistant.types import Circle, MemberCount, Plan, ServiceDistance
from analysis.assistant.wording import labels

KILOMETRE: Final = 1000
MEASURED: Final = (rules.DISTANCE,)
PERCENTAGES: Final = (rules.SHARE, rules.RATE)
VOWELS: Final = ("a", "e", "i", "o", "u")  # with which a name begins that French elides "de" before


def write_number(value: float | int) -> str:
    """Return a number with its thousands apart, and at most two decimals."""
    rounded = round(value, 2)
    places = 0 if float(rounded).is_integer() else 2
    return number_format(rounded, places, use_l10n=True, force_grouping=True)


def write_metres(metres: float) -> str:
    """Return a distance in metres, from a kilometre on in kilometres."""
    if metres < KILOMETRE:
        return f"{write_number(round(metres))} m"
    return f"{write_number(round(metres / KILOMETRE, 2))} km"


def write_value(plan: Plan, value: float | int | None) -> str:
    """Return a figure of the plan with its unit."""
    if value is None:
        return _("inconnu")
    if plan.genre == rules.COVERAGE or plan.mesure in PERCENTAGES:
        return f"{write_number(value)} %"
    if plan.mesure in MEASURED:
        return write_metres(value)
    return write_number(value)


def write_code(key: str, code: Any) -> str:
    """Return the name of a code of a filter; one without a name is its own."""
    if isinstance(code, bool):
        yes, no = labels.FLAG_LABELS[key]
        return str(yes if code else no)
    if code is None or code == "":
        return _("inconnu")
    return str(labels.CODE_LABELS.get(key, {}).get(code, code))


def write_day(day: date) -> str:
    return date_format(day, "j F Y")


def write_subject(plan: Plan) -> str:
    """Return the subject of a plan with its measure, and its conditions."""
    return f"{write_measured(plan)}{write_conditions(plan)}"


def write_measured(plan: Plan) -> str:
    """Return the subject of a plan with its measure."""
    subject = str(labels.SUBJECT_LABELS[plan.sujet])
    if plan.mesure == rules.MEAN:
        names = {"sujet": subject, "niveau": labels.LEVEL_LABELS[plan.niveau or "region"]}
        subject = _("%(sujet)s, nombre moyen par %(niveau)s") % names
    elif plan.mesure != rules.NUMBER:
        subject = _("%(sujet)s, %(mesure)s") % {"sujet": subject, "mesure": labels.MEASURE_LABELS[plan.mesure]}
    return subject


def write_persons(plan: Plan, number: str) -> str:
    """Return a number of persons of a kind, with the households that they live in: these are not counted."""
    households = f"{str(labels.SUBJECT_LABELS[plan.sujet]).lower()}{write_conditions(plan)}"
    names = {"nombre": number, "qui": labels.MEASURE_LABELS[plan.mesure], "menages": households}
    return _("%(nombre)s %(qui)s (%(menages)s)") % names


def write_conditions(plan: Plan) -> str:
    """Return the conditions of a plan behind a comma, or nothing."""
    conditions = ", ".join(list_conditions(plan))
    return f", {conditions}" if conditions else ""


def write_count(plan: Plan, number: str) -> str:
    """Return a number with its subject and conditions, as "325 ménages, pauvres, sont à plus de 5 km d'une école".

    Without a distance or an area the conditions follow: "325 ménages, dirigés par une femme". Of none and of one, and of what no plural names, the subject stands first: "Ménages, pauvres : 1".
    """
    if number in ("0", "1") or plan.sujet == "population":
        return _("%(quoi)s : %(valeur)s") % {"quoi": write_subject(plan), "valeur": number}
    subject = str(labels.SUBJECT_LABELS[plan.sujet])
    counted = f"{number} {subject[:1].lower()}{subject[1:]}"
    if not (places := ", ".join(_list_places(plan))):
        return f"{counted}{write_conditions(plan)}"
    others = write_conditions(replace(plan, distances=(), zones=()))
    names = {"quoi": f"{counted}{others}{',' if others else ''}", "lieux": places}
    return _("%(quoi)s sont %(lieux)s") % names


def _list_places(plan: Plan) -> Iterator[str]:
    """Yield where the rows of a plan are, as "à plus de 5 km d'une école" and "dans la région d'Oio"."""
    for distance in plan.distances:
        yield _write_distance(distance)
    within = [str(labels.WITHIN_LABELS[zone.niveau]) % {"lieu": write_zone(zone)} for zone in plan.zones]
    if within:
        yield _(" ou ").join(within)


def list_conditions(plan: Plan) -> Iterator[str]:
    """Yield each condition of a plan in words."""
    return (words for words, _without in list_removals(plan))


def list_removals(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """Yield each condition of a plan in words, with the plan as it is without it."""
    for key, value in plan.filtres.items():
        yield _write_filter(key, value), replace(plan, filtres=_leave_out(plan.filtres, key))
    if plan.parmi:
        whole = ", ".join(_write_filter(key, value) for key, value in plan.parmi.items())
        yield _("parmi : %(conditions)s") % {"conditions": whole}, replace(plan, parmi={})
    for members in plan.membres:
        yield _write_members(members), replace(plan, membres=_drop(plan.membres, members))
    for distance in plan.distances:
        yield _write_distance(distance), replace(plan, distances=_drop(plan.distances, distance))
    if plan.services:
        yield ", ".join(write_service(name) for name in plan.services), replace(plan, services=())
    if plan.rayon:
        yield _("dans un rayon de %(distance)s") % {"distance": write_metres(plan.rayon)}, replace(plan, rayon=None)
    if plan.autour:
        yield _write_circle(plan.autour), replace(plan, autour=None)
    for zone in plan.zones:
        yield write_zone(zone), replace(plan, zones=_drop(plan.zones, zone))
    if times := ", ".join(_list_times(plan)):
        yield times, replace(plan, du=None, au=None)


def _leave_out(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != key}


def _drop(values: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    return tuple(value for value in values if value != one)


def _write_distance(distance: ServiceDistance) -> str:
    service = str(labels.SERVICE_ARTICLES[distance.service])
    if distance.type:
        kind = write_service(distance.service, distance.type)
        names = {"service": service, "type": f"{kind[:1].lower()}{kind[1:]}"}
        service = _("%(service)s (%(type)s)") % names
    if distance.en_service:
        service = _("%(service)s (en service)") % {"service": service}
    names = {"service": service, "distance": write_metres(distance.metres)}
    if distance.sens == rules.MORE:
        return _("à plus de %(distance)s %(service)s") % names
    return _("à moins de %(distance)s %(service)s") % names


def _write_circle(circle: Circle) -> str:
    if not circle.rayon:
        return write_place(circle.place)
    names = {"distance": write_metres(circle.rayon), "lieu": write_place(circle.place)}
    return _("à moins de %(distance)s de %(lieu)s") % names


def write_place(place: Any) -> str:
    return _("%(nom)s (%(niveau)s)") % {"nom": place.nom, "niveau": labels.LEVEL_LABELS[place.niveau]}


def write_zone(zone: Any) -> str:
    """Return an area with its level, as "région d'Oio"."""
    names = {"nom": zone.nom, "niveau": labels.LEVEL_LABELS[zone.niveau]}
    if simplify_text(zone.nom)[:1] in VOWELS:
        return _("%(niveau)s d'%(nom)s") % names
    return _("%(niveau)s de %(nom)s") % names


def write_service(name: str, kind: str | None = None) -> str:
    return write_code("type", kind) if kind else str(labels.SUBJECT_LABELS[name])


def _write_filter(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return write_code(key, value)
    if key in ("avec", "sans"):
        counts = ", ".join(str(labels.MEASURE_LABELS[name]) for name in value)
        return _("avec %(quoi)s") % {"quoi": counts} if key == "avec" else _("sans %(quoi)s") % {"quoi": counts}
    bounds = {
        "tailleMin": _("de %(nombre)s membres au moins"),
        "tailleMax": _("de %(nombre)s membres au plus"),
        "scoreMin": _("avec un score de %(nombre)s au moins"),
        "scoreMax": _("avec un score de %(nombre)s au plus"),
        "populationMin": _("population de %(nombre)s au moins"),
        "populationMax": _("population de %(nombre)s au plus"),
    }
    if key in bounds:
        return bounds[key] % {"nombre": write_number(value)}
    if key == "etape" and {*value} == {*rules.STEPS_OF_COLLECTION} - {"rejete"}:
        return _("sans les rejetés")
    codes = ", ".join(write_code(key, code) for code in value)
    if key in labels.DWELLING_LABELS:
        return _("%(quoi)s : %(valeur)s") % {"quoi": labels.DWELLING_LABELS[key], "valeur": codes}
    # Whoever says "the poor" may mean all of them: the answer says whom it leaves out.
    return _("pauvres (sans les extrêmement pauvres)") if key == "categorie" and [*value] == ["pauvre"] else codes


def _write_members(members: MemberCount) -> str:
    """Return a condition on the number of members, as "enfants de 0 à 4 ans : 3 au moins"."""
    kinds = " + ".join(str(labels.MEASURE_LABELS[name]) for name in members.comptes)
    least, most = (None if bound is None else write_number(bound) for bound in (members.min, members.max))
    if least is not None and least == most:
        return _("%(quoi)s : exactement %(nombre)s") % {"quoi": kinds, "nombre": least}
    if least is not None and most is not None:
        return _("%(quoi)s : de %(min)s à %(max)s") % {"quoi": kinds, "min": least, "max": most}
    if least is not None:
        return _("%(quoi)s : %(nombre)s au moins") % {"quoi": kinds, "nombre": least}
    return _("%(quoi)s : %(nombre)s au plus") % {"quoi": kinds, "nombre": most or "0"}


def write_days(first: date | None, last: date | None) -> str:
    """Return a period in words, "" of one without bounds."""
    if first and last:
        return _("du %(du)s au %(au)s") % {"du": write_day(first), "au": write_day(last)}
    if first:
        return _("depuis le %(jour)s") % {"jour": write_day(first)}
    return _("jusqu'au %(jour)s") % {"jour": write_day(last)} if last else ""


def _list_times(plan: Plan) -> Iterator[str]:
    if plan.du or plan.au:
        yield str(labels.MOMENT_LABELS["resolution" if rules.is_about_resolution(plan) else plan.sujet])
        yield write_days(plan.du, plan.au)
