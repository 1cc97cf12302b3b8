"""Name what coverage counts, the permission that single rows of it need, and where classes of distance end."""

from typing import Final

HOUSEHOLDS, BENEFICIARIES, COMPLAINTS, INHABITANTS = "menages", "beneficiaires", "plaintes", "habitants"
# With the permission to read single rows besides that of analyses, since a small zone tells of one.
SUBJECTS: Final[dict[str, str | None]] = {
    HOUSEHOLDS: None,
    BENEFICIARIES: "transferts.lire",
    COMPLAINTS: "plaintes.lire",
    INHABITANTS: "geo.lire",
}
# What is told of a household limits neither complaints nor the inhabitants of a village.
SUBJECTS_OF_HOUSEHOLDS: Final = (HOUSEHOLDS, BENEFICIARIES)

# Where the classes of distances end, in metres; the last class has no end.
BOUNDS: Final = (500, 1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000)
# Of several kinds together: where the first of them is, and where all of them are.
NEAREST, FARTHEST = "le_plus_proche", "le_plus_loin"
