"""Create, change, copy and delete rule sets. Every change makes a new version; the old ones stay."""

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from config.caller import Caller, require_reach
from config.errors.problems import blocked_by_dependencies, invalid
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, lock_row
from registry.households.api import reserve_free_code
from transfers.eligibility.models import Evaluation, Rule, RuleSet, RuleSetVersion
from transfers.eligibility.queries import attach_own_rules
from transfers.programmes.api import require_changeable_programme
from transfers.programmes.models import Programme

CODE_PREFIX: Final = "REGLES"
USED_CODES: Final = "SELECT code FROM transfers_jeu_regles"
# The columns of a rule that a new version or a copy takes over.
RULE_COLUMNS: Final = tuple(
    field.attname for field in Rule._meta.concrete_fields if field.attname not in ("id", "version_id")
)


def _require_place(programme: Programme | None, is_template: bool, user: Caller) -> None:
    """Check that the caller may change what a set of this programme, or of none, decides.

    Raises VALIDATION_ERROR for a template with a programme, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    if programme is None:
        return require_reach(user)
    if is_template:
        raise invalid({"programmeId": [_("Un modèle n'appartient à aucun programme : copiez-le.")]})
    return require_changeable_programme(programme, user)


def _insert_version(row: RuleSet, logic: str, rules: list[dict[str, Any]], user: Caller) -> None:
    version = RuleSetVersion.objects.create(jeu=row, numero=row.version, logique=logic, auteur_id=user.id)
    Rule.objects.bulk_create(Rule(version=version, **values) for values in rules)


def _copy_rules(row: RuleSet) -> list[dict[str, Any]]:
    return [{name: getattr(rule, name) for name in RULE_COLUMNS} for rule in row.current.regles.all()]


def _insert_rule_set(row: RuleSet) -> None:
    """Insert a set, with the next free generated code when it has none. Raises DUPLICATE_CODE (409)."""
    row.code = row.code or reserve_free_code(CODE_PREFIX, USED_CODES)
    with raise_duplicate_code("code", _("Ce code de jeu de règles est déjà utilisé.")):
        row.save(force_insert=True)


@transaction.atomic
def create_rule_set(*, values: dict[str, Any], logic: str, rules: list[dict[str, Any]], user: Caller) -> RuleSet:
    """Create a rule set; `rules` hold the columns of its rules.

    Raises DUPLICATE_CODE (409), VALIDATION_ERROR, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    row = RuleSet(**values, cree_par_id=user.id)
    _require_place(row.programme, row.est_template, user)
    _insert_rule_set(row)
    _insert_version(row, logic, rules, user)
    return row


def _lock_rule_set(row: RuleSet, require: Callable[[RuleSet], None], user: Caller) -> RuleSet:
    """Lock a set which the caller may change, and return it with its rules."""
    current = lock_row(Lock.RULE_SETS, RuleSet.objects.filter(id=row.id))
    require(current)
    _require_place(current.programme, current.est_template, user)
    current = attach_own_rules(current)
    return current


@transaction.atomic
def change_rule_set(
    *,
    row: RuleSet,
    values: dict[str, Any],
    logic: str | None,
    rules: list[dict[str, Any]] | None,
    user: Caller,
    require: Callable[[RuleSet], None],
) -> RuleSet:
    """Change the fields that were sent, as a new version; what was evaluated by the old one still refers to it.

    Raises NOT_FOUND, CONFLICT, DUPLICATE_CODE (409), VALIDATION_ERROR, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    current = _lock_rule_set(row, require, user)
    stored_logic, stored_rules = current.current.logique, _copy_rules(current)
    for name, value in values.items():
        setattr(current, name, value)
    _require_place(current.programme, current.est_template, user)
    current.version += 1
    with raise_duplicate_code("code", _("Ce code de jeu de règles est déjà utilisé.")):
        current.save(update_fields={*values, "version", "updated_at"})
    _insert_version(current, logic or stored_logic, stored_rules if rules is None else rules, user)
    return current


@transaction.atomic
def clone_rule_set(
    *, row: RuleSet, code: str | None, nom: str | None, programme: Programme | None, user: Caller
) -> RuleSet:
    """Copy a set or template, with its current rules, as the first version of a set of its own.

    Raises DUPLICATE_CODE (409), FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    source = attach_own_rules(row)
    values = {
        "code": code or "",
        "nom": nom or source.nom,
        "description": source.description,
        "notes": source.notes,
        "programme": programme,
    }
    return create_rule_set(values=values, logic=source.current.logique, rules=_copy_rules(source), user=user)


@transaction.atomic
def delete_rule_set(*, row: RuleSet, user: Caller, require: Callable[[RuleSet], None]) -> None:
    """Delete a set with its versions. Raises HAS_DEPENDENCIES when a programme applies it, or something was evaluated."""
    current = _lock_rule_set(row, require, user)
    if current.programme_id:
        raise blocked_by_dependencies(
            _("Un programme utilise ce jeu de règles : retirez-le d'abord du programme."), {"programmes": 1}
        )
    if count := Evaluation.objects.filter(version__jeu=current).count():
        raise blocked_by_dependencies(
            _("Ce jeu de règles a servi à évaluer des ménages : désactivez-le plutôt."), {"evaluations": count}
        )
    current.delete()
