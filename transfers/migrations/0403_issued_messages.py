"""Record which messages were handed out for a bank: a late refusal of a replaced one settles nothing."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0402_deadlines_in_order"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="IssuedMessage",
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
                ("partie", models.PositiveSmallIntegerField()),
                ("emission", models.PositiveSmallIntegerField()),
                ("identifiant", models.CharField(max_length=35, unique=True)),
                (
                    "date_creation",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "auteur",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "execution",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="transfers.run",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_message_banque",
                "ordering": ["execution", "partie", "emission"],
                "constraints": [
                    models.UniqueConstraint(fields=("execution", "partie", "emission"), name="message_banque_once"),
                    models.CheckConstraint(condition=models.Q(("emission__gte", 1)), name="message_banque_emission"),
                ],
            },
        ),
    ]
