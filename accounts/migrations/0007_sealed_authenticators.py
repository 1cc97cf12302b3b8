"""Secrets of authenticators are stored sealed."""

from django.db import migrations

from config.sealing import seal_secret, unseal_secret

PURPOSE = "totp"


def sealed(apps, schema_editor):
    devices = list(apps.get_model("otp_totp", "TOTPDevice").objects.only("key", "user_id"))
    for device in devices:
        device.key = seal_secret(PURPOSE, bytes.fromhex(device.key), str(device.user_id))
    apps.get_model("otp_totp", "TOTPDevice").objects.bulk_update(devices, ["key"], batch_size=1_000)


def plain(apps, schema_editor):
    devices = list(apps.get_model("otp_totp", "TOTPDevice").objects.only("key", "user_id"))
    for device in devices:
        device.key = unseal_secret(PURPOSE, device.key, str(device.user_id)).hex()
    apps.get_model("otp_totp", "TOTPDevice").objects.bulk_update(devices, ["key"], batch_size=1_000)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_notifications_and_webhooks"),
        ("otp_totp", "0003_add_timestamps"),
    ]
    operations = [
        migrations.CreateModel(
            name="Authenticator",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("otp_totp.totpdevice",),
        ),
        migrations.RunPython(sealed, plain),
    ]
