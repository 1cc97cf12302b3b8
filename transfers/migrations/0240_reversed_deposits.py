"""Let two people take back a deposit or an adjustment; a reference that was taken back may be deposited again."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0240_reversed_deposits.sql")


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("transfers", "0235_keys_of_beneficiaries"),
    ]
    operations = [
        migrations.CreateModel(
            name="MovementReversal",
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
                ("motif", models.CharField(max_length=500)),
                ("propose_le", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("confirme_le", models.DateTimeField(null=True)),
                (
                    "confirme_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ecriture",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.entry",
                    ),
                ),
                (
                    "mouvement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reprise_decidee",
                        to="transfers.movement",
                    ),
                ),
                (
                    "propose_par",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "transfers_contrepassation",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirme_le__isnull", True), ("confirme_par__isnull", True), ("ecriture__isnull", True)
                        )
                        | models.Q(
                            ("confirme_le__isnull", False),
                            ("ecriture__isnull", False),
                            models.Q(("confirme_par", models.F("propose_par")), _negated=True),
                        ),
                        name="contrepassation_quatre_yeux",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="movement",
            name="reprises",
            field=models.PositiveSmallIntegerField(db_default=0, null=True),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
        migrations.RemoveConstraint("movement", "mouvement_depot_once"),
        migrations.AddConstraint(
            model_name="movement",
            constraint=models.UniqueConstraint(
                models.F("compte"),
                django.db.models.functions.text.Upper(
                    django.db.models.functions.text.Replace("reference", models.Value(" "))
                ),
                models.F("reprises"),
                condition=models.Q(("type", "depot")),
                name="mouvement_depot_once",
            ),
        ),
    ]
