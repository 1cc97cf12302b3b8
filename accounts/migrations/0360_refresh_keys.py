"""Keep by which key a refresh token was exchanged: its client may repeat the request when the answer was lost."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0320_answers_of_statements"),
    ]

    operations = [
        migrations.AddField(
            model_name="tokenpair",
            name="refresh_key_hash",
            field=models.BinaryField(max_length=32, null=True),
        ),
    ]
