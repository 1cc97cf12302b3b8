"""Name the layers that QGIS shows, from the lowest to the topmost, and how each looks."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Category:
    """Hold a value with its own colour; None is every other value."""

    value: str | None
    label: str
    colour: str


@dataclass(frozen=True, slots=True)
class GisLayer:
    """Hold a layer. Points of a layer with `smallest_scale` are drawn only when the map is at least that large."""

    view: str
    title: str
    shape: str
    colour: str
    size: float
    category_column: str = ""
    categories: tuple[Category, ...] = ()
    label_column: str = ""
    smallest_scale: int | None = None
    shown: bool = True


# The colours of the console (palette.js): darkest is poorest.
POVERTY: Final = (
    Category("extreme_pauvre", "Extrême pauvre", "#54190b"),
    Category("pauvre", "Pauvre", "#c73a3a"),
    Category("vulnerable", "Vulnérable", "#f6a93b"),
    Category("non_pauvre", "Non pauvre", "#faeaa5"),
    Category(None, "Sans score", "#9aa5a5"),
)
LAYERS: Final = (
    GisLayer("regions", "Régions", "Polygon", "#7f8f8a", 0.66, label_column="nom"),
    GisLayer("secteurs", "Secteurs", "Polygon", "#c3ccc8", 0.26),
    GisLayer("localites", "Localités", "Point", "#44524e", 1.2, label_column="nom", smallest_scale=150_000),
    GisLayer("menages", "Ménages", "Point", "#c73a3a", 1.4, "categorie_pauvrete", POVERTY, smallest_scale=500_000),
    GisLayer("beneficiaires", "Bénéficiaires", "Point", "#0b6655", 1.8, smallest_scale=500_000, shown=False),
    GisLayer("points_eau", "Points d'eau", "Point", "#0a84c1", 2.0, smallest_scale=500_000),
    GisLayer("ecoles", "Écoles", "Point", "#33348c", 2.2),
    GisLayer("services_sante", "Services de santé", "Point", "#15704a", 2.4),
)
