"""Choose PostgreSQL's settings for this machine."""

import os
import shutil
from pathlib import Path

GIGABYTE = 1024**3
MEGABYTE = 1024**2


def measure_memory() -> int:
    """Return the bytes of memory that this machine or container may use."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = Path("/sys/fs/cgroup/memory.max")
    allowed = limit.read_text().strip() if limit.exists() else "max"
    return min(total, int(allowed)) if allowed.isdigit() else total


def measure_shared_memory() -> int:
    """Return the size of /dev/shm in bytes; containers often have 64 MB, too little for parallel queries."""
    return shutil.disk_usage("/dev/shm").total if os.path.isdir("/dev/shm") else 0


def render_settings(port: int, sockets: Path, data: Path) -> str:
    """Return `tabanca.conf`: PostgreSQL's usual durability, more memory, and planning for a solid-state disk."""
    bytes_of_memory = measure_memory()
    # An import of 100,000 households writes hundreds of megabytes of WAL. A small limit would force a checkpoint during
    # each import, which competes for the same two cores and makes PostgreSQL log full pages again.
    log = max(1, min(8, shutil.disk_usage(data).free // 4 // GIGABYTE))
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": f'"{sockets}"',
        "unix_socket_permissions": "0700",
        "max_connections": 200,
        "shared_buffers": f"{min(bytes_of_memory // 8, 4 * GIGABYTE) // MEGABYTE}MB",
        "effective_cache_size": f"{bytes_of_memory // 2 // MEGABYTE}MB",
        "work_mem": "64MB" if bytes_of_memory >= 4 * GIGABYTE else "16MB",
        "maintenance_work_mem": f"{min(bytes_of_memory // 16, GIGABYTE // 2) // MEGABYTE}MB",
        "max_wal_size": f"{log}GB",
        "wal_buffers": "64MB",
        "checkpoint_timeout": "15min",
        "random_page_cost": 1.1,
        "jit": "off",
        "dynamic_shared_memory_type": "posix" if measure_shared_memory() >= GIGABYTE // 2 else "mmap",
        "client_connection_check_interval": "10s",  # also ends the statement of a killed client
        "timezone": "UTC",
        "log_timezone": "UTC",
        # Statements and details carry values, and values are personal data.
        "log_error_verbosity": "terse",
        "log_min_error_statement": "panic",
    }
    return "".join(f"{name} = '{quote_value(value)}'\n" for name, value in settings.items())


def quote_value(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("'", "''")
