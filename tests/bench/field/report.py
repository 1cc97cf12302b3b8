"""The measurement `field` of `./dev bench`: made-up registries in an empty database of their own, in a process of their own."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.stage import ROOT, beside, environment, migrate_database
from tests.bench.tools import Row


def measure_field(url: str, households: int) -> list[Row]:
    """Print the table by kind, and return the figures with their bars."""
    own = beside(url, "field")
    migrate_database(url, own)
    with TemporaryDirectory() as name:
        path, rows = Path(name) / "rows.json", []
        for generator in ([], ["--second"]):
            command = [sys.executable, "-m", "tests.bench.field", "--menages", str(households), "--rows", str(path)]
            subprocess.run([*command, *generator], cwd=ROOT, env=environment(own), check=True)
            rows += [Row(**row) for row in json.loads(path.read_text())]
        return rows
