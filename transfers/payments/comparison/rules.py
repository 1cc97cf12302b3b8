"""Define how the payment of a household may differ from that of the cycle before."""

from typing import Final

from django.utils.translation import gettext_lazy as _

# The codes are those of `comparison.sql`.
CHANGE_KINDS: Final = {
    "nouveau": _("Le ménage n'était pas payé au cycle précédent."),
    "disparu": _("Le ménage n'est plus payé."),
    "autre_personne": _("Une autre personne reçoit."),
    "autre_nom": _("La même personne porte un autre nom."),
    "autre_compte": _("Le paiement va sur un autre compte."),
    "autre_montant": _("Le montant est différent."),
}
