"""Collect the figures of a report, as its reader may see them: within their regions and permissions.

A report leaves the service by mail: it has no names, and nothing of complaints about violence, whoever reads it.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Avg, Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from analysis.reports.rules import compute_rate, compute_share
from analysis.reports.types import AreaRow, Figure, Report, ReportScope, Section
from config.caller import Caller
from config.days import find_moments
from geo.areas.models import Region, Sector
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary, StatutEnrolement
from transfers.complaints.api import KEPT_TERM
from transfers.complaints.models import OPEN_STATUSES, Complaint, list_hidden_categories
from transfers.complaints.teams.models import Category
from transfers.payments.models import Payment, PaymentStatus
from transfers.programmes.models import Programme

Days = tuple[date, date]
ARRIVED = Coalesce("montant_recu", "montant")


def find_scope(user: Caller, *, programme_id: UUID | None, region_id: UUID | None) -> ReportScope | None:
    """Return what a report is about, or None when the user does not see it."""
    if region_id is not None:
        regions: Any = Region.objects.visible_to(user).filter(id=region_id)
        name = regions.values_list("nom", flat=True).first()
    else:
        programmes: Any = Programme.objects.visible_to(user)
        programmes = programmes.filter(id=programme_id)
        name = programmes.values_list("nom", flat=True).first()
    return None if name is None else ReportScope(name, programme_id, region_id)


def build_report(user: Caller, scope: ReportScope, days: Days) -> Report:
    """Return the report of a programme or region. What the user may not read is not in it."""
    people = _filter_people(user, scope)
    payments = _filter_payments(user, scope).filter(date_execution__range=find_moments(*days))
    households = _filter_households(user, scope)
    complaints = _filter_complaints(user, scope).filter(date_creation__range=find_moments(*days))
    sections = []
    if user.holds("registre.lire"):
        sections.append(_count_households(households, days))
    if user.holds("transferts.lire"):
        sections += [_count_people(people, days), _count_payments(payments, people)]
    if user.holds("plaintes.lire"):
        sections.append(_count_complaints(complaints, list_hidden_categories(user)))
    if user.holds("registre.lire"):
        sections.append(_measure_quality(households))
    level = "region" if scope.programme_id else "secteur"
    return Report(
        scope=scope,
        debut=days[0],
        fin=days[1],
        sections=sections,
        zones=_list_areas(user, scope, level, households, people, payments, complaints),
        nom_zones=_("Régions") if scope.programme_id else _("Secteurs"),
        redige_le=timezone.localdate(),
    )


def _filter_households(user: Caller, scope: ReportScope) -> QuerySet[Any]:
    rows: QuerySet[Any] = Household.objects.visible_to(user).order_by()
    if not user.holds("registre.lire"):
        rows = rows.none()
    if scope.programme_id:
        enrolled = Beneficiary.objects.filter(programme=scope.programme_id).order_by().values("menage_id")
        return rows.filter(id__in=enrolled)
    return rows.filter(region=scope.region_id)


def _filter_people(user: Caller, scope: ReportScope) -> QuerySet[Any]:
    rows: QuerySet[Any] = Beneficiary.objects.visible_to(user).order_by()
    if not user.holds("transferts.lire"):
        return rows.none()
    return (
        rows.filter(programme=scope.programme_id) if scope.programme_id else rows.filter(menage__region=scope.region_id)
    )


def _filter_payments(user: Caller, scope: ReportScope) -> QuerySet[Any]:
    rows: QuerySet[Any] = Payment.objects.visible_to(user).order_by()
    if not user.holds("transferts.lire"):
        return rows.none()
    if scope.programme_id:
        return rows.filter(cycle__programme=scope.programme_id)
    return rows.filter(region_id=scope.region_id)


def _filter_complaints(user: Caller, scope: ReportScope) -> QuerySet[Any]:
    rows: QuerySet[Any] = Complaint.objects.visible_to(user).exclude(categorie=Category.VBG).order_by()
    if not user.holds("plaintes.lire"):
        return rows.none()
    if scope.programme_id:
        about = Q(cycle__programme=scope.programme_id) | Q(beneficiaire__programme=scope.programme_id)
        return rows.filter(about | Q(paiement__cycle__programme=scope.programme_id))
    return rows.filter(region=scope.region_id)


def _count_households(rows: QuerySet[Any], days: Days) -> Section:
    found = rows.aggregate(
        total=Count("id"),
        new=Count("id", filter=Q(created_at__range=find_moments(*days))),
        eligible=Count("id", filter=Q(eligible_programme=True)),
        people=Sum("taille_menage", default=0),
    )
    figures = [
        Figure(_("Ménages"), found["total"]),
        Figure(_("dont enregistrés dans la période"), found["new"]),
        Figure(_("Personnes dans ces ménages"), found["people"]),
        Figure(_("Ménages sous le seuil de pauvreté"), compute_share(found["eligible"], found["total"]), "%"),
    ]
    return Section(_("Ménages"), figures)


def _count_people(rows: QuerySet[Any], days: Days) -> Section:
    found = rows.aggregate(
        total=Count("id"),
        new=Count("id", filter=Q(date_enrolement__range=find_moments(*days))),
        **{status: Count("id", filter=Q(statut_enrolement=status)) for status in StatutEnrolement.values},
    )
    figures = [
        Figure(_("Bénéficiaires"), found["total"]),
        Figure(_("dont enrôlés dans la période"), found["new"]),
        Figure(_("Actifs"), found[StatutEnrolement.ACTIF]),
        Figure(_("Suspendus"), found[StatutEnrolement.SUSPENDU]),
        Figure(_("Sortis"), found[StatutEnrolement.SORTI]),
        Figure(_("Gradués"), found[StatutEnrolement.GRADUE]),
    ]
    return Section(_("Bénéficiaires"), figures)


def _count_payments(rows: QuerySet[Any], people: QuerySet[Any]) -> Section:
    arrived, failed = Q(statut=PaymentStatus.REUSSI), Q(statut=PaymentStatus.ECHOUE)
    found = rows.aggregate(
        amount=Sum(ARRIVED, filter=arrived, default=0),
        succeeded=Count("id", filter=arrived),
        failed=Count("id", filter=failed),
        paid=Count("beneficiaire_id", filter=arrived, distinct=True),
    )
    active = people.filter(statut_enrolement=StatutEnrolement.ACTIF).count()
    figures = [
        Figure(_("Montant arrivé"), int(found["amount"]), "XOF"),
        Figure(_("Paiements réussis"), found["succeeded"]),
        Figure(_("Paiements échoués"), found["failed"]),
        Figure(_("Taux de réussite"), compute_share(found["succeeded"], found["succeeded"] + found["failed"]), "%"),
        Figure(_("Personnes payées"), found["paid"]),
        Figure(_("Personnes payées pour cent bénéficiaires actifs"), compute_share(found["paid"], active), "%"),
    ]
    return Section(_("Paiements de la période"), figures)


def _count_complaints(rows: QuerySet[Any], hidden: Collection[str]) -> Section:
    found = rows.annotate(kept_term=KEPT_TERM).aggregate(
        total=Count("id"),
        open=Count("id", filter=Q(statut__in=OPEN_STATUSES)),
        kept=Count("id", filter=Q(kept_term=True)),
        broken=Count("id", filter=Q(kept_term=False)),
        satisfaction=Avg("satisfaction"),
        **{f"of_{one}": Count("id", filter=Q(categorie=one)) for one in Category.values if one != Category.VBG},
    )
    names = {
        Category.PAIEMENT: _("sur un paiement"),
        Category.CIBLAGE: _("sur le ciblage"),
        Category.ENROLEMENT: _("sur l'enrôlement"),
        Category.CORRUPTION: _("de corruption"),
        Category.SERVICE: _("sur un service"),
        Category.AUTRE: _("sur autre chose"),
    }
    satisfaction = found["satisfaction"]
    figures = [
        Figure(_("Plaintes reçues"), found["total"]),
        *(Figure(names[one], found[f"of_{one}"]) for one in names if one not in hidden),
        Figure(_("Encore ouvertes"), found["open"]),
        Figure(_("Délais tenus"), compute_share(found["kept"], found["kept"] + found["broken"]), "%"),
        Figure(_("Satisfaction moyenne sur 5"), None if satisfaction is None else round(float(satisfaction), 1)),
    ]
    return Section(_("Plaintes de la période"), figures)


def _measure_quality(rows: QuerySet[Any]) -> Section:
    found = rows.aggregate(
        total=Count("id"),
        quality=Avg("score_qualite"),
        placed=Count("id", filter=Q(geom__isnull=False)),
        faulty=Count("id", filter=~Q(problemes_qualite=[])),
        scored=Count("id", filter=Q(score_pmt__isnull=False)),
    )
    quality, total = found["quality"], found["total"]
    figures = [
        Figure(_("Score moyen de qualité sur 100"), None if quality is None else round(float(quality), 1)),
        Figure(_("Ménages avec une position"), compute_share(found["placed"], total), "%"),
        Figure(_("Ménages avec un score de pauvreté"), compute_share(found["scored"], total), "%"),
        Figure(_("Ménages avec un problème de qualité"), compute_share(found["faulty"], total), "%"),
    ]
    return Section(_("Qualité des données"), figures)


def _list_areas(
    user: Caller,
    scope: ReportScope,
    level: str,
    households: QuerySet[Any],
    people: QuerySet[Any],
    payments: QuerySet[Any],
    complaints: QuerySet[Any],
) -> list[AreaRow]:
    """Return the numbers of each area, also of those without any, in four queries and one for the areas."""
    areas: Any = Region.objects.visible_to(user) if level == "region" else Sector.objects.visible_to(user)
    if scope.region_id:
        areas = areas.filter(region=scope.region_id)
    homes = _group(households, f"{level}_id", number=Count("id"))
    found = _group(people, f"menage__{level}_id", number=Count("id"))
    arrived = payments.filter(statut=PaymentStatus.REUSSI)
    paid = _group(arrived, f"{level}_id", number=Sum(ARRIVED, default=0))
    complained = _group(complaints, f"{level}_id", number=Count("id"))
    rows = []
    for area in areas.order_by("nom"):
        count, said = found.get(area.id, 0), complained.get(area.id, 0)
        rows.append(
            AreaRow(
                id=area.id,
                nom=area.nom,
                menages=homes.get(area.id, 0),
                beneficiaires=count,
                montant=int(paid.get(area.id, 0)),
                plaintes=said,
                taux_plaintes=compute_rate(said, count),
                geom=area.geom,
            )
        )
    return rows


def _group(rows: QuerySet[Any], key: str, **number: Any) -> Mapping[Any, int]:
    return dict(rows.values(key).annotate(**number).values_list(key, "number"))
