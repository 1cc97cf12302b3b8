"""Index telephones and mobile accounts of heads of household: a search finds whom a number belongs to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0405_words_that_name_nobody")]
    operations = [
        migrations.AddIndex(
            "headofhousehold",
            models.Index(fields=["telephone"], name="chef_telephone", condition=models.Q(telephone__isnull=False)),
        ),
        migrations.AddIndex(
            "headofhousehold",
            models.Index(
                fields=["numero_mobile_money"],
                name="chef_compte_mobile",
                condition=models.Q(numero_mobile_money__isnull=False),
            ),
        ),
    ]
