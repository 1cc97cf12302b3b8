"""Forbid this process permanently the system calls that reading a file never needs, with seccomp.

The filter is a program of the kernel's small language (`seccomp(2)`), for x86-64 and ARM64. It refuses sockets, other
programs and processes, changes of file attributes (which Landlock does not cover), and whatever administers the
machine. A refused call fails with EPERM, as without the permission, so that libraries continue without it.
"""

import ctypes
import errno
import os
import platform
from typing import Final, NamedTuple

from geo.tables.landlock import forbid_new_privileges

# The number of each system call on x86-64 and on ARM64, which lacks the older ones.
REFUSED: Final[dict[str, tuple[int, int | None]]] = {
    # Networks, and io_uring, which would reach them past this filter.
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "sendto": (44, 206),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Programs and other processes.
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "kill": (62, 129),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "ptrace": (101, 117),
    "kcmp": (312, 272),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "setrlimit": (160, 164),
    # Attributes of files, and files by their handle.
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # The machine: only root could use these, but a demonstration may run as root.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "quotactl": (179, 60),
    "syslog": (103, 116),
}


class _Architecture(NamedTuple):
    """Hold what differs by architecture: its audit number, and the numbers of the calls whose arguments are checked."""

    column: int
    audit: int
    seccomp: int
    clone: int
    tgkill: int
    prlimit: int


ARCHITECTURES: Final = {
    "x86_64": _Architecture(0, 0xC000003E, 317, 56, 234, 302),
    "aarch64": _Architecture(1, 0xC00000B7, 277, 220, 131, 261),
}
CLONE3: Final = 435
CLONE_THREAD: Final = 0x00010000
# The x32 interface of x86-64 gives the calls other numbers, which would evade the filter.
X32: Final = 0x40000000
SET_FILTER, ASK_ACTION, ALL_THREADS = 1, 2, 1
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
Step = tuple[int, int, int, int]


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Instruction)))


def _build_refusal(number: int, error: int = errno.EPERM) -> list[Step]:
    return [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | error)]


def _build_conditional_allow(number: int, *tests: Step) -> list[Step]:
    """Build the steps that allow a call when all these tests of its arguments hold.

    The tests are pairs of a load and a comparison.
    """
    last = len(tests)
    # A comparison that fails jumps over the remaining tests and over ALLOW.
    checked = [
        (code, 0, last - place, value) if code != LOAD else (code, 0, 0, value)
        for place, (code, _yes, _no, value) in enumerate(tests)
    ]
    body = [*checked, (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    return [(EQUAL, 0, len(body), number), *body]


def _build_argument_load(place: int, half: int = 0) -> Step:
    return (LOAD, 0, 0, ARGUMENTS + 8 * place + 4 * half)


def _build_filter(machine: _Architecture) -> list[Step]:
    """Build the filter: threads may be created and limits read, and signals go only to the process itself."""
    numbers = [call[machine.column] for call in REFUSED.values()]
    steps: list[Step] = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, machine.audit), (RETURN, 0, 0, KILL)]
    steps += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    steps += [step for number in numbers if number is not None for step in _build_refusal(number)]
    # The C library then falls back to `clone`, whose flags can be seen.
    steps += _build_refusal(CLONE3, errno.ENOSYS)
    steps += _build_conditional_allow(machine.clone, _build_argument_load(0), (ANY_BIT, 0, 0, CLONE_THREAD))
    steps += _build_conditional_allow(machine.tgkill, _build_argument_load(0), (EQUAL, 0, 0, os.getpid()))
    steps += _build_conditional_allow(
        machine.prlimit, _build_argument_load(2), (EQUAL, 0, 0, 0), _build_argument_load(2, 1), (EQUAL, 0, 0, 0)
    )
    return [*steps, (RETURN, 0, 0, ALLOW)]


_libc = ctypes.CDLL(None, use_errno=True)


def has_seccomp() -> bool:
    """Return whether this kernel supports filters, on an architecture that is known here."""
    machine = ARCHITECTURES.get(platform.machine())
    if machine is None:
        return False
    action = ctypes.c_uint32(REFUSE)
    return bool(_libc.syscall(ctypes.c_long(machine.seccomp), ASK_ACTION, 0, ctypes.byref(action)) == 0)


def refuse_system_calls() -> None:
    """Refuse the calls of REFUSED to every thread of this process. Raises OSError when the kernel does not allow it."""
    machine = ARCHITECTURES.get(platform.machine())
    if machine is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    steps = _build_filter(machine)
    program = _Program(len(steps), (_Instruction * len(steps))(*(_Instruction(*step) for step in steps)))
    forbid_new_privileges()
    if _libc.syscall(ctypes.c_long(machine.seccomp), SET_FILTER, ALL_THREADS, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
