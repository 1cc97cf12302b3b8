"""Rebuild sheets, search the duplicates of one household, and write pairs, decisions and summaries."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid_status, not_found
from config.locks import Lock, lock_row
from geo.scope.api import compile_subquery
from registry.duplicates.linkage.evidence import WEIGHTS
from registry.duplicates.locks import (
    lock_free_households,
    lock_households,
    retain_free_households,
    retain_households,
    try_prevent_pair_analysis,
)
from registry.duplicates.models import Pair
from registry.duplicates.queries import SQL, build_household_pairs_condition, find_candidates, get_score_thresholds
from registry.duplicates.states import REOPEN, is_decision_allowed
from registry.duplicates.types import DuplicateCandidate, WrittenPairs
from registry.households.models import Household
from registry.projects.api import filter_open_projects
from registry.quality.api import QUALITY_COLUMNS, assess_quality

# The columns of a household from which its sheet is built.
SHEET_COLUMNS: Final = (
    "id",
    "date_collecte",
    "created_at",
    "identifiant_unique",
    "localite_id",
    "secteur_id",
    "region_id",
    "geom",
    "taille_menage",
    "campagne_id",
    "precision_gps",
    "enqueteur_id",
    "source_donnees",
)
# A decision which was taken on other data. A pair which was put aside is also reopened when its evidence or its kind
# changes; its score changes with every household of the registry.
STALE_DECISION: Final = (
    "(pair.decision IS NOT NULL AND (pair.empreinte_decision <> excluded.empreinte"
    " OR (pair.decision = 'ignorer' AND (pair.niveaux <> excluded.niveaux"
    " OR (pair.score >= %(certain)s) <> (excluded.score >= %(certain)s)))))"
)
# The visible candidates of one household as a set, and its pairs with those.
CANDIDATES: Final = (
    "(SELECT * FROM jsonb_to_recordset(%(found)s::jsonb) AS f (a uuid, b uuid, score numeric, niveaux jsonb,"
    " apports jsonb))"
)
PAIRS_WITH_VISIBLE: Final = (
    "(pair.menage_a_id = %(id)s AND pair.menage_b_id = ANY(%(visible)s)"
    " OR pair.menage_b_id = %(id)s AND pair.menage_a_id = ANY(%(visible)s))"
)
PAIRS_OF_HOUSEHOLDS: Final = "(menage_a_id = ANY(%(ids)s) OR menage_b_id = ANY(%(ids)s))"


def rebuild_sheets(households: QuerySet[Household]) -> int:
    """Rebuild the sheets of these households, and return the number written."""
    menages, params = compile_subquery(households, "menages", *SHEET_COLUMNS)
    return SQL.execute("rebuild_sheets", params, menages=menages)


def refresh_sheets(ids: str) -> None:
    """Rebuild the sheets of the households of a SELECT of ids, which the caller has just written, many at once.

    Their duplicates are left to the next analysis. Of those which now lie in another region, the summaries of the pairs
    are written at once: they hide what lies elsewhere.
    """
    menages = f"SELECT {', '.join(SHEET_COLUMNS)} FROM registry_menage WHERE id IN ({ids})"
    concerned = SQL.fetch_column("list_concerned_by_region", menages=menages)
    SQL.execute("rebuild_sheets", menages=menages)
    if concerned:
        update_summaries(concerned)


def write_pairs(found: str, levels: str, contributions: str, among: str, params: dict[str, Any]) -> WrittenPairs:
    """Write the pairs found among some households, and return the counts.

    `found` is a table or set with `a`, `b`, `score`; `levels` and `contributions` the SQL of its levels
    and of what they add. `among` is a condition on the existing pairs: those which would have been found again if they
    still held.
    """
    [counts] = SQL.fetch_objects(
        WrittenPairs,
        "write_pairs",
        params | get_score_thresholds() | {"modele": WEIGHTS["version"]},
        found=found,
        niveaux=levels,
        apports=contributions,
        stale=STALE_DECISION,
        among=among,
    )
    return counts


def write_summaries(
    households: QuerySet[Household], pair_condition: str = "true", params: dict[str, Any] | None = None
) -> None:
    """Write the duplicate summary of these locked households, and assess the quality of those which changed.

    `pair_condition` says which pairs to consider. Households of projects which are read-only stay unchanged.
    """
    menages, own = compile_subquery(filter_open_projects(households), "menages", "id", "score_doublon")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS pg_temp.doublon_change")
        cursor.execute("CREATE TEMP TABLE doublon_change (id uuid PRIMARY KEY) ON COMMIT DROP")
    params = own | (params or {}) | get_score_thresholds()
    if SQL.execute("write_summaries", params, menages=menages, which=pair_condition):
        changed = "SELECT id FROM doublon_change"
        assess_quality(f"SELECT {', '.join(QUALITY_COLUMNS)} FROM registry_menage WHERE id IN ({changed})", {})


@transaction.atomic
def search_duplicates(*, household_id: UUID, user: Caller, unless_same: bool = False) -> None:
    """Search the duplicates of one household among those which `user` sees, and write its pairs.

    With `unless_same`, do nothing when no compared value has changed. While an analysis writes its pairs, do nothing
    either: the search is left to it. The caller must have written or locked the household, so that it exists until this
    transaction ends.
    """
    if not try_prevent_pair_analysis():
        return
    is_changed = bool(rebuild_sheets(Household.objects.filter(id=household_id)))
    if not is_changed and unless_same:
        return
    before = {
        *chain.from_iterable(
            Pair.objects.filter(build_household_pairs_condition(household_id)).values_list("menage_a_id", "menage_b_id")
        )
    }
    candidates = find_candidates(household_id, get_score_thresholds()["review"])
    others = {*(row.autre for row in candidates), *before} - {household_id}
    visible = _retain_visible_households(others, household_id, user) if others else set()
    is_written = bool(visible) and _write_pairs_of_household(household_id, candidates, visible)
    # The summaries hide what lies in another region: a household which moved there changes them without any pair, also
    # those of households which this user does not see.
    if is_written or (is_changed and before):
        update_summaries(sorted({household_id} | visible | before))


def _write_pairs_of_household(household_id: UUID, candidates: list[DuplicateCandidate], visible: set[UUID]) -> bool:
    """Write the pairs of one household with those that its user sees, and return whether any changed."""
    rows = [_build_pair_row(household_id, row) for row in candidates if row.autre in visible]
    params = {"id": household_id, "visible": list(visible), "found": orjson.dumps(rows).decode()}
    counts = write_pairs(CANDIDATES, "found.niveaux", "found.apports", PAIRS_WITH_VISIBLE, params)
    return bool(counts.ecrites or counts.disparues)


@transaction.atomic
def search_duplicates_of_existing(*, household_id: UUID, user: Caller) -> None:
    """Search the duplicates of a household which is being read.

    Raises NOT_FOUND when it has been merged or deleted meanwhile.
    """
    if not retain_households([household_id]):
        raise not_found()
    search_duplicates(household_id=household_id, user=user)


def _retain_visible_households(others: set[UUID], household_id: UUID, user: Caller) -> set[UUID]:
    """Lock those of `others` which `user` sees, so that they exist until this transaction ends; return their ids.

    Households which another transaction is merging are skipped: a pair with them would fail, and the merge would wait
    for a pair which this transaction has written. They are searched again after commit.
    """
    visible = Household.objects.visible_to(user).filter(id__in=others)
    retained = retain_free_households(visible)
    if others > retained and (busy := set(visible.exclude(id__in=retained).values_list("id", flat=True))):
        transaction.on_commit(partial(_search_duplicates_after_commit, household_id, busy, user), robust=True)
    return retained


@transaction.atomic
def _search_duplicates_after_commit(household_id: UUID, others: set[UUID], user: Caller) -> None:
    """Run `search_duplicates` without other locks, after waiting for the transactions which hold these households."""
    if household_id in retain_households([household_id, *others]):
        search_duplicates(household_id=household_id, user=user)


def _build_pair_row(household_id: UUID, candidate: DuplicateCandidate) -> dict[str, Any]:
    """Return a candidate as a pair, the smaller id first."""
    a, b = sorted((household_id, candidate.autre))
    return {"a": a, "b": b, "score": float(candidate.score), "niveaux": candidate.niveaux, "apports": candidate.apports}


def search_duplicates_after_write(household_id: UUID, user: Caller) -> None:
    """Search the duplicates of a household after it was written."""
    search_duplicates(household_id=household_id, user=user, unless_same=True)


@transaction.atomic
def decide_pair(
    *,
    pair_id: UUID,
    decision: str,
    reason: str | None,
    user: Caller,
    require: Callable[[Pair], None] = lambda _pair: None,
) -> Pair:
    """Mark the two households of a pair as distinct, put the pair aside, or reopen it.

    The decision holds as long as the compared data do not change. `require` checks, once the pair is locked, that the
    caller has seen these data (If-Match). Raises NOT_FOUND, INVALID_STATUS.
    """
    pair = lock_row(Lock.DUPLICATE_PAIRS, Pair.objects.visible_to(user).filter(id=pair_id), no_key=False)
    require(pair)
    if not is_decision_allowed(pair.decision, decision):
        raise invalid_status(_("Cette décision n'est pas possible : la paire est déjà décidée ou ouverte."))
    if decision == REOPEN:
        pair.decision = pair.motif = pair.decide_par = pair.decide_le = pair.empreinte_decision = None
    else:
        pair.decision, pair.motif, pair.empreinte_decision = decision, reason or None, pair.empreinte
        pair.decide_par_id, pair.decide_le = user.id, timezone.now()
    pair.save(update_fields=["decision", "motif", "decide_par", "decide_le", "empreinte_decision"])
    update_summaries([pair.menage_a_id, pair.menage_b_id])
    return pair


def update_summaries(ids: list[UUID]) -> None:
    """Update the summary of open pairs in the rows of these households.

    The writer of a household holds its lock. Waiting here for the locks of its duplicates could deadlock two writers of
    two duplicates, so locked households are skipped and updated after commit.
    """
    free = lock_free_households(ids)
    write_summaries(Household.objects.filter(id__in=free), PAIRS_OF_HOUSEHOLDS, {"ids": free})
    if later := sorted(set(ids) - set(free)):
        transaction.on_commit(partial(_update_summaries_after_commit, later), robust=True)


@transaction.atomic
def _update_summaries_after_commit(ids: list[UUID]) -> None:
    """Run `update_summaries` without other locks: wait for the locks, in the order of the ids."""
    locked = lock_households(ids)
    write_summaries(Household.objects.filter(id__in=locked), PAIRS_OF_HOUSEHOLDS, {"ids": locked})
