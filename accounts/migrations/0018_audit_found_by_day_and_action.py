"""Indexes for pages of the trail by days, and by what is rarely done. What is done to most rows needs none."""

from django.db import migrations

INDEXES = """
CREATE INDEX audit_day ON accounts_audit (date, numero);
DROP INDEX audit_date;
CREATE INDEX audit_action ON accounts_audit (action, numero) WHERE action NOT IN ('creation', 'modification');
"""
BACK = """
CREATE INDEX audit_date ON accounts_audit (date);
DROP INDEX audit_day;
DROP INDEX audit_action;
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_no_control_characters")]
    operations = [migrations.RunSQL(INDEXES, BACK)]
