"""Add the proxy of the authenticators of django-otp, whose own tables refer to the user."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_audited_tables"), ("otp_totp", "0003_add_timestamps")]
    operations = [
        migrations.CreateModel(
            name="Authenticator",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("otp_totp.totpdevice",),
        ),
    ]
