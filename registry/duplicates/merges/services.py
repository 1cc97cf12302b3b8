"""Merge two households, and undo a merge.

The absorbed household is deleted from the tables: no list, sum, score or payment counts it again. Its rows stay in the
record of the merge, dependent rows move to the kept household, and its id and code lead there.
"""

from collections.abc import Callable
from dataclasses import asdict
from itertools import chain
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid, invalid_status, not_found
from config.ids import uuid7
from config.locks import Lock, lock_row, lock_rows
from config.sql import Queries
from registry.duplicates.locks import prevent_pair_analysis
from registry.duplicates.merges.hooks import merge_settlements
from registry.duplicates.merges.queries import DependentTable, list_dependent_tables
from registry.duplicates.models import Decision, Merge, Pair
from registry.duplicates.queries import build_household_pairs_condition
from registry.duplicates.services import search_duplicates, update_summaries
from registry.duplicates.states import is_decision_allowed
from registry.households.api import touch_household
from registry.households.models import COUNTS, Dwelling, FormerHousehold, Household
from registry.projects.api import require_writable
from registry.projects.models import Project
from registry.quality.api import assess_households

SQL = Queries(__file__, "merges.sql")
HOUSEHOLD, HEAD, DWELLING = "registry_menage", "registry_chef_menage", "registry_logement"
# Table and its column of the household's id: the rows which the merge stores of the absorbed household.
ARCHIVED: Final = {
    HOUSEHOLD: "id",
    HEAD: "menage_id",
    DWELLING: "menage_id",
    "registry_membre_menage": "menage_id",
    "registry_mouvement_collecte": "menage_id",
    "registry_collecte_recu": "cible_id",
}
# The key, in the record's archive, of the decisions about pairs of either household.
DECISIONS_KEY: Final = "registry_doublon"
# The values which can be taken from the absorbed household: table and columns.
CHOICES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "tailleMenage": (HOUSEHOLD, ("taille_menage",)),
    "milieu": (HOUSEHOLD, ("milieu",)),
    "dateCollecte": (HOUSEHOLD, ("date_collecte",)),
    "identifiantUnique": (HOUSEHOLD, ("identifiant_unique",)),
    "position": (HOUSEHOLD, ("geom", "altitude", "precision_gps")),
    "lieu": (HOUSEHOLD, ("region_id", "secteur_id", "commune_id", "localite_id")),
    "composition": (HOUSEHOLD, COUNTS),
    "nomComplet": (HEAD, ("nom_complet",)),
    "sexe": (HEAD, ("sexe",)),
    "age": (HEAD, ("age",)),
    "telephone": (HEAD, ("telephone",)),
    "numeroMobileMoney": (HEAD, ("numero_mobile_money",)),
    "compteBancaire": (HEAD, ("compte_bancaire",)),
    "niveauEducation": (HEAD, ("niveau_education",)),
    "occupationPrincipale": (HEAD, ("occupation_principale",)),
    "statutMatrimonial": (HEAD, ("statut_matrimonial",)),
    "logement": (DWELLING, tuple(str(f.column) for f in Dwelling._meta.concrete_fields if not f.primary_key)),
}


def _execute(statement: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows, if it returns rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


def _lock_households(ids: list[UUID], user: Caller) -> dict[UUID, Household]:
    """Lock the visible households among `ids` in the order of their ids.

    Raises READ_ONLY_PROJECT.
    """
    rows = Household.objects.visible_to(user).filter(id__in=ids)
    found = {row.id: row for row in lock_rows(Lock.HOUSEHOLDS, rows, no_key=False)}
    for household in found.values():
        require_writable(household.projet)
    return found


def _choose_columns(values: dict[str, UUID], pair: Pair, absorbed: UUID) -> dict[str, list[str]]:
    """Return the columns, by table, which the kept household takes from the absorbed one. Raises VALIDATION_ERROR."""
    columns: dict[str, list[str]] = {HOUSEHOLD: []}
    for name, side in values.items():
        if name not in CHOICES:
            unknown = _("Champ inconnu : les valeurs se choisissent parmi celles du ménage absorbé.")
            raise invalid({f"valeurs.{name}": [unknown]})
        if side not in (pair.menage_a_id, pair.menage_b_id):
            raise invalid({f"valeurs.{name}": [_("Ce n'est aucun des deux ménages de la paire.")]})
        if side == absorbed:
            table, names = CHOICES[name]
            columns.setdefault(table, []).extend(names)
    return columns


@transaction.atomic
def merge_households(
    *,
    pair_id: UUID,
    kept: UUID,
    values: dict[str, UUID],
    reason: str | None,
    user: Caller,
    require: Callable[[Pair], None] = lambda _pair: None,
) -> Merge:
    """Merge the other household of a pair into `kept`.

    `values` maps names of CHOICES to the household (id) whose value is taken. `require` checks the pair under the locks
    (If-Match).

    Raises NOT_FOUND, VALIDATION_ERROR, INVALID_STATUS (the pair is decided), READ_ONLY_PROJECT, and CONFLICT when the
    rows which depend on the two households cannot depend on one.
    """
    prevent_pair_analysis()
    pair = Pair.objects.visible_to(user).filter(id=pair_id).first()
    if pair is None:
        raise not_found()
    if kept not in (pair.menage_a_id, pair.menage_b_id):
        raise invalid({"menageConserveId": [_("Ce n'est aucun des deux ménages de la paire.")]})
    absorbed = pair.menage_b_id if kept == pair.menage_a_id else pair.menage_a_id
    taken = _choose_columns(values, pair, absorbed)
    both = _lock_households([kept, absorbed], user)
    current = lock_rows(Lock.DUPLICATE_PAIRS, Pair.objects.filter(id=pair_id), no_key=False).first()
    if len(both) < 2 or current is None:
        raise not_found()
    require(current)
    if not is_decision_allowed(current.decision, Decision.FUSIONNER):
        raise invalid_status(_("Cette décision n'est pas possible : la paire est déjà décidée ou ouverte."))
    pairs = Pair.objects.filter(build_household_pairs_condition(absorbed)).values_list("menage_a_id", "menage_b_id")
    others = {*chain.from_iterable(pairs)} - {absorbed}
    try:
        with transaction.atomic():
            record = _absorb_household(both[kept], both[absorbed], taken, current, reason, user)
    except IntegrityError as error:
        raise conflict(_("Ce qui dépend des deux ménages ne peut pas dépendre d'un seul.")) from error
    assess_households([kept])
    search_duplicates(household_id=kept, user=user)
    update_summaries([*others])
    return record


def _absorb_household(
    kept: Household, absorbed: Household, taken: dict[str, list[str]], pair: Pair, reason: str | None, user: Caller
) -> Merge:
    ids = {"conserve": kept.id, "absorbe": absorbed.id}
    settled = {name: one.settle(kept.id, absorbed.id) for name, one in merge_settlements.items()}
    moved = {}
    for dependent in list_dependent_tables():
        rows = _execute(SQL["move_rows"].format(**asdict(dependent)), ids)
        if rows:
            moved[f"{dependent.table}.{dependent.column}"] = [str(row[0]) for row in rows]
    for table in (HEAD, DWELLING):  # a part which the kept household lacks moves as a whole
        lacking = f"NOT EXISTS (SELECT FROM {table} WHERE menage_id = %(conserve)s)"
        part = DependentTable(table, key="menage_id", condition=lacking)
        if _execute(SQL["move_rows"].format(**asdict(part)), ids):
            moved[f"{table}.menage_id"] = [str(kept.id)]
            taken.pop(table, None)
    archive = {
        table: orjson.loads(_execute(SQL["list_archived_rows"].format(table=table, column=column), ids)[0][0])
        for table, column in ARCHIVED.items()
    }
    archive |= settled
    archive[DECISIONS_KEY] = orjson.loads(_execute(SQL["list_decisions"], ids)[0][0])
    changes = [_copy_columns(table, columns, ids) for table, columns in taken.items()]
    _execute("DELETE FROM registry_menage WHERE id = %(absorbe)s", ids)
    FormerHousehold.objects.create(id=absorbed.id, code_menage=absorbed.code_menage, menage_id=kept.id)
    return Merge.objects.create(
        id=uuid7(),
        conserve=kept.id,
        absorbe=absorbed.id,
        code_conserve=kept.code_menage,
        code_absorbe=absorbed.code_menage,
        region_conserve=kept.region_id,
        region_absorbe=absorbed.region_id,
        score=pair.score,
        niveaux=pair.niveaux,
        apports=pair.apports,
        modele=pair.modele,
        motif=reason or None,
        archive=archive,
        deplaces=moved,
        valeurs=[change for change in changes if change],
        fusionne_par_id=user.id,
    )


def _copy_columns(table: str, columns: list[str], ids: dict[str, UUID]) -> dict[str, Any] | None:
    """Copy these columns from the absorbed household to the kept one, and return the values before and after.

    Return None when the kept household has no row in the table.
    """
    key = ARCHIVED[table]
    computed = ["taille_menage"] if table == HOUSEHOLD else []
    statement = SQL["read_columns"].format(table=table, key=key)
    names = {"columns": [*dict.fromkeys([*columns, *computed])]}
    before = _execute(statement, ids | names)
    if columns:
        pairs = ", ".join(f"{name} = other.{name}" for name in columns)
        _execute(SQL["copy_columns"].format(table=table, key=key, pairs=pairs), ids)
    if table == HOUSEHOLD:
        _execute(SQL["raise_household_size"], ids)
    after = _execute(statement, ids | names)
    if not before:
        return None
    return {"table": table, "avant": orjson.loads(before[0][0]), "apres": orjson.loads(after[0][0])}


@transaction.atomic
def undo_merge(*, merge_id: UUID, user: Caller) -> Merge:
    """Undo a merge: restore both households as they were, and the rows which depended on them.

    Decisions about their pairs are restored as far as the data on which they were taken are restored.

    Raises NOT_FOUND, INVALID_STATUS (already undone), READ_ONLY_PROJECT (of either household), DUPLICATE_CODE when
    another household has its code, and CONFLICT saying what has changed since.
    """
    merges = Merge.objects.visible_to(user).filter(id=merge_id)
    known = merges.first()
    if known is None:
        raise not_found()
    for name, settlement in merge_settlements.items():
        settlement.lock(known.archive.get(name, []))
    prevent_pair_analysis()
    record = lock_row(Lock.MERGES, merges, no_key=False)
    if record.annule_le is not None:
        raise invalid_status(_("Cette fusion est déjà annulée."))
    kept = _lock_households([record.conserve], user).get(record.conserve)
    if kept is None:
        text = _("Le ménage conservé a lui-même été fusionné : annulez d'abord cette fusion.")
        raise conflict(text) if FormerHousehold.objects.filter(id=record.conserve).exists() else not_found()
    require_writable(Project.objects.filter(id=record.archive[HOUSEHOLD][0]["projet_id"]).first())
    _require_unchanged_since_merge(record)
    try:
        with transaction.atomic():
            _restore_merge(record)
    except IntegrityError as error:
        raise conflict(_("Ce à quoi le ménage appartenait n'existe plus, ou a changé.")) from error
    touch_household(kept)
    Merge.objects.filter(id=record.id).update(annule_par_id=user.id, annule_le=timezone.now())
    assess_households([record.conserve, record.absorbe])
    for household in (record.absorbe, record.conserve):
        search_duplicates(household_id=household, user=user)
    record.refresh_from_db()
    return record


def _require_unchanged_since_merge(record: Merge) -> None:
    """Raise CONFLICT when rows which the merge wrote or moved have changed since.

    Raises DUPLICATE_CODE when the code has been taken, before the database would refuse it.
    """
    ids = {"conserve": record.conserve}
    if Household.objects.filter(code_menage=record.code_absorbe).exists():
        taken = _("Le code %(code)s a été repris par un autre ménage.") % {"code": record.code_absorbe}
        raise Problem("DUPLICATE_CODE", taken)
    for change in record.valeurs:
        statement = SQL["find_unchanged"].format(table=change["table"], key=ARCHIVED[change["table"]])
        if not _execute(statement, ids | {"apres": orjson.dumps(change["apres"]).decode()}):
            raise conflict(_("Le ménage conservé a été modifié depuis."))
    for place, keys in record.deplaces.items():
        table, column = place.split(".")
        key = _find_key_column(table)
        if _execute(SQL["count_unmoved"].format(table=table, column=column, key=key), ids | {"keys": keys})[0][0] < len(
            keys
        ):
            raise conflict(_("Des lignes dépendantes ont changé ou disparu (%(names)s).") % {"names": table})


def _find_key_column(table: str) -> str:
    if table in (HEAD, DWELLING):
        return ARCHIVED[table]
    return {dependent.table: dependent.key for dependent in list_dependent_tables()}.get(table, "id")


def _restore_merge(record: Merge) -> None:
    ids: dict[str, Any] = {"conserve": record.conserve, "absorbe": record.absorbe}
    FormerHousehold.objects.filter(id=record.absorbe).delete()
    for change in record.valeurs:
        names = ", ".join(change["avant"])
        text = SQL["restore_columns"].format(table=change["table"], key=ARCHIVED[change["table"]], columns=names)
        _execute(text, ids | {"avant": orjson.dumps(change["avant"]).decode()})
    for table, column in ARCHIVED.items():
        rows = orjson.dumps(record.archive.get(table, [])).decode()
        # A platform submission outlives its household, without its content: that row is replaced by the whole one.
        _execute(f"DELETE FROM {table} WHERE {column} = %(absorbe)s", ids)
        _execute(SQL["insert_archived_rows"].format(table=table), {"rows": rows})
    _execute(SQL["restore_decisions"], {"rows": orjson.dumps(record.archive.get(DECISIONS_KEY, [])).decode()})
    for place, keys in record.deplaces.items():
        table, column = place.split(".")
        _execute(
            SQL["move_rows_back"].format(table=table, column=column, key=_find_key_column(table)), ids | {"keys": keys}
        )
    if not all(one.restore(record.archive.get(name, [])) for name, one in merge_settlements.items()):
        raise conflict(_("Ce que la fusion avait réglé entre les deux ménages a changé depuis."))
