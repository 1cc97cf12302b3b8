"""Analysing the quality of every household that somebody sees."""

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.audit.services import operation
from accounts.jobs.models import Job
from accounts.jobs.progress import Progress
from accounts.jobs.rights import caller_of
from config.api.problems import not_found
from geo.layers.tiles import version
from geo.scope.sets import subquery
from registry.control.models import COUNTS, KEYS, QualityTally
from registry.control.queries import SQL, grain
from registry.households.bulk import bulk_load, hold, tune
from registry.households.layer import HOUSEHOLDS
from registry.households.models import Household
from registry.households.queries import tallied_total
from registry.projects.services import in_open_projects, require_writable
from registry.quality.services import COLUMNS, assess, assess_these, stale

JOB: Final = "analyser_qualite"
PERMISSION: Final = "registre.valider"


@transaction.atomic
def analyse_one(*, household_id: UUID, user: Any) -> Household:
    """Analyse one visible household and answer it. Raises NOT_FOUND, READ_ONLY_PROJECT."""
    rows = Household.objects.visible_to(user).select_for_update(of=("self",), no_key=True)
    household = rows.filter(id=household_id).first()
    if household is None:
        raise not_found()
    require_writable(household.projet)
    assess_these([household.id])
    household.refresh_from_db()
    return household


@transaction.atomic
def analyse_all(*, user: Any) -> dict[str, Any]:
    """Analyse every household that `user` sees: {traites, reussis, echoues, modifies, moyenne}. Households of projects
    that take no change stay as they are; `echoues` are those that have never been analysed."""
    tune()
    rows = Household.objects.visible_to(user)
    households, params = subquery(in_open_projects(rows), "menages", *COLUMNS)
    # Nobody moves: what follows positions has nothing to do.
    with operation(JOB, filters={"regions": user.region_ids}) as done, bulk_load():
        held = in_open_projects(hold(stale(households), params))
        changed = done.count = assess(*subquery(held, "menages", *COLUMNS))
    everybody, params = subquery(rows, "menages", "score_qualite")
    counts = SQL.rows("outcome", params, menages=everybody)[0]
    return {
        "traites": counts["traites"],
        "reussis": counts["reussis"],
        "echoues": counts["traites"] - counts["reussis"],
        "modifies": changed,
        "qualiteMoyenne": None if counts["moyenne"] is None else float(counts["moyenne"]),
    }


@transaction.atomic
def refresh_counts() -> bool:
    """Make the kept counts of the dashboard anew, of all households (decision 0020); answers whether that was needed:
    not while no household has changed since."""
    with connection.cursor() as cursor:
        cursor.execute(SQL["take_turn"])
        # Read before the households: what changes in between is counted again next time.
        now = version(HOUSEHOLDS)
        if QualityTally.objects.filter(version=now).exists():
            return False
        counts, params = grain(Household.objects.all())
        columns = ", ".join((*KEYS, *COUNTS, "somme_qualite", "regles"))
        cursor.execute(SQL["forget"])
        cursor.execute(SQL["fill"].format(grain=counts, columns=columns), params | {"version": now})
    return True


def job_params() -> dict[str, Any]:
    """The parameters of a job: no rights, those are read when it runs."""
    return {"langue": get_language()}


def run_job(job: Job, progress: Progress) -> dict[str, Any]:
    """Analyse every household as a job, with the rights that its user has now."""
    user = caller_of(job, PERMISSION)
    total = tallied_total({}, user) or 0
    progress.at(0, total)
    with override(job.parametres["langue"]):
        answer = analyse_all(user=user)
    refresh_counts()
    progress.at(total)
    return answer


def told(answer: dict[str, Any]) -> str:
    """What a run over all did, in one sentence."""
    return _("%(done)d ménages analysés ; %(changed)d ont changé.") % {
        "done": answer["traites"], "changed": answer["modifies"],
    }  # fmt: skip
