"""Install the Python environment from the hashed locks, and the console's npm packages."""

import hashlib
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from config.devtools.shell import LOCAL, PYTHON, ROOT, Command, print_step, run_or_fail

LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
NPM_LOCK = ROOT / "package-lock.json"
UV_LOCK = Path(__file__).with_name("uv.lock.txt")
STAMP = ".tabanca-stamp"
CONSOLE = ROOT / "analysis" / "console" / "static" / "console"
BUNDLER = Path(__file__).with_name("build-console.mjs")
BUNDLE = ROOT / "node_modules" / ".console"


def compute_digest(*parts: Path | str) -> str:
    """Return one hash of files and texts, in their order."""
    whole = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()


def choose_level(level: str, stamp: str, fresh: str) -> str | None:
    """Return the level to install, `run` or `dev`, or None when the installed one suffices.

    `stamp` is `<level> <digest>` of what is installed. `dev` includes `run`, and is never reduced to it.
    """
    installed, _, made_of = stamp.partition(" ")
    if made_of == fresh and installed in ("dev", level):
        return None
    return "dev" if installed == "dev" else level


def ensure_python(level: str) -> None:
    """Make `.venv` match the lock: `run` for the service, `dev` for tests and checks too."""
    folder = PYTHON.parents[1]
    stamp = folder / STAMP
    fresh = compute_digest(*LOCKS.values(), sys.version, str(ROOT))
    wanted = choose_level(level, _read_stamp(stamp), fresh)
    if wanted is None and PYTHON.exists():
        return
    wanted = wanted or level
    uv = ensure_uv()
    print_step(f"Installing the Python packages of {LOCKS[wanted].name} (the first time about a minute)")
    stamp.unlink(missing_ok=True)
    env = os.environ | {"UV_PYTHON_DOWNLOADS": "never"}
    if not _is_same_python():
        run_or_fail([uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder], log="uv", env=env)
    # Compile once, here: where Python may not write its bytecode, each process would spend seconds on it.
    sync: Command = [uv, "pip", "sync", "--compile-bytecode", "--require-hashes", "--python", PYTHON, LOCKS[wanted]]
    run_or_fail(sync, log="uv", env=env)
    stamp.write_text(f"{wanted} {fresh}")


def ensure_uv() -> Path:
    """Return uv at the locked version, installed if needed into its own small environment."""
    folder = LOCAL / "uv"
    uv, stamp = folder / "bin" / "uv", folder / STAMP
    fresh = compute_digest(UV_LOCK, sys.version, str(ROOT))
    if uv.exists() and _read_stamp(stamp) == fresh:
        return uv
    print_step("Fetching uv")
    run_or_fail([sys.executable, "-m", "venv", "--clear", folder], log="uv")
    pip: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    run_or_fail([*pip, "--require-hashes", "--requirement", UV_LOCK], log="uv")
    stamp.write_text(fresh)
    return uv


def ensure_console(level: str) -> None:
    """Make `node_modules` hold the console's packages and its bundle; `dev` adds those of its tests and checks."""
    folder = ROOT / "node_modules"
    stamp = folder / STAMP
    fresh = compute_digest(NPM_LOCK)
    wanted = choose_level(level, _read_stamp(stamp), fresh)
    if wanted is not None:
        _install_packages(wanted)
        stamp.write_text(f"{wanted} {fresh}")
    if not is_bundle_fresh():
        print_step("Bundling the console")
        run_or_fail([shutil.which("npm") or "npm", "run", "build"], log="npm")
        (BUNDLE / STAMP).write_text(compute_bundle_digest())


def _install_packages(wanted: str) -> None:
    print_step("Fetching the console's packages with npm")
    omit = [] if wanted == "dev" else ["--omit=dev"]
    npm = shutil.which("npm") or "npm"
    run_or_fail([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *omit], log="npm")


def compute_bundle_digest() -> str:
    """Return a hash of what the console's bundle is made of."""
    sources = sorted(path for path in CONSOLE.rglob("*") if path.suffix in {".js", ".css", ".json"})
    return compute_digest(NPM_LOCK, BUNDLER, *(str(path.relative_to(ROOT)) for path in sources), *sources)


def is_bundle_fresh() -> bool:
    return _read_stamp(BUNDLE / STAMP) == compute_bundle_digest()


def write_locks(arguments: Sequence[str]) -> None:
    """Write the locks from pyproject.toml and package.json; `--upgrade` takes newer versions."""
    compile_: list[str | Path] = [ensure_uv(), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    compile_ += ["--no-header", "--generate-hashes", "--no-emit-index-url", "pyproject.toml", *arguments]
    print_step("Locking the Python packages")
    run_or_fail([*compile_, "--output-file", LOCKS["run"]])
    run_or_fail([*compile_, "--constraints", LOCKS["run"], "--group", "dev", "--output-file", LOCKS["dev"]])
    print_step("Locking the console's packages")
    run_or_fail(
        ["npm", "install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved"], log="npm"
    )


def is_console_ready(level: str) -> bool:
    """Return whether npm has nothing to install and to bundle: then the machine needs no npm."""
    installed = choose_level(level, _read_stamp(ROOT / "node_modules" / STAMP), compute_digest(NPM_LOCK)) is None
    return installed and is_bundle_fresh()


def _is_same_python() -> bool:
    """Return whether this Python made `.venv` in this folder, and it still works."""
    settings = PYTHON.parents[1] / "pyvenv.cfg"
    home = f"home = {Path(sys.executable).resolve().parent}"
    made_here = os.path.exists(PYTHON) and settings.exists() and home in settings.read_text()
    return made_here and PYTHON.resolve() == Path(sys.executable).resolve()


def _read_stamp(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""
