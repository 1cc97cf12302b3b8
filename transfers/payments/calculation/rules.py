"""Define why an enrolled household is not paid in a cycle, and how amounts follow from households."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from transfers.cycles.models import AmountRule, Cycle, ModeMontant

# In the order in which they are checked: a household has the first reason that holds. The codes are those of
# `calculation.sql`.
EXCEPTION_REASONS: Final = {
    "suspendu": _("Le bénéficiaire est suspendu."),
    "sorti": _("Le bénéficiaire est sorti du programme."),
    "gradue": _("Le bénéficiaire est gradué."),
    "projet_ferme": _("Le projet est fermé."),
    "deja_paye": _("Le ménage est déjà payé pour cette période, par un autre cycle."),
    "especes_en_main": _("Un payeur a encore les espèces de ce ménage pour cette période."),
    "conditionnalite": _("Une conditionnalité n'est pas remplie, et le ménage en est avisé."),
    "sans_compte": _("Le bénéficiaire n'a pas de compte sur lequel être payé."),
    "numero_invalide": _("Le numéro du compte mobile n'est pas lisible."),
    "compte_partage": _("Le compte est aussi celui d'un autre ménage."),
    "montant_nul": _("Le montant de ce ménage est nul."),
}


def build_amount_params(cycle: Cycle, rule: AmountRule | None) -> dict[str, Any]:
    """Return the parameters of the amount of a household in a cycle (whole XOF).

    `tailles` are the smallest sizes of the tranches, ascending, and `montants` their amounts: a household has that of
    the last one which it reaches. Everybody has the cycle's amount without a rule; `par_personne` pays it per member.
    """
    amount = int(cycle.montant_par_beneficiaire)
    steps = [(0, amount)]
    if rule is not None and rule.mode == ModeMontant.PAR_TAILLE:
        steps = sorted((tranche["tailleMin"], int(tranche["montant"])) for tranche in rule.tranches)
    per_person = rule is not None and rule.mode == ModeMontant.PAR_PERSONNE
    return {
        "tailles": [size for size, _amount in steps],
        "montants": [step for _size, step in steps],
        "par_personne": per_person,
        "plafond": rule.plafond if rule is not None and per_person else None,
    }
