"""Install missing system packages with apt, or tell the user what to install."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from ctypes.util import find_library
from pathlib import Path
from typing import NamedTuple

from config.devtools.shell import Failure, print_step, run_or_fail

OLDEST_POSTGRESQL = 15
# Debian runs this script before a package starts its service; exit code 101 refuses.
POLICY = "/usr/sbin/policy-rc.d"
NO_MAIN_CLUSTER = "/etc/postgresql-common/createcluster.d/tabanca.conf"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Requirement(NamedTuple):
    """Describe something that the machine must have: its name, how to detect it, and Debian's packages for it."""

    name: str
    present: Callable[[], bool]
    packages: tuple[str, ...]


def find_server_folder(major: int | None = None) -> Path | None:
    """Return the program folder of the newest PostgreSQL server with PostGIS (or that of version `major`), or None."""
    found = {}
    for binary in Path("/usr/lib/postgresql").glob("*/bin/postgres"):
        version = int(binary.parts[-3]) if binary.parts[-3].isdigit() else 0
        if Path(f"/usr/share/postgresql/{version}/extension/postgis.control").exists():
            found[version] = binary.parent
    if not found and shutil.which("pg_config"):  # a system with other paths
        folder, share, text = (
            subprocess.run(["pg_config", option], capture_output=True, text=True, check=False).stdout.strip()
            for option in ("--bindir", "--sharedir", "--version")
        )
        version = parse_version(text)
        if Path(folder, "postgres").exists() and Path(share, "extension/postgis.control").exists():
            found[version] = Path(folder)
    good = [version for version in found if (version == major if major else version >= OLDEST_POSTGRESQL)]
    return found[max(good)] if good else None


def parse_version(text: str) -> int:
    """Return the first whole number of a text such as `PostgreSQL 15.18`, or 0 when there is none."""
    match = re.search(r"\d+", text)
    return int(match.group()) if match else 0


def find_chromium() -> str | None:
    """Return the path of a working Chromium, or None; Ubuntu's `chromium-browser` is a stub that requires a snap."""
    for path in filter(None, map(shutil.which, CHROMIUM)):
        shown = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
        if shown.returncode == 0 and "hrom" in shown.stdout:
            return path
    return None


def find_nginx() -> str | None:
    """Return the path of nginx, or None; Debian installs it where only root's PATH finds it."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


SERVER = Requirement("PostgreSQL with PostGIS", lambda: find_server_folder() is not None, ("postgresql-NN-postgis-3",))
CLIENT = Requirement("psql", lambda: shutil.which("psql") is not None, ("postgresql-client",))
GDAL = Requirement("GDAL and GEOS", lambda: bool(find_library("gdal") and find_library("geos_c")), ("gdal-bin",))
NODE = Requirement(
    "npm", lambda: bool(shutil.which("node") and shutil.which("npm")), ("nodejs", "npm", "ca-certificates")
)
DRIVER = Requirement(
    "the library that Playwright's driver loads", lambda: bool(find_library("atomic")), ("libatomic1",)
)
FRONT = Requirement("nginx", lambda: find_nginx() is not None, ("nginx",))
BROWSER = Requirement("Chromium", lambda: find_chromium() is not None, ("chromium", "fonts-dejavu-core"))


def ensure_browser() -> None:
    """Install Chromium for the console's tests; on Ubuntu, which has no package of it, say that they are skipped."""
    release = Path("/etc/os-release")
    if release.exists() and "ubuntu" in release.read_text() and not BROWSER.present():
        print_step("Ubuntu packages no Chromium but as a snap: the console's browser tests are skipped without one")
        return
    ensure_requirements([BROWSER, DRIVER])


def list_missing(needs: Sequence[Requirement]) -> list[Requirement]:
    return [need for need in needs if not need.present()]


def ensure_requirements(needs: Sequence[Requirement]) -> None:
    """Install what is missing. Raises Failure that says exactly what to install when that is not possible."""
    lacking = list_missing(needs)
    if not lacking:
        return
    if shutil.which("apt-get") is None:
        names = ", ".join(need.name for need in lacking)
        raise Failure(f"Please install, then try again: {names}.\n(On Debian: {describe_install_command(lacking)})")
    prefix = find_root_prefix()
    if prefix is None:
        raise Failure(
            f"These packages are missing. As root, please run:\n  {describe_install_command(lacking)}\nthen try again."
        )
    print_step(f"Installing {', '.join(need.name for need in lacking)} with apt (a few minutes)")
    _run_apt(prefix, "update", "-qq")
    packages = [package for need in lacking if need not in (SERVER, FRONT) for package in need.packages]
    if packages:
        _run_apt(prefix, "install", "-y", "--no-install-recommends", *packages)
    if SERVER in lacking:
        _install_server(prefix)
    if FRONT in lacking:
        _install_nginx(prefix)
    still = list_missing(lacking)
    if still:
        raise Failure(f"Installed, but not found on this system: {', '.join(need.name for need in still)}.")


def describe_install_command(needs: Sequence[Requirement]) -> str:
    """Return the command that a person would type as root."""
    packages = " ".join(package for need in needs for package in need.packages)
    version = find_offered_server() or OLDEST_POSTGRESQL
    return f"apt-get install --no-install-recommends {packages}".replace("-NN-", f"-{version}-")


def find_root_prefix() -> list[str] | None:
    """Return what to put before a command that needs root: nothing, sudo, or None when neither works."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return ["sudo", "-n"]
    if not sys.stdin.isatty():
        return None
    print("apt needs root: sudo may ask for your password.", flush=True)
    return ["sudo"] if subprocess.run(["sudo", "-v"], check=False).returncode == 0 else None


def find_offered_server() -> int | None:
    """Return the newest PostgreSQL version for which apt offers PostGIS, or None."""
    if shutil.which("apt-cache") is None:
        return None
    listed = subprocess.run(["apt-cache", "pkgnames", "postgresql-"], capture_output=True, text=True, check=False)
    versions = [int(number) for number in re.findall(r"^postgresql-(\d+)-postgis-3$", listed.stdout, re.M)]
    return max(versions, default=None)


def list_server_packages() -> list[str]:
    """Return the packages of the newest server that apt offers. Raises Failure when it is too old or there is none."""
    version = find_offered_server()
    if version is None or version < OLDEST_POSTGRESQL:
        raise Failure(
            f"This system offers no PostgreSQL {OLDEST_POSTGRESQL} or newer with PostGIS. "
            "Set DATABASE_URL to a PostGIS elsewhere, or use a newer release."
        )
    return [f"postgresql-{version}", f"postgresql-{version}-postgis-3"]


def _install_server(prefix: list[str]) -> None:
    """Install the server without the cluster that Debian's package would create and start on the usual port."""
    folder = os.path.dirname(NO_MAIN_CLUSTER)
    write = f"mkdir -p {folder} && echo 'create_main_cluster = off' > {NO_MAIN_CLUSTER}"
    run_or_fail([*prefix, "sh", "-c", write], umask=0o022)
    try:
        _run_apt(prefix, "install", "-y", "--no-install-recommends", *list_server_packages())
    finally:
        run_or_fail([*prefix, "rm", "-f", NO_MAIN_CLUSTER])


def _install_nginx(prefix: list[str]) -> None:
    """Install nginx without the service that Debian's package would start on port 80, now and at boot."""
    policy = f"[ -e {POLICY} ] || {{ printf '#!/bin/sh\\nexit 101 # tabanca\\n' > {POLICY} && chmod 755 {POLICY}; }}"
    run_or_fail([*prefix, "sh", "-c", policy], umask=0o022)
    try:
        _run_apt(prefix, "install", "-y", "--no-install-recommends", *FRONT.packages)
    finally:
        run_or_fail([*prefix, "sh", "-c", f"if grep -q tabanca {POLICY}; then rm {POLICY}; fi"])
    if shutil.which("systemctl"):
        run_or_fail([*prefix, "systemctl", "disable", "nginx"], log="apt")


def _run_apt(prefix: list[str], *arguments: str) -> None:
    """Run apt-get without questions; show its output only when it fails."""
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    run_or_fail([*command, *arguments], log="apt", umask=0o022)
