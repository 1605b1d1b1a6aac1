"""Make a process look like Windows, as far as another system can, before it imports the program.

What POSIX has and Windows lacks is taken away: modules, functions and signals. An ``open`` without an encoding, which
would be cp1252 there, is an error. Not imitated: the console, process pools, paths with drives, files that cannot be
replaced while they are open.
"""

import asyncio
import concurrent.futures.process
import multiprocessing.popen_spawn_posix
import multiprocessing.queues
import multiprocessing.sharedctypes
import os
import select
import signal
import subprocess
import sys
import uuid
import warnings

import filelock
import textual.app
import textual.drivers.headless_driver
import textual.drivers.linux_driver
import textual.widgets

IMPORTED = (
    *(asyncio, concurrent.futures.process, subprocess, uuid, textual.drivers.headless_driver),
    *(textual.app, textual.drivers.linux_driver, textual.widgets),
    *(multiprocessing.popen_spawn_posix, multiprocessing.queues, multiprocessing.sharedctypes),
)
"""Modules that choose their system when they are imported, for which it has to be the real one."""
MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
FUNCTIONS = (
    *("chown", "fchmod", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getpgrp", "getsid", "getuid"),
    *("killpg", "link", "mkfifo", "mknod", "nice", "openpty", "pread", "pwrite", "sched_getaffinity", "setpgid"),
    *("setsid", "sync", "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait3", "wait4", "waitid"),
    *("O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"),
)
"""Names of ``os``. Windows has ``link``, but not every file system there."""
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGWINCH")


def imitate_windows() -> None:
    """Change this process. Locks are files that exist: those of ``filelock`` for Windows need Windows."""
    warnings.filterwarnings("error", category=EncodingWarning, module="rokoko_")
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]  # None: they cannot be imported
    for module, names in ((os, FUNCTIONS), (signal, SIGNALS), (select, ("epoll", "poll"))):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    filelock.FileLock = filelock.SoftFileLock
    sys.platform = "win32"
