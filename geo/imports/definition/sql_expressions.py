"""Compose the parts of the SQL statements that differ by kind.

They are expressions over rows (r), known units (t) and final rows (f). Every name in them comes from `kinds.py`; column
names and constants of a file are parameters, never text of a statement.
"""

from typing import Any, Final

from geo.imports.definition.column_mapping import Mapping
from geo.imports.definition.kinds import Field, Kind

STAGED: Final = ("nom", "code", "source_id", "lat", "lon", "geom", "region", "secteur", "commune", "localite")


def _compose_source_sql(name: str, mapping: Mapping, params: dict[str, Any]) -> str:
    """Compose the expression that reads one field of a raw row; add its parameters to `params`."""
    if name in mapping.constants:
        params[f"constante_{name}"] = mapping.constants[name]
        return f"pg_temp.dit(%(constante_{name})s)"
    parts = []
    for place, column in enumerate(mapping.columns.get(name, ())):
        params[f"colonne_{name}_{place}"] = column
        parts.append(f"pg_temp.dit(attrs ->> %(colonne_{name}_{place})s)")
    return f"coalesce({', '.join(parts)})" if parts else "NULL"


def compose_projection_sql(kind: Kind, mapping: Mapping) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the expressions that turn a raw row into fields (`{raw_<field>}`), and their parameters."""
    params: dict[str, Any] = {}
    parts = {f"raw_{name}": _compose_source_sql(name, mapping, params) for name in STAGED}
    own = [field.name for field in kind.fields if field.name not in STAGED and mapping.has_field(field.name)]
    pairs = ", ".join(f"'{name}', {_compose_source_sql(name, mapping, params)}" for name in own)
    parts["raw_brut"] = f"jsonb_build_object({pairs})"
    return parts, params


def _compose_value_sql(field: Field) -> str:
    """Compose the expression of a field's new value, NULL when the row has none."""
    if field.cast == "text[]":
        listed = f"ARRAY(SELECT jsonb_array_elements_text(r.valeurs -> '{field.name}'))"
        return f"CASE WHEN r.valeurs ? '{field.name}' THEN {listed} END"
    return f"(r.valeurs ->> '{field.name}')::{field.cast}"


def _compose_settled_sql(field: Field) -> str:
    """Compose the expression of what a field will hold: the same source overwrites, another one only fills blanks."""
    value, known, blank = _compose_value_sql(field), f"t.{field.name}", field.blank
    return (
        f"CASE WHEN q.neuf OR q.meme THEN coalesce({value}, {known}, {blank}) "
        f"ELSE coalesce(nullif({known}, {blank}), {value}, {blank}) END"
    )


def _compose_shared_finals_sql(kind: Kind) -> dict[str, str]:
    renamed = "q.neuf OR (NOT r.garde_nom AND NOT (r.anonyme AND NOT q.neuf) AND (q.meme OR %(remplace_noms)s))"
    return {
        "nom": f"CASE WHEN {renamed} THEN r.nom ELSE t.nom END",
        "code": "CASE WHEN q.neuf OR q.meme OR %(remplace_codes)s THEN coalesce(r.code, t.code) "
        "ELSE coalesce(t.code, r.code) END",
        "source": "CASE WHEN q.neuf THEN %(source)s ELSE t.source END",
        "source_id": "CASE WHEN q.neuf OR q.meme THEN coalesce(r.source_id, t.source_id, '') ELSE t.source_id END",
    }


def _compose_parent_finals_sql(kind: Kind) -> dict[str, str]:
    """Compose the expressions of the parent columns.

    A known area or locality never moves to another parent; a facility follows its point.
    """
    if kind.family == "service":
        return {
            f"{name}_id": f"CASE WHEN {IS_GEOMETRY_KEPT_SQL} THEN coalesce(t.{name}_id, r.{name}_id) "
            f"ELSE coalesce(r.{name}_id, t.{name}_id) END"
            for name in kind.parent_fields
        }
    finals = {f"{name}_id": f"coalesce(t.{name}_id, r.{name}_id)" for name in kind.parent_fields}
    if kind.family == "lieu":
        finals["commune_id"] = (
            "coalesce(t.commune_id, CASE WHEN q.neuf OR t.secteur_id = r.secteur_id THEN r.commune_id END)"
        )
    return finals


IS_GEOMETRY_KEPT_SQL: Final = "(%(garde_geom)s OR (NOT r.position_sure AND NOT q.meme)) AND t.geom IS NOT NULL"


def compose_finals_sql(kind: Kind) -> dict[str, str]:
    """Return column -> expression of what it will hold, over r, t (NULL when the row is new) and q (meme, neuf)."""
    found = _compose_shared_finals_sql(kind) | _compose_parent_finals_sql(kind)
    if kind.has_geometry:
        found["geom"] = f"CASE WHEN {IS_GEOMETRY_KEPT_SQL} THEN t.geom ELSE coalesce(r.geom, t.geom) END"
    return found | {field.name: _compose_settled_sql(field) for field in kind.fields if field.name not in STAGED}


# Equals `pg_temp.cle` of a stored name: a name in another script is normalised to nothing, and is its own key.
STORED_NAME_KEY_SQL: Final = "coalesce(nullif(replace(t.nom_normalise, ' ', ''), ''), lower(t.nom))"


def build_kind_parts(kind: Kind) -> dict[str, str]:
    """Return the names and expressions that the statements leave open (`{name}`), by kind."""
    columns = compose_finals_sql(kind)
    by_secteur = "(SELECT s.region_id FROM geo_secteur s WHERE s.id = t.secteur_id)"
    return {
        "table": kind.table,
        "cle": "pg_temp.cle_aire" if kind.family == "aire" else "pg_temp.cle",
        "target_key": "pg_temp.cle_aire(t.nom)" if kind.family == "aire" else STORED_NAME_KEY_SQL,
        "parent": kind.parent or "",
        "parent_r": f"r.{kind.parent}_id" if kind.parent else "NULL::uuid",
        "same_parent": f"coalesce(t.{kind.parent}_id = r.{kind.parent}_id, true)" if kind.parent else "true",
        "bounded": "true" if kind.has_boundary else "false",
        "target_geom": "t.geom" if kind.has_boundary else "NULL",
        "region_r": "r.cible" if kind.name == "region" else "r.region_id",
        "region_t": {"region": "t.id", "commune": by_secteur, "localite": by_secteur}.get(kind.name, "t.region_id"),
        "final": ", ".join(f"{expression} AS {column}" for column, expression in columns.items()),
        "columns": ", ".join(columns),
        "final_columns": ", ".join(f"f.{column}" for column in columns),
        "target_columns": ", ".join(f"t.{column}" for column in columns),
        "assignments": ", ".join(f"{column} = f.{column}" for column in columns),
    }
