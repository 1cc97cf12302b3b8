"""Child processes that read files start fast and hold no secret: they import nothing of Django."""

import subprocess
import sys

import pytest

READERS = (
    "geo.vector_files.table_child",
    "geo.vector_files.layer_child",
    "registry.imports.definition.table_child",
)
LIST_PACKAGES = "import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"


@pytest.mark.parametrize("module", READERS)
def test_a_reader_imports_nothing_of_django(module):
    output = subprocess.run(
        [sys.executable, "-c", LIST_PACKAGES.format(module=module)], capture_output=True, text=True, check=True
    ).stdout
    assert not {"django", "rest_framework", "accounts", "psycopg"} & set(output.split())
