"""Let words that stand for a name that nobody asked for, such as "Membre 2" or "Bébé", name nobody (decision 0330)."""

from django.db import migrations, models

WORDS = (
    *("Membre", "Enfant", "Bébé", "Fils", "Fille", "Garçon", "Épouse", "Inconnu", "Inconnue", "Anonyme"),
    *("Membro", "Criança", "Filho", "Filha", "Menino", "Menina", "Esposa", "Desconhecido", "Desconhecida"),
    *("Member", "Child", "Baby", "Boy", "Girl", "Unknown", "Unnamed"),
)
ADD_WORDS = """
INSERT INTO registry_variante_nom (ecrit, nom) SELECT word, '' FROM unnest(%s::text[]) AS word
ON CONFLICT (mot) DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("registry", "0390_parts_that_left")]
    operations = [
        migrations.AlterField(model_name="namevariant", name="nom", field=models.CharField(blank=True, max_length=60)),
        migrations.RunSQL([(ADD_WORDS, [list(WORDS)])], [("DELETE FROM registry_variante_nom WHERE nom = ''", None)]),
    ]
