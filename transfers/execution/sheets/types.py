"""Define what is read of sheets, and what a payer brings back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from transfers.execution.models import OPEN_STATES, AttemptState

Position = tuple[float, float]
LineVerdict = Literal["reussi", "partiel", "echoue"]
LineStatus = Literal["reussi", "partiel", "echoue", "en_attente"]


@dataclass(frozen=True, slots=True)
class Place:
    """Hold an area in which people of a run wait to be paid in cash: a village, else the lowest known area.

    `lieu_id` is None when nothing is known. Positions are (longitude, latitude) in degrees, None when unknown.
    `depart_*` is where the route of the region begins.
    """

    execution_id: UUID
    region_id: UUID | None
    region: str
    lieu_id: UUID | None
    lieu: str
    point_id: UUID | None
    point: str | None
    longitude: float | None
    latitude: float | None
    depart_longitude: float | None
    depart_latitude: float | None

    @property
    def position(self) -> Position | None:
        return None if self.longitude is None or self.latitude is None else (self.longitude, self.latitude)

    @property
    def start(self) -> Position | None:
        if self.depart_longitude is None or self.depart_latitude is None:
            return None
        return self.depart_longitude, self.depart_latitude


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Hold how sheets are made: lines per sheet, whether people stand by name or by code, and where the route begins."""

    lignes: int
    is_by_code: bool = False
    depart: Position | None = None


@dataclass(frozen=True, slots=True)
class IssuedSheets:
    """Report issued sheets. The amount is whole XOF."""

    feuilles: int
    paiements: int
    montant: int
    premier: int
    dernier: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Hold a line of a sheet with its person. `etat` is that of the attempt, `montant_recu` set for a partial amount.

    `document` is the number of an identity document.
    """

    feuille_id: UUID
    numero: int
    tentative_id: UUID
    reference: str
    code_menage: str
    nom_complet: str
    document: str | None
    montant: int
    etat: str
    montant_recu: int | None
    motif: str | None

    @property
    def statut(self) -> LineStatus:
        """Return the outcome as a return, or a result file, names it."""
        if self.etat in OPEN_STATES:
            return "en_attente"
        if self.etat == AttemptState.CONFIRMEE:
            return "reussi" if self.montant_recu is None else "partiel"
        return "echoue"


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """Hold a sheet as it is printed; `dernier` is the highest number of its cycle. Amounts are whole XOF."""

    reference: str
    numero: int
    dernier: int
    programme: str
    cycle: str
    lieu: str
    region: str | None
    point: str | None
    montant: int
    lignes: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class ReturnedLine:
    """Hold what a payer brings back of one line. `montant` is set for `partiel`, `motif` for `echoue`."""

    numero: int
    statut: LineVerdict
    montant: int | None = None
    motif: str | None = None


@dataclass(frozen=True, slots=True)
class SheetReturn:
    """Hold what a payer brings back: the outcome of lines, the cash as it was counted (XOF), and why some is missing.

    `moment` is when people were paid, or None for now.
    """

    lignes: tuple[ReturnedLine, ...]
    especes_rendues: int
    motif_manquant: str | None = None
    moment: datetime | None = None
