"""Note who changed an account of a beneficiary, and take one deposit per reference however it is spelt."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Replace, Upper

from config.sql import Queries

SQL = Queries(__file__, "0090_payment_guards.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0070_complaint_handling"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Going back, the audit follows the columns once they are gone.
        migrations.RunSQL(migrations.RunSQL.noop, SQL["audit_again"]),
        migrations.AddField(
            "beneficiary",
            "compte_modifie_par",
            models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
        migrations.RemoveConstraint("movement", "mouvement_depot_once"),
        migrations.AddConstraint(
            "movement",
            models.UniqueConstraint(
                models.F("compte"),
                Upper(Replace("reference", models.Value(" "))),
                condition=models.Q(("type", "depot")),
                name="mouvement_depot_once",
            ),
        ),
    ]
