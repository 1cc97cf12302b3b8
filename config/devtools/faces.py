"""Hold each feature to its face: a contract of import-linter."""

from typing import cast

import grimp
from importlinter import Contract, ContractCheck, fields, output

# The modules of a feature that others may import beside its `api`: joins and foreign keys need tables, and a serializer
# or a view may extend another feature's.
PUBLIC = ("api", "models", "serializers", "views", "urls")


class FacesContract(Contract):
    """Let other features import only the public modules of a feature that has an `api` module.

    A feature is a package directly in an app. An app's own modules (`hooks.py`, `tasks.py`, `urls.py`) put its features
    together: they may import all of them. A package without an `api` module is a library; all of it is public.
    """

    type_name = "faces"

    apps = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Return the imports that reach a private module of another feature."""
        faces = {
            f"{app}.{name}"
            for app in cast(list[str], self.apps)
            for name in (child.rsplit(".")[-1] for child in graph.find_children(app))
            if f"{app}.{name}.api" in graph.modules
        }
        illegal = sorted(
            (importer, imported)
            for face in faces
            for imported in graph.find_descendants(face)
            if not is_public(imported)
            for importer in graph.find_modules_that_directly_import(imported)
            if not is_insider(importer, face)
        )
        return ContractCheck(kept=not illegal, metadata={"illegal": illegal})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["illegal"]:
            output.print_error(
                f"{importer} imports the private {imported}: export what it needs from api.py.", bold=False
            )


def is_public(module: str) -> bool:
    """Return whether a module of a feature, or of a sub-feature, is one that others may import."""
    return module.split(".")[-1] in PUBLIC


def is_insider(importer: str, face: str) -> bool:
    """Return whether the importer belongs to the feature, or is a module of its app that puts features together.

    Migrations are insiders too: they are written once and follow no later face.
    """
    app = face.split(".")[0]
    parts = importer.split(".")
    if "migrations" in parts:
        return True
    return importer == face or importer.startswith(f"{face}.") or (parts[0] == app and len(parts) == 2)
