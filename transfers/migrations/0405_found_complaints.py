"""Index complaints by who complained and from which number; list how one comes to a desk."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations, models

from config.text import Normalised, PhoneKey

ORIGINS = [
    ("guichet", "Guichet"),
    ("telephone", "Telephone"),
    ("visite", "Visite"),
    ("courrier", "Courrier"),
    ("formulaire", "Formulaire"),
    ("sms", "Sms"),
    ("voix", "Voix"),
    ("verification", "Verification"),
]


class Migration(migrations.Migration):
    dependencies = [("transfers", "0404_partial_payments")]
    operations = [
        migrations.AlterField(
            "complaint",
            "canal",
            models.CharField(choices=ORIGINS, db_default="guichet", default="guichet", max_length=12),
        ),
        migrations.AddIndex(
            "complaint",
            GinIndex(OpClass(Normalised("plaignant"), name="gin_trgm_ops"), name="plainte_plaignant_trgm"),
        ),
        migrations.AddIndex(
            "complaint",
            models.Index(PhoneKey("telephone"), name="plainte_telephone", condition=models.Q(telephone__isnull=False)),
        ),
    ]
