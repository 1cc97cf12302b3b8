"""Let words that stand for a name that nobody asked for, such as "Membre 2" or "Bébé", name nobody (decision 0330)."""

from django.db import migrations, models

ADD_WORDS = """
INSERT INTO registry_variante_nom (ecrit, nom) VALUES
  ('Membre', ''), ('Enfant', ''), ('Bébé', ''), ('Inconnu', ''), ('Inconnue', ''), ('Anonyme', ''),
  ('Membro', ''), ('Criança', ''), ('Desconhecido', ''), ('Desconhecida', ''),
  ('Member', ''), ('Child', ''), ('Unknown', ''), ('Unnamed', '')
ON CONFLICT (mot) DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0390_parts_that_left")]
    operations = [
        migrations.AlterField(model_name="namevariant", name="nom", field=models.CharField(blank=True, max_length=60)),
        migrations.RunSQL(ADD_WORDS, "DELETE FROM registry_variante_nom WHERE nom = ''"),
    ]
