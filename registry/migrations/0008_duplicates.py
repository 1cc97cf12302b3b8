"""What is compared of each household, the pairs that may be one, and the key of names."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

EXTENSIONS = "CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;"
# As registry.duplicates.names has it today; a change there comes with a migration that makes the sheets' names anew.
NAME_KEY = """
CREATE OR REPLACE FUNCTION name_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  written text := ' ' || public.normalise(replace(replace(replace(replace(value, 'ç', 'ss'), 'Ç', 'ss'), '''', ''), '’', '')) || ' ';
BEGIN
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, ' da ', ' '), ' de ', ' '), ' do ', ' '), ' das ', ' '), ' dos ', ' '), ' e ', ' '), ' el ', ' '), ' al ', ' '), 'ou', 'u'), 'oo', 'u'), 'tch', 'x'), ' thie', ' xe'), ' tie', ' xe'), 'ch', 'x'), 'sh', 'x'), 'ph', 'f'), 'gn', 'n'), 'ck', 'k'), 'gue', 'ge'), 'gui', 'gi');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, 'que', 'ke'), 'qui', 'ki'), 'qua', 'kua'), 'quo', 'kuo'), 'q', 'k'), 'ce', 'se'), 'ci', 'si'), 'cy', 'sy'), 'c', 'k'), 'h', ''), 'dj', 'j'), 'dia', 'ja'), 'die', 'je'), 'dio', 'jo'), 'diu', 'ju'), 'nia', 'na'), 'nio', 'no'), 'niu', 'nu'), 'ge', 'je'), 'gi', 'ji');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, 'z', 's'), 'w', 'u'), 'y', 'i'), 'ou', 'o'), 'ao', 'au'), 'aie ', 'ai '), 'ei', 'e'), 'ee', 'i'), ' emb', ' mb'), ' end', ' nd'), ' enj', ' nj'), ' enk', ' nk'), ' ent', ' nt'), ' imb', ' mb'), ' ind', ' nd'), ' inj', ' nj'), ' ink', ' nk'), ' int', ' nt'), ' umb', ' mb'), ' und', ' nd');
  written := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(written, ' unj', ' nj'), ' unk', ' nk'), ' unt', ' nt'), 'bb', 'b'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'), 'jj', 'j'), 'kk', 'k'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'), 'pp', 'p'), 'rr', 'r'), 'ss', 's'), 'tt', 't'), 'vv', 'v'), 'xx', 'x'), 'aa', 'a'), 'ii', 'i');
  written := replace(replace(replace(replace(replace(replace(replace(written, 'oo', 'o'), 'uu', 'u'), 'll', 'l'), 'ss', 's'), 'aa', 'a'), 'ii', 'i'), 'uu', 'u');
  RETURN coalesce((
    SELECT string_agg(DISTINCT name, ' ' ORDER BY name) FROM (
      SELECT coalesce('{"fatu": "fatumata", "fatim": "fatumata", "fatima": "fatumata", "fatimata": "fatumata", "fatma": "fatumata", "mamadi": "mamadu", "mamudu": "mamadu", "momodu": "mamadu", "moamed": "mamadu", "muamed": "mamadu", "muamad": "mamadu", "moamad": "mamadu", "amad": "amadu", "amed": "amadu", "amado": "amadu", "usumane": "usuman", "usmane": "usuman", "usman": "usuman", "osmane": "usuman", "osman": "usuman", "abubakar": "bubakar", "bubakari": "bubakar", "babakar": "bubakar", "abubakari": "bubakar", "umar": "umaro", "omar": "umaro", "umaru": "umaro", "omaro": "umaro", "adulai": "abdulai", "abdulae": "abdulai", "adulae": "abdulai", "abdulaia": "abdulai", "braima": "ibraima", "ibraim": "ibraima", "ibraime": "ibraima", "braim": "ibraima", "ibrema": "ibraima", "brema": "ibraima", "sulemane": "suleman", "sulaiman": "suleman", "sulaimane": "suleman", "solemane": "suleman", "soleman": "suleman", "sulaman": "suleman", "aisata": "aisatu", "aixatu": "aisatu", "aixa": "aisatu", "aisa": "aisatu", "mariam": "mariama", "mariem": "mariama", "mariatu": "mariama", "mariata": "mariama", "kadija": "kadi", "kadijatu": "kadi", "kadiatu": "kadi", "kajatu": "kadi", "kaja": "kadi", "jenaba": "jenabu", "jenab": "jenabu", "senabu": "jenabu", "senaba": "jenabu", "senab": "jenabu", "jenebu": "jenabu", "jeneba": "jenabu", "mosa": "musa", "aliu": "ali", "alieu": "ali", "idris": "idrisa", "drisa": "idrisa", "sana": "sane", "sesai": "sise", "sisai": "sise", "sesei": "sise", "turai": "ture", "njae": "njai", "njie": "njai", "njaia": "njai", "mbalo": "embalo", "balo": "embalo", "serno": "xerno", "antoine": "antonio", "antono": "antonio", "josef": "jose", "gomis": "gomes", "mendi": "mendes", "mendis": "mendes", "fernandis": "fernandes", "lopi": "lopes"}'::jsonb ->> word, word) COLLATE "C" AS name
      FROM unnest(string_to_array(btrim(written), ' ')) AS word WHERE word <> '') AS words), '');
END $$;
"""
# The words of one name that another does not have. DuckDB has the same as a macro (registry.duplicates.linking).
NAME_REST = """
CREATE FUNCTION name_rest(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(word, ' ' ORDER BY place), '')
  FROM unnest(string_to_array(a, ' ')) WITH ORDINALITY AS words (word, place)
  WHERE word <> ALL (string_to_array(b, ' '))
$$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0007_places_agree"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(EXTENSIONS + NAME_KEY + NAME_REST, "DROP FUNCTION name_key; DROP FUNCTION name_rest"),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "menage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="registry.household",
                    ),
                ),
                ("nom", models.TextField(null=True)),
                ("sexe", models.CharField(max_length=1, null=True)),
                ("annee", models.SmallIntegerField(null=True)),
                (
                    "telephones",
                    django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), null=True, size=None),
                ),
                ("identifiant", models.TextField(null=True)),
                ("lieu", models.TextField(null=True)),
                ("secteur", models.UUIDField(null=True)),
                ("x", models.IntegerField(null=True)),
                ("y", models.IntegerField(null=True)),
                ("taille", models.SmallIntegerField()),
                ("empreinte", models.UUIDField()),
            ],
            options={
                "db_table": "registry_doublon_fiche",
                "indexes": [
                    models.Index(fields=["nom", "annee"], name="doublon_fiche_nom"),
                    models.Index(fields=["lieu", "nom"], include=("menage",), name="doublon_fiche_lieu"),
                    django.contrib.postgres.indexes.GinIndex(
                        fastupdate=False, fields=["telephones"], name="doublon_fiche_telephone"
                    ),
                    models.Index(
                        condition=models.Q(("identifiant__isnull", False)),
                        fields=["identifiant"],
                        name="doublon_fiche_identifiant",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedNumber",
            fields=[("numero", models.TextField(primary_key=True, serialize=False))],
            options={"db_table": "registry_doublon_partage"},
        ),
        migrations.CreateModel(
            name="Pair",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("score", models.DecimalField(decimal_places=2, max_digits=5)),
                ("niveaux", models.JSONField(db_default={}, default=dict)),
                ("empreinte", models.UUIDField()),
                ("detecte_le", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("decision", models.CharField(max_length=9, null=True)),
                ("motif", models.TextField(null=True)),
                ("decide_le", models.DateTimeField(null=True)),
                ("empreinte_decision", models.UUIDField(null=True)),
                (
                    "decide_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "menage_a",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="registry.household",
                    ),
                ),
                (
                    "menage_b",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "registry_doublon",
                "ordering": ["-score", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("decision__isnull", True)), fields=["-score", "id"], name="doublon_open"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("menage_a__lt", models.F("menage_b"))), name="doublon_ordre"
                    ),
                    models.UniqueConstraint(fields=("menage_a", "menage_b"), name="doublon_once"),
                    models.CheckConstraint(
                        condition=models.Q(("score__gte", 0), ("score__lte", 100)), name="doublon_score"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decision__in", ["distincts", "ignorer"])), name="doublon_decision"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decide_le__isnull", True),
                                ("decision__isnull", True),
                                ("empreinte_decision__isnull", True),
                            ),
                            models.Q(
                                ("decide_le__isnull", False),
                                ("decision__isnull", False),
                                ("empreinte_decision__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="doublon_decision_whole",
                    ),
                ],
            },
        ),
    ]
