"""Describe counts of rows in words: `1 ménage`, `2 bénéficiaires`."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import ngettext_lazy

# Keyed by the name of the count in responses.
WORDS: Final = {
    "acteur_local": ngettext_lazy("%(n)d acteur local", "%(n)d acteurs locaux", "n"),
    "asc": ngettext_lazy("%(n)d agent de santé communautaire", "%(n)d agents de santé communautaire", "n"),
    "beneficiaires": ngettext_lazy("%(n)d bénéficiaire", "%(n)d bénéficiaires", "n"),
    "communes": ngettext_lazy("%(n)d commune", "%(n)d communes", "n"),
    "ecole": ngettext_lazy("%(n)d école", "%(n)d écoles", "n"),
    "localites": ngettext_lazy("%(n)d localité", "%(n)d localités", "n"),
    "menages": ngettext_lazy("%(n)d ménage", "%(n)d ménages", "n"),
    "mesuresAccompagnement": ngettext_lazy("%(n)d mesure d'accompagnement", "%(n)d mesures d'accompagnement", "n"),
    "plaintes": ngettext_lazy("%(n)d plainte", "%(n)d plaintes", "n"),
    "point_eau": ngettext_lazy("%(n)d point d'eau", "%(n)d points d'eau", "n"),
    "police_judiciaire": ngettext_lazy("%(n)d poste de police judiciaire", "%(n)d postes de police judiciaire", "n"),
    "programmes": ngettext_lazy("%(n)d programme", "%(n)d programmes", "n"),
    "projets": ngettext_lazy("%(n)d projet", "%(n)d projets", "n"),
    "region_user": ngettext_lazy("%(n)d compte d'utilisateur", "%(n)d comptes d'utilisateur", "n"),
    "regions_eligibles": ngettext_lazy("%(n)d région d'un programme", "%(n)d régions d'un programme", "n"),
    "secteurs": ngettext_lazy("%(n)d secteur", "%(n)d secteurs", "n"),
    "service_sante": ngettext_lazy("%(n)d service de santé", "%(n)d services de santé", "n"),
    "service_vbg": ngettext_lazy("%(n)d service VBG", "%(n)d services VBG", "n"),
    "visitesSante": ngettext_lazy("%(n)d visite de santé", "%(n)d visites de santé", "n"),
}


def describe_counts(counts: Mapping[str, int]) -> str:
    """Describe counts as `3 ménages, 1 secteur`. Zeros are left out; a name without words is used as it is."""
    return ", ".join(
        str(WORDS[name] % {"n": count}) if name in WORDS else f"{count} {name}"
        for name, count in counts.items()
        if count
    )
