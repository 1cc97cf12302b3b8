"""Find duplicates of many households or of one, and record decisions about pairs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import invalid_status, not_found
from geo.scope.api import compile_subquery
from registry.duplicates.analysis import (
    find_duplicate_pairs,
    get_score_thresholds,
    prepare_sheets,
    rebuild_sheets,
    save_pairs_found,
    update_duplicate_summaries,
)
from registry.duplicates.models import Pair
from registry.duplicates.queries import SQL, contains_household, find_candidates
from registry.duplicates.states import REOPEN, is_decision_allowed
from registry.households.api import count_by_tally, filter_households
from registry.households.models import Household

JOB: Final = "analyser_doublons"
PERMISSION: Final = "registre.valider"
# The visible candidates of one household, and its pairs with those.
FOUND: Final = (
    "(SELECT * FROM jsonb_to_recordset(%(found)s::jsonb) AS f (a uuid, b uuid, score numeric, niveaux jsonb))"
)
WITH_SEEN: Final = (
    "(pair.menage_a_id = %(id)s AND pair.menage_b_id = ANY(%(seen)s)"
    " OR pair.menage_b_id = %(id)s AND pair.menage_a_id = ANY(%(seen)s))"
)
OF_THESE: Final = "(menage_a_id = ANY(%(ids)s) OR menage_b_id = ANY(%(ids)s))"


def _filter_visible_households(query: dict[str, Any], user: Any) -> Any:
    rows: Any = filter_households(query)
    return rows.visible_to(user)


def analyse_duplicates(
    *, query: dict[str, Any], user: Any, progress: Progress | None = None, prepared: bool = False
) -> dict[str, int]:
    """Analyse the households which `user` sees under the filters of the household list.

    `prepared` means that their sheets have just been rebuilt.
    """
    rows = _filter_visible_households(query, user)
    if not prepared:
        prepare_sheets(rows)
    # The search text may be a name: it is not written into the audit operation.
    told = {name: value for name, value in _serialize_filters(query).items() if value is not None and name != "search"}
    with audit_operation(JOB, filters=told | {"regions": user.region_ids}) as done:
        answer = find_duplicate_pairs(rows, step=progress.raise_if_stopped if progress else lambda: None)
        done.count, done.result = answer["menages"], answer
    return answer


def count_households_to_analyse(query: dict[str, Any], user: Any) -> int:
    """Return how many households an analysis would compare."""
    total = count_by_tally(query, user)
    return _filter_visible_households(query, user).count() if total is None else total


def build_job_params(query: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a job: the filters.

    They hold no rights: the rights of the job's user are read when it runs.
    """
    return {"langue": get_language(), "filtres": _serialize_filters(query)}


def _serialize_filters(query: dict[str, Any]) -> dict[str, Any]:
    def text(value: Any) -> Any:
        if isinstance(value, list):
            return [str(one) for one in value]
        return value if value is None or isinstance(value, bool | int) else str(value)

    return {name: text(value) for name, value in query.items()}


@contextmanager
def prepare_job(job: Job, progress: Progress) -> Iterator[None]:
    """Run the part of a job which precedes its transaction: rebuild the sheets."""
    prepare_sheets(_filter_visible_households(job.parametres["filtres"], find_job_caller(job, PERMISSION)))
    progress.raise_if_stopped()
    yield


def run_job(job: Job, progress: Progress, _prepared: None) -> dict[str, Any]:
    """Analyse as a job, with the rights which its user has when it runs."""
    user = find_job_caller(job, PERMISSION)
    query = job.parametres["filtres"]
    total = count_households_to_analyse(query, user)
    progress.report(0, total)
    with override(job.parametres["langue"]):
        answer = analyse_duplicates(query=query, user=user, progress=progress, prepared=True)
    progress.report(total)
    return answer


@transaction.atomic
def search_duplicates(*, household_id: UUID, user: Any, unless_same: bool = False) -> None:
    """Search the duplicates of one household among those which `user` sees, and write its pairs.

    With `unless_same`, do nothing when no compared value has changed. While an analysis writes its pairs, do nothing
    either: the search is left to it. The caller must have written or locked the household, so that it exists until this
    transaction ends.
    """
    if not SQL.one("beside")["free"]:
        return
    if not rebuild_sheets(Household.objects.filter(id=household_id)) and unless_same:
        return
    before = Pair.objects.filter(contains_household(household_id)).values_list("menage_a_id", "menage_b_id")
    found = {row["autre"]: row for row in find_candidates(household_id, get_score_thresholds()["review"])}
    others = {*found, *chain.from_iterable(before)} - {household_id}
    seen = _lock_visible_households(others, household_id, user) if others else set()
    if not seen:
        return
    rows = [_build_pair_row(household_id, row) for other, row in found.items() if other in seen]
    params = {"id": household_id, "seen": list(seen), "found": orjson.dumps(rows).decode()}
    counts = save_pairs_found(FOUND, "found.niveaux", WITH_SEEN, params)
    if counts["ecrites"] or counts["disparues"]:
        update_summaries([household_id, *seen])


@transaction.atomic
def search_duplicates_of_existing(*, household_id: UUID, user: Any) -> None:
    """Search the duplicates of a household which is being read.

    Raises NOT_FOUND when it has been merged or deleted meanwhile.
    """
    if not SQL.rows("keep_all", {"ids": [household_id]}):
        raise not_found()
    search_duplicates(household_id=household_id, user=user)


def _lock_visible_households(others: set[UUID], household_id: UUID, user: Any) -> set[UUID]:
    """Lock those of `others` which `user` sees, so that they exist until this transaction ends; return their ids.

    Households which another transaction is merging are skipped: a pair with them would fail, and the merge would wait
    for a pair which this transaction has written. They are searched again after commit.
    """
    seen = Household.objects.visible_to(user).filter(id__in=others)
    menages, params = compile_subquery(seen, "menages", "id")
    kept = {row["id"] for row in SQL.rows("keep_free", params, menages=menages)}
    if others > kept and (busy := set(seen.exclude(id__in=kept).values_list("id", flat=True))):
        transaction.on_commit(partial(_search_duplicates_after_commit, household_id, busy, user), robust=True)
    return kept


@transaction.atomic
def _search_duplicates_after_commit(household_id: UUID, others: set[UUID], user: Any) -> None:
    """Run `search_duplicates` without other locks, after waiting for the transactions which hold these households."""
    kept = SQL.rows("keep_all", {"ids": [household_id, *others]})
    if household_id in {row["id"] for row in kept}:
        search_duplicates(household_id=household_id, user=user)


def _build_pair_row(household_id: UUID, row: dict[str, Any]) -> dict[str, Any]:
    """Return a candidate as a pair, the smaller id first."""
    a, b = sorted((household_id, row["autre"]))
    return {"a": a, "b": b, "score": float(row["score"]), "niveaux": orjson.loads(row["niveaux"])}


def search_duplicates_after_write(household_id: UUID, user: Any) -> None:
    """Search the duplicates of a household after it was written."""
    search_duplicates(household_id=household_id, user=user, unless_same=True)


@transaction.atomic
def decide_pair(
    *, pair_id: UUID, decision: str, reason: str | None, user: Any, require: Callable[[Pair], None] = lambda _pair: None
) -> Pair:
    """Mark the two households of a pair as distinct, put the pair aside, or reopen it.

    The decision holds as long as the compared data do not change. `require` checks, once the pair is locked, that the
    caller has seen these data (If-Match). Raises NOT_FOUND, INVALID_STATUS.
    """
    pair = Pair.objects.visible_to(user).select_for_update(of=("self",)).filter(id=pair_id).first()
    if pair is None:
        raise not_found()
    require(pair)
    if not is_decision_allowed(pair.decision, decision):
        raise invalid_status(_("Cette décision n'est pas possible : la paire est déjà décidée ou ouverte."))
    if decision == REOPEN:
        pair.decision = pair.motif = pair.decide_par = pair.decide_le = pair.empreinte_decision = None
    else:
        pair.decision, pair.motif, pair.empreinte_decision = decision, reason or None, pair.empreinte
        pair.decide_par, pair.decide_le = user, timezone.now()
    pair.save(update_fields=["decision", "motif", "decide_par", "decide_le", "empreinte_decision"])
    update_summaries([pair.menage_a_id, pair.menage_b_id])
    return pair


def update_summaries(ids: list[UUID]) -> None:
    """Update the summary of open pairs in the rows of these households.

    The writer of a household holds its lock. Waiting here for the locks of its duplicates could deadlock two writers of
    two duplicates, so locked households are skipped and updated after commit.
    """
    free = [row["id"] for row in SQL.rows("lock_free", {"ids": ids})]
    update_duplicate_summaries(Household.objects.filter(id__in=free), OF_THESE, {"ids": free})
    if later := sorted(set(ids) - set(free)):
        transaction.on_commit(partial(_update_summaries_after_commit, later), robust=True)


@transaction.atomic
def _update_summaries_after_commit(ids: list[UUID]) -> None:
    """Run `update_summaries` without other locks: wait for the locks, in the order of the ids."""
    held = [row["id"] for row in SQL.rows("lock_all", {"ids": ids})]
    update_duplicate_summaries(Household.objects.filter(id__in=held), OF_THESE, {"ids": held})
