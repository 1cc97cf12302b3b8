"""Count in the sums for BI tools which complaints kept their term as everything else does."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0195_bi_kept_terms.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0105_vbg_published_only"), ("transfers", "0195_kept_terms")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
