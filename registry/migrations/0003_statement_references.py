"""References of households are checked per statement and not per row (decision 0013); head and dwelling are known
by their household's id; counts share one check."""

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models

REFERENCES = {
    "region_id": "geo_region", "secteur_id": "geo_secteur", "commune_id": "geo_commune", "localite_id": "geo_localite",
    "projet_id": "registry_projet", "campagne_id": "registry_campagne", "enqueteur_id": "accounts_user",
    "valide_collecte_par_id": "accounts_user",
}  # fmt: skip
COUNTS = (
    "nb_enfants_04", "nb_enfants_514", "nb_enfants_010", "nb_enfants_1114", "nb_adultes_1564",
    "nb_personnes_65_plus", "nb_handicapes", "nb_actifs_occupes", "nb_femmes_1564", "nb_femmes_1549",
    "nb_femmes_enceintes",
)  # fmt: skip

# Locks what is referred to as a foreign key would (FOR KEY SHARE): who deletes it waits, then finds the household.
REFERS = """
CREATE FUNCTION registry_menage_refers(named text, parent regclass, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %s WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE) AS row', parent)
    INTO found USING ids;
  IF found < cardinality(ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('registry_menage.%s names no row of %s', named, parent),
      TABLE = 'registry_menage', COLUMN = named, CONSTRAINT = 'menage_' || named;
  END IF;
END $$;
"""
INSERTED = "\n".join(
    f"  PERFORM registry_menage_refers('{name}', '{parent}',"
    f" ARRAY(SELECT DISTINCT {name} FROM new_rows WHERE {name} IS NOT NULL));"
    for name, parent in REFERENCES.items()
)
UPDATED = "\n".join(
    f"  IF NEW.{name} IS DISTINCT FROM OLD.{name} AND NEW.{name} IS NOT NULL THEN"
    f" PERFORM registry_menage_refers('{name}', '{parent}', ARRAY[NEW.{name}]); END IF;"
    for name, parent in REFERENCES.items()
)
CHANGED = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in REFERENCES)
CHILD = f"""
CREATE FUNCTION registry_menage_refers_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
{INSERTED}
  RETURN NULL;
END $$;
CREATE FUNCTION registry_menage_refers_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
{UPDATED}
  RETURN NULL;
END $$;
CREATE TRIGGER refers_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_refers_inserted();
CREATE TRIGGER refers_update AFTER UPDATE OF {", ".join(REFERENCES)} ON registry_menage
  FOR EACH ROW WHEN ({CHANGED}) EXECUTE FUNCTION registry_menage_refers_updated();
"""
PARENT = """
CREATE FUNCTION registry_menage_referred() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept boolean;
BEGIN
  FOR place IN 0 .. TG_NARGS - 1 LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM registry_menage WHERE %I = $1)', TG_ARGV[place]) INTO kept USING OLD.id;
    IF kept THEN
      RAISE foreign_key_violation USING MESSAGE = format('households still name this row of %s', TG_TABLE_NAME),
        TABLE = 'registry_menage', COLUMN = TG_ARGV[place], CONSTRAINT = 'menage_' || TG_ARGV[place];
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
""" + "".join(
    f"CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON {parent} FOR EACH ROW"
    f" EXECUTE FUNCTION registry_menage_referred({', '.join(repr(n) for n, p in REFERENCES.items() if p == parent)});\n"
    for parent in dict.fromkeys(REFERENCES.values())
)

PARTS = {"HeadOfHousehold": ("registry_chef_menage", "chef"), "Dwelling": ("registry_logement", "logement")}
RELATED = {
    "region": ("geo.region", "menages"), "secteur": ("geo.sector", "menages"), "commune": ("geo.commune", "menages"),
    "localite": ("geo.locality", "menages"), "projet": ("registry.project", "menages"),
    "campagne": ("registry.campaign", "menages"), "enqueteur": (settings.AUTH_USER_MODEL, "menages"),
    "valide_collecte_par": (settings.AUTH_USER_MODEL, "+"),
}  # fmt: skip


def by_household(model: str) -> migrations.SeparateDatabaseAndState:
    """The household's id becomes the primary key. The cascading foreign key stays as it is."""
    table, name = PARTS[model]
    own = models.OneToOneField(
        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name=name, serialize=False,
        to="registry.household",
    )  # fmt: skip
    return migrations.SeparateDatabaseAndState(
        database_operations=[
            migrations.RunSQL(
                f"ALTER TABLE {table} DROP COLUMN id, DROP CONSTRAINT {table}_menage_id_key, ADD PRIMARY KEY (menage_id);"
            )
        ],
        state_operations=[
            migrations.RemoveField(model, "id"),
            migrations.AlterField(model, "menage", own),
        ],
    )


def refers(name: str) -> migrations.AlterField:
    to, related = RELATED[name]
    return migrations.AlterField(
        "household", name,
        models.ForeignKey(
            db_constraint=False, db_index=name == "localite", null=True,
            on_delete=django.db.models.deletion.PROTECT, related_name=related, to=to,
        ),
    )  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0003_layer_change_count"),
        ("registry", "0002_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        *(by_household(model) for model in PARTS),
        *(refers(name) for name in RELATED),
        *(
            migrations.AlterField("household", name, models.SmallIntegerField(db_default=0, default=0))
            for name in COUNTS
        ),
        migrations.AlterField("household", "taille_menage", models.SmallIntegerField()),
        migrations.AddConstraint(
            "household",
            models.CheckConstraint(
                condition=django.db.models.lookups.GreaterThanOrEqual(
                    django.db.models.functions.comparison.Least(*COUNTS), 0
                ),
                name="menage_comptes",
            ),
        ),
        migrations.RunSQL(REFERS + CHILD + PARENT),
    ]
