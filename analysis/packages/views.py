"""Serve packages for work without a network."""

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.jobs.models import Job
from analysis.packages.queries import choose_layers, find_content
from analysis.packages.rules import PERMISSION
from analysis.packages.serializers import PackageParams, PackageResponse
from analysis.packages.services import order_package
from analysis.packages.types import PackageOrder
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.caller import describe_rights


class FieldPackage(EnvelopeView):
    """Order the package of a region, as a job, and answer the file when it is there.

    The same order asked again while it is made, or within ten minutes, starts nothing. A HEAD would order, too: there is
    none.
    """

    permission = PERMISSION
    http_method_names = ["get", "options"]

    @declare_operation(
        "Paquet d'une région pour le travail sans réseau : GeoPackage avec styles et tuiles vectorielles",
        query=PackageParams,
        response=PackageResponse,
    )
    def get(self, request: Any) -> Any:
        layers = choose_layers(self.caller, self.query.get("couches"))
        content = find_content(self.caller, self.query["region"], layers)
        names = tuple(layer.name for layer in content.layers)
        order = PackageOrder(content.region, names, get_language() or "", describe_rights(self.caller))
        job = order_package(order=order, caller=self.caller)
        if job.statut != Job.Statut.TERMINE or job.resultat is None:
            return self.build_job_response(job, _("Le paquet se prépare."))
        shown = {name: value for name, value in job.resultat.items() if name != "commande"}
        return self.add_etag(self.ok({"jobId": job.id, "statut": job.statut, **shown}), f'"{job.id}"')
